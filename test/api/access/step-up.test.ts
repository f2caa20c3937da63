import assert from 'node:assert/strict';
import type { Context } from 'koa';
import type { Caller } from '../../../api/access/caller.ts';
import { isStepUpDue } from '../../../api/access/step-up.ts';
import type { OfficeLogin } from '../../../domain/office-login.ts';
import { DEMO } from '../support/records.ts';

const MINUTE = 60_000;

function callerWith(service: boolean, minutesAgo?: number, hasLogin = true): Caller {
  const steppedUp = minutesAgo !== undefined && { steppedUpAt: Date.now() - minutesAgo * MINUTE };
  const login = { ...steppedUp } as OfficeLogin;
  const user = { service } as Extract<Caller, { kind: 'user' }>['user'];
  return { kind: 'user', merchantId: DEMO, user, ...(hasLogin && { login }) };
}

const KEY: Caller = { kind: 'key', merchantId: DEMO, keyId: 'sk_1' };

describe('who has to show once more who they are', () => {
  for (const [who, caller, isDue] of [
    ['a person by a token', () => callerWith(false, undefined, false), true],
    ['a person in a login that has shown it never', () => callerWith(false), true],
    ['five minutes ago', () => callerWith(false, 5), true],
    ['four minutes ago', () => callerWith(false, 4), false],
    [
      'a service account, which has nothing to show',
      () => callerWith(true, undefined, false),
      false,
    ],
    ['a key', () => KEY, false],
  ] as const)
    it(`${who}: ${isDue ? 'yes' : 'no'}`, () => {
      assert.equal(isStepUpDue({ state: { caller: caller() } } as unknown as Context), isDue);
    });
});
