import assert from 'node:assert/strict';
import type { SavedCard } from '../../../domain/card/card.ts';
import {
  cardToCharge,
  tooSoonExpired,
  type CardAtHand,
  type CardChargeRequest,
} from '../../../domain/card/charge.ts';
import { beginAttempt, replaceAttempt } from '../../../domain/transaction/attempt.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import {
  aCard,
  aMethod,
  aReport,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const now = CREATED_AT + 60_000;
const method = aMethod({ savesCards: { cvvRequired: true, autoDebit: true } });
const other = aMethod({ pgCode: codeOf('other') });
const reference = referenceOf('demoAAAAAA');
const free = aCard({ cvvRequired: false });

const sale = (given: Partial<Transaction> = {}) =>
  aTransaction({ methods: [method, other], customer: { id: 'c-1' }, ...given });
const chargeRequest = (given: Partial<CardChargeRequest> = {}): CardChargeRequest => ({
  token: 'tok_1',
  by: 'customer',
  ...given,
});

/** The refusal of a charge in short, or `charged`. */
function said(
  card: SavedCard | undefined,
  given: Partial<CardChargeRequest> = {},
  { isKept = true, transaction = sale(), pgCode = CARD } = {},
): string {
  const atHand: CardAtHand = { ...(card && { card }), isKept };
  try {
    cardToCharge(transaction, { pgCode, request: chargeRequest(given), atHand, now });
    return 'charged';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return [error.code, ...Object.keys(error.fields ?? {})].join(' ');
  }
}

describe('charging a saved card', () => {
  const unknown = 'validation_error token';
  const cases: readonly (readonly [string, string, string])[] = [
    ['takes a card of the customer', said(free), 'charged'],
    ['knows no card that is not there', said(undefined), unknown],
    ['knows no card that was deleted', said(aCard({ deletedAt: now })), unknown],
    ['knows no card of another customer', said(aCard({ customerId: 'c-2' })), unknown],
    ['knows no card of the sandbox in production', said(aCard({ sandbox: true })), unknown],
    ['knows no card of another account', said(aCard({ pgCode: codeOf('other') })), unknown],
    [
      'knows no card where the account keeps none any more',
      said(free, {}, { isKept: false }),
      unknown,
    ],
    [
      'knows no card of an account that the transaction does not offer',
      said(free, {}, { transaction: sale({ methods: [other] }) }),
      unknown,
    ],
    [
      'knows no card where nobody is known to be the customer',
      said(free, {}, { transaction: sale({ customer: {} }) }),
      unknown,
    ],
    [
      'knows no card where one is to be saved',
      said(free, {}, { transaction: sale({ paymentType: 'save_card', amount: kwd('0') }) }),
      unknown,
    ],
    [
      'refuses one that has expired',
      said(aCard({ cvvRequired: false, expiry: { year: 2025, month: 12 } })),
      'card_expired',
    ],
    [
      'takes one in the month of its expiry',
      said(aCard({ cvvRequired: false, expiry: { year: 2026, month: 1 } })),
      'charged',
    ],
    ['takes a locked card', said(aCard({ cvvRequired: false, agreements: ['a-1'] })), 'charged'],
    [
      'wants the security code where it is required',
      said(aCard()),
      'validation_error cvv_reference',
    ],
    ['takes the word that it was typed', said(aCard(), { cvvReference: 'cvv_1' }), 'charged'],
    ['lets the page of the gateway ask for it', said(aCard(), { asksCvv: true }), 'charged'],
    ['cannot ask it of a merchant', said(aCard(), { by: 'merchant' }), 'cvv_required'],
    [
      'does not believe a merchant that it was typed',
      said(aCard(), { by: 'merchant', cvvReference: 'cvv_1', asksCvv: true }),
      'cvv_required',
    ],
    [
      'does not want it for the agreement to which the card is bound',
      said(aCard({ agreements: ['a-1'] }), { by: 'merchant', agreementId: 'a-1' }),
      'charged',
    ],
    [
      'wants it for another agreement',
      said(aCard({ agreements: ['a-1'] }), { by: 'merchant', agreementId: 'a-2' }),
      'cvv_required',
    ],
    ['takes a card without it from a merchant', said(free, { by: 'merchant' }), 'charged'],
  ];
  for (const [title, outcome, expected] of cases)
    it(title, () => {
      assert.equal(outcome, expected);
    });
});

