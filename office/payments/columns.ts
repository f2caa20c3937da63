import { VIEW_PAYMENTS } from '../../api/route.ts';
import { answerBody } from '../answers.ts';
import { officePage } from '../page.ts';
import { columnsIn } from './column-facts.ts';
import { addressOf, filtersOf } from './list-facts.ts';

/** Keeps the columns of the list for this person, or has those again that it has by itself (contract/office#payments). */
export const columnsPress = officePage('office.columns', {
  method: 'POST',
  path: '/office/payments/columns',
  permissions: VIEW_PAYMENTS,
  handle: async ({ api, field }) => {
    const columns = columnsIn(field('columns'));
    answerBody(await api.send('PUT', '/b/me/v1/columns/', { page: 'payments', columns }));
    return { to: addressOf(filtersOf(field('query')), { columns: undefined, kept: 'columns' }) };
  },
});
