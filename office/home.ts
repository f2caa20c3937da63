import { mayHaveTasks, mayView } from './may.ts';
import { officePage } from './page.ts';

/** Where the office begins: the payments, for who may see none the tasks, and else what is one's own. */
export const homePage = officePage('office.home', {
  path: '/office',
  permissions: 'none',
  handle: (page) => ({
    to: mayView(page)
      ? '/office/payments'
      : mayHaveTasks(page)
        ? '/office/inbox'
        : '/office/account',
  }),
});