describe('an attempt with a saved card', () => {
  const atHand = { card: free, isKept: true };
  const command = {
    pgCode: CARD,
    referenceNumber: reference,
    now,
    charge: chargeRequest(),
    atHand,
  };
  const begun = (transaction = sale()) => {
    const beginning = beginAttempt(transaction, command);
    assert.ok(beginning.step === 'new');
    return beginning;
  };

  it('remembers the card as it was, and of the request only who made it', () => {
    const charge = chargeRequest({ cvvReference: 'cvv_secret', agreementId: 'a-1' });
    const beginning = beginAttempt(sale(), { ...command, charge });
    assert.ok(beginning.step === 'new');
    const { token, lastFour, expiry, brand, holder, cvvRequired, autoDebit, agreements } = free;
    assert.deepEqual(beginning.attempt.charges, {
      token,
      lastFour,
      expiry,
      brand,
      holder,
      cvvRequired,
      autoDebit,
      agreements,
      by: 'customer',
    });
    assert.equal(JSON.stringify(beginning).includes('cvv_secret'), false);
  });

  it('is the same for the same card, and another for another card, another person or none', () => {
    const { transaction, attempt } = begun();
    const press = { ...command, referenceNumber: referenceOf('demoBBBBBB') };
    const { charge: _charge, atHand: _atHand, ...plain } = press;
    assert.deepEqual(beginAttempt(transaction, press), { step: 'same', attempt });
    for (const different of [
      { ...press, charge: chargeRequest({ token: 'tok_2' }) },
      { ...press, charge: chargeRequest({ by: 'merchant' }) },
      plain,
    ])
      assert.deepEqual(beginAttempt(transaction, different), { step: 'ask-first', attempt });
  });

  it('does not give way while nobody knows whether it has paid, and does once the gateway shows a page', () => {
    const { transaction } = begun();
    const press = { pgCode: CARD, referenceNumber: referenceOf('demoBBBBBB'), now };
    assert.throws(() => replaceAttempt(transaction, press), { code: 'locked' });
    const attempts = transaction.attempts.map((one) => ({ ...one, pageUrl: 'https://net.test/1' }));
    const replaced = replaceAttempt({ ...transaction, attempts }, press);
    assert.deepEqual(
      replaced.transaction.attempts.map(({ state }) => state),
      ['canceled', 'pending'],
    );
  });

  it('tells which card has paid, and when; one that did not pay is told of nowhere', () => {
    const { transaction, attempt } = begun();
    const paid = conclude(transaction, aReport(attempt), now + 5);
    assert.ok(paid?.notice);
    const { used, card } = consequences(transaction, paid, now + 5);
    assert.deepEqual(used, {
      merchantId: transaction.merchantId,
      customerId: 'c-1',
      sandbox: false,
      pgCode: attempt.pgCode,
      token: 'tok_1',
      // When the customer began to pay.
      at: now,
    });
    assert.equal(card, undefined);
    const settings = { pgParamsFormat: 'labelled' } as const;
    const token = paymentPayload(paid.transaction, paid.notice, settings)['token'];
    assert.ok(typeof token === 'object' && token !== null && 'number' in token);
    assert.deepEqual(
      [token['token'], token['number'], token['is_preferred']],
      ['tok_1', '**** 1881', true],
    );
    // A charge by the merchant says nothing of what its customer prefers.
    const charges = { ...free, by: 'merchant' } as const;
    const attempts = paid.transaction.attempts.map((one): Attempt => ({ ...one, charges }));
    const byMerchant = paymentPayload({ ...paid.transaction, attempts }, paid.notice, settings);
    assert.equal('is_preferred' in Object(byMerchant['token']), false);
    const no = { referenceNumber: reference, outcome: { result: 'failed' } } as const;
    const decline = { code: 'stolen_card', advice: 'do-not-retry' } as const;
    const declined = conclude(transaction, { ...no, decline }, now);
    assert.ok(declined?.notice);
    assert.equal(consequences(transaction, declined, now).used, undefined);
    assert.deepEqual(declined.transaction.attempts[0]?.decline, decline);
    assert.equal('token' in paymentPayload(declined.transaction, declined.notice, settings), false);
  });
});

describe('a card that is not good for long enough', () => {
  for (const [days, type, isDeclined] of [
    [undefined, 'one_off', false],
    [undefined, 'auto_debit', true],
    ['16', 'one_off', false],
    [16, 'auto_debit', false],
    ['17', 'one_off', true],
    [365, 'one_off', true],
    ['10', 'auto_debit', false],
  ] as const)
    it(`is ${isDeclined ? 'declined' : 'charged'} 16 days before its end when ${days ?? 'nothing'} is asked of ${type}`, () => {
      const report = expiring(days, type);
      assert.equal(report !== undefined, isDeclined);
      if (!report) return;
      assert.deepEqual(report.outcome, { result: 'failed' });
      assert.equal(report.decline?.advice, 'hard');
      assert.match(report.message ?? '', /2026-01-31/u);
    });
});

/** What is said of an attempt whose card is good until the last day of January, 16 days from now. */
function expiring(days: unknown, paymentType: Transaction['paymentType'] = 'one_off') {
  const card = aCard({ cvvRequired: false, expiry: { year: 2026, month: 1 } });
  const criteria = { cardAcceptanceCriteria: { min_expiry_time: days as string } };
  const transaction = sale(days === undefined ? {} : criteria);
  const beginning = beginAttempt(transaction, {
    pgCode: CARD,
    referenceNumber: reference,
    now,
    charge: chargeRequest(),
    atHand: { card, isKept: true },
  });
  assert.ok(beginning.step === 'new');
  return tooSoonExpired({ ...beginning.transaction, paymentType }, beginning.attempt, now);
}
