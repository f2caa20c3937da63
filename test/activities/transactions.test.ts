import assert from 'node:assert/strict';
import { transactionActivities } from '../../activities/transactions.ts';
import type { EventId, SessionId } from '../../domain/ids.ts';
import type { Dispute } from '../../domain/dispute/dispute.ts';
import { money } from '../../domain/money.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { WebhookEndpoint } from '../../domain/webhook/endpoint.ts';
import { entriesBetween } from '../../domain/ledger/post.ts';
import type { Attempt, TransactionRef } from '../../domain/transaction/transaction.ts';
import type { Notice } from '../../domain/transaction/change.ts';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { withCycle } from '../../domain/agreement/autopay.ts';
import { alertPaidTwice } from '../../domain/agreement/paid-twice.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { anAutopayRequest } from '../domain/agreement/agreements.ts';
import {
  aCard,
  aMerchant,
  anAgreement,
  anAttempt,
  anEntry,
  anInvoice,
  anOperation,
  aTransaction,
  CREATED_AT,
  CARD,
  DAY_MS,
  kwd,
  referenceOf,
  SHOP,
  sessionOf,
  untold,
} from '../support/builders.ts';
import { consequences } from '../../domain/transaction/consequences.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { failure } from './support/failures.ts';
import { memoryEndpoints } from './support/memory-endpoints.ts';
import {
  memoryAgreements,
  memoryCards,
  memoryDevicePayloads,
  memoryEvents,
  memoryInvoices,
  memoryLedger,
  memoryMerchants,
  memoryOperations,
  memoryTransactions,
  memoryVersions,
} from './support/memory-store.ts';

const NO_UNITS = { find: async () => undefined };
const NO_USERS = { list: () => Promise.resolve([]) };

const NEW_TRANSACTION = aTransaction();
const { merchantId, sessionId } = NEW_TRANSACTION;
const ATTEMPT = anAttempt({ state: 'success' });
const PAID = aTransaction({ version: 2, state: 'paid', attempts: [ATTEMPT], sequence: 1 });
const { referenceNumber } = ATTEMPT;
const NOTICE: Notice = {
  sequence: 1,
  at: CREATED_AT,
  referenceNumber,
  pgCode: CARD,
  result: 'success',
};

const [FIRST_TRY, SECOND_TRY] = [sessionOf('b1'), sessionOf('b2')];
const PERIOD = '2027-01-05';
const DISPUTE: Dispute = {
  disputeId: 'du_1',
  referenceNumber: ATTEMPT.referenceNumber,
  state: 'open',
  amount: NEW_TRANSACTION.amount,
  saidAt: CREATED_AT,
  movements: [],
};
const CHARGES = { ...aCard(), by: 'merchant', agreementUuid: anAgreement().uuid } as const;

/** An agreement with two tries of a period. */
function twiceTried(): Agreement {
  const begun = begunBy(anAgreement(), anAutopayRequest(), CREATED_AT);
  assert.ok(begun.autopay);
  const tries = [FIRST_TRY, SECOND_TRY].map((sessionId) => ({
    sessionId,
    token: 'tok_1',
    at: CREATED_AT,
  }));
  const cycle = {
    name: PERIOD,
    number: 1,
    dueAt: CREATED_AT,
    state: 'trying',
    told: [],
    tries,
  } as const;
  return { ...begun, autopay: withCycle(begun.autopay, cycle) };
}

async function nobody(): Promise<void> {}

function copyId(endpointId: string): EventId {
  return eventIdOf(sessionId, 1, endpointId);
}

function anEndpoint(id: string, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id,
    merchantId,
    url: `https://${id}.example.test/`,
    registered: true,
    events: [],
    createdAt: CREATED_AT,
    version: 1,
    ...given,
  };
}

