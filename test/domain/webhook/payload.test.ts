import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { JsonObject } from '../../../domain/json.ts';
import { initiatorFields, paymentPayload } from '../../../domain/webhook/payload.ts';
import type { Notice } from '../../../domain/transaction/change.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type {
  Attempt,
  AttemptState,
  Transaction,
} from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  aMethod,
  anAttempt,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  inDinars,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const LABELLED = { pgParamsFormat: 'labelled' } as const;
const FLAT = { pgParamsFormat: 'flat' } as const;
const ALWAYS = [
  'session_id',
  'reference_number',
  'result',
  'state',
  'payment_type',
  'amount',
  'currency_code',
  'amount_details',
  'gateway_account',
  'gateway_name',
  'pg_params',
  'timestamp_utc',
];
const SIGNED = [
  'amount',
  'currency_code',
  'customer_address_city',
  'customer_address_country',
  'customer_address_line1',
  'customer_address_line2',
  'customer_address_postal_code',
  'customer_address_state',
  'customer_email',
  'customer_first_name',
  'customer_last_name',
  'customer_phone',
  'gateway_account',
  'gateway_name',
  'order_no',
  'reference_number',
  'result',
  'state',
];
const RESULTS: readonly AttemptState[] = [
  'pending',
  'success',
  'failed',
  'canceled',
  'error',
  'cod',
];

const FEE = kwd('0.250');
const PAID = anAttempt({
  state: 'success',
  fee: FEE,
  sandbox: true,
  pgParams: { auth_code: 'A83921', card_type: 'VISA', rrn: '' },
  gatewayResponse: { status: 'CAPTURED' },
});
const FULL = aTransaction({
  state: 'paid',
  attempts: [PAID],
  methods: [aMethod({ fee: FEE, gateway: 'sandbox', sandbox: true })],
  orderNo: 'ORD-1001',
  customer: {
    id: 'cust_77',
    firstName: 'سارة',
    lastName: 'Al-Ali',
    email: 'sara@example.test',
    phone: '+96550000001',
    phone2: '+96550000002',
    birthdate: '1990-05-01',
  },
  billingAddress: {
    line1: 'Block 4, Street 12',
    line2: 'Floor 2',
    city: 'Hawally',
    state: 'Hawally',
    country: 'KW',
    postalCode: '30000',
  },
  initiator: { id: 35, username: 'huda', email: 'huda@shop.example', lastName: 'Ali' },
  extra: { branch: 'salmiya', note: null, empty: '' },
  cardAcceptanceCriteria: { min_expiry_time: 30 },
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  paidAmount: kwd('12.750'),
});

