import type { ChargeReserved, ReleaseCharge, ReserveCharge } from '../../activities/agreements.ts';
import type { Advanced, CycleStart, CycleRef } from '../../activities/cycle-ports.ts';
import type { Kept } from '../../activities/transactions.ts';
import type { Reconciled } from '../../activities/reconcile/look.ts';
import type { RuleLook } from '../../activities/reconcile/rules.ts';
import type { AgreementRef } from '../../domain/agreement/agreement.ts';
import type { ChargeEnded } from '../../domain/agreement/standing.ts';
import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import type { InquireAttempt, OpenAttempt } from '../../activities/gateways.ts';
import type { ReviewInvoice } from '../../activities/invoices.ts';
import type { Activities } from '../../activities/index.ts';
import type { LateDispute, LateWord } from '../../activities/removals.ts';
import type { RemovedAttemptRef } from '../../activities/removed-inquiry.ts';
import type { OperationNews } from '../../activities/news.ts';
import type { OperationAnswer } from '../../activities/performer.ts';
import type { TellPayment } from '../../engine/notify-transaction.ts';
import type { SendWebhook } from '../../activities/webhooks.ts';
import type { CardName, CardUse, SavedCard } from '../../domain/card/card.ts';
import type { CardAtHand } from '../../domain/card/charge.ts';
import type { EventId, ReferenceNumber, SessionId } from '../../domain/ids.ts';
import type { InvoiceStatus } from '../../domain/invoice/status.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import type { Inquired, NetworkPage, Opened } from '../../domain/transaction/network.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type { RouteDecision } from '../../domain/routing/decision.ts';
import type { Press } from '../../domain/routing/question.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Notice } from '../../domain/transaction/change.ts';
import { isLeft } from '../../domain/webhook/left.ts';
import type { ReplayRef } from '../../domain/webhook/replay.ts';
import type { CalledAtOnce, Verdict } from '../../domain/webhook/verdict.ts';
import { wordOn } from '../domain/operation/support.ts';
import { referenceOf } from './builders.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { fakeWallets, type FakeWallets } from './fake-wallets.ts';

type Closed = Awaited<ReturnType<Activities['closeAttempt']>>;

/** What the outside answers in one test. Assign to a part to change its answer; throwing is an answer too. */
export interface Script {
  open: (command: OpenAttempt) => Opened | Promise<Opened>;
  /** The saved card that somebody names; by default nobody has one. */
  lookUpCard: (name: CardName) => CardAtHand;
  /** Where a route leads; by default there is none. */
  choose: (press: Press) => RouteDecision | Promise<RouteDecision>;
  /** What the agreement says to a charge; by default it allows it. */
  reserveCharge: (charge: ReserveCharge) => ChargeReserved | Promise<ChargeReserved>;
  inquire: (command: InquireAttempt) => Inquired | Promise<Inquired>;
  /** What comes of asking about what was removed; by default nothing was paid. */
  inquireRemoved: (ref: RemovedAttemptRef) => LateWord | undefined;
  /** Closes every page unless it says otherwise. */
  close: (command: InquireAttempt) => Closed | Promise<Closed>;
  /** What the gateway says to a refund, capture or void; done by default. */
  perform: (operation: Operation) => OperationReport | Promise<OperationReport>;
  /** What it says when it is asked what became of one; by default it never heard of it. */
  inquireOperation: (operation: Operation) => OperationAnswer | Promise<OperationAnswer>;
  /** How an operation reaches its payment; the environment has it. */
  tellPayment: TellPayment;
  /** People can be reached, unless this throws. */
  tellOfOperation: (told: OperationNews) => void;
  merchant: (call: SendWebhook) => Verdict | Promise<Verdict>;
  /** What comes of calling for an event as soon as it is kept; by default no call can be made then. */
  callAtOnce: (eventId: EventId) => CalledAtOnce | undefined;
  /** Runs before a version is kept: a test may hold it back, or fail it. */
  beforeKeep: (transaction: Transaction, beginBy: number | undefined) => void | Promise<void>;
  /** Runs before a document is removed for good: a test may hold it back. */
  beforeBury: () => void | Promise<void>;
  /** Runs before a document is loaded: a test may hold it back. */
  beforeLoad: () => void | Promise<void>;
  /** What is known of the agreement when a charge has settled; by default its period is paid once. */
  settled: () => Pick<Kept, 'paidTwice'>;
  /** What the document has of it that nobody was told, when it is loaded; by default nothing. */
  untold: () => Pick<Kept, 'paidTwice'>;
  replayPage: () => { readonly isDone: boolean };
  cancelReplay: (ref: ReplayRef) => void;
  /** The cycles that must have a run; by default none. */
  lookAtAgreement: (look: AgreementRef & { readonly now: number }) => readonly CycleStart[];
  /** What a cycle waits for; by default it is paid. */
  advanceCycle: (cycle: CycleRef & { readonly now: number }) => Advanced | Promise<Advanced>;
  /** What came of a look by a rule; by default there was nothing to mend. */
  reconcile: (look: RuleLook) => Reconciled;
  review: (look: ReviewInvoice) => InvoiceStatus | Promise<InvoiceStatus>;
}

