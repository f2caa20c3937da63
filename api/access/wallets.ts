import type { Route } from './route.ts';

const SERVER = ['private-key', 'user'] as const;
const VIEW = ['wallet.view'] as const;

/** The rows of wallets: what merchants may know of them, and have them pay. */
export const WALLETS = {
  'wallet.accounts': {
    method: 'POST',
    path: '/b/wallet/v1/accounts',
    schemes: SERVER,
    anyOf: VIEW,
    body: true,
  },
  'wallet.entries': {
    method: 'POST',
    path: '/b/wallet/v1/entries',
    schemes: SERVER,
    anyOf: VIEW,
    body: true,
  },
  'wallet.operations': {
    method: 'POST',
    path: '/b/wallet/v1/operations',
    schemes: SERVER,
    anyOf: VIEW,
    body: true,
  },
  'wallet.finalization': {
    method: 'GET',
    path: '/b/checkout/v1/wallet/payment-sessions/:session_id/finalization-status',
    schemes: SERVER,
    anyOf: VIEW,
  },
  'wallet.pay': {
    method: 'POST',
    path: '/b/pbl/v2/payment/wallet',
    schemes: SERVER,
    anyOf: ['payment_request.add', 'e_commerce.add'],
    body: true,
  },
} as const satisfies Readonly<Record<string, Route>>;
