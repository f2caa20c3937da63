import type { Route } from './route.ts';

/** A merchant's server or its people. */
const SERVER = ['private-key', 'user'] as const;
const ADD = ['payment_request.add', 'e_commerce.add'] as const;

/** The rows of payments that a merchant makes by itself, without a page of the payer. */
export const PAYMENTS = {
  'auto-debit.charge': {
    method: 'POST',
    path: '/b/pbl/v2/payment/auto-debit',
    schemes: SERVER,
    anyOf: ADD,
    creates: true,
    body: true,
  },
  'auto-debit.charge-by-alias': {
    method: 'POST',
    path: '/b/pbl/v2/auto-debit',
    schemes: SERVER,
    anyOf: ADD,
    creates: true,
    body: true,
  },
  // Private keys, and of the users only superusers: it says that money is taken which no network has seen.
  'cash.acknowledge': {
    method: 'POST',
    path: '/b/pbl/v2/payment/cash',
    schemes: SERVER,
    anyOf: [],
    body: true,
  },
  'cash.acknowledge-formerly': {
    method: 'POST',
    path: '/b/pbl/v2/cash-payment',
    schemes: SERVER,
    anyOf: [],
    body: true,
  },
} as const satisfies Readonly<Record<string, Route>>;