/** A notice as it was frozen, with the state that the merchant was told. */
export interface FrozenNotice extends Notice {
  readonly eventId: EventId;
  readonly state: Transaction['state'];
}

/** The world around the workflows of one test: documents in memory, scripted answers, and what was asked. */
export interface World {
  readonly activities: Activities;
  readonly script: Script;
  readonly wallets: FakeWallets;
  readonly opens: readonly OpenAttempt[];
  readonly inquiries: readonly InquireAttempt[];
  readonly closes: readonly InquireAttempt[];
  /** What the gateway was asked to do. */
  readonly performed: readonly Operation[];
  /** Every card that was kept, as often as it was. */
  readonly cards: readonly SavedCard[];
  /** What became of charges by agreements, as often as it was told; and those given free before they were made. */
  readonly charges: readonly ChargeEnded[];
  readonly released: readonly ReleaseCharge[];
  /** Every time that a saved card has paid, as often as it was noted. */
  readonly uses: readonly CardUse[];
  /** Each operation as it was last kept. */
  readonly operations: ReadonlyMap<SessionId, Operation>;
  readonly webhooks: readonly SendWebhook[];
  /** Every notice once, in the order of their freezing. */
  readonly notices: readonly FrozenNotice[];
  /** What people were told of operations, in its order. */
  readonly news: readonly OperationNews[];
  /**
   * Inserts a new document, as the API does before it starts the workflow; with the notice that was frozen with it, if there was one,
   * and what the merchant has answered to it, if they were called.
   */
  readonly insert: (transaction: Transaction, notice?: Notice, answer?: Verdict) => void;
  /** The last kept version; fails when there is none. */
  readonly document: (sessionId: SessionId) => Transaction;
  /** What remains of transactions that were removed, and what networks said of them later. */
  readonly tombstones: readonly Tombstone[];
  readonly late: readonly LateWord[];
  readonly lateDisputes: readonly LateDispute[];
  /** Removed attempts of which no gateway says what has happened. */
  readonly silences: readonly RemovedAttemptRef[];
  /** The numbers of all versions that the workflow has sent to be kept, and of the inserted one; ascending. */
  readonly versions: (sessionId: SessionId) => readonly number[];
  /** Resolves as soon as the condition holds; it is looked at whenever an activity has ended. */
  readonly until: (holds: () => boolean) => Promise<void>;
}

