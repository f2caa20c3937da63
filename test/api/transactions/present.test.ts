import assert from 'node:assert/strict';
import { presentTransaction } from '../../../api/transactions/present.ts';
import { aTransaction } from '../../support/builders.ts';

describe('a payment as the merchant sees it', () => {
  for (const [kept, shown] of [
    [45, { min_expiry_time: '45' }],
    ['45', { min_expiry_time: '45' }],
    [undefined, {}],
  ] as const)
    it(`has the days of its card as text, kept as ${typeof kept}`, () => {
      const criteria = kept === undefined ? {} : { min_expiry_time: kept };
      const payment = aTransaction({ cardAcceptanceCriteria: criteria });
      const { card_acceptance_criteria: said } = presentTransaction(payment, 'https://pay.example');
      assert.deepEqual(said, shown);
    });
});
