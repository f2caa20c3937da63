import assert from 'node:assert/strict';
import { Refusal } from '../../../domain/refusal.ts';
import { concluded, type Conclusion } from '../../../domain/wallet/operation.ts';

/** What follows from each status; "again" is the same thing said twice. */
const TABLE: readonly (readonly [string, Readonly<Record<Conclusion, string>>])[] = [
  [
    'pending',
    { debit_payment: 'completed', release: 'canceled', expire: 'expired', reversal: 'no' },
  ],
  ['completed', { debit_payment: 'again', release: 'no', expire: 'no', reversal: 'reversed' }],
  ['canceled', { debit_payment: 'no', release: 'again', expire: 'no', reversal: 'no' }],
  ['expired', { debit_payment: 'no', release: 'no', expire: 'again', reversal: 'no' }],
  ['reversed', { debit_payment: 'no', release: 'no', expire: 'no', reversal: 'again' }],
];

describe('a reservation', () => {
  for (const [status, row] of TABLE)
    for (const [how, expected] of Object.entries(row))
      it(`that is ${status}, then ${how}: ${expected}`, () => {
        const operation = { id: 1, type: 'reservation', status } as never;
        assert.equal(outcome(operation, how as Conclusion), expected);
      });

  it('alone can be concluded', () => {
    for (const type of ['refund', 'adjustment'] as const)
      assert.equal(outcome({ id: 1, type, status: 'completed' }, 'reversal'), 'no');
  });
});

function outcome(operation: Parameters<typeof concluded>[0], how: Conclusion): string {
  try {
    return concluded(operation, how) ?? 'again';
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid_state') return 'no';
    throw error;
  }
}