/** By default the network gives a page and has not decided, and the merchant acknowledges. */
export function fakeWorld(): World {
  const kept = new Map<SessionId, readonly Transaction[]>();
  const notices: FrozenNotice[] = [];
  const opens: OpenAttempt[] = [];
  const presses: Press[] = [];
  const inquiries: InquireAttempt[] = [];
  const closes: InquireAttempt[] = [];
  const webhooks: SendWebhook[] = [];
  const answers = new Map<EventId, Verdict>();
  const performed: Operation[] = [];
  const cards: SavedCard[] = [];
  const charges: ChargeEnded[] = [];
  const released: ReleaseCharge[] = [];
  const uses: CardUse[] = [];
  const operations = new Map<SessionId, Operation>();
  const tombstones: Tombstone[] = [];
  const news: OperationNews[] = [];
  const late: LateWord[] = [];
  const lateDisputes: LateDispute[] = [];
  const silences: RemovedAttemptRef[] = [];
  const wallets = fakeWallets();
  const { watch, until } = watching();
  const script: Script = {
    open: ({ referenceNumber }) => networkPageOf(referenceNumber),
    lookUpCard: () => ({ isKept: false }),
    choose: () => {
      throw new Error('This test has no route.');
    },
    reserveCharge: () => ({}),
    inquire: ({ referenceNumber }) => ({
      step: 'report',
      report: { referenceNumber, outcome: { result: 'pending' } },
    }),
    inquireRemoved: () => undefined,
    close: ({ referenceNumber }) => ({
      step: 'report',
      report: { referenceNumber, outcome: { result: 'canceled' } },
    }),
    perform: (operation) => wordOn(operation),
    inquireOperation: () => ({ step: 'unheard-of' }),
    tellPayment: () => {
      throw new Error('This test has no payment to tell.');
    },
    tellOfOperation: () => undefined,
    merchant: () => 'delivered',
    callAtOnce: () => undefined,
    beforeKeep: () => undefined,
    beforeBury: () => undefined,
    beforeLoad: () => undefined,
    settled: () => ({}),
    untold: () => ({}),
    replayPage: () => ({ isDone: true }),
    cancelReplay: () => undefined,
    lookAtAgreement: () => [],
    advanceCycle: () => ({ over: 'paid', tries: 1 }),
    reconcile: () => ({ mended: 0, failed: [] }),
    review: () => 'sent',
  };

  const versionsOf = (sessionId: SessionId) => kept.get(sessionId) ?? [];

  /** Every version that came, once. The document is the highest: an older one never takes its place. */
  function keep(transaction: Transaction): void {
    const others = versionsOf(transaction.sessionId).filter(
      ({ version }) => version !== transaction.version,
    );
    const all = [...others, transaction].toSorted((one, other) => one.version - other.version);
    kept.set(transaction.sessionId, all);
  }

  function freeze({ sessionId, state, webhookUrl }: Transaction, notice: Notice | undefined) {
    if (!notice || (notice.url ?? webhookUrl) === undefined) return {};
    const eventId = eventIdOf(sessionId, notice.sequence);
    if (!notices.some((other) => other.eventId === eventId))
      notices.push({ ...notice, eventId, state });
    return { eventId };
  }

  /** Without one nothing can be written down. */
  function hasTombstone({ sessionId }: LateWord | LateDispute): boolean {
    return tombstones.some((one) => one.sessionId === sessionId);
  }

  const activities: Activities = {
    loadTransaction: watch(async ({ sessionId }) => {
      await script.beforeLoad();
      const found = versionsOf(sessionId).at(-1);
      if (!found)
        throw ApplicationFailure.nonRetryable('There is no such transaction.', 'NotFound');
      return { ...found, ...script.untold() };
    }),
    keepTransaction: watch(async (kept) => {
      const { transaction, notice, card, used, charge, callsAtOnce, ...version } = kept;
      await script.beforeKeep(transaction, kept.beginBy);
      const event = freeze(transaction, notice);
      keep(transaction);
      if (card) cards.push(card);
      if (used) uses.push(used);
      if (charge) charges.push(charge);
      const changes = [version, version.freed ?? {}];
      for (const { operation } of changes)
        if (operation && operation.version > (operations.get(operation.sessionId)?.version ?? 0))
          operations.set(operation.sessionId, operation);
      const operationEventIds = changes.flatMap(({ operationNotice }) =>
        operationNotice ? [eventIdOf(transaction.sessionId, operationNotice.sequence)] : [],
      );
      const eventIds = [...(event.eventId ? [event.eventId] : []), ...operationEventIds];
      const called = eventIds.flatMap((id) => {
        const outcome = callsAtOnce ? script.callAtOnce(id) : undefined;
        return outcome ? [[id, outcome] as const] : [];
      });
      return {
        ...event,
        ...(operationEventIds.length > 0 && { operationEventIds }),
        ...(charge?.how === 'settle' && script.settled()),
        called: Object.fromEntries(called),
      };
    }),
    uncalledEvents: watch(async ({ sessionId }) =>
      notices.filter(({ eventId, sequence }) => {
        const isCalled = answers.has(eventId) || webhooks.some((call) => call.eventId === eventId);
        const { notice } = versionsOf(sessionId).at(-1) ?? {};
        return (
          eventId === eventIdOf(sessionId, sequence) &&
          isLeft({ sequence, isCalled, isGivenUp: false }, notice)
        );
      }),
    ),
    chooseAccount: watch(async (press) => {
      presses.push(press);
      const decision = await script.choose(press);
      return { decision, fresh: referenceOf(`demoNEXT22${'ABCDEFGH'.charAt(presses.length)}`) };
    }),
    performOperation: watch(async (operation) => {
      performed.push(operation);
      return script.perform(operation);
    }),
    inquireOperation: watch(async (operation) => script.inquireOperation(operation)),
    tellPayment: watch((operation) => script.tellPayment(operation)),
    loadOperation: watch(async ({ sessionId }) => operations.get(sessionId)),
    tellOfOperation: watch(async (told) => {
      news.push(told);
      script.tellOfOperation(told);
    }),
    openAttempt: watch(async (command) => {
      opens.push(command);
      return script.open(command);
    }),
    lookUpCard: watch(async (name) => script.lookUpCard(name)),
    reserveCharge: watch(async (charge) => script.reserveCharge(charge)),
    releaseCharge: watch(async (charge) => void released.push(charge)),
    inquireAttempt: watch(async (command) => {
      inquiries.push(command);
      return script.inquire(command);
    }),
    closeAttempt: watch(async (command) => {
      closes.push(command);
      return script.close(command);
    }),
    sendWebhook: watch(async (call) => {
      const answered = call.isFirst ? answers.get(call.eventId) : undefined;
      if (answered) return { verdict: answered };
      webhooks.push(call);
      return { verdict: await script.merchant(call) };
    }),
    tellOfFailure: watch(async () => undefined),
    replayPage: watch(async () => script.replayPage()),
    cancelReplay: watch(async (ref) => script.cancelReplay(ref)),
    // No mail server is set.
    wantNotifications: watch(async () => undefined),
    sendNotification: watch(async () => 'failed' as const),
    giveUpNotification: watch(async () => 'failed' as const),
    ...wallets.activities,
    lookAtAgreement: watch(async (look) => script.lookAtAgreement(look)),
    advanceCycle: watch(async (cycle) => script.advanceCycle(cycle)),
    dispatchRows: watch(async () => undefined),
    reconcile: watch(async (look) => script.reconcile(look)),
    writeReport: watch(async () => 'finished' as const),
    failReport: watch(async () => 'failed' as const),
    lookAtReports: watch(async () => []),
    reviewInvoice: watch(async (look) => script.review(look)),
    buryTransaction: watch(async (tombstone) => {
      await script.beforeBury();
      tombstones.push(tombstone);
      kept.delete(tombstone.sessionId);
    }),
    hearOfRemoved: watch(async (word) => {
      const isThere = hasTombstone(word);
      if (isThere) late.push(word);
      return isThere;
    }),
    inquireRemoved: watch(async (ref) => {
      const answer = script.inquireRemoved(ref);
      if (answer) late.push(answer);
      return answer !== undefined;
    }),
    callForSilence: watch(async (attempt) => {
      silences.push(attempt);
    }),
    hearOfRemovedDispute: watch(async (word) => {
      if (hasTombstone(word)) lateDisputes.push(word);
      return true;
    }),
  };

  return {
    activities,
    script,
    wallets,
    opens,
    inquiries,
    closes,
    performed,
    operations,
    webhooks,
    notices,
    news,
    tombstones,
    late,
    lateDisputes,
    silences,
    cards,
    uses,
    charges,
    released,
    insert: (transaction, notice, answer) => {
      const { eventId } = freeze(transaction, notice);
      if (eventId && answer) answers.set(eventId, answer);
      keep(transaction);
    },
    document: (sessionId) => {
      const last = versionsOf(sessionId).at(-1);
      assert.ok(last, `Nothing was kept of ${sessionId}.`);
      return last;
    },
    versions: (sessionId) => versionsOf(sessionId).map(({ version }) => version),
    until,
  };
}

/** The network's page for an attempt. */
export function networkPageOf(referenceNumber: ReferenceNumber): NetworkPage {
  return {
    step: 'page',
    pageUrl: `https://network.example.test/pay/${referenceNumber}`,
    gatewayReference: `net-${referenceNumber}`,
  };
}

/** Looks at conditions when an activity has begun and when it has ended. */
function watching() {
  const waiting = new Set<() => void>();
  const look = () => {
    for (const check of waiting) check();
  };
  return {
    watch:
      <A extends unknown[], R>(activity: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const running = activity(...args);
        look();
        try {
          return await running;
        } finally {
          look();
        }
      },
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!holds()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
