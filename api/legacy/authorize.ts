import type { Context, Middleware } from 'koa';
import { isOpenToPrograms, pluginOf } from '../../domain/plugins.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { authorize, doerOf, readingOf } from '../access/authorize.ts';
import { setCaller } from '../access/caller.ts';
import { countRequest } from '../access/count-request.ts';
import { isOfBrowser } from '../access/own-page.ts';
import { refuseWhilePaused } from '../access/paused.ts';
import { intend, recorded } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseUnknownContentType, readBody } from '../middleware/body.ts';
import { RequestError } from '../middleware/errors.ts';
import { within } from '../networks.ts';
import type { Route } from '../route.ts';

/**
 * Authorizes a request to the old endpoints: by credentials like everywhere, or by an address that one merchant has allowed and no other
 * (contract/old-endpoints#access). Who comes by plain HTTP is refused first, because a key may be in the request.
 */
export function authorizeLegacy(deps: ApiDeps, route: Route): Middleware {
  const withCredentials = authorize(deps, route);
  // The audit log hears of both ways in.
  const byAddress = recorded(deps, route, async (ctx, next) => {
    await readBody(ctx, readingOf(route));
    await intend(ctx, doerOf(ctx));
    await next();
  });
  return async (ctx, next) => {
    if (deps.legacyNeedsHttps && !deps.isSecure(ctx))
      throw new RequestError(403, 'permission_denied', 'Use https for this address.');
    const merchantId = hasCredentials(ctx) ? undefined : await merchantByAddress(deps, ctx);
    if (merchantId === undefined) {
      await withCredentials(ctx, next);
      return;
    }
    // Anybody's page can have a browser in that network send a form.
    if (isOfBrowser(ctx))
      throw new RequestError(
        403,
        'permission_denied',
        'A page has sent this, and an address lets in servers alone. Send it from your server.',
      );
    refuseUnknownContentType(ctx);
    setCaller(ctx, { kind: 'key', merchantId, keyId: `address ${deps.clientAddress(ctx)}` });
    await countRequest(ctx, deps, route);
    await refuseWhilePaused(deps, ctx);
    await byAddress(ctx, next);
  };
}

function hasCredentials(ctx: Context): boolean {
  return ctx.get('Authorization') !== '' || ctx.get('Api-Key') !== '';
}

/** Undefined when nobody has allowed the address, and when several have: then nobody knows who is meant. */
async function merchantByAddress(
  { store, clientAddress }: ApiDeps,
  ctx: Context,
): Promise<MerchantId | undefined> {
  const address = clientAddress(ctx);
  const open = (await store.merchants.openToAddresses()).filter((merchant) => {
    const legacy = pluginOf(merchant, 'legacy');
    return isOpenToPrograms(legacy) && within(legacy.allowedNetworks ?? [])(address);
  });
  return open.length === 1 ? open[0]?.id : undefined;
}
