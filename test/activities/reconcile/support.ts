import { setTimeout as sleep } from 'node:timers/promises';
import {
  reconcileActivities,
  rulesOf,
  type RuleEngine,
  type RuleName,
  type RulePorts,
  type RuleStores,
} from '../../../activities/reconcile/rules.ts';
import type { Cursor } from '../../../store/cursors.ts';
import { anAccount } from '../../support/builders.ts';
import { inActivity } from '../support/in-activity.ts';
import {
  memoryAccounts,
  memoryInbox,
  memoryInvoices,
  memoryLedger,
  memoryMarks,
  memoryOperations,
  memoryTransactions,
} from '../support/memory-store.ts';
import { memoryTombstones } from '../support/memory-tombstones.ts';

const notAsked = () => Promise.reject(new Error('not asked here'));

const NO_ENGINE: RuleEngine = {
  dispute: notAsked,
  isBulkOpen: notAsked,
  isDeliveryOpen: notAsked,
  isOpen: notAsked,
  isOperationOpen: notAsked,
  look: notAsked,
  lookAtReports: notAsked,
  nudgeBulk: notAsked,
  report: notAsked,
  reportOperation: notAsked,
  resume: notAsked,
  resumeBulk: notAsked,
  resumeDelivery: notAsked,
  resumeInvoice: notAsked,
  resumeOperation: notAsked,
  returned: notAsked,
  runsCutShort: notAsked,
  sendMessage: notAsked,
  start: notAsked,
  startBulk: notAsked,
  startInvoice: notAsked,
  startReplay: notAsked,
  startReport: notAsked,
  takeIn: notAsked,
  tellPayment: notAsked,
};

const NO_PORTS: RulePorts = {
  engine: NO_ENGINE,
  within: async (_ms, work) => ({ answer: await work() }),
  files: { remove: notAsked },
  taskMails: { daily: notAsked, fresh: notAsked },
  revived: () => undefined,
  call: async () => undefined,
  callForWord: async () => undefined,
  countAlert: () => undefined,
};

const noStores = (): RuleStores => ({
  transactions: memoryTransactions(),
  invoices: memoryInvoices(),
  operations: memoryOperations(),
  inbox: memoryInbox(),
  tombstones: memoryTombstones(),
  ledger: memoryLedger(),
  marks: memoryMarks(),
  gatewayAccounts: memoryAccounts([anAccount(), {}]),
  cards: { toForget: notAsked, isHeld: notAsked, forgot: notAsked },
  bulks: noBulks(),
  webhookReplays: { notStarted: notAsked },
  webhookEvents: { unsettled: notAsked, isUnsettled: notAsked, giveUp: notAsked },
  notifications: { wanted: notAsked },
  agreements: { unseen: notAsked, overdue: notAsked, endIfOver: notAsked },
  reports: { wantedUntil: notAsked, overdue: notAsked, find: notAsked, expire: notAsked },
  reportSchedules: { unseen: notAsked },
  users: { taskMailsDue: notAsked },
});

/** A store of bulks of which nothing is asked. */
export const noBulks = (): RuleStores['bulks'] => ({
  notStarted: notAsked,
  unheard: notAsked,
  abandoned: notAsked,
  discard: notAsked,
  underWay: notAsked,
  find: notAsked,
});

/** Gives up after five milliseconds what may take longer; `asked` gets for how long that was. */
export function givingUp(asked: number[]): RulePorts['within'] {
  return (ms, work) => {
    asked.push(ms);
    const over = sleep(5).then(() => ({ unanswered: new Error('nobody has answered') }));
    return Promise.race([work().then((answer) => ({ answer })), over]);
  };
}

/** Never answers. */
export const standsStill = () => new Promise<never>(() => undefined);

/** The names of all rules. */
export const RULES: readonly string[] = Object.keys(rulesOf(noStores(), NO_PORTS));

/** Looks by the rules, over these stores and with this engine; what a test does not give is empty, or not asked. */
export function reconciling(
  stores: Partial<RuleStores>,
  engine: Partial<RuleEngine> = {},
  ports: Partial<Omit<RulePorts, 'engine'>> = {},
) {
  const { reconcile } = reconcileActivities(
    { ...noStores(), ...stores },
    { ...NO_PORTS, ...ports, engine: { ...NO_ENGINE, ...engine } },
  );
  return (rule: RuleName, after?: Cursor) => inActivity(() => reconcile({ rule, after }));
}