describe('the payload of a payment', () => {
  it('says all that is known of a charge', () => {
    assert.deepEqual(paymentPayload(FULL, noticeOf(PAID), LABELLED), {
      session_id: FULL.sessionId,
      reference_number: 'demoAAAAAA',
      order_no: 'ORD-1001',
      result: 'success',
      state: 'paid',
      operation: 'payment',
      payment_type: 'one_off',
      amount: '12.500',
      currency_code: 'KWD',
      amount_details: {
        currency_code: 'KWD',
        amount: '12.500',
        fee: '0.250',
        total: '12.750',
      },
      fee: '0.250',
      settled_amount: '12.500',
      paid_amount: '12.750',
      gateway_account: 'card',
      gateway_name: 'sandbox',
      gateway_response: { status: 'CAPTURED' },
      pg_params: {
        auth_code: {
          value: 'A83921',
          verbose_name_en: 'Auth Code',
          verbose_name_ar: 'رمز التفويض',
        },
        card_type: {
          value: 'VISA',
          verbose_name_en: 'Card Type',
          verbose_name_ar: 'نوع البطاقة',
        },
      },
      customer_id: 'cust_77',
      customer_first_name: 'سارة',
      customer_last_name: 'Al-Ali',
      customer_email: 'sara@example.test',
      customer_phone: '+96550000001',
      customer_birthdate: '1990-05-01',
      customer_address_line1: 'Block 4, Street 12',
      customer_address_line2: 'Floor 2',
      customer_address_city: 'Hawally',
      customer_address_state: 'Hawally',
      customer_address_country: 'KW',
      customer_address_postal_code: '30000',
      extra: { branch: 'salmiya', note: null, empty: '' },
      initiator: {
        id: 35,
        username: 'huda',
        email: 'huda@shop.example',
        first_name: '',
        last_name: 'Ali',
        phone: '',
      },
      card_acceptance_criteria: { min_expiry_time: '30' },
      is_sandbox: true,
      timestamp_utc: '2026-01-15T09:00:07Z',
    });
  });

  it('has no more than 32 characters of a name of who made it, each of them whole', () => {
    const initiator = { id: 1, username: 'huda', email: 'huda@shop.example' };
    const { first_name, last_name } = initiatorFields({
      ...initiator,
      firstName: 'ه'.repeat(33),
      lastName: '𝒜'.repeat(33),
    });
    assert.deepEqual([first_name, last_name], ['ه'.repeat(32), '𝒜'.repeat(32)]);
  });

  it('says no more than is known of the barest failure', () => {
    const attempt = anAttempt({ state: 'failed' });
    const transaction = aTransaction({ state: 'attempted', attempts: [attempt] });
    assert.deepEqual(
      Object.keys(paymentPayload(transaction, noticeOf(attempt), LABELLED)).toSorted(),
      [...ALWAYS, 'operation'].toSorted(),
    );
  });

  it('gives the parameters of the gateway flat to those who want them so', () => {
    const { pg_params } = paymentPayload(FULL, noticeOf(PAID), FLAT);
    assert.deepEqual(pg_params, { auth_code: 'A83921', card_type: 'VISA' });
  });

  for (const format of [LABELLED, FLAT])
    it(`has ${format.pgParamsFormat} parameters also when the gateway told nothing`, () => {
      const attempt = anAttempt({ state: 'failed' });
      const transaction = aTransaction({ state: 'attempted', attempts: [attempt] });
      assert.deepEqual(paymentPayload(transaction, noticeOf(attempt), format)['pg_params'], {});
    });

  for (const [kind, result, operation] of [
    ['purchase', 'success', 'payment'],
    ['purchase', 'failed', 'payment'],
    ['authorize', 'success', 'authorization'],
    ['purchase', 'cod', undefined],
  ] as const)
    it(`calls a ${kind} that ends as ${result} ${operation ?? 'nothing'}`, () => {
      const attempt = anAttempt({ state: result, kind });
      const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
      assert.equal(
        paymentPayload(transaction, noticeOf(attempt), LABELLED)['operation'],
        operation,
      );
    });

  for (const state of TRANSACTION_STATES) {
    const success = ['paid', 'authorized', 'cod'].includes(state);
    it(`${success ? 'names' : 'does not name'} what was settled when the transaction is ${state}`, () => {
      const payload = paymentPayload({ ...FULL, state }, noticeOf(PAID), LABELLED);
      assert.equal(payload['settled_amount'], success ? '12.500' : undefined);
    });
  }

  it('names nothing as paid while it is only held', () => {
    const { paidAmount: _paidAmount, ...held } = { ...FULL, state: 'authorized' } as const;
    assert.ok(!('paid_amount' in paymentPayload(held, noticeOf(PAID), LABELLED)));
  });

  it('tells why an attempt failed, and has nothing to tell of a success', () => {
    const attempt = anAttempt({ state: 'failed', message: 'Insufficient funds' });
    const failed = aTransaction({ state: 'attempted', attempts: [attempt] });
    assert.equal(
      paymentPayload(failed, noticeOf(attempt), LABELLED)['message'],
      'Insufficient funds',
    );
    const late = { ...attempt, state: 'success' } as const;
    const paid = aTransaction({ state: 'paid', attempts: [late] });
    assert.ok(!('message' in paymentPayload(paid, noticeOf(late), LABELLED)));
  });

  it('does not call a real account a sandbox', () => {
    const real = { ...PAID, sandbox: false };
    const transaction = { ...FULL, attempts: [real] };
    assert.ok(!('is_sandbox' in paymentPayload(transaction, noticeOf(real), LABELLED)));
  });

  it('speaks of the attempt that the notice names, not of the last one', () => {
    const older = anAttempt({
      state: 'failed',
      message: 'Declined',
      referenceNumber: referenceOf('demoOLD222'),
    });
    const transaction = { ...FULL, attempts: [older, PAID] };
    const payload = paymentPayload(transaction, noticeOf(older), LABELLED);
    assert.equal(payload['reference_number'], 'demoOLD222');
    assert.equal(payload['message'], 'Declined');
    assert.ok(!('fee' in payload) && !('gateway_response' in payload));
  });

  it('tells the cancellation of what nobody ever tried to pay', () => {
    const transaction = aTransaction({ state: 'canceled' });
    const payload = paymentPayload(
      transaction,
      noticeOf(anAttempt({ state: 'canceled', referenceNumber: referenceOf('demoFRESH2') })),
      LABELLED,
    );
    assert.deepEqual(payload['amount_details'], {
      currency_code: 'KWD',
      amount: '12.500',
      fee: '0.000',
      total: '12.500',
    });
    assert.equal(payload['gateway_name'], 'sandbox');
  });

  it('names the charge in the currency of the account, and the rate', () => {
    const amount = amountOf('10.00', 'USD');
    const attempt = anAttempt({ ...inDinars(), total: kwd('3.112'), state: 'success' });
    const transaction = aTransaction({
      state: 'paid',
      amount,
      attempts: [attempt],
      settledAmount: amount,
      paidAmount: amountOf('10.15', 'USD'),
    });
    const payload = paymentPayload(transaction, noticeOf(attempt), LABELLED);
    assert.deepEqual(
      [payload['amount'], payload['currency_code'], payload['fee']],
      ['10.00', 'USD', '0.046'],
    );
    assert.deepEqual([payload['settled_amount'], payload['paid_amount']], ['10.00', '10.15']);
    assert.deepEqual(payload['amount_details'], {
      currency_code: 'KWD',
      amount: '3.066',
      fee: '0.046',
      total: '3.112',
      exchange_rate: '0.3066',
    });
  });

  it('tells a rate with six decimals at most', () => {
    const exchange = { from: amountOf('100', 'JPY'), rate: '0.0021234567', to: kwd('0.212') };
    const attempt = anAttempt({ exchange, total: kwd('0.212'), fee: kwd('0') });
    const transaction = aTransaction({ amount: exchange.from, attempts: [attempt] });
    const { amount_details: details } = paymentPayload(transaction, noticeOf(attempt), LABELLED);
    assert.deepEqual(details, {
      currency_code: 'KWD',
      amount: '0.212',
      fee: '0.000',
      total: '0.212',
      exchange_rate: '0.002123',
    });
  });

  it('tells of an attempt what it was asked for, although the merchant has since changed the terms', () => {
    const attempt = anAttempt({ state: 'failed', fee: FEE });
    const transaction = aTransaction({
      state: 'canceled',
      amount: amountOf('80', 'SAR'),
      attempts: [attempt],
    });
    const payload = paymentPayload(transaction, noticeOf(attempt), LABELLED);
    assert.deepEqual([payload['amount'], payload['currency_code']], ['80.00', 'SAR']);
    assert.deepEqual(payload['amount_details'], {
      currency_code: 'KWD',
      amount: '12.500',
      fee: '0.250',
      total: '12.750',
    });
  });
});

