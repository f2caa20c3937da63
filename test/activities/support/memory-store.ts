import type { Agreement, AgreementRef } from '../../../domain/agreement/agreement.ts';
import type { Binding } from '../../../domain/agreement/binding.ts';
import type { GatewayAccount } from '../../../domain/account.ts';
import type { CardUse, SavedCard } from '../../../domain/card/card.ts';
import type { Merchant } from '../../../domain/merchant.ts';
import { anAgreement } from '../../support/builders.ts';
import { isDeleted } from '../../../domain/transaction/archive.ts';
import { nextDueAt } from '../../../domain/transaction/inquiry-plan.ts';
import type { LedgerEntry } from '../../../domain/ledger/entry.ts';
import type { SpentPayload } from '../../../domain/device-wallet/spent-payloads.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../../../domain/ids.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { eventTypeOf } from '../../../domain/webhook/event-type.ts';
import { WELL, type Breaker } from '../../../domain/routing/breaker.ts';
import type { PayerDevice } from '../../../domain/payer-browser.ts';
import { isUnderWay, type Operation } from '../../../domain/operation/operation.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import type { Transaction, TransactionRef } from '../../../domain/transaction/transaction.ts';
import type { CallbackInbox, InboxEntry } from '../../../store/callback-inbox.ts';
import type { GatewayAccountStore } from '../../../store/gateway-accounts.ts';
import type { InvoiceStore } from '../../../store/invoices.ts';
import type { LedgerStore } from '../../../store/ledger.ts';
import type { WatermarkStore } from '../../../store/watermarks.ts';
import type { MerchantStore } from '../../../store/merchants.ts';
import { foreignNames } from '../../../store/operations.ts';
import type { PageOf, Cursor } from '../../../store/cursors.ts';
import type { TransactionStore } from '../../../store/transactions.ts';
import { versionStore, type VersionStore } from '../../../store/versions.ts';
import {
  idOfEvent,
  type WebhookEvent,
  type WebhookEventStore,
} from '../../../store/webhook-events.ts';

/** Versions on stores in memory, where nothing dies between two writes. Nobody is sent a message. */
export function memoryVersions(
  stores: Omit<Parameters<typeof versionStore>[1], 'notifications'>,
): VersionStore {
  return versionStore((work) => work(), {
    ...stores,
    notifications: { want: async () => undefined },
  });
}

/** Cards in memory, each as often as it was kept. */
export function memoryCards() {
  const kept: SavedCard[] = [];
  const uses: CardUse[] = [];
  return {
    all: () => kept,
    uses: () => uses,
    keep: async (card: SavedCard) => void kept.push(card),
    use: async (use: CardUse) => void uses.push(use),
  };
}

/** From where payers have asked, by the reference of the attempt. */
export function memoryPayerAddresses(
  ...given: readonly (readonly [ReferenceNumber, PayerDevice])[]
) {
  const kept = new Map(given);
  return {
    find: async ({ referenceNumber }: { readonly referenceNumber: ReferenceNumber }) =>
      kept.get(referenceNumber),
  };
}

/** What wallets have handed over, in memory and in clear. */
export function memoryDevicePayloads(
  ...given: readonly (readonly [ReferenceNumber, JsonObject])[]
) {
  const kept = new Map(given);
  const spent: SpentPayload[] = [];
  return {
    spent: () => spent,
    find: async ({ referenceNumber }: { readonly referenceNumber: ReferenceNumber }) =>
      kept.get(referenceNumber),
    spend: async (_of: TransactionRef, payload: SpentPayload) => {
      kept.delete(payload.referenceNumber);
      spent.push(payload);
    },
  };
}

/** For who asks networks about payments by no agreement. */
export const NOTHING_AGREED = {
  agreements: { findNamed: async () => undefined },
  merchants: { find: async () => undefined },
};

/** What was bound to agreements, each as often as it was. */
export function memoryAgreements() {
  let known = anAgreement();
  const bound: Binding[] = [];
  const counted: string[] = [];
  return {
    bound: () => bound,
    /** What became of charges, in words. */
    counted: () => counted,
    settle: async ({ uuid }: AgreementRef, sessionId: SessionId, at: number) => {
      known = { ...known, paid: [...known.paid, sessionId] };
      counted.push(`${uuid} paid by ${sessionId} at ${at}`);
    },
    know: (agreement: Agreement) => void (known = agreement),
    find: async () => known,
    lock: async () => undefined,
    release: async ({ uuid }: AgreementRef, sessionId: SessionId) =>
      void counted.push(`${uuid} free of ${sessionId}`),
    bind: async (binding: Binding) => {
      bound.push(binding);
      return anAgreement();
    },
  };
}

