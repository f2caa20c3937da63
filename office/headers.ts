import type { Context } from 'koa';
import { gzipSync } from 'node:zlib';
import { isOwnSite } from '../api/access/own-page.ts';
import type { ApiFile } from './client.ts';

/** What a page of the office may do, beside its own address: nothing (contract/logins#pages). */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Sends a page of the office. That no cache keeps it is said of every answer (`api/middleware/headers.ts`). It is packed for who came from
 * a page of ours or typed the address: from the length of a packed page somebody on the line could guess what it says, were they to lead a
 * browser to many addresses whose words stand on it (BREACH, CVE-2013-3587).
 */
export function sendOfficePage(ctx: Context, html: string, status = 200): void {
  shut(ctx);
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  if (!isOwnSite(ctx) || !takesPacked(ctx)) {
    ctx.body = html;
    return;
  }
  ctx.set('Content-Encoding', 'gzip');
  ctx.body = gzipSync(html);
}

/** Whether who asks unpacks what is packed. */
export function takesPacked(ctx: Context): boolean {
  ctx.vary('Accept-Encoding');
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
}

/** Sends the browser to another page of the office. */
export function goTo(ctx: Context, path: string): void {
  shut(ctx);
  ctx.status = 303;
  ctx.set('Location', path);
  ctx.body = '';
}

/** Hands a file of the API on as it comes. The browser keeps it, and does not show it: it is of this origin, and holds what others wrote. */
export function sendFile(ctx: Context, { name, type, stream }: ApiFile): void {
  shut(ctx);
  ctx.attachment(name);
  ctx.type = type;
  ctx.body = stream;
}

function shut(ctx: Context): void {
  ctx.set({
    'Content-Security-Policy': POLICY,
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    // With `no-referrer` browsers say `Origin: null` of our own forms.
    'Referrer-Policy': 'same-origin',
  });
}
