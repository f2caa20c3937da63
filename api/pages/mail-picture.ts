import { ANYBODY, undescribedRoute } from '../route.ts';

/** One point that nobody sees: the smallest GIF that all programs show. */
const POINT = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/**
 * The picture at the end of a mail. That it is fetched says that some program has shown the mail, or fetched it in advance;
 * who that was is not asked, and nothing is left with them. Whether the name is known is not told.
 */
export const mailPictureRoute = undescribedRoute('pages.mail-picture', {
  method: 'GET',
  path: '/b/mail/:picture',
  who: ANYBODY,
  handle:
    ({ store }) =>
    async (ctx) => {
      const [, token] = /^([\w-]{24})\.gif$/.exec(ctx.params.picture) ?? [];
      if (token === undefined) return;
      // Who only asks whether it is there has shown nothing.
      if (ctx.method === 'GET') await store.notifications.opened(token, Date.now());
      ctx.set({
        'Cache-Control': 'private, no-store',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'X-Robots-Tag': 'noindex',
      });
      ctx.type = 'image/gif';
      ctx.body = POINT;
    },
});
