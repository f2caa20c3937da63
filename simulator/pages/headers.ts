import type { Context } from 'koa';

/** Headers of a page that lives in a frame of this origin's pages, and runs one script of ours, which may ask us. */
export function framedPage(ctx: Context, origin: string): void {
  securePage(ctx);
  ctx.remove('X-Frame-Options');
  ctx.set(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${origin}`,
    ].join('; '),
  );
}

/** Headers of the page on which a card is typed, which has a script of ours. It asks us what is wrong. */
export function typingPage(ctx: Context, returnUrl: string): void {
  securePage(ctx, returnUrl);
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', `${policy}; script-src 'self'; connect-src 'self'`);
}

/** Headers of a challenge: pages of banks are shown in frames of shops, whose origins no bank knows. */
export function challengePage(ctx: Context, returnUrl: string): void {
  securePage(ctx, returnUrl);
  ctx.remove('X-Frame-Options');
  const policy = ctx.response.get('Content-Security-Policy');
  ctx.set('Content-Security-Policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
}

/**
 * Headers of every other page: nothing from elsewhere, no script at all, no frame around it, no trace in
 * caches, searches or referrers. `returnUrl` opens the way back: browsers apply form-action to the
 * redirect that answers a form, too.
 */
export function securePage(ctx: Context, returnUrl?: string): void {
  const formAction = ["'self'", ...(returnUrl === undefined ? [] : [new URL(returnUrl).origin])];
  ctx.type = 'html';
  ctx.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      `form-action ${formAction.join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Cache-Control': 'no-store',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex, nofollow',
  });
}
