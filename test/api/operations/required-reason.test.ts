import assert from 'node:assert/strict';
import type { Context } from 'koa';
import type { Caller } from '../../../api/access/caller.ts';
import type { ApiDeps } from '../../../api/deps.ts';
import { mustGiveReason } from '../../../api/operations/required-reason.ts';
import { NO_APPROVAL, type ApprovalPolicy } from '../../../domain/operation/policy.ts';
import { aMerchant } from '../../support/builders.ts';
import { DEMO } from '../support/records.ts';

type User = Extract<Caller, { kind: 'user' }>['user'];

const PERSON = { kind: 'user', merchantId: DEMO, user: { service: false } as User } as const;
const SERVICE = { kind: 'user', merchantId: DEMO, user: { service: true } as User } as const;
const KEY = { kind: 'key', merchantId: DEMO, keyId: 'sk_1' } as const;

describe('who has to say why they refund, capture or void', () => {
  for (const [who, caller, policy, isNeeded] of [
    ['a person, where it is required', PERSON, { reasonRequired: true }, true],
    ['a person, where it was required', PERSON, { reasonRequired: false }, false],
    ['a person, where nothing is said of it', PERSON, {}, false],
    ['a person, where nothing was decided', PERSON, undefined, false],
    ['a service account', SERVICE, { reasonRequired: true }, false],
    ['a key', KEY, { reasonRequired: true }, false],
  ] as const satisfies readonly (readonly [
    string,
    Caller,
    Partial<ApprovalPolicy> | undefined,
    boolean,
  ])[])
    it(`${who}: ${isNeeded ? 'has to' : 'has not'}`, async () => {
      const merchant = aMerchant({
        id: DEMO,
        ...(policy && { operationsApproval: { ...NO_APPROVAL, ...policy } }),
      });
      const store = { merchants: { find: async () => merchant } } as unknown as ApiDeps['store'];
      const ctx = { state: { caller } } as unknown as Context;
      assert.equal(await mustGiveReason({ store }, ctx), isNeeded);
    });
});
