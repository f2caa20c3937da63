import assert from 'node:assert/strict';
import { strangers, type DebitEvidence } from '../../../drills/concurrency/debit-recorder.ts';
import { referenceOf } from '../../support/builders.ts';

const TRY = referenceOf('SHOP00000000000000000001');
const FIRST = referenceOf('SHOP00000000000000000002');

describe('the witness of automatic debits', () => {
  it('knows the tries, and what customers have paid themselves', () => {
    assert.deepEqual(strangers(evidence([TRY, FIRST])), []);
  });

  it('sees money of which our books know nothing', () => {
    assert.match(strangers(evidence([TRY, FIRST, 'X'])).join(), /^X took 5.000, and we know/);
  });
});

function evidence(references: readonly string[]): DebitEvidence {
  return {
    agreements: [],
    asked: [{ uuid: 'one', token: 'tok_1', period: '2027-01-05', reference: TRY }],
    firsts: new Set([FIRST]),
    ledger: references.map((reference) => ({ reference, amount: '5.000' })),
    payments: [],
    brandOf: () => 'VISA',
    until: 0,
  };
}
