import assert from 'node:assert/strict';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { pageSubmissionOf, referenceOfRequest } from '../../api/submission-id.ts';
import {
  aMerchant,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { memoryTransactions } from '../activities/support/memory-store.ts';

const TRANSACTION = aTransaction();
const VIEW = { transaction: TRANSACTION, merchant: aMerchant() };
const PRESSED = { pgCode: CARD, language: 'en', requestId: 'form:1' } as const;

describe('a press of Pay', () => {
  it('is the same update with the same arguments, however often it arrives', async () => {
    const first = await pageSubmissionOf(at(), VIEW, PRESSED);
    const { referenceNumber } = first.submission;
    const made = { ...TRANSACTION, attempts: [anAttempt({ referenceNumber })] };
    assert.deepEqual(await pageSubmissionOf(at(), VIEW, PRESSED), first);
    assert.deepEqual(await pageSubmissionOf(at(made), VIEW, PRESSED), first);
  });

  for (const [what, view, pressed] of [
    ['another form', VIEW, { ...PRESSED, requestId: 'form:2' }],
    ['another method', VIEW, { ...PRESSED, pgCode: codeOf('other') }],
    ['another language', VIEW, { ...PRESSED, language: 'ar' }],
    ['another amount', VIEW, { ...PRESSED, amount: kwd('1.000') }],
  ] as const)
    it(`of ${what} is another update with another reference`, async () => {
      const one = await pageSubmissionOf(at(), VIEW, PRESSED);
      const other = await pageSubmissionOf(at(), view, pressed);
      assert.notEqual(other.updateId, one.updateId);
      assert.notEqual(other.submission.referenceNumber, one.submission.referenceNumber);
    });

  it('of another transaction has another reference', async () => {
    const one = await pageSubmissionOf(at(), VIEW, PRESSED);
    const transaction = aTransaction({ sessionId: sessionOf('9') });
    const other = await pageSubmissionOf(at(), { ...VIEW, transaction }, PRESSED);
    assert.notEqual(other.submission.referenceNumber, one.submission.referenceNumber);
  });

  it('never has a reference of another transaction', async () => {
    const { referenceNumber } = (await pageSubmissionOf(at(), VIEW, PRESSED)).submission;
    const stranger = aTransaction({
      sessionId: sessionOf('9'),
      attempts: [anAttempt({ referenceNumber })],
    });
    const press = await pageSubmissionOf(at(stranger), VIEW, PRESSED);
    assert.notEqual(press.submission.referenceNumber, referenceNumber);
  });
});

describe('a press of Pay for a shop of the old endpoints', () => {
  const told = referenceOf('toldFIRST1');
  const legacy = aTransaction({ legacy: { referenceNumber: told } });
  const view = { ...VIEW, transaction: legacy };

  it('has the reference that the shop was told, until an attempt has it', async () => {
    const first = await pageSubmissionOf(at(legacy), view, PRESSED);
    assert.equal(first.submission.referenceNumber, told);
    const transaction = { ...legacy, attempts: [anAttempt({ referenceNumber: told })] };
    const next = await pageSubmissionOf(at(transaction), { ...view, transaction }, PRESSED);
    assert.notEqual(next.submission.referenceNumber, told);
    assert.notEqual(next.updateId, first.updateId);
  });

  it('keeps the reference that follows from its key alone, when an attempt has the told one', async () => {
    const transaction = { ...legacy, attempts: [anAttempt({ referenceNumber: told })] };
    assert.equal(
      await referenceOfRequest(at(transaction), { ...view, transaction }, 'sdk:1'),
      await referenceOfRequest(at(legacy), view, 'sdk:1'),
    );
  });
});

/** What the API works with, and the transactions that there are. */
function at(...transactions: readonly Transaction[]) {
  return {
    store: { transactions: memoryTransactions(...transactions) },
    publicUrl: 'https://pay.example.test',
  };
}
