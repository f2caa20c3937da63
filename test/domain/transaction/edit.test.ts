import assert from 'node:assert/strict';
import { transactionDifferences } from '../../../domain/ledger/transaction-figures.ts';
import { edit as editAt, isStale, type Edit } from '../../../domain/transaction/edit.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Terms, Transaction } from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  aMethod,
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
} from '../../support/builders.ts';

/** Whoever adds a term says here that a change which leaves it out removes it. Files come by other routes. */
const WHOLE: Required<Omit<Terms, 'attachment' | 'handouts'>> = {
  amount: kwd('12.500'),
  pgCodes: [CARD],
  customer: { id: 'cust-1', email: 'sara@example.test' },
  language: 'en',
  expirationSeconds: 3600,
  orderNo: 'ORD-1',
  billingAddress: { line1: 'Block 4', city: 'Hawally', country: 'KW' },
  shippingAddress: {
    line1: 'Block 4',
    city: 'Hawally',
    country: 'KW',
    firstName: 'Sara',
    lastName: 'Al-Ali',
    email: 'sara@example.test',
    phone: '+96550000001',
  },
  notifications: { email: ['paid'] },
  emailRecipients: ['books@example.test'],
  dueDatetime: '2026-02-01T00:00:00Z',
  extra: { branch: 'salmiya' },
  redirectUrl: 'https://shop.example.test/thanks',
  webhookUrl: 'https://shop.example.test/webhook',
  productType: 'pearls',
  vendorName: 'Pearl Shop',
  cardAcceptanceCriteria: { min_expiry_time: 30 },
  brandingOptions: { payment_methods: {} },
  loyalty: { enabled: false },
  captureDeliveryAddress: true,
  captureDeliveryLocation: true,
  unitCode: 'airport',
  initiator: { id: 35, username: 'huda', email: 'huda@shop.example' },
};
const BARE: Terms = {
  amount: WHOLE.amount,
  pgCodes: WHOLE.pgCodes,
  customer: { id: 'cust-1' },
  language: 'ar',
  expirationSeconds: 60,
};

