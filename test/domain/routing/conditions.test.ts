import assert from 'node:assert/strict';
import { covers, whyNot } from '../../../domain/routing/conditions.ts';
import type { RouteFacts } from '../../../domain/routing/conditions.ts';
import type { RouteConditions } from '../../../domain/routing/route.ts';
import { amountOf, kwd } from '../../support/builders.ts';
import { factsOf } from './builders.ts';

const KWD = kwd('1').currency;
const USD = amountOf('1', 'USD').currency;
/** 2026-01-15 is a Thursday; Kuwait is three hours ahead of UTC. */
const THURSDAY_NOON = Date.UTC(2026, 0, 15, 9);
const VISA = [{ from: '400000', to: '499999' }];

const TABLE: readonly (readonly [string, RouteConditions, Partial<RouteFacts>, boolean])[] = [
  ['nothing is asked', {}, {}, true],
  ['its currency', { currencies: [KWD] }, {}, true],
  ['one of its currencies', { currencies: [USD, KWD] }, {}, true],
  ['another currency', { currencies: [USD] }, {}, false],
  ['the least amount', { amountFrom: kwd('12.500') }, {}, true],
  ['a fils less than the least', { amountFrom: kwd('12.501') }, {}, false],
  ['a fils less than the end', { amountBelow: kwd('12.501') }, {}, true],
  ['the end itself', { amountBelow: kwd('12.500') }, {}, false],
  ['an amount of another currency', { amountFrom: amountOf('1', 'USD') }, {}, false],
  ['its brand', { brands: ['VISA'] }, { brand: 'visa' }, true],
  ['another brand', { brands: ['VISA'] }, { brand: 'MASTERCARD' }, false],
  ['a brand that is not known', { brands: ['VISA'] }, {}, false],
  ['the first digits', { bins: VISA }, { bin: '411111' }, true],
  ['the first eight digits', { bins: VISA }, { bin: '41111111' }, true],
  ['the last of the range', { bins: VISA }, { bin: '499999' }, true],
  ['other digits', { bins: VISA }, { bin: '500000' }, false],
  ['digits that are not known', { bins: VISA }, {}, false],
  [
    'fewer digits than the range has',
    { bins: [{ from: '41111111', to: '41111112' }] },
    { bin: '411111' },
    false,
  ],
  ['its day', { times: { days: ['thu'] } }, {}, true],
  ['another day', { times: { days: ['wed', 'fri'] } }, {}, false],
  ['its first minute', { times: { from: '12:00' } }, {}, true],
  ['the minute before', { times: { from: '12:01' } }, {}, false],
  ['the minute after its last', { times: { from: '08:00', until: '12:00' } }, {}, false],
  ['the hour of another zone', { times: { from: '12:00' } }, { timeZone: 'UTC' }, false],
  [
    'a night that began the day before',
    { times: { days: ['wed'], from: '22:00', until: '13:00' } },
    {},
    true,
  ],
  [
    'a night of today, in the morning',
    { times: { days: ['thu'], from: '22:00', until: '13:00' } },
    {},
    false,
  ],
  [
    'a night of today, in the evening',
    { times: { days: ['thu'], from: '22:00', until: '06:00' } },
    { at: THURSDAY_NOON + 10.5 * 3_600_000 },
    true,
  ],
];

describe('a rule of a route', () => {
  for (const [what, when, given, holds] of TABLE)
    it(`${holds ? 'holds' : 'does not hold'} for ${what}`, () => {
      const why = whyNot(when, factsOf({ at: THURSDAY_NOON, ...given }));
      assert.equal(why === undefined, holds, why);
    });
});

const COVERING: readonly (readonly [RouteConditions, RouteConditions, boolean])[] = [
  [{}, { currencies: [KWD] }, true],
  [{ currencies: [KWD] }, {}, false],
  [{ currencies: [KWD, USD] }, { currencies: [KWD] }, true],
  [{ currencies: [KWD] }, { amountFrom: kwd('5') }, true],
  [{ amountFrom: kwd('5') }, { amountFrom: kwd('6'), currencies: [KWD] }, true],
  [{ amountFrom: kwd('5') }, { amountFrom: kwd('4') }, false],
  [{ amountFrom: kwd('5') }, { currencies: [KWD] }, false],
  [{ amountBelow: kwd('5') }, { amountBelow: kwd('5') }, true],
  [{ brands: ['VISA'] }, { brands: ['VISA'], bins: VISA }, true],
  [{ bins: VISA }, { bins: [{ from: '41111100', to: '41111199' }] }, true],
  [{ bins: VISA }, { bins: [{ from: '499999', to: '500000' }] }, false],
  [
    { times: { from: '08:00', until: '16:00' } },
    { times: { from: '09:00', until: '10:00' } },
    true,
  ],
  [
    { times: { from: '08:00', until: '16:00' } },
    { times: { from: '22:00', until: '09:00' } },
    false,
  ],
  [{ times: { days: ['sun', 'mon'] } }, { times: { days: ['sun'], from: '08:00' } }, true],
  [{ times: { from: '08:00' } }, {}, false],
];

describe('one rule', () => {
  for (const [earlier, later, is] of COVERING)
    it(`${is ? 'covers' : 'does not cover'}: ${JSON.stringify(earlier)} before ${JSON.stringify(later)}`, () => {
      assert.equal(covers(earlier, later), is);
    });
});
