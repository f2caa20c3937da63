import assert from 'node:assert/strict';
import type { Agreement } from '../../../domain/agreement/agreement.ts';
import { begunBy } from '../../../domain/agreement/arrange.ts';
import type { Cycle } from '../../../domain/agreement/autopay.ts';
import { faultsIn, type TimeTravelObservations } from '../../../drills/time-travel/judge.ts';
import { aPaidAgreement, anAutopayRequest } from '../../domain/agreement/agreements.ts';
import { referenceOf } from '../../support/builders.ts';

const REFERENCE = referenceOf('SIM00000000000000000001');
const DUE = Date.parse('2027-01-05T06:00Z');
const DAY = 24 * 3_600_000;

describe('the judge of a simulated time', () => {
  it('finds nothing when each cycle that was due was charged once', () => {
    assert.deepEqual(faultsIn(evidence()), []);
  });

  it('sees a cycle that was charged twice', () => {
    const entry = { reference: REFERENCE, amount: '5.000' };
    assert.match(faultsIn(evidence({ ledger: [entry, entry] })).join(), /was charged 2 times/);
  });

  it('sees a cycle that is said to be paid and was not charged', () => {
    assert.match(faultsIn(evidence({ ledger: [] })).join(), /is paid and was charged 0 times/);
  });

  it('sees money of a cycle that was given up', () => {
    const agreements = [agreementWith({ ...PAID, state: 'failed' })];
    assert.match(faultsIn(evidence({ agreements })).join(), /is failed and was charged 1 times/);
  });

  it('sees a cycle that was skipped, and money of which nobody knows', () => {
    assert.match(
      faultsIn(evidence({ agreements: [agreementWith()] })).join(),
      /was charged, and we know nothing of it.*2027-01-05 was skipped/,
    );
  });

  it('sees a cycle that nobody has ended', () => {
    const agreements = [agreementWith({ ...PAID, state: 'trying' })];
    assert.match(faultsIn(evidence({ agreements, ledger: [] })).join(), /is still trying/);
  });

  it('sees a sixteenth decline within thirty days', () => {
    assert.deepEqual(faultsIn(evidence({ payments: declined(15) })), []);
    assert.match(faultsIn(evidence({ payments: declined(16) })).join(), /1 times too often/);
  });

  it('sees a try after the network had said never', () => {
    const payments = [
      { reference: REFERENCE, status: 'DECLINED', advice: 'never_retry', at: DUE },
      { reference: REFERENCE, status: 'CAPTURED', advice: undefined, at: DUE + DAY },
    ];
    assert.match(faultsIn(evidence({ payments })).join(), /after its network had said never/);
  });
});

function declined(times: number): TimeTravelObservations['payments'] {
  return Array.from({ length: times }, (_, day) => ({
    reference: REFERENCE,
    status: 'DECLINED',
    advice: undefined,
    at: DUE + day * DAY,
  }));
}

const PAID: Cycle = {
  name: '2027-01-05',
  number: 1,
  dueAt: DUE,
  state: 'paid',
  tries: [],
  told: [],
};

function agreementWith(...history: readonly Cycle[]): Agreement {
  const running = begunBy(aPaidAgreement(), anAutopayRequest(), DUE - 10 * DAY);
  return { ...running, autopay: { ...running.autopay, history } };
}

function evidence(given: Partial<TimeTravelObservations> = {}): TimeTravelObservations {
  const agreement = agreementWith(PAID);
  const { uuid, token } = agreement;
  return {
    agreements: [agreement],
    asked: [{ uuid, token, period: PAID.name, reference: REFERENCE }],
    ledger: [{ reference: REFERENCE, amount: '5.000' }],
    payments: [],
    brandOf: () => 'VISA',
    until: DUE + 12 * DAY,
    ...given,
  };
}