function setting(
  merchants = memoryMerchants('key-1', aMerchant()),
  ...endpoints: readonly WebhookEndpoint[]
) {
  const transactions = memoryTransactions(NEW_TRANSACTION);
  const webhookEvents = memoryEvents();
  const operations = memoryOperations();
  const ledger = memoryLedger();
  const cards = memoryCards();
  const agreements = memoryAgreements();
  const cardTries = memoryCardTries();
  const webhookEndpoints = memoryEndpoints(...endpoints);
  const opened: EventId[] = [];
  const atOnce: EventId[] = [];
  const open = async (ids: readonly EventId[]) => void opened.push(...ids);
  const devicePayloads = memoryDevicePayloads();
  const books = { transactions, operations, ledger, webhookEvents, cards, agreements, cardTries };
  const written = { ...books, devicePayloads };
  const versions = memoryVersions(written);
  const stores = {
    ...written,
    merchants,
    webhookEndpoints,
    versions,
    users: NO_USERS,
    units: NO_UNITS,
    clocks: memoryClocks(),
    invoices: memoryInvoices(),
  };
  const told: SessionId[] = [];
  const tellInvoice = async (ref: TransactionRef) => void told.push(ref.sessionId);
  return {
    ...stores,
    told,
    opened,
    atOnce,
    activities: transactionActivities(stores, {
      tellInvoice,
      callAtOnce: async (id) => {
        atOnce.push(id);
        return { verdict: 'delivered' };
      },
      open,
      openNotifications: nobody,
    }),
  };
}

describe('uncalledEvents', () => {
  it('are those whose address was never called, without the copies for endpoints', async () => {
    const { activities, webhookEvents } = setting(undefined, anEndpoint('one'));
    const { eventId } = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    assert.ok(eventId);
    assert.deepEqual(await activities.uncalledEvents(PAID), [{ eventId, sequence: 1 }]);
    await webhookEvents.record(eventId, { call: 1, at: CREATED_AT, tookMs: 3 }, 'failed');
    assert.deepEqual(await activities.uncalledEvents(PAID), []);
  });
});

describe('uncalledEvents of a payment whose payer waits', () => {
  const WAITING = {
    ...PAID,
    sequence: 1,
    notice: { sequence: 1, referenceNumber, status: 'pending' },
  } as const;
  const call = { call: 1, at: CREATED_AT, tookMs: 3 };

  it('have the one that was called, as long as nobody has counted its answer', async () => {
    const { activities, webhookEvents } = setting();
    const { eventId } = await activities.keepTransaction({ transaction: WAITING, notice: NOTICE });
    assert.ok(eventId);
    await webhookEvents.record(eventId, call, 'delivered');
    assert.deepEqual(await activities.uncalledEvents(WAITING), [{ eventId, sequence: 1 }]);
    const notice = { ...WAITING.notice, status: 'delivered' } as const;
    const counted = { ...WAITING, notice, version: WAITING.version + 1 };
    await activities.keepTransaction({ transaction: counted });
    assert.deepEqual(await activities.uncalledEvents(WAITING), []);
  });

  it('have none that was given up: it would be called from the beginning again', async () => {
    const { activities, webhookEvents } = setting();
    const { eventId } = await activities.keepTransaction({ transaction: WAITING, notice: NOTICE });
    assert.ok(eventId);
    await webhookEvents.record(eventId, call, 'failed');
    await webhookEvents.giveUp(eventId, CREATED_AT);
    assert.deepEqual(await activities.uncalledEvents(WAITING), []);
  });
});

