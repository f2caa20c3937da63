import assert from 'node:assert/strict';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { isDeleted, archive, restore } from '../../../domain/transaction/archive.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import {
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  referenceOf,
} from '../../support/builders.ts';

describe('putting a transaction aside', () => {
  const PAID = new Set(['paid', 'authorized', 'cod']);
  for (const state of TRANSACTION_STATES)
    it(`is ${PAID.has(state) ? 'possible' : 'refused'} when it is ${state}`, () => {
      const given = aTransaction({ state });
      if (PAID.has(state)) {
        const aside = archive(given, CREATED_AT);
        assert.ok(isDeleted(aside));
        assert.equal(aside.state, state);
        assert.deepEqual(restore(aside), given);
      } else assert.throws(() => archive(given, CREATED_AT), { code: 'invalid_state' });
    });

  it('happens once, and is undone once', () => {
    const paid = aTransaction({ state: 'paid' });
    assert.throws(() => archive(archive(paid, CREATED_AT), CREATED_AT), { code: 'not_found' });
    assert.throws(() => restore(paid), { code: 'invalid_state' });
  });

  it("makes late money of another attempt an operator's business", () => {
    const paid = anAttempt({ state: 'success' });
    const other = anAttempt({ referenceNumber: referenceOf('demoBBBBBB') });
    const aside = archive(aTransaction({ state: 'paid', attempts: [paid, other] }), CREATED_AT);
    const change = conclude(aside, aReport(other), CREATED_AT);
    assert.equal(change?.notice, undefined);
    const [alert] = change?.transaction.alerts ?? [];
    assert.equal(alert?.kind, 'late-money');
    assert.match(alert.detail, /that is deleted/);
  });
});
