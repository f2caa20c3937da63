import { route, SERVER } from '../route.ts';
import { customerAnswer, customersAnswer } from './answer.ts';
import { foundCustomers, readCustomer } from './find.ts';

const common = {
  method: 'GET',
  who: SERVER,
  permissions: ['customer.view'],
  limit: 'search',
  tag: 'Customers',
} as const;

/** The people behind the payments. Nothing is kept of them beside what payments, cards, agreements and wallets say. */
export const customerRoutes = [
  route('customers.search', {
    ...common,
    path: '/b/pbl/v2/customers',
    summary: 'Search customers',
    description:
      'Those whose payments fit, of the 200 newest such payments that name a `customer_id`, who paid last first. `searched_until` says that there are older ones which were not looked at. The audit log has who has looked, and not for whom.',
    query: {
      q: {
        description:
          'An e-mail address, a telephone number, words of a name (each whole or its first three letters), or a `customer_id`. `understood_as` says how it was read.',
        required: true,
        schema: { type: 'string', maxLength: 200 },
      },
    },
    errors: [400],
    answers: { 200: { description: 'Who was found.', shape: customersAnswer } },
    handle: (deps) => (ctx) => foundCustomers(deps, ctx),
  }),
  route('customers.read', {
    ...common,
    path: '/b/pbl/v2/customers/:customer_id',
    summary: 'Retrieve a customer',
    description:
      'Contact data as last given, what was paid and refunded in the last twelve months by currency, saved cards, agreements, and wallets for who has `wallet.view`. It is read from the 200 newest payments: `sums_since` says from when on the sums are complete.',
    answers: { 200: { description: 'The customer as their payments say.', shape: customerAnswer } },
    handle: (deps) => (ctx) => readCustomer(deps, ctx),
  }),
];