describe('loadTransaction', () => {
  it('brings the document as it was last saved', async () => {
    const { activities } = setting();
    await activities.keepTransaction({ transaction: PAID });
    assert.deepEqual(await activities.loadTransaction({ merchantId, sessionId }), PAID);
  });

  it('tells an invoice again that does not know yet how its payment stands, and no other', async () => {
    for (const [state, status, isTold] of [
      ['paid', 'overdue', true],
      ['cod', 'sent', true],
      ['canceled', 'paid', true],
      ['paid', 'paid', false],
      ['canceled', 'canceled', false],
      ['expired', 'overdue', false],
    ] as const) {
      const { activities, invoices, transactions, told } = setting();
      const payment = aTransaction({ sessionId: sessionOf('c1'), state, invoiceNumber: 'INV-7' });
      await transactions.insert(payment);
      const { sessionId: billed } = payment;
      const invoice = anInvoice({ sessionId: billed, status });
      await invoices.insert({ invoice, transaction: payment });
      assert.deepEqual(await activities.loadTransaction(payment), payment);
      assert.deepEqual(told, isTold ? [billed] : [], `${state}, ${status}`);
    }
  });

  it('says of a period that is paid twice what neither of its payments says', async () => {
    const attempts = [anAttempt({ state: 'success', charges: CHARGES })];
    const [one, other] = [FIRST_TRY, SECOND_TRY].map((id) =>
      aTransaction({
        sessionId: id,
        state: 'paid',
        attempts,
        settledPgCode: CARD,
        settledAmount: NEW_TRANSACTION.amount,
        paidAmount: NEW_TRANSACTION.amount,
      }),
    );
    assert.ok(one && other);
    const twice = { agreementId: 'A-1', period: PERIOD, other: other.sessionId };
    const byOther = { ...twice, other: one.sessionId };
    const whole = NEW_TRANSACTION.amount;
    const half = money(whole.minor / 2, whole.currency);
    const refunded = (entry: Partial<Operation>) => ({
      ...other,
      operations: [anEntry({ kind: 'refund', amount: whole, ...entry })],
    });
    const disputed = (given: Partial<Dispute>) => ({
      ...other,
      disputes: [{ ...DISPUTE, amount: whole, ...given }],
    });
    const held = {
      ...other,
      state: 'authorized',
      kind: 'authorize',
      paidAmount: kwd('0'),
    } as const;
    const voided = anEntry({ kind: 'void', amount: whole, state: 'done' });
    for (const [kept, keptOther, paidTwice] of [
      [one, other, twice],
      [one, { ...other, state: 'attempted', attempts: [] }, undefined],
      [alertPaidTwice(one, twice, CREATED_AT), other, undefined],
      [one, alertPaidTwice(other, byOther, CREATED_AT), undefined],
      // Whoever refunded one of them now would give back both.
      [one, refunded({ state: 'done' }), undefined],
      [one, refunded({ state: 'queued' }), undefined],
      [one, refunded({ state: 'failed' }), twice],
      [one, refunded({ state: 'done', amount: half }), twice],
      [one, disputed({ state: 'lost' }), undefined],
      [one, disputed({ state: 'won' }), twice],
      [one, disputed({ amount: half }), twice],
      [one, held, twice],
      [one, { ...held, operations: [voided] }, undefined],
      [
        { ...refunded({ state: 'done' }), sessionId: FIRST_TRY },
        { ...one, sessionId: SECOND_TRY },
        undefined,
      ],
    ] as const) {
      assert.ok(kept && keptOther);
      const { activities, agreements, transactions } = setting();
      agreements.know(twiceTried());
      await transactions.insert(kept);
      await transactions.insert(keptOther);
      const loaded = await activities.loadTransaction(kept);
      assert.deepEqual(loaded, { ...kept, ...(paidTwice && { paidTwice }) });
    }
  });

  it('is final when there is no such transaction', async () => {
    const { activities } = setting();
    await assert.rejects(
      activities.loadTransaction({ merchantId, sessionId: sessionOf('b2') }),
      failure('NotFound', 'final'),
    );
  });
});

