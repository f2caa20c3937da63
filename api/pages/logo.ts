import { isLogoName } from '../../domain/logo.ts';
import { Refusal } from '../../domain/refusal.ts';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';

/** The pictures of merchants and units, for pages and mails. A name has one picture for ever, so that caches may keep it. */
export const logoRoute = undescribedRoute('pages.logo', {
  method: 'GET',
  path: '/media/logos/:name',
  ...openPage,
  countedBy: 'address',
  handle: (deps) => async (ctx) => {
    const name = ctx.params.name;
    const logo = isLogoName(name) && (await deps.store.logos.findForPayer(name));
    if (!logo) throw new Refusal('not_found', 'There is no such picture.');
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    });
    ctx.type = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
    ctx.body = logo;
  },
});
