/** Where the office begins. */
export const HOME = '/office/';

/** Whether a path is one of the office, whether there is a page or not. */
export function isOfOffice(path: string): boolean {
  return `${path}/`.startsWith(HOME);
}

const ANY_HOST = 'https://office.invalid';
/** Pages that are about logging in lead nowhere after it. */
const NOT_AFTER_LOGIN = /^\/office\/(?:login|logout|forgot|reset|invited|step-up)(?:\/|$)/;

/** The page that somebody wanted to see before they had to log in: one of the office, whatever the address says. */
export function nextPage(wanted: unknown): string {
  if (typeof wanted !== 'string' || !URL.canParse(wanted, ANY_HOST)) return HOME;
  const { origin, pathname, search } = new URL(wanted, ANY_HOST);
  const isOwn = origin === ANY_HOST && pathname.startsWith(HOME);
  return isOwn && !NOT_AFTER_LOGIN.test(pathname) ? `${pathname}${search}` : HOME;
}

/** The login page, which leads on to what somebody wanted to see. */
export function loginFor(wanted: unknown): string {
  const next = nextPage(wanted);
  return next === HOME ? '/office/login' : `/office/login?next=${encodeURIComponent(next)}`;
}
