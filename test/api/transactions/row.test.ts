import assert from 'node:assert/strict';
import { presentFound } from '../../../api/transactions/row.ts';
import { aMethod, anAttempt, aTransaction, inDinars, kwd } from '../../support/builders.ts';

const READER = { maySeePeople: false, isHandled: () => false };

describe('a row of the list of payments', () => {
  it('has the fee in the currency of the payment, whatever the charge is in', () => {
    const { exchange, fee } = inDinars();
    const methods = [aMethod({ exchange, fee })];
    const open = aTransaction({ amount: exchange.from, methods });
    const failed = anAttempt({ amount: exchange.to, exchange, fee, state: 'failed' });
    const tried = { ...open, attempts: [failed] };
    // The merchant has asked for dinars before, and of them a fee was taken.
    const earlier = anAttempt({ amount: kwd('3.000'), fee: kwd('0.250'), state: 'failed' });
    const edited = { ...open, attempts: [earlier] };
    for (const transaction of [open, tried, edited]) {
      const { currency_code: currency, fee: shown } = presentFound(transaction, READER);
      assert.deepEqual([currency, shown], ['USD', '0.15']);
    }
  });
});