/** Documents in memory under the rules of the store: insert once, save only forward. */
export function memoryTransactions(...given: readonly Transaction[]): TransactionStore {
  let all = [...given];
  const save = (transaction: Transaction) => {
    const before = all.find(({ sessionId }) => sessionId === transaction.sessionId);
    all = all.map((kept) =>
      kept.sessionId === transaction.sessionId && kept.version < transaction.version
        ? transaction
        : kept,
    );
    return before && before.version < transaction.version
      ? { state: before.state, alerts: before.alerts, attempts: before.attempts }
      : undefined;
  };
  return {
    insert: async (transaction) => {
      all.push(transaction);
      return transaction;
    },
    insertWithin: async (transaction) => {
      all.push(transaction);
    },
    overdue: async ({ until, after, limit }) =>
      all
        .map((transaction) => ({
          transaction,
          dueAt: nextDueAt(transaction) ?? Infinity,
        }))
        .filter((one) => one.dueAt <= until && one.transaction.sessionId !== after?.id)
        .slice(0, limit),
    standingOf: async ({ sessionId, version }) => {
      const kept = all.find((one) => one.sessionId === sessionId);
      if (!kept || kept.version < version) return 'missing';
      return kept.version === version ? 'kept' : 'overtaken';
    },
    unchangedAmong: async (refs) =>
      new Set(
        refs.filter(({ sessionId, version }) =>
          all.some((kept) => kept.sessionId === sessionId && kept.version <= version),
        ),
      ),
    promisedUntil: async (until) =>
      all
        .flatMap(({ operations = [] }) => operations)
        .flatMap(({ whole }) => (whole && whole.createdAt <= until ? [whole] : [])),
    closeCommands: async ({ sessionId }) => all.find((one) => one.sessionId === sessionId),
    save: async (transaction) => save(transaction),
    saveUntil: async (_moment, transaction) => save(transaction),
    typesOf: async (merchantId, sessionIds) =>
      new Map(
        all.flatMap((kept) =>
          kept.merchantId === merchantId && sessionIds.includes(kept.sessionId)
            ? [[kept.sessionId, kept.type] as const]
            : [],
        ),
      ),
    archivedAmong: async (merchantId, sessionIds) =>
      new Set(
        all
          .filter((kept) => kept.merchantId === merchantId && isDeleted(kept))
          .map(({ sessionId }) => sessionId)
          .filter((sessionId) => sessionIds.includes(sessionId)),
      ),
    amountsOf: async (merchantId, sessionIds) =>
      new Map(
        all.flatMap((kept) =>
          kept.merchantId === merchantId && sessionIds.includes(kept.sessionId)
            ? [[kept.sessionId, kept.amount] as const]
            : [],
        ),
      ),
    remove: async ({ sessionId }) => {
      all = all.filter((kept) => kept.sessionId !== sessionId);
    },
    countUnknown: async (from, until) =>
      all.filter(({ attempts }) =>
        attempts.some(
          ({ state, createdAt, inquired }) =>
            state === 'pending' &&
            createdAt >= from &&
            createdAt < until &&
            inquired?.heard !== 'open',
        ),
      ).length,
    find: async ({ merchantId, sessionId }) =>
      all.find((kept) => kept.sessionId === sessionId && kept.merchantId === merchantId),
    findForPayer: async (sessionId) => all.find((kept) => kept.sessionId === sessionId),
    isTaken: async (reference) =>
      all.some(
        ({ attempts, legacy }) =>
          legacy?.referenceNumber === reference ||
          attempts.some(({ referenceNumber }) => referenceNumber === reference),
      ),
    findByReference: async (reference) =>
      all.find(({ attempts }) =>
        attempts.some(({ referenceNumber }) => referenceNumber === reference),
      ),
    findByToldReference: async (reference) =>
      all.find(({ legacy }) => legacy?.referenceNumber === reference),
    listByOrder: async (merchantId, orderNo) => {
      const results = all.filter(
        (kept) => kept.merchantId === merchantId && kept.orderNo === orderNo && !isDeleted(kept),
      );
      return { count: results.length, results };
    },
    listDeleted: async (merchantId, { orderNo }) => {
      const results = all.filter(
        (kept) =>
          kept.merchantId === merchantId &&
          isDeleted(kept) &&
          (orderNo === undefined || kept.orderNo === orderNo),
      );
      return { count: results.length, results };
    },
    gatewayPayments: async () => new Map(),
    paymentsNamed: async (merchantId, gatewayPayment) =>
      all
        .filter((one) => one.merchantId === merchantId)
        .flatMap(({ attempts }) => attempts)
        .filter((one) => one.gatewayPayment === gatewayPayment),

    paidWith: async (merchantId, customerId) =>
      all.flatMap(({ merchantId: kept, customer, settledPgCode }) =>
        kept === merchantId && customer.id === customerId && settledPgCode !== undefined
          ? [settledPgCode]
          : [],
      ),
    byAgreement: async ({ firstSessionId, charges, terms }) =>
      all.filter(
        ({ sessionId, agreement }) =>
          sessionId === firstSessionId || charges.includes(sessionId) || agreement?.id === terms.id,
      ),
    createdBetween: async (after, until) =>
      all
        .filter(
          ({ version, createdAt }) => version === 1 && createdAt > after && createdAt <= until,
        )
        .toSorted((one, other) => one.createdAt - other.createdAt),
  };
}

