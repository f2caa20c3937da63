import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import {
  agreementFaults,
  agreementTerms,
  isoDateOf,
  type AgreementProposal,
} from '../../../domain/agreement/check.ts';
import { CREATED_AT, kwd } from '../../support/builders.ts';

const KWD = currencyCode('KWD');
const WHOLE = {
  id: 'A-1',
  frequency: 'monthly',
  amountVariability: 'fixed',
  expiryDate: '2026-12-31',
  cycleIntervalDays: 30,
  totalCycles: 12,
} as const satisfies AgreementProposal;
const IRREGULAR = { id: 'A-1', type: 'unscheduled', frequency: 'irregular' } as const;

const fields = (proposal: AgreementProposal, currency: typeof KWD | null = KWD) =>
  Object.keys(agreementFaults(proposal, { currency: currency ?? undefined, now: CREATED_AT }))
    .toSorted()
    .join(' ');

describe('a new agreement', () => {
  for (const [what, proposal, expected] of [
    [
      'that says nothing',
      {},
      'amount_variability cycle_interval_days expiry_date frequency id total_cycles',
    ],
    ['with all that a recurring one needs', WHOLE, ''],
    ['in installments of nobody', { ...WHOLE, type: 'installment' }, 'seller'],
    ['in installments', { ...WHOLE, type: 'installment', seller: { name: 'Pearl' } }, ''],
    ['without a schedule', IRREGULAR, ''],
    ['without a schedule, in months', { ...IRREGULAR, frequency: 'monthly' }, 'frequency'],
    ['without a schedule or a frequency', { id: 'A-1', type: 'unscheduled' }, 'frequency'],
    [
      'without a schedule, and with one',
      {
        ...WHOLE,
        ...IRREGULAR,
        startDate: '2026-02-01',
        extraParams: { paymentProcessingDay: 1 },
      },
      'cycle_interval_days expiry_date extra_params start_date total_cycles',
    ],
    [
      'without a schedule, of a seller, up to a sum',
      { ...IRREGULAR, seller: {}, amountVariability: 'variable', maxAmountPerCycle: '9' },
      '',
    ],
    ['for events, without a name', { type: 'event_based' }, 'id'],
    ['of another kind', { id: 'A-1', type: 'other' }, ''],
    ['that ended yesterday', { ...WHOLE, expiryDate: '2026-01-14' }, 'expiry_date'],
    ['that ends today', { ...WHOLE, expiryDate: '2026-01-15' }, ''],
    ['that ended yesterday, day first', { ...WHOLE, expiryDate: '14/01/2026' }, 'expiry_date'],
    ['that ends today, day first', { ...WHOLE, expiryDate: '15/01/2026' }, ''],
    ['that ends on its first day', { ...WHOLE, startDate: '31/12/2026' }, 'expiry_date'],
    ['that ends a day after its first', { ...WHOLE, startDate: '30/12/2026' }, ''],
    ['up to nothing', { ...WHOLE, maxAmountPerCycle: '0.000' }, 'max_amount_per_cycle'],
    ['up to less than nothing', { ...WHOLE, maxAmountPerCycle: '-1' }, 'max_amount_per_cycle'],
    ['up to parts of a fils', { ...WHOLE, maxAmountPerCycle: '1.0001' }, 'max_amount_per_cycle'],
    [
      'up to more than there is',
      { ...WHOLE, maxAmountPerCycle: '1000000000001' },
      'max_amount_per_cycle',
    ],
  ] as const)
    it(`${what} has ${expected === '' ? 'no fault' : `faults in ${expected}`}`, () => {
      assert.equal(fields(proposal), expected);
    });

  it('is not blamed for money of a currency that nobody knows', () => {
    assert.equal(fields({ ...WHOLE, maxAmountPerCycle: '0.00001' }, null), '');
    const inNoCurrency = fields({ ...WHOLE, maxAmountPerCycle: 'x' }, null);
    assert.equal(inNoCurrency, 'max_amount_per_cycle');
  });

  it('is recurring, unless it says otherwise, and has its dates as ISO writes them', () => {
    assert.ok(KWD);
    const proposal = { ...WHOLE, startDate: '01/02/2026', maxAmountPerCycle: '20' };
    assert.deepEqual(agreementTerms(proposal, KWD), {
      ...WHOLE,
      type: 'recurring',
      startDate: '2026-02-01',
      maxAmountPerCycle: kwd('20'),
    });
    assert.throws(() => agreementTerms({}, KWD), TypeError);
  });

  it('knows days that are in the calendar only', () => {
    const read = ['2028-02-29', '29/02/2028', '29/02/2027', '2026-13-01', '1/2/2026', ''].map(
      isoDateOf,
    );
    assert.deepEqual(read, [
      '2028-02-29',
      '2028-02-29',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
