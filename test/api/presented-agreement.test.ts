import assert from 'node:assert/strict';
import { presentAgreement } from '../../api/agreements/present.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { anAutopayRequest, aPaidAgreement } from '../domain/agreement/agreements.ts';
import { CREATED_AT, sessionOf } from '../support/builders.ts';

describe('an agreement that is shown to its merchant', () => {
  it('has as many charges as cycles are taken: two payments of one period are one', () => {
    const { autopay } = begunBy(aPaidAgreement(), anAutopayRequest(), CREATED_AT);
    const charges = ['1', '2', '3'].map(sessionOf);
    const tries = charges.slice(1).map((sessionId) => ({ sessionId, token: 'tok_1', at: 1 }));
    const cycle = { name: '2027-01-05', number: 1, dueAt: 1, told: [], state: 'paid' } as const;
    const agreement = aPaidAgreement({
      charges,
      autopay: { ...autopay, history: [{ ...cycle, tries }] },
    });
    assert.equal(presentAgreement(agreement, CREATED_AT).charges, 2);
    assert.equal(presentAgreement(aPaidAgreement({ charges }), CREATED_AT).charges, 3);
  });
});