/** Operations in memory: insert once, save only forward. */
export function memoryOperations(...given: readonly Operation[]) {
  const all = new Map<SessionId, Operation>(given.map((one) => [one.sessionId, one]));
  return {
    insert: async (operation: Operation): Promise<void> => {
      if (!all.has(operation.sessionId)) all.set(operation.sessionId, operation);
    },
    save: async (operation: Operation): Promise<Operation['state'] | undefined> => {
      const before = all.get(operation.sessionId);
      if (!before || before.version >= operation.version) return undefined;
      all.set(operation.sessionId, operation);
      return before.state;
    },
    meantBy: async (
      account: Pick<Operation, 'merchantId' | 'pgCode'>,
      report: OperationReport,
    ): Promise<Operation | undefined> =>
      [...all.values()].find(
        ({ referenceNumber, sessionId }) =>
          referenceNumber === report.referenceNumber ||
          sessionId === foreignNames(account, report).sessionId,
      ),
    find: async ({ sessionId }: Pick<Operation, 'sessionId'>): Promise<Operation | undefined> =>
      all.get(sessionId),
    openBetween: async (after: number, until: number): Promise<readonly Operation[]> =>
      [...all.values()].filter(
        (one) =>
          ['awaiting', 'promised', 'queued'].includes(one.state) &&
          one.createdAt > after &&
          one.createdAt <= until,
      ),
    underWay: async ({ until, after, limit }: PageOf): Promise<readonly Operation[]> =>
      [...all.values()]
        .filter(isUnderWay)
        .filter(({ createdAt, sessionId }) =>
          isOnPage({ at: createdAt, id: sessionId }, until, after),
        )
        .toSorted((one, other) => one.createdAt - other.createdAt)
        .slice(0, limit),
  };
}

function isOnPage({ at, id }: Cursor, until: number, after: Cursor | undefined): boolean {
  const isAfter = !after || at > after.at || (at === after.at && id > after.id);
  return at <= until && isAfter;
}

/** Invoices in memory, whose status changes only from the one that was seen. */
export function memoryInvoices(...given: readonly Invoice[]): InvoiceStore {
  let all = [...given];
  const find = async ({ merchantId, sessionId }: TransactionRef) =>
    all.find((kept) => kept.sessionId === sessionId && kept.merchantId === merchantId);
  return {
    insert: async (issued) => {
      all.push(issued.invoice);
      return issued;
    },
    find,
    hasNumber: async (merchantId, number) =>
      all.some((kept) => kept.merchantId === merchantId && kept.number === number),
    head: find,
    remove: async ({ sessionId }) => {
      all = all.filter((kept) => kept.sessionId !== sessionId);
    },
    findForPayer: async (sessionId) => all.find((kept) => kept.sessionId === sessionId),
    setStatus: async ({ sessionId }, { from, to }) => {
      all = all.map((kept) =>
        kept.sessionId === sessionId && kept.status === from ? { ...kept, status: to } : kept,
      );
    },
    sentBetween: async (after, until) =>
      all
        .filter(
          ({ status, createdAt }) => status === 'sent' && createdAt > after && createdAt <= until,
        )
        .toSorted((one, other) => one.createdAt - other.createdAt),
    sentAndDue: async ({ until, after, limit }) =>
      all
        .filter(
          ({ status, dueAt, sessionId }) =>
            status === 'sent' && isOnPage({ at: dueAt, id: sessionId }, until, after),
        )
        .toSorted(
          (one, other) => one.dueAt - other.dueAt || (one.sessionId < other.sessionId ? -1 : 1),
        )
        .slice(0, limit),
  };
}

