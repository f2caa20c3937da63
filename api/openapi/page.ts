import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'koa';
import type { ApiDocument } from '../../render/reference/facts.ts';
import { renderReference } from '../../render/reference/reference.tsx';
import { referenceStyles } from '../../render/reference/styles.ts';
import { stylesheetPath } from '../pages/static.ts';
import { EXAMPLE_BODIES } from './examples.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

/** Nothing but its own style and that of all pages: no script, no frame, no third party. */
const POLICY = `default-src 'none'; style-src 'self' 'sha256-${hashOf(referenceStyles)}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Sends the reference of the API as a page, which is made and packed once, for whoever asks first. */
export function referencePage(document: () => object): (ctx: Context) => void {
  let made: ReturnType<typeof packedPage> | undefined;
  return (ctx) => {
    const { html, packed, tag } = (made ??= packedPage(document()));
    ctx.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache', ETag: tag });
    ctx.type = 'text/html; charset=utf-8';
    ctx.vary('Accept-Encoding');
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isPacked) ctx.set('Content-Encoding', 'gzip');
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else ctx.body = isPacked ? packed : html;
  };
}

function packedPage(document: object) {
  const html = renderReference({
    document: document as ApiDocument,
    stylesheetUrl: stylesheetPath(undefined),
    bodies: EXAMPLE_BODIES,
  });
  const packed = gzipSync(html, { level: 9 });
  return { html, packed, tag: `W/"${hashOf(html).slice(0, 22)}"` };
}
