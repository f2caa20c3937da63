import type { Context } from 'koa';
import { RequestError } from '../middleware/errors.ts';

/** Whether a page of a browser asks: browsers name it, also where it is of our own origin; servers and apps have no page. */
export function isOfBrowser(ctx: Context): boolean {
  return ctx.get('Origin') !== '' || ctx.get('Sec-Fetch-Site') !== '';
}

/**
 * Throws 403 for a form that another site's page has sent, or that nothing says the origin of (contract/logins#foreign-pages). Browsers
 * say both themselves, and no page can change what they say.
 */
export function refuseForeignPage(ctx: Context, officeUrl: string): void {
  const origin = ctx.get('Origin');
  const site = ctx.get('Sec-Fetch-Site');
  const isOwn = origin === '' || isOwnOrigin(ctx, origin, officeUrl);
  if (isOfBrowser(ctx) && isOwn && (site === '' || site === 'same-origin')) return;
  throw new RequestError(
    403,
    'foreign_page',
    'This form did not come from a page of this office. Open the page here and send it again.',
  );
}

/** Whether a page of our own has led there, or its person alone, by what browsers say of it. */
export function isOwnSite(ctx: Context): boolean {
  return ['same-origin', 'none'].includes(ctx.get('Sec-Fetch-Site'));
}

/**
 * Whether a page of the office has led there, or its person alone. Not any page of our own: a payer's may lead where a merchant wants, and
 * names itself nowhere (`Referrer-Policy`), as no page can give itself out for one of the office.
 */
export function isOfficeLink(ctx: Context, officeUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site === 'none') return true;
  const page = ctx.get('Referer');
  if ((site !== '' && site !== 'same-origin') || !URL.canParse(page)) return false;
  const { origin, pathname } = new URL(page);
  return isOwnOrigin(ctx, origin, officeUrl) && pathname.startsWith('/office/');
}

/** Of the office's address, or of the address by which the browser has come: it names both itself. */
function isOwnOrigin(ctx: Context, origin: string, officeUrl: string): boolean {
  if (origin === new URL(officeUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === ctx.get('Host');
}