describe('edit', () => {
  it('leaves nothing of what the new terms leave out', () => {
    const edited = edit(aTransaction(WHOLE), wanted(BARE));
    const { webhookUrl: _webhookUrl, ...bare } = aTransaction(BARE);
    assert.deepEqual(edited, { ...bare, expiresAt: CREATED_AT + 60_000 });
  });

  it('adds what the new terms say', () => {
    const edited = edit(aTransaction(BARE), wanted(WHOLE));
    assert.deepEqual(edited, { ...aTransaction(WHOLE), expiresAt: CREATED_AT + 3_600_000 });
  });

  it('keeps all that is not terms', () => {
    const attempts = [anAttempt({ state: 'failed' })];
    const history: Partial<Transaction> = {
      state: 'attempted',
      attempts,
      version: 7,
      sequence: 3,
      seenAt: CREATED_AT + 1,
      notice: { sequence: 3, referenceNumber: anAttempt().referenceNumber, status: 'delivered' },
      alerts: [
        {
          kind: 'amount-mismatch',
          referenceNumber: anAttempt().referenceNumber,
          at: CREATED_AT,
          detail: 'x',
        },
      ],
      expiresByTimer: false,
      type: 'payment_request',
      amountEditable: true,
      legacy: { referenceNumber: anAttempt().referenceNumber },
      dropOff: { place: { latitude: 1, longitude: 2 } },
    };
    const edited = edit(aTransaction({ ...WHOLE, ...history }), wanted(BARE));
    const { webhookUrl: _webhookUrl, ...bare } = aTransaction({ ...BARE, ...history });
    assert.deepEqual(edited, { ...bare, expiresAt: CREATED_AT + 60_000 });
  });

  it('takes the methods and the kind that belong to the new terms', () => {
    const methods = [aMethod({ kind: 'authorize', fee: kwd('1') })];
    const edited = edit(aTransaction(), { ...wanted(BARE), methods, kind: 'authorize' });
    assert.deepEqual([edited.methods, edited.kind], [methods, 'authorize']);
  });

  it('counts a new expiry from the creation', () => {
    const edited = edit(
      aTransaction({ seenAt: CREATED_AT + 99_000 }),
      wanted({ ...BARE, customer: {}, expirationSeconds: 7200 }),
    );
    assert.equal(edited.expiresAt, CREATED_AT + 7_200_000);
  });

  for (const state of ['created', 'pending', 'attempted'] as const)
    it(`may change everything when the transaction is ${state} and nobody is at a gateway`, () => {
      const terms = { ...BARE, amount: amountOf('9', 'SAR'), pgCodes: [codeOf('debit')] };
      const edited = edit(aTransaction({ ...WHOLE, state }), wanted(terms));
      assert.deepEqual(edited.amount, amountOf('9', 'SAR'));
      assert.equal(edited.state, state);
    });

  for (const state of TRANSACTION_STATES.filter(
    (one) => !['created', 'pending', 'attempted'].includes(one),
  ))
    it(`is refused when the transaction is ${state}`, () => {
      assert.throws(() => edit(aTransaction({ ...WHOLE, state }), wanted(WHOLE)), {
        name: 'Refusal',
        code: 'invalid_state',
        message: new RegExp(state),
      });
    });

  const atGateway = aTransaction({ ...WHOLE, state: 'pending', attempts: [anAttempt()] });

  for (const [what, terms] of [
    ['amount', { ...WHOLE, amount: kwd('12.501') }],
    ['currency', { ...WHOLE, amount: amountOf('12.500', 'BHD') }],
    ['methods', { ...WHOLE, pgCodes: [CARD, codeOf('debit')] }],
    ['customer', { ...WHOLE, customer: { ...WHOLE.customer, id: 'cust-2' } }],
  ] as const)
    it(`is locked for the ${what} while the payer is at a gateway`, () => {
      assert.throws(() => edit(atGateway, wanted(terms)), { code: 'locked' });
    });

  it('may change everything else while the payer is at a gateway', () => {
    const edited = edit(atGateway, wanted(BARE));
    assert.equal(edited.language, 'ar');
    assert.deepEqual(edited.attempts, atGateway.attempts);
  });

  it('may change everything when other money than was asked for has gone back, although its attempt is pending', () => {
    const { referenceNumber } = anAttempt();
    const charged = kwd('5');
    const back = anEntry({
      kind: 'refund',
      state: 'done',
      paymentReference: referenceNumber,
      amount: charged,
    });
    const idempotencyKey = `${atGateway.sessionId}:${referenceNumber}:open`;
    const wrong = {
      ...atGateway,
      attempts: [anAttempt({ idempotencyKey })],
      alerts: [
        { kind: 'amount-mismatch', referenceNumber, at: CREATED_AT, detail: 'x', charged } as const,
      ],
    };
    const terms = { ...WHOLE, amount: kwd('12.501') };
    assert.throws(() => edit(wrong, wanted(terms)), { code: 'locked' });
    const dearer = { ...wanted(terms), methods: [aMethod({ fee: kwd('1.000') })] };
    const edited = edit({ ...wrong, operations: [back] }, dearer);
    assert.deepEqual([edited.amount, edited.methods], [terms.amount, dearer.methods]);
    const [given] = edited.attempts;
    assert.deepEqual(
      [given?.state, given?.unanswered, given?.concludedAt],
      ['canceled', true, CREATED_AT],
    );
    const named = transactionDifferences(edit({ ...wrong, operations: [back] }, wanted(terms)));
    assert.deepEqual(named, []);
  });

  it('is charged by the fees that they were shown while the payer is at a gateway, and by those of now after that', () => {
    const dearer = { ...wanted(BARE), methods: [aMethod({ fee: kwd('1.000') })] };
    assert.deepEqual(edit(atGateway, dearer).methods, atGateway.methods);
    const tried = { ...atGateway, attempts: [anAttempt({ state: 'failed' })] };
    assert.deepEqual(edit(tried, dearer).methods, dearer.methods);
  });

  for (const [what, id] of [
    ['another', 'cust-2'],
    ['no', undefined],
  ] as const)
    it(`refuses ${what} customer id once the customer has tried to pay`, () => {
      const tried = { ...atGateway, attempts: [anAttempt({ state: 'failed' })] };
      const customer = id === undefined ? {} : { id };
      assert.throws(() => edit(tried, wanted({ ...WHOLE, customer })), {
        code: 'validation_error',
        fields: { customer_id: ['It cannot change once the customer has tried to pay.'] },
      });
    });

  it('may change the customer id before the first attempt', () => {
    const edited = edit(aTransaction(WHOLE), wanted({ ...WHOLE, customer: { id: 'cust-2' } }));
    assert.deepEqual(edited.customer, { id: 'cust-2' });
  });
});

describe('isStale', () => {
  it('says whether the edit was computed from this version', () => {
    assert.equal(isStale(aTransaction({ version: 4 }), { ...wanted(BARE), seenVersion: 4 }), false);
    assert.equal(isStale(aTransaction({ version: 5 }), { ...wanted(BARE), seenVersion: 4 }), true);
  });
});

function edit(transaction: Transaction, change: Edit): Transaction {
  return editAt(transaction, change, CREATED_AT);
}

function wanted(terms: Terms): Edit {
  return { seenVersion: 1, terms, methods: [aMethod()], kind: 'purchase' };
}
