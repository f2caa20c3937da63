import assert from 'node:assert/strict';
import { beginAttempt } from '../../../domain/transaction/attempt.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import { entriesOf } from '../../../domain/ledger/post.ts';
import type { CardFacts } from '../../../domain/card/card.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import {
  attemptOf,
  type Attempt,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  aCard,
  aMethod,
  anAgreement,
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const now = CREATED_AT + 60_000;
const savesCards = { cvvRequired: true, autoDebit: false };
const method = aMethod({ savesCards });
const cash = aMethod({ pgCode: codeOf('cash'), offline: true });
const facts: CardFacts = {
  token: 'tok_1',
  lastFour: '1881',
  expiry: { year: 2027, month: 3 },
  brand: 'VISA',
  holder: 'Sara Al-Ali',
};
const reference = referenceOf('demoAAAAAA');
const next = referenceOf('demoBBBBBB');

const sale = (given: Partial<Transaction> = {}) =>
  aTransaction({ methods: [method, cash], customer: { id: 'c-1' }, ...given });
const saving = (given: Partial<Transaction> = {}) =>
  sale({ paymentType: 'save_card', amount: kwd('0'), methods: [method], ...given });
const debit = (given: Partial<Transaction> = {}) =>
  sale({ paymentType: 'auto_debit', agreement: anAgreement().terms, methods: [method], ...given });
const press = (given: Partial<Parameters<typeof beginAttempt>[1]> = {}) => ({
  pgCode: CARD,
  referenceNumber: reference,
  now,
  ...given,
});

const paid = (transaction: Transaction, card: CardFacts | null = facts) => {
  const [attempt] = transaction.attempts;
  assert.ok(attempt);
  const change = conclude(transaction, { ...aReport(attempt), ...(card && { card }) }, now);
  return change && { ...change, ...consequences(transaction, change, now) };
};
const pending = (given: Partial<Attempt> = {}, base = sale()) => ({
  ...base,
  state: 'pending' as const,
  attempts: [anAttempt({ amount: base.amount, savesCard: savesCards, ...given })],
});
const told = (transaction: Transaction, attempt: Attempt) => {
  const at = Date.UTC(2027, 2, 10);
  const change = conclude(transaction, { ...aReport(attempt), card: facts }, at);
  assert.ok(change?.notice);
  return paymentPayload(change.transaction, change.notice, { pgParamsFormat: 'labelled' });
};

describe('an attempt keeps the card', () => {
  for (const [name, transaction, request, expected] of [
    ['when the customer agrees', sale(), { saveCard: true }, savesCards],
    ['not when they say nothing', sale(), {}, undefined],
    ['not when they say no', sale(), { saveCard: false }, undefined],
    ['always when it is made to save one', saving(), {}, savesCards],
    ['always when it is charged again', debit(), {}, savesCards],
  ] as const)
    it(name, () => {
      const beginning = beginAttempt(transaction, press(request));
      assert.equal(beginning.step, 'new');
      assert.deepEqual(beginning.attempt.savesCard, expected);
    });

  for (const [name, transaction, pgCode] of [
    ['with a method that keeps none', sale(), codeOf('cash')],
    ['of a customer whom nobody knows', sale({ customer: {} }), CARD],
  ] as const)
    it(`never ${name}: that is a fault of the field`, () => {
      assert.throws(
        () => beginAttempt(transaction, press({ pgCode, saveCard: true })),
        (error) => error instanceof Refusal && 'save_card' in (error.fields ?? {}),
      );
    });

  it('in place of one under way that does not', () => {
    const under = sale({ state: 'pending', attempts: [anAttempt()] });
    const step = (request: object) =>
      beginAttempt(under, press({ referenceNumber: next, ...request })).step;
    assert.deepEqual([step({}), step({ saveCard: true })], ['same', 'ask-first']);
  });
});