describe('keepTransaction', () => {
  it('calls for the event that it has saved where that is wanted, and says what came of it', async () => {
    const { activities, atOnce } = setting(undefined, anEndpoint('one'));
    const change = { transaction: PAID, notice: NOTICE };
    const { called: nobodyCalled } = await activities.keepTransaction(change);
    assert.deepEqual([nobodyCalled, atOnce], [undefined, []]);
    const { eventId, called } = await activities.keepTransaction({ ...change, callsAtOnce: true });
    assert.ok(eventId);
    assert.deepEqual(called, { [eventId]: { verdict: 'delivered' } });
    assert.deepEqual(atOnce, [eventId]);
  });

  it('says of two payments of one period, to whichever is kept last, that the other has paid it', async () => {
    const agreement = twiceTried();
    const charges = CHARGES;
    const byMerchant = [anAttempt({ state: 'success', charges })];
    const byCustomer = [
      anAttempt({ state: 'failed', charges }),
      anAttempt({ state: 'success', referenceNumber: referenceOf('demoCUSTOM') }),
    ];
    for (const [earlier, later] of [
      [FIRST_TRY, SECOND_TRY],
      [SECOND_TRY, FIRST_TRY],
    ] as const)
      for (const [attempts, others] of [
        [byMerchant, byMerchant],
        [byMerchant, byCustomer],
        [byCustomer, byMerchant],
      ] as const) {
        const { activities, agreements, transactions } = setting();
        agreements.know(agreement);
        const pay = async (sessionId: SessionId, made: readonly Attempt[]) => {
          const transaction = aTransaction({ sessionId, state: 'paid', attempts: made });
          const before = { ...transaction, version: 0, state: 'pending', attempts: [] } as const;
          await transactions.insert(before);
          const { paidPeriodOf } = consequences(before, { transaction }, CREATED_AT);
          assert.ok(paidPeriodOf);
          return activities.keepTransaction({ transaction, paidPeriodOf });
        };
        assert.equal((await pay(earlier, attempts)).paidTwice, undefined);
        const { paidTwice } = await pay(later, others);
        assert.deepEqual(paidTwice, { agreementId: 'A-1', period: PERIOD, other: earlier });
      }
  });

  it('says nothing of a period to whichever is kept last where the money of the other has gone back: it is paid once', async () => {
    for (const state of ['done', 'failed'] as const) {
      const { activities, agreements, transactions } = setting();
      agreements.know(twiceTried());
      const attempts = [anAttempt({ state: 'success', charges: CHARGES })];
      const amount = NEW_TRANSACTION.amount;
      const paid = {
        state: 'paid',
        attempts,
        settledPgCode: CARD,
        settledAmount: amount,
        paidAmount: amount,
      } as const;
      const operations = [anEntry({ kind: 'refund', amount, state })];
      await transactions.insert(aTransaction({ ...paid, sessionId: FIRST_TRY, operations }));
      const transaction = aTransaction({ ...paid, sessionId: SECOND_TRY });
      const before = { ...transaction, version: 0, state: 'pending', attempts: [] } as const;
      await transactions.insert(before);
      const { paidPeriodOf } = consequences(before, { transaction }, CREATED_AT);
      assert.ok(paidPeriodOf);
      const { paidTwice } = await activities.keepTransaction({ transaction, paidPeriodOf });
      assert.equal(paidTwice?.other, state === 'done' ? undefined : FIRST_TRY, state);
    }
  });

  it('calls nobody for a version that was overtaken', async () => {
    const { activities, atOnce } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    await assert.rejects(
      activities.keepTransaction({ transaction: PAID, notice: NOTICE, callsAtOnce: true }),
      failure('Overtaken', 'final'),
    );
    assert.deepEqual(atOnce, []);
  });

  describe('with registered endpoints', () => {
    const all = [
      anEndpoint('all'),
      anEndpoint('paid', { events: ['payment.paid'] }),
      anEndpoint('refunds', { events: ['refund.*'] }),
      anEndpoint('address', { registered: false }),
      anEndpoint('disabled', { disabledAt: CREATED_AT }),
    ];
    const wanting = ['all', 'paid', 'disabled'];

    it('freezes a copy for each that wants the event, once, and has them delivered', async () => {
      const { activities, webhookEvents, opened } = setting(undefined, ...all);
      const change = { transaction: PAID, notice: NOTICE };
      await activities.keepTransaction(change);
      await activities.keepTransaction(change);
      const events = await webhookEvents.listOf(merchantId, sessionId);
      assert.deepEqual(
        events.map(({ endpointId, url }) => [endpointId, url]),
        [[undefined, PAID.webhookUrl], ...wanting.map((id) => [id, `https://${id}.example.test/`])],
      );
      assert.deepEqual(new Set(opened), new Set(wanting.map(copyId)));
      const [own, ...copies] = events;
      for (const copy of copies) assert.deepEqual(copy.payload, own?.payload);
    });

    it('tells them where the payment has no address, and nobody else', async () => {
      const { activities, webhookEvents, opened } = setting(undefined, ...all);
      const kept = await activities.keepTransaction({
        transaction: untold(PAID),
        endpointNotice: NOTICE,
      });
      assert.equal(kept.eventId, undefined);
      const events = await webhookEvents.listOf(merchantId, sessionId);
      assert.deepEqual(
        events.map(({ endpointId }) => endpointId),
        wanting,
      );
      assert.deepEqual(opened, wanting.map(copyId));
    });

    it('tells them what a disclosure has no word for, in the new form, and the address of that nothing', async () => {
      const { activities, webhookEvents, atOnce } = setting(undefined, ...all);
      const kept = await activities.keepTransaction({
        transaction: { ...PAID, legacy: { referenceNumber } },
        endpointNotice: { ...NOTICE, secondSuccess: true },
        callsAtOnce: true,
      });
      assert.deepEqual([kept.eventId, atOnce], [undefined, []]);
      const events = await webhookEvents.listOf(merchantId, sessionId);
      assert.deepEqual(
        events.map(({ endpointId, form, payload }) => [endpointId, form, payload['session_id']]),
        ['all', 'disabled'].map((id) => [id, undefined, sessionId]),
      );
    });

    it('tells none of an answer to a one-off address, and none where webhooks are off', async () => {
      const off = aMerchant({ webhooks: { ...aMerchant().webhooks, enabled: false } });
      const merchants = memoryMerchants('key-1', off);
      const oneOff = { ...NOTICE, url: 'https://elsewhere.example.test/' };
      const asked = setting(undefined, ...all);
      await asked.activities.keepTransaction({ transaction: PAID, notice: oneOff });
      const silent = setting(merchants, ...all);
      await silent.activities.keepTransaction({ transaction: PAID, endpointNotice: NOTICE });
      assert.deepEqual([asked.opened, silent.opened], [[], []]);
    });
  });

  it('tells registered endpoints alone of an alert that a change has raised, once', async () => {
    const endpoints = [
      anEndpoint('all'),
      anEndpoint('alerts', { events: ['alert.raised'] }),
      anEndpoint('payments', { events: ['payment.*'] }),
    ];
    const { activities, webhookEvents, opened } = setting(undefined, ...endpoints);
    const alert = { referenceNumber, at: CREATED_AT, detail: 'It came late.' } as const;
    const raisedAlerts = [
      { ...alert, kind: 'late-money' },
      { ...alert, kind: 'dispute' },
    ] as const;
    const change = { transaction: { ...PAID, alerts: raisedAlerts }, raisedAlerts };
    await activities.keepTransaction(change);
    await activities.keepTransaction(change);
    const events = await webhookEvents.listOf(merchantId, sessionId);
    assert.deepEqual(
      events.map(({ endpointId, payload }) => [
        endpointId,
        payload['event_type'],
        payload['alert'],
      ]),
      [
        ['all', 'alert.raised', 'late-money'],
        ['alerts', 'alert.raised', 'late-money'],
        ['all', 'alert.raised', 'dispute'],
        ['alerts', 'alert.raised', 'dispute'],
      ],
    );
    assert.equal(new Set(events.map(({ eventId }) => eventId)).size, 4);
    assert.deepEqual(new Set(opened), new Set(events.map(({ eventId }) => eventId)));
  });

  it('saves the version and freezes what the merchant is told, under an id that follows from both', async () => {
    const { activities, transactions, webhookEvents } = setting();
    const { eventId } = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    assert.equal(eventId, eventIdOf(sessionId, 1));
    assert.deepEqual(await transactions.find({ merchantId, sessionId }), PAID);
    const [event, ...more] = await webhookEvents.listOf(merchantId, sessionId);
    assert.deepEqual(more, []);
    assert.ok(event);
    assert.deepEqual(
      [event.url, event.payload['state'], event.payload['result'], event.createdAt],
      [PAID.webhookUrl, 'paid', 'success', CREATED_AT],
    );
  });

  it('may be repeated: the event is the same and is not written anew', async () => {
    const { activities, webhookEvents } = setting();
    const first = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    const again = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    assert.deepEqual(again, first);
    assert.equal((await webhookEvents.listOf(merchantId, sessionId)).length, 1);
  });

  it('never lets an older version take the place of a newer one, and says so', async () => {
    const { activities, transactions } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    await assert.rejects(
      activities.keepTransaction({ transaction: { ...PAID, state: 'pending' } }),
      { type: 'Overtaken', nonRetryable: true },
    );
    const kept = await transactions.find({ merchantId, sessionId });
    assert.deepEqual([kept?.version, kept?.state], [3, 'paid']);
  });

  it('leaves nothing of a change that was overtaken: no operation, no entry, no event', async () => {
    const { activities, operations, ledger, webhookEvents } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    const before = { ...NEW_TRANSACTION, attempts: [anAttempt()] };
    const entries = entriesBetween(before, { ...PAID, settledPgCode: CARD }, CREATED_AT);
    assert.equal(entries.length, 1);
    const operation = anOperation({ state: 'promised', version: 1 });
    const change = { transaction: PAID, notice: NOTICE, operation, entries };
    await assert.rejects(activities.keepTransaction(change), { type: 'Overtaken' });
    assert.deepEqual(await ledger.listOf(merchantId, sessionId), []);
    assert.deepEqual(await operations.openBetween(0, Infinity), []);
    assert.deepEqual(await webhookEvents.listOf(merchantId, sessionId), []);
  });

  it('keeps the card that a change has brought', async () => {
    const { activities, cards } = setting();
    await activities.keepTransaction({ transaction: PAID, card: aCard() });
    assert.deepEqual(cards.all(), [aCard()]);
  });

  it('makes durable what the payment means to an agreement, once it stands', async () => {
    const { activities, agreements, clocks } = setting();
    const { customerId, sandbox, transactionType, pgCode, token, terms } = anAgreement();
    const paid = {
      transactionType,
      merchantId,
      sessionId,
      customerId,
      sandbox,
      pgCode,
      token,
      terms,
      at: CREATED_AT,
    };
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 }, binding: paid });
    await assert.rejects(activities.keepTransaction({ transaction: PAID, binding: paid }));
    assert.deepEqual(agreements.bound(), [paid]);
    // By the merchant's clock, as all else of an agreement.
    clocks.move(DAY_MS);
    await activities.keepTransaction({ transaction: { ...PAID, version: 4 }, binding: paid });
    assert.equal(agreements.bound()[1]?.at, CREATED_AT + DAY_MS);
  });

  it('counts the charge of an agreement, or gives its cycle free, once the change stands', async () => {
    const { activities, agreements } = setting();
    for (const [version, how] of [
      [3, 'release'],
      [4, 'settle'],
      [2, 'release'],
    ] as const) {
      const charge = { merchantId, uuid: 'u-1', how, at: CREATED_AT };
      const kept = activities.keepTransaction({ transaction: { ...PAID, version }, charge });
      await (version === 2 ? assert.rejects(kept) : kept);
    }
    const [free, paid] = [`u-1 free of ${sessionId}`, `u-1 paid by ${sessionId} at ${CREATED_AT}`];
    assert.deepEqual(agreements.counted(), [free, paid]);
  });

  it('counts no try that was paid, or that no network has judged, and forbids a card of which its network wants none, once the change stands', async () => {
    const { activities, cardTries } = setting();
    const card = { merchantId, pgCode: CARD, token: 'tok_1' };
    const times = { allows: () => true, forgets: 0 };
    for (const tryId of ['t-1', 't-2', 't-3'])
      await cardTries.take(card, { tryId, at: CREATED_AT }, times);
    const paid = { ...card, tryId: 't-1', how: 'paid' } as const;
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 }, tried: paid });
    const unjudged = { ...card, tryId: 't-3', how: 'unjudged' } as const;
    await activities.keepTransaction({ transaction: { ...PAID, version: 4 }, tried: unjudged });
    assert.deepEqual(await cardTries.standing(card), { declined: [CREATED_AT], never: false });
    const forbidden = { ...card, tryId: 't-2', how: 'never-again' } as const;
    await assert.rejects(activities.keepTransaction({ transaction: PAID, tried: forbidden }));
    assert.equal((await cardTries.standing(card)).never, false);
    await activities.keepTransaction({ transaction: { ...PAID, version: 5 }, tried: forbidden });
    assert.deepEqual(await cardTries.standing(card), { declined: [CREATED_AT], never: true });
  });

  it('keeps no card of a change that was overtaken', async () => {
    const { activities, cards } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    await assert.rejects(activities.keepTransaction({ transaction: PAID, card: aCard() }));
    assert.deepEqual(cards.all(), []);
  });

  it('freezes nothing where there is nothing to tell or nobody to tell it to', async () => {
    const { activities, webhookEvents } = setting();
    assert.deepEqual(await activities.keepTransaction({ transaction: PAID }), {});
    const silent = { transaction: untold(PAID), notice: NOTICE };
    assert.deepEqual(await activities.keepTransaction(silent), {});
    assert.deepEqual(await webhookEvents.listOf(merchantId, sessionId), []);
  });

  it('does not show a state whose notice could not be frozen', async () => {
    const { activities, transactions } = setting(memoryMerchants('key-1'));
    await assert.rejects(
      activities.keepTransaction({ transaction: PAID, notice: NOTICE }),
      failure('NotFound', 'final'),
    );
    assert.deepEqual(await transactions.find({ merchantId: SHOP, sessionId }), NEW_TRANSACTION);
  });
});

describe('keepTransaction of what settles an invoice', () => {
  it('tells the invoice once it stands, and again when the save is repeated', async () => {
    const { activities, told } = setting();
    await activities.keepTransaction({ transaction: PAID });
    assert.deepEqual(told, []);
    const settled = { transaction: { ...PAID, version: 3 }, settlesInvoice: true } as const;
    for (const times of [1, 2]) {
      await activities.keepTransaction(settled);
      assert.equal(told.length, times);
    }
    await assert.rejects(activities.keepTransaction({ ...settled, transaction: PAID }));
    assert.equal(told.length, 2);
  });
});
