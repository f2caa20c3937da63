import type { Context } from 'koa';

/**
 * Sends a page with everything shut that it does not need: no script but our own, and that only where it is used, no foreign content, no frame around it, no
 * referrer (the session id in the address is a secret), no copy in a cache, no search engine. `formTargets` are the
 * origins to which the page's form may lead: browsers check them on redirects too.
 */
export function sendPage(
  ctx: Context,
  html: string,
  {
    status = 200,
    formTargets = [],
    isScripted = false,
    frames = [],
    connects = [],
    framedBy,
  }: {
    readonly status?: number;
    readonly formTargets?: readonly string[];
    readonly isScripted?: boolean;
    /** Origins of networks whose pages the page shows in frames, beside our own. */
    readonly frames?: readonly string[];
    /** Where the browser itself looks for what the script asks it for, beside us. */
    readonly connects?: readonly string[];
    /** The page may stand in a frame of any page. */
    readonly framedBy?: 'anybody';
  } = {},
): void {
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      ...(isScripted
        ? ["script-src 'self'", `connect-src ${["'self'", ...connects].join(' ')}`]
        : []),
      "img-src 'self' data:",
      ...(frames.length > 0 ? [`frame-src ${["'self'", ...new Set(frames)].join(' ')}`] : []),
      `form-action ${["'self'", ...new Set(formTargets)].join(' ')}`,
      `frame-ancestors ${framedBy ? '*' : "'none'"}`,
      "base-uri 'none'",
    ].join('; '),
    ...(!framedBy && { 'X-Frame-Options': 'DENY' }),
    'X-Robots-Tag': 'noindex, nofollow',
  });
  ctx.status = status;
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = html;
}

/** Sends the browser to look at another page, whatever it has asked for here. */
export function seeOther(ctx: Context, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