/** Accounts with the settings that their gateways get. */
export function memoryAccounts(
  ...given: readonly (readonly [GatewayAccount, Readonly<Record<string, unknown>>])[]
): GatewayAccountStore {
  const all = [...given];
  return {
    put: async (account, settings) => {
      all.push([account, settings]);
    },
    replace: async () => true,
    list: async (merchantId) =>
      all.flatMap(([account]) => (account.merchantId === merchantId ? [account] : [])),
    open: async (merchantId, code) => {
      const found = all.find(
        ([account]) => account.merchantId === merchantId && account.code === code,
      );
      return found && { account: found[0], settings: found[1] };
    },
    find: async () => undefined,
    settingsOf: () => ({}),
    reseal: async () => 0,
  };
}

/** Merchants, who all sign with the same key. */
export function memoryMerchants(webhookKey: string, ...given: readonly Merchant[]): MerchantStore {
  const all = [...given];
  const find = (id: string) => all.find((merchant) => merchant.id === id);
  return {
    put: async (merchant) => {
      all.push(merchant);
    },
    list: async () => all,
    find: async (id) => find(id),
    openToAddresses: async () => [],
    webhookKey: async (id) => (find(id) ? webhookKey : undefined),
    replace: async () => true,
    sealedWebhookKey: async () => undefined,
    setWebhookKey: async () => true,
    reseal: async () => 0,
  };
}

const isUnsettled = ({ verdict, calls, givenUpAt }: WebhookEvent) =>
  calls.length < 2 && (!verdict || verdict === 'failed') && givenUpAt === undefined;

/** Frozen events, and the calls that were written down. */
export function memoryEvents(...given: readonly WebhookEvent[]): WebhookEventStore {
  const all = new Map(given.map((event) => [event.eventId, event]));
  return {
    freeze: async (event) => {
      const eventId = idOfEvent(event);
      const type = eventTypeOf(event.payload, event.form);
      if (!all.has(eventId)) all.set(eventId, { type, ...event, eventId, calls: [] });
      return eventId;
    },
    find: async (eventId) => all.get(eventId),
    record: async (eventId, call, verdict) => {
      const event = all.get(eventId);
      if (event) all.set(eventId, { ...event, calls: [...event.calls, call], verdict });
    },
    readdress: async (eventId, url) => {
      const event = all.get(eventId);
      if (event) all.set(eventId, { ...event, url });
    },
    hold: async (eventId) => {
      const event = all.get(eventId);
      if (event) all.set(eventId, { ...event, verdict: 'held' });
    },
    giveUp: async (eventId, at) => {
      const event = all.get(eventId);
      if (event) all.set(eventId, { ...event, givenUpAt: at });
    },
    countFailing: async () =>
      [...all.values()].filter(({ verdict }) => verdict === 'failed').length,
    unsettled: async ({ until, after, limit }) =>
      [...all.values()]
        .filter(isUnsettled)
        .filter(({ createdAt, eventId }) => isOnPage({ at: createdAt, id: eventId }, until, after))
        .toSorted((one, other) => one.createdAt - other.createdAt)
        .slice(0, limit),
    isUnsettled: async (eventId) => {
      const event = all.get(eventId);
      return event !== undefined && isUnsettled(event);
    },
    listOf: async (merchantId, sessionId) =>
      [...all.values()].filter(
        (event) => event.merchantId === merchantId && event.sessionId === sessionId,
      ),
  };
}