describe('money in a payload', () => {
  for (const [amount, fee, currency, texts] of [
    ['19', '0.25', 'KWD', ['19.000', '0.250', '19.250']],
    ['5.5', '0.01', 'SAR', ['5.50', '0.01', '5.51']],
    ['500', '5', 'JPY', ['500', '5', '505']],
    ['1.5', '0.0001', 'UYW', ['1.5000', '0.0001', '1.5001']],
  ] as const)
    it(`is text with the decimals of ${currency}`, () => {
      const money = amountOf(amount, currency);
      const attempt = anAttempt({ state: 'failed', amount: money, fee: amountOf(fee, currency) });
      const transaction = aTransaction({ state: 'attempted', amount: money, attempts: [attempt] });
      const payload = paymentPayload(transaction, noticeOf(attempt), LABELLED);
      const [bare, feeText, total] = texts;
      assert.deepEqual(payload['amount_details'], {
        currency_code: currency,
        amount: bare,
        fee: feeText,
        total,
      });
      assert.deepEqual([payload['amount'], payload['fee']], [bare, feeText]);
    });

  it('names no fee at the top when there is none', () => {
    const attempt = anAttempt({ state: 'failed' });
    const transaction = aTransaction({ state: 'attempted', attempts: [attempt] });
    assert.ok(!('fee' in paymentPayload(transaction, noticeOf(attempt), LABELLED)));
  });
});

