import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { pino } from 'pino';
import { authenticate, type AuthenticationDeps } from '../../../api/access/authenticate.ts';
import type { Route, Scheme } from '../../../api/route.ts';
import { SHOP } from '../../support/builders.ts';

const SERVICE = { username: 'desk', merchantId: SHOP, service: true, permissions: [] };

/** What the log says of who is refused, whatever they have sent. */
async function refusedAs(
  sent: Readonly<Record<string, string>>,
  who: readonly Scheme[],
): Promise<Readonly<Record<string, unknown>>> {
  const lines: string[] = [];
  const deps = {
    logger: pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) }),
    clientAddress: () => '192.0.2.1',
    access: {
      byKey: (_: string, key: string) =>
        Promise.resolve(
          key === 'wrong'
            ? undefined
            : {
                kind: key.startsWith('pk') ? 'public' : 'private',
                prefix: key.slice(0, 5),
                merchantId: SHOP,
              },
        ),
      byToken: () => Promise.resolve(SERVICE),
    },
  } as unknown as AuthenticationDeps;
  const ctx = {
    req: {},
    state: { requestId: 'r1' },
    get: (name: string) => sent[name] ?? '',
  } as unknown as Context;
  const route = { name: 'users.create', method: 'POST', who } as unknown as Route;
  await assert.rejects(authenticate(deps, ctx, route));
  assert.equal(lines.length, 1);
  const { level, msg, requestId, from, ...said } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([level, msg, requestId, from], [40, 'not let in', 'r1', '192.0.2.1']);
  return said;
}

describe('who is known, and may not come in by what they are', () => {
  for (const [what, sent, who, said] of [
    [
      'a private key where people answer for it',
      { 'Api-Key': 'sk_12-secret' },
      ['user'],
      { by: 'key', who: 'key:sk_12', code: 'permission_denied' },
    ],
    [
      'a private key that a browser sends',
      { 'Api-Key': 'sk_12-secret', Origin: 'https://shop.example' },
      ['public-key'],
      { by: 'key', who: 'key:sk_12', code: 'private_key_in_browser' },
    ],
    [
      'a public key where a private one is needed',
      { 'Api-Key': 'pk_12-secret' },
      ['private-key'],
      { by: 'key', who: 'public-key:pk_12', code: 'public_key_not_allowed' },
    ],
    [
      'a service account where people answer for it',
      { Authorization: 'Bearer a.b.c' },
      ['user'],
      { by: 'bearer', who: 'user:desk', code: 'permission_denied' },
    ],
    [
      'a user where only keys come in',
      { Authorization: 'Bearer a.b.c' },
      ['private-key'],
      { by: 'bearer', who: 'user:desk', code: 'permission_denied' },
    ],
  ] as const)
    it(`is named in the log, without what they sent: ${what}`, async () => {
      assert.deepEqual(await refusedAs(sent, who), { ...said, route: 'users.create' });
    });

  it('is not whoever sends what is not true', async () => {
    const said = await refusedAs({ 'Api-Key': 'wrong' }, ['private-key']);
    assert.deepEqual(said, { by: 'key', code: 'invalid_credentials' });
  });
});
