import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { DISPUTE_STATES } from '../../domain/dispute/dispute.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../../domain/operation/operation.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { ALERT_KINDS } from '../../domain/transaction/transaction.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import { searchFields } from '../../store/transactions.ts';
import {
  amountOf,
  anAttempt,
  anEntry,
  aTransaction,
  CARD,
  referenceOf,
} from '../support/builders.ts';
import { TEST_KEYS } from '../support/keys.ts';

const REFERENCES = ['demoAAAAAA', 'demoBBBBBB'].map(referenceOf);
const reference = fc.constantFrom(...REFERENCES);
const money = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom('KWD', 'SAR', 'USD'))
  .map(([units, currency]) => amountOf(String(units), currency));
const attempts = fc.array(
  fc
    .record({
      referenceNumber: reference,
      state: fc.constantFrom('pending', 'success', 'failed', 'canceled', 'error', 'cod'),
      amount: money,
    })
    .map(anAttempt),
  { maxLength: 3 },
);
const operations = fc.array(
  fc
    .record({
      kind: fc.constantFrom(...OPERATION_KINDS),
      state: fc.constantFrom(...OPERATION_STATES),
      amount: money,
      paymentReference: reference,
    })
    .map((given) => anEntry(given)),
  { maxLength: 3 },
);
const disputes = fc.array(
  fc.record({
    disputeId: fc.constant('du_1'),
    referenceNumber: reference,
    state: fc.constantFrom(...DISPUTE_STATES),
    amount: money,
    saidAt: fc.constant(1),
    movements: fc.constant([]),
  }),
  { maxLength: 2 },
);
const alerts = fc.array(
  fc.record({
    kind: fc.constantFrom(...ALERT_KINDS),
    referenceNumber: reference,
    at: fc.constant(1),
    detail: fc.constant('x'),
  }),
  { maxLength: 2 },
);

describe('what lists find a payment by', () => {
  it('can be said of every payment, whatever has become of it: no save may wait for it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TRANSACTION_STATES),
        fc.record({ amount: money, attempts, operations, disputes, alerts }),
        fc.option(money, { nil: undefined }),
        (state, given, settledAmount) => {
          const settled = settledAmount && {
            settledAmount: { ...settledAmount, currency: given.amount.currency },
            settledPgCode: CARD,
          };
          const transaction = aTransaction({ state, ...given, ...settled });
          assert.ok(searchFields(transaction, searchTokens(TEST_KEYS)).foundBy.length > 0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
