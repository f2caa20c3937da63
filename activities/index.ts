import type { ActivityEngine } from '../engine/activity-engine.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { agreementActivities } from './agreements.ts';
import { mailsOfWords } from './gateway-word-mails.ts';
import { inTheirTurn } from './queue-delay.ts';
import { bulkActivities } from './bulks.ts';
import { cardActivities } from './cards.ts';
import type { CycleDeps } from './cycle-ports.ts';
import { cycleActivities } from './cycles.ts';
import { gatewayActivities } from './gateways.ts';
import { invoiceActivities } from './invoices.ts';
import type { MessageChannels } from './message-ways.ts';
import { notificationActivities, type Notify } from './notifications.ts';
import { newsActivities, type TellPeople } from './news.ts';
import { operationActivities, performersOf } from './operations.ts';
import { removalActivities } from './removals.ts';
import { removedInquiry, removedSilence } from './removed-inquiry.ts';
import { closedWalletCalls } from './removed-wallets.ts';
import { mailsOfRemoved } from './removed-mails.ts';
import { tellAlsoRemoved } from './removed-operations.ts';
import { reportScheduleActivities, type ArrangeReports } from './report-schedules.ts';
import { reconcileActivities, type RulePorts } from './reconcile/rules.ts';
import { reportActivities } from './reports.ts';
import { mailOfReport } from './report-mails.ts';
import { routingActivities } from './routing.ts';
import { taskMails } from './task-mails.ts';
import { transactionActivities, type Tellings } from './transactions.ts';
import { walletPartActivities } from './wallet-parts.ts';
import { webhookReplayActivities } from './webhook-replays.ts';
import {
  callingAtOnce,
  webhookActivities,
  type TellOfEndpoint,
  type TellOfFailure,
} from './webhooks.ts';

export interface ActivityDeps extends Omit<Tellings, 'callAtOnce'> {
  readonly store: Store;
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
  readonly tellOfEndpoint: TellOfEndpoint;
  readonly tellPeople: TellPeople;
  readonly engine: ActivityEngine;
  readonly within: RulePorts['within'];
  readonly revived: RulePorts['revived'];
  readonly countAlert: RulePorts['countAlert'];
  readonly notify: Notify;
  readonly channels: MessageChannels;
  readonly cycles: CycleDeps;
  readonly files: Files;
  readonly arrangeReports: ArrangeReports;
}

/** Every activity of the system, with what it needs. */
export function createActivities({
  store,
  post,
  tell,
  tellOfEndpoint,
  open,
  openNotifications,
  tellPeople,
  engine,
  within,
  revived,
  countAlert,
  tellInvoice,
  notify,
  channels,
  cycles,
  files,
  arrangeReports,
}: ActivityDeps) {
  const operators = channels.operators ?? [];
  const call = mailsOfRemoved(store, { notify, operators });
  const callForWord = mailsOfWords(store, { notify, operators });
  const removing = { ...store, call, callForWord, countAlert };
  const webhooks = webhookActivities(store, { post, tell, tellOfEndpoint });
  const tellPayment = tellAlsoRemoved(removing, engine.tellPayment);
  return {
    ...transactionActivities(
      store,
      { tellInvoice, callAtOnce: callingAtOnce(webhooks.sendWebhook), open, openNotifications },
      operators,
    ),
    ...removalActivities(removing),
    /** Asks a network about an attempt of what was removed. Safe to repeat: a question, and money counts once. */
    inquireRemoved: removedInquiry(removing),
    /** Calls a person where it gives no answer. Safe to repeat: it is one mail. */
    callForSilence: removedSilence(removing),
    ...invoiceActivities(store),
    ...gatewayActivities(store),
    ...routingActivities(store),
    ...cardActivities(store),
    ...agreementActivities(store),
    ...inTheirTurn(cycleActivities(store, cycles)),
    ...operationActivities(performersOf(store), store.operations, tellPayment),
    ...walletPartActivities(store, closedWalletCalls(removing)),
    ...webhooks,
    ...webhookReplayActivities(store, engine),
    ...newsActivities(store, tellPeople),
    ...notificationActivities(store, { notify, channels, files }),
    ...reconcileActivities(store, {
      engine: { ...engine, tellPayment },
      within,
      files,
      revived,
      call,
      callForWord,
      countAlert,
      taskMails: taskMails(store, notify),
    }),
    ...reportActivities(store, {
      files,
      tellOfReport: async (report) => {
        const people = await store.users.list(report.merchantId);
        return notify(mailOfReport(report, { people, now: Date.now() }));
      },
    }),
    ...reportScheduleActivities(store, arrangeReports),
    ...bulkActivities(store, { engine, paused: cycles.paused }),
  };
}

export type Activities = ReturnType<typeof createActivities>;