describe('every payload', () => {
  const text = fc.option(fc.constantFrom('', 'x', '0', 'سارة'), { nil: undefined });
  const someone = fc.record(
    { firstName: text, lastName: text, email: text, phone: text, id: text, birthdate: text },
    { noNullPrototype: true },
  );

  it('has what is always there, no empty value, and text in all that is signed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRANSACTION_STATES),
        fc.constantFrom(...RESULTS),
        someone,
        text,
        fc.constantFrom(LABELLED, FLAT),
        (state, result, customer, orderNo, format) => {
          const attempt = anAttempt({ state: result });
          const transaction = aTransaction({
            state,
            attempts: [attempt],
            customer: withoutUndefined(customer),
            billingAddress: { line1: 'Block 4', city: '', country: 'KW' },
            ...(orderNo !== undefined && { orderNo }),
          });
          const payload: JsonObject = paymentPayload(transaction, noticeOf(attempt), format);
          for (const key of ALWAYS) assert.ok(key in payload, `${key} is missing`);
          for (const [key, value] of Object.entries(payload))
            assert.ok(value !== null && value !== '' && value !== undefined, `${key} is empty`);
          for (const key of SIGNED)
            if (key in payload) assert.equal(typeof payload[key], 'string', key);
        },
      ),
    );
  });

  it('tells the time in UTC to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (at) => {
        const payload = paymentPayload(FULL, { ...noticeOf(PAID), at }, LABELLED);
        const stamp = payload['timestamp_utc'];
        assert.ok(typeof stamp === 'string');
        assert.match(stamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
        assert.equal(Date.parse(stamp), Math.floor(at / 1000) * 1000);
      }),
    );
  });
});

function noticeOf({ referenceNumber, pgCode, state }: Attempt): Notice {
  return { sequence: 1, at: CREATED_AT + 7654, referenceNumber, pgCode, result: state };
}

function withoutUndefined(customer: object): Transaction['customer'] {
  return Object.fromEntries(Object.entries(customer).filter(([, value]) => value !== undefined));
}

describe('the gateway in a payload', () => {
  it('is the one of the attempt, whatever the merchant offers since', () => {
    const debit = codeOf('debit-1');
    const attempt = anAttempt({ state: 'failed', pgCode: debit, gateway: 'cash', sandbox: true });
    const transaction = aTransaction({
      state: 'attempted',
      attempts: [attempt],
      methods: [aMethod()],
    });
    const payload = paymentPayload(transaction, noticeOf(attempt), LABELLED);
    assert.deepEqual(
      [payload['gateway_account'], payload['gateway_name'], payload['is_sandbox']],
      ['debit-1', 'cash', true],
    );
  });

  it('is the one of the method where nobody has tried', () => {
    const transaction = aTransaction({
      state: 'canceled',
      methods: [aMethod({ gateway: 'cash' })],
    });
    const notice = noticeOf(anAttempt({ state: 'canceled' }));
    assert.equal(paymentPayload(transaction, notice, LABELLED)['gateway_name'], 'cash');
  });
});