/** Callbacks that gateways sent. */
export function memoryInbox(
  ...given: readonly InboxEntry[]
): Omit<CallbackInbox, 'ofAttempts' | 'unplacedOperations'> {
  let all = [...given];
  return {
    receive: async (entry) => {
      const before = all.find(({ gatewayEventId }) => gatewayEventId === entry.gatewayEventId);
      if (before) return before;
      const kept = { ...entry, signaled: false };
      all.push(kept);
      return kept;
    },
    markSignaled: async ({ gatewayEventId }, signaledRun) => {
      all = all.map((entry) => {
        if (entry.gatewayEventId !== gatewayEventId) return entry;
        const { signaledRun: _before, ...others } = entry;
        return { ...others, signaled: true, ...(signaledRun !== undefined && { signaledRun }) };
      });
    },
    signaledTo: async (runs) =>
      all.flatMap((entry) => {
        const { signaledRun } = entry;
        return signaledRun !== undefined && runs.includes(signaledRun)
          ? [{ ...entry, signaledRun }]
          : [];
      }),
    noteUnheard: async ({ gatewayEventId, signaledRun }) => {
      const last = all.find(
        (entry) => entry.gatewayEventId === gatewayEventId && entry.signaledRun === signaledRun,
      );
      all = all.map((entry) => (entry === last ? { ...entry, signaled: false } : entry));
      return last !== undefined;
    },
    isUnplaced: async (merchantId, { disputeId, state }) =>
      all.some(
        (entry) =>
          entry.dispute &&
          entry.unplaced &&
          entry.merchantId === merchantId &&
          entry.dispute.disputeId === disputeId &&
          entry.dispute.state === state,
      ),
    noteUnplaced: async (merchantId, word) => {
      const first = all.find(
        (entry) =>
          entry.merchantId === merchantId &&
          entry.dispute?.disputeId === word.disputeId &&
          entry.dispute.state === word.state,
      );
      if (first?.dispute && first.unplaced) return false;
      all = all.map((entry) =>
        entry === first && entry.dispute ? { ...entry, unplaced: true } : entry,
      );
      return true;
    },
    noteGivenUp: async ({ gatewayEventId }) => {
      const first = all.find((entry) => entry.gatewayEventId === gatewayEventId);
      if (!first || first.givenUp) return false;
      all = all.map((entry) => (entry === first ? { ...entry, givenUp: true } : entry));
      return true;
    },
    place: async ({ gatewayEventId }, referenceNumber) => {
      all = all.map((entry) =>
        entry.operation && entry.gatewayEventId === gatewayEventId
          ? {
              ...entry,
              referenceNumber,
              operation: { ...entry.operation, paymentReference: referenceNumber },
            }
          : entry,
      );
    },
    unheardOperations: async (since) =>
      all.flatMap((entry) =>
        entry.operation && !entry.signaled && entry.receivedAt > since ? [entry] : [],
      ),
    wordsOn: async ({ merchantId, pgCode }, { gatewayReference, paymentReference }) =>
      all.flatMap(({ operation, ...entry }) =>
        operation?.gatewayReference === gatewayReference &&
        entry.referenceNumber === paymentReference &&
        entry.merchantId === merchantId &&
        entry.pgCode === pgCode
          ? [{ ...operation, paymentReference }]
          : [],
      ),
    hasWordOn: async (reference) => all.some((entry) => entry.referenceNumber === reference),
    unheard: async (after, until) =>
      all
        .filter(
          ({ signaled, receivedAt }) => !signaled && receivedAt > after && receivedAt <= until,
        )
        .toSorted((one, other) => one.receivedAt - other.receivedAt),
  };
}

/** The ledger as far as activities use it: entries are added once. */
export function memoryLedger(): Pick<LedgerStore, 'post' | 'listOf'> {
  const all = new Map<string, LedgerEntry>();
  return {
    post: async (entries) => {
      for (const entry of entries) if (!all.has(entry.id)) all.set(entry.id, entry);
    },
    listOf: async (merchantId, sessionId) =>
      [...all.values()].filter(
        (entry) => entry.merchantId === merchantId && entry.sessionId === sessionId,
      ),
  };
}

/** Marks that only move forward. */
export function memoryMarks(): WatermarkStore {
  const all = new Map<string, number>();
  const get = (name: string) => all.get(name) ?? 0;
  return {
    get: async (name) => get(name),
    advance: async (name, at) => {
      all.set(name, Math.max(get(name), at));
    },
  };
}

/** Of the health of accounts, as the store keeps it. */
export function memoryBreakers() {
  const known = new Map<PgCode, Breaker>();
  return {
    known,
    list: async (): Promise<ReadonlyMap<PgCode, Breaker>> => known,
    change: async (
      _merchantId: MerchantId,
      code: PgCode,
      change: (breaker: Breaker) => Breaker | undefined,
    ): Promise<boolean> => {
      const after = change(known.get(code) ?? WELL);
      if (after) known.set(code, after);
      return after !== undefined;
    },
    forget: async (_merchantId: MerchantId, code: PgCode): Promise<void> => {
      known.delete(code);
    },
  };
}