describe('the network keeps a card', () => {
  it('and the payment brings it once, with whose it is', () => {
    const change = paid(pending());
    assert.ok(change?.card);
    assert.deepEqual(change.card, aCard({ createdAt: now, usedAt: CREATED_AT }));
    assert.deepEqual(attemptOf(change.transaction, reference)?.card, facts);
    assert.equal(paid(change.transaction), undefined);
  });

  it('that nobody asked for, and it is not taken', () => {
    const { savesCard: _savesCard, ...attempt } = anAttempt();
    const change = paid({ ...sale({ state: 'pending' }), attempts: [attempt] });
    assert.equal(change?.transaction.state, 'paid');
    assert.equal(change?.card, undefined);
    assert.equal(JSON.stringify(change).includes(facts.token), false);
  });

  it('and the agreement is charged to it from then on', () => {
    const change = paid(pending({}, debit()));
    assert.deepEqual(change?.card?.agreements, ['A-1']);
    const { merchantId, sessionId } = change.transaction;
    assert.deepEqual(change.binding, {
      merchantId,
      sessionId,
      customerId: 'c-1',
      sandbox: false,
      pgCode: CARD,
      token: 'tok_1',
      at: CREATED_AT,
      heardAt: now,
      terms: anAgreement().terms,
      transactionType: 'e_commerce',
    });
  });

  it('but not that of a payment that failed', () => {
    const report = { ...aReport(anAttempt(), { result: 'failed' }), card: facts };
    const change = conclude(pending(), report, now);
    assert.ok(change);
    assert.equal(consequences(pending(), change, now).card, undefined);
    assert.equal(JSON.stringify(change).includes(facts.token), false);
  });

  it('for nothing: paid, no money in the ledger, also where the account only holds', () => {
    for (const kind of ['purchase', 'authorize'] as const) {
      const transaction = pending({ kind }, saving({ kind }));
      const [attempt] = transaction.attempts;
      assert.ok(attempt);
      const outcome = { result: 'success', kind, charged: kwd('0') } as const;
      const change = conclude(transaction, { ...aReport(attempt, outcome), card: facts }, now);
      assert.ok(change);
      const { state, settledAmount, paidAmount } = change.transaction;
      assert.deepEqual([state, settledAmount, paidAmount], ['paid', kwd('0'), kwd('0')]);
      assert.deepEqual(entriesOf(change.transaction, now), []);
      assert.equal(consequences(transaction, change, now).card?.token, 'tok_1');
    }
  });

  it('or says so and names none: then saving one has not succeeded', () => {
    const change = paid(pending({}, saving()), null);
    const attempt = change && attemptOf(change.transaction, reference);
    assert.deepEqual([change?.transaction.state, attempt?.state], ['attempted', 'error']);
    assert.equal(change?.notice?.result, 'error');
  });

  it('too late for a transaction that is closed: no card, and no money to give back', () => {
    for (const state of TRANSACTION_STATES) {
      const change = paid({ ...pending({}, saving()), state });
      const isKept = change?.card !== undefined;
      assert.equal(
        isKept,
        ['created', 'pending', 'attempted', 'failed', 'expired'].includes(state),
      );
      assert.deepEqual(change?.transaction.alerts, [], state);
    }
  });
});

const under = (base: Transaction, saves = true) => {
  const attempt = anAttempt({ amount: base.amount, ...(saves && { savesCard: savesCards }) });
  return told({ ...base, state: 'pending', attempts: [attempt] }, attempt);
};

describe('the notification of a saved card', () => {
  it('has the token with all its fields', () => {
    assert.deepEqual(under(sale())['token'], {
      token: 'tok_1',
      customer_id: 'c-1',
      brand: 'VISA',
      name_on_card: 'Sara Al-Ali',
      number: '**** 1881',
      expiry_month: '03',
      expiry_year: '27',
      is_expired: false,
      will_expire_soon: true,
      is_preferred: true,
      cvv_required: true,
      auto_debit_enabled: 'false',
      pg_code: CARD,
      pg_name: 'sandbox',
      agreements: [],
    });
  });

  it('has the agreement that it is locked for, and what was agreed on', () => {
    const terms = {
      ...anAgreement().terms,
      maxAmountPerCycle: kwd('20'),
      seller: { shortName: 'Pearl' },
      extraParams: { paymentProcessingDay: 3 },
    };
    const body = under(debit({ agreement: terms }));
    assert.deepEqual((body['token'] as { agreements?: unknown }).agreements, ['A-1']);
    assert.deepEqual(body['agreement'], {
      id: 'A-1',
      type: 'other',
      max_amount_per_cycle: '20.000',
      seller: { short_name: 'Pearl' },
      extra_params: { payment_processing_day: 3 },
    });
  });

  it('has none where none was saved', () => {
    assert.equal('token' in under(sale(), false), false);
  });

  it('tells of no money when it was saved for nothing', () => {
    const body = under(saving());
    assert.deepEqual(
      [body['payment_type'], body['amount'], body['state'], body['result']],
      ['save_card', '0.000', 'paid', 'success'],
    );
    assert.deepEqual(body['amount_details'], {
      currency_code: 'KWD',
      amount: '0.000',
      fee: '0.000',
      total: '0.000',
    });
    const absent = ['operation', 'fee', 'settled_amount', 'paid_amount', 'remaining_amount'];
    assert.deepEqual(
      absent.filter((key) => key in body),
      [],
    );
  });
});
