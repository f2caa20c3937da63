import assert from 'node:assert/strict';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { consequences } from '../../../domain/transaction/consequences.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Alert, Attempt, Transaction } from '../../../domain/transaction/transaction.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import {
  aCard,
  anAgreement,
  anAttempt,
  anEntry,
  anOperation,
  aReport,
  aTransaction,
  CREATED_AT,
  referenceOf,
} from '../../support/builders.ts';

const now = CREATED_AT + 60_000;
const savesCard = { cvvRequired: true, autoDebit: false };
const { token, lastFour, expiry, customerId } = aCard();

const pending = (given: Partial<Transaction> = {}, attempt: Partial<Attempt> = {}) =>
  aTransaction({
    state: 'pending',
    customer: { id: customerId, email: 'sara@example.test' },
    attempts: [anAttempt(attempt)],
    ...given,
  });

/** The network says that it is paid, and names the card where there is one. */
function paid(before: Transaction, hasCard = false): Change | undefined {
  const card = { token, lastFour, expiry };
  return conclude(before, { ...aReport(anAttempt()), ...(hasCard && { card }) }, now);
}

/** What follows from it, by name. */
function namesOf(before: Transaction, change: Change | undefined): readonly string[] {
  assert.ok(change);
  return Object.keys(consequences(before, change, now)).toSorted();
}

describe('what follows', () => {
  it('from paid: an entry, and no more where nobody wants more', () => {
    const before = pending();
    assert.deepEqual(namesOf(before, paid(before)), ['entries']);
  });

  it('from paid, of an invoice and with a customer who is to be told', () => {
    const before = pending({ invoiceNumber: 'INV-7', notifications: { email: ['paid'] } });
    assert.deepEqual(namesOf(before, paid(before)), ['entries', 'notifications', 'settlesInvoice']);
  });

  it('from a card that is brought: it is kept, and the agreement is charged to it', () => {
    const before = pending({ agreement: anAgreement().terms }, { savesCard });
    assert.deepEqual(namesOf(before, paid(before, true)), ['binding', 'card', 'entries']);
  });

  it('from a charge by the merchant: its agreement and the tries of its card are told, and the customer prefers no other card', () => {
    const { uuid: agreementUuid } = anAgreement();
    const charges = { token, lastFour, expiry, ...savesCard, agreements: [] };
    const before = pending({}, { charges: { ...charges, by: 'merchant', agreementUuid } });
    assert.deepEqual(namesOf(before, paid(before)), ['charge', 'entries', 'paidPeriodOf', 'tried']);
    const own = pending({}, { charges: { ...charges, by: 'customer' } });
    assert.deepEqual(namesOf(own, paid(own)), ['entries', 'used']);
  });

  it('from a second success: people are told, and neither card nor agreement changes again', () => {
    const second = anAttempt({ referenceNumber: referenceOf('demoBBBBBB'), savesCard });
    const first = pending({ agreement: anAgreement().terms }, { savesCard });
    const settled = paid(first, true)?.transaction;
    assert.ok(settled);
    const before = { ...settled, attempts: [...settled.attempts, second] };
    const report = { ...aReport(second), card: { token, lastFour, expiry } };
    const change = conclude(before, report, now);
    assert.deepEqual(namesOf(before, change), ['entries', 'raisedAlerts']);
  });

  it('from alerts: those that are new', () => {
    const alertOf = (kind: Alert['kind']): Alert => ({
      kind,
      referenceNumber: referenceOf('demoBBBBBB'),
      at: now,
      detail: '',
    });
    const before = { ...pending(), alerts: [alertOf('late-money')] };
    const raised = ['amount-mismatch', 'manual-action-required', 'break-glass', 'dispute'] as const;
    const after = { ...before, alerts: [...before.alerts, ...raised.map(alertOf)] };
    const { raisedAlerts = [] } = consequences(before, { transaction: after }, now);
    assert.deepEqual(
      raisedAlerts.map(({ kind }) => kind),
      raised,
    );
  });

  it('from a refund that is done: an entry of the moment at which it was done', () => {
    const settled = paid(pending())?.transaction;
    assert.ok(settled);
    const concludedAt = CREATED_AT + 1000;
    const operation = anOperation({ concludedAt });
    const after = { ...settled, operations: [anEntry(operation)] };
    const { entries } = consequences(settled, { transaction: after, operation }, now);
    assert.deepEqual(
      entries?.map(({ event, at }) => [event, at]),
      [['refund', concludedAt]],
    );
  });

  it('from a look or a change of words: nothing', () => {
    const before = aTransaction();
    const transaction = { ...before, state: 'pending', seenAt: now, orderNo: 'A-2' } as const;
    assert.deepEqual(consequences(before, { transaction }, now), {});
  });

  for (const state of TRANSACTION_STATES) {
    const settles = ['paid', 'cod', 'canceled'].includes(state);
    it(`from becoming ${state}: its invoice is ${settles ? 'settled, once' : 'not settled'}`, () => {
      const billed = aTransaction({ invoiceNumber: 'INV-7', state: 'created' });
      const transaction = { ...billed, state };
      const of = (before: Transaction) => consequences(before, { transaction }, now).settlesInvoice;
      assert.deepEqual([of(billed), of(transaction)], [settles || undefined, undefined]);
      const { invoiceNumber: _number, ...unbilled } = transaction;
      const without = consequences(aTransaction(), { transaction: unbilled }, now);
      assert.equal(without.settlesInvoice, undefined);
    });
  }
});
