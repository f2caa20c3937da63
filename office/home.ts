import { officePage } from './page.ts';

/** Where the office begins: the payments. */
export const homePage = officePage('office.home', {
  path: '/office',
  permissions: 'none',
  handle: () => ({ to: '/office/payments' }),
});
