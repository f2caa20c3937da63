import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import type { ApiDeps } from '../../api/deps.ts';
import { isPaused } from '../../api/access/paused.ts';
import { authorizeLegacy } from '../../api/legacy/authorize.ts';
import { legacyRoutes } from '../../api/legacy/routes.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { aMerchant } from '../support/builders.ts';

describe('the authorization of the old endpoints', () => {
  it('refuses plain HTTP before anything of the request is read', async () => {
    const refused = authorizeWith({ legacyNeedsHttps: true, isSecure: () => false });
    await assert.rejects(refused, (error) => error instanceof RequestError && error.status === 403);
  });

  for (const [what, given] of [
    ['over HTTPS', { legacyNeedsHttps: true, isSecure: () => true }],
    ['where the operator asks for none', { legacyNeedsHttps: false, isSecure: () => false }],
  ] as const)
    it(`goes on to who it is ${what}`, async () => {
      await assert.rejects(authorizeWith(given), /The stores are asked/);
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

/** Asks without credentials; what comes after the first check reads the stores, which say so. */
async function authorizeWith(given: Pick<ApiDeps, 'legacyNeedsHttps' | 'isSecure'>): Promise<void> {
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
  await authorizeLegacy(deps, route)(ctx, async () => undefined);
}
