import { mayView } from './may.ts';
import { officePage } from './page.ts';

/** Where the office begins: the payments, and for who may see none the inbox. */
export const homePage = officePage('office.home', {
  path: '/office',
  permissions: 'none',
  handle: (page) => ({ to: mayView(page) ? '/office/payments' : '/office/inbox' }),
});
