import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { MerchantId } from '../../../domain/ids.ts';
import type { User } from '../../../domain/user.ts';
import type { System } from '../../support/system.ts';
import { send, textIn, type Answer } from '../../support/http.ts';
import { DEMO } from './records.ts';

/** Of everybody, since each other one would be hashed anew. */
const PASSWORD = 'päss:a1b2c3d4e5f6';

/** Somebody with a password, who can also log in for a token. */
export interface Person {
  readonly user: User;
  readonly password: string;
  readonly basic: string;
  /** "Bearer …", of a new login. */
  readonly bearer: () => Promise<string>;
}

/** A user of the seeded merchant, or of another one, without any permission unless it is given. */
export async function aPerson(system: System, given: Partial<User> = {}): Promise<Person> {
  const username = `user-${randomBytes(4).toString('hex')}`;
  const user = await system.store.users.create({
    merchantId: DEMO,
    username,
    email: `${username}@shop.example`,
    active: true,
    superuser: false,
    service: false,
    permissions: [],
    ...given,
    password: PASSWORD,
  });
  assert.ok(user);
  return {
    user,
    password: PASSWORD,
    basic: basicOf(user.username, PASSWORD),
    bearer: async () => {
      const answer = await askToken(system, user.merchantId, {
        grant_type: 'password',
        username: user.username,
        password: PASSWORD,
        client_id: 'tests',
      });
      assert.equal(answer.status, 200, answer.text);
      return `Bearer ${textIn(answer.body, 'access_token')}`;
    },
  };
}

export function basicOf(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Asks the token endpoint of a realm. */
export function askToken(
  { run }: Pick<System, 'run'>,
  realm: MerchantId | string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(`${run.api}/auth/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  });
}
