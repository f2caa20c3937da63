import assert from 'node:assert/strict';
import { PERMISSIONS } from '../../domain/permission.ts';
import {
  lacksSecondFactor,
  needsSecondFactor,
  SECOND_FACTOR_RULES,
} from '../../domain/second-factor-rule.ts';

const PLAIN = { superuser: false, permissions: [], service: false } as const;
const VIEWER = { ...PLAIN, permissions: ['payment_request.view', 'customer.view'] } as const;
const REFUNDER = { ...PLAIN, permissions: ['payment.refund'] } as const;
const OWNER = { ...PLAIN, superuser: true } as const;
const PROGRAM = { ...PLAIN, permissions: PERMISSIONS, superuser: true, service: true } as const;

describe('of whom a second factor is asked', () => {
  for (const [rule, viewer, refunder, owner] of [
    [undefined, false, false, false],
    ['optional', false, false, false],
    ['required', false, true, true],
    ['all', true, true, true],
  ] as const)
    it(`by the rule ${rule ?? 'that nobody has set'}`, () => {
      assert.deepEqual(
        [VIEWER, REFUNDER, OWNER, PROGRAM].map((one) => needsSecondFactor(rule, one)),
        [viewer, refunder, owner, false],
      );
    });

  it('is lacked by nobody who has one', () => {
    for (const rule of SECOND_FACTOR_RULES) {
      assert.equal(lacksSecondFactor(rule, { ...OWNER, secondFactor: true }), false, rule);
      assert.equal(lacksSecondFactor(rule, OWNER), rule !== 'optional', rule);
    }
  });
});
