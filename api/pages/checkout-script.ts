import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Context } from 'koa';
import { RequestError } from '../middleware/errors.ts';
import { ANYBODY, undescribedRoute } from '../route.ts';

/** The web SDK as `npm run build` leaves it beside the programs. Programs that run from their sources have none. */
const FILE = new URL('../../clients/web/dist/checkout.min.js', import.meta.url);

interface Script {
  readonly plain: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
}

/**
 * The script of merchants' own pages (contract/sdk#the-script). Its address stays the same as long as its interface does, so
 * browsers keep it for an hour and then ask whether it has changed.
 */
export const checkoutScriptRoute = undescribedRoute('pages.checkout-script', {
  method: 'GET',
  path: '/assets/checkout/v3/checkout.min.js',
  who: ANYBODY,
  handle: () => scriptOf(FILE),
});

/** Serves that file; where there is none it says so, because a page that only lacks `Checkout` tells nobody why. */
export function scriptOf(file: URL): (ctx: Context) => void {
  const script = scriptIn(file);
  return (ctx) => {
    if (!script)
      throw new RequestError(
        404,
        'not_found',
        'This Sarraf runs from its sources, which have no script of the web SDK. Use npm start, or start what npm run build has made.',
      );
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.set({
      'Cache-Control': 'public, max-age=3600',
      // Pages that name its hash (integrity) read it across origins.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: script.tag,
    });
    ctx.vary('Accept-Encoding');
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isPacked) ctx.set('Content-Encoding', 'gzip');
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = isPacked ? script.packed : script.plain;
  };
}

function scriptIn(file: URL): Script | undefined {
  try {
    const plain = readFileSync(file);
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    // Weak: the packed and the plain one are the same to a browser.
    return { plain, packed: gzipSync(plain, { level: 9 }), tag: `W/"${hash}"` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
