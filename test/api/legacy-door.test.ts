import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import type { ApiDeps } from '../../api/deps.ts';
import { isPaused } from '../../api/access/paused.ts';
import { legacyDoor } from '../../api/legacy/door.ts';
import { legacyRoutes } from '../../api/legacy/routes.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { aMerchant } from '../support/builders.ts';

describe('the door of the old endpoints', () => {
  it('is closed to plain HTTP before anything of the request is read', async () => {
    const knock = doorFor({ legacyNeedsHttps: true, isSecure: () => false });
    await assert.rejects(knock, (error) => error instanceof RequestError && error.status === 403);
  });

  for (const [what, given] of [
    ['over HTTPS', { legacyNeedsHttps: true, isSecure: () => true }],
    ['where the operator asks for none', { legacyNeedsHttps: false, isSecure: () => false }],
  ] as const)
    it(`goes on to who it is ${what}`, async () => {
      await assert.rejects(doorFor(given), /The stores are asked/);
    });
});

describe('the pause', () => {
  it('is of one merchant, or of all', () => {
    const merchant = aMerchant();
    assert.equal(isPaused({ paused: false }, merchant), false);
    assert.equal(isPaused({ paused: true }, merchant), true);
    assert.equal(isPaused({ paused: false }, { ...merchant, paused: true }), true);
  });
});

/** Knocks without credentials; behind the first question the stores are asked, which says so. */
async function doorFor(given: Pick<ApiDeps, 'legacyNeedsHttps' | 'isSecure'>): Promise<void> {
  const deps = {
    ...given,
    clientAddress: () => '192.0.2.7',
    store: {
      merchants: {
        openToAddresses: () => Promise.reject(new Error('The stores are asked.')),
      },
    },
  } as unknown as ApiDeps;
  const request = new IncomingMessage(new Socket());
  const ctx = new Koa().createContext(request, new ServerResponse(request));
  const [route] = legacyRoutes;
  assert.ok(route);
  await legacyDoor(deps, route)(ctx, async () => undefined);
}
