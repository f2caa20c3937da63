import { AGREEMENTS } from './agreements.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { BULK_ROUTES } from './bulk.ts';
import { PAGES } from './pages.ts';
import { PAYMENTS } from './payments.ts';
import { REPORT_ROUTES } from './reports.ts';
import type { Route } from './route.ts';
import { SDK_ROUTES } from './sdk.ts';
import { WALLETS } from './wallets.ts';
import { WEBHOOK_ROUTES } from './webhooks.ts';

const OPEN = [] as const;
/** A merchant's server or its people. */
const SERVER = ['private-key', 'user'] as const;
/** A merchant's server alone. */
const PROGRAM = ['private-key'] as const;
/** A merchant's people alone: what they decide, they answer for by name. */
const PEOPLE = ['user'] as const;

const VIEW = ['payment_request.view', 'e_commerce.view'] as const;
const ADD = ['payment_request.add', 'e_commerce.add'] as const;
const CHANGE = ['payment_request.change', 'e_commerce.change'] as const;

/** Who asks for what waits, and who decides about it. */
const OPERATING = ['payment.refund', 'payment.void', 'payment.approve'] as const;

const TRANSACTIONS = '/b/checkout/v1/pymt-txn';
const TRANSACTION = `${TRANSACTIONS}/:session_id`;
const REQUESTS = '/b/pbl/v2/operation-requests';
const REQUEST = `${REQUESTS}/:id`;
const REALM = '/auth/realms/:realm/protocol/openid-connect';

/**
 * Every route of the API with who may use it (contract/api.md 6.2). A route that is not here, or that does not stand
 * behind the door of its row, keeps the API from starting: what nobody has decided is open to nobody.
 */
const TABLE = {
  'health.live': { method: 'GET', path: '/healthz', schemes: OPEN },
  'health.ready': { method: 'GET', path: '/readyz', schemes: OPEN },
  version: { method: 'GET', path: '/version', schemes: OPEN },

  // These two ask by themselves, as OAuth has it.
  'auth.token': { method: 'POST', path: `${REALM}/token`, schemes: OPEN },
  'auth.keys': { method: 'GET', path: `${REALM}/certs`, schemes: OPEN },

  'transactions.create': {
    method: 'POST',
    path: TRANSACTIONS,
    schemes: SERVER,
    anyOf: ADD,
    byType: 'add',
    uses: 'pg_codes',
    body: true,
    creates: true,
    file: 'attachment',
  },
  'transactions.list': { method: 'GET', path: TRANSACTIONS, schemes: SERVER, anyOf: VIEW },
  'transactions.read': { method: 'GET', path: TRANSACTION, schemes: SERVER, anyOf: VIEW },
  'transactions.replace': {
    method: 'PUT',
    path: TRANSACTION,
    schemes: SERVER,
    anyOf: CHANGE,
    uses: 'pg_codes',
    body: true,
    file: 'attachment',
  },
  'transactions.change': {
    method: 'PATCH',
    path: TRANSACTION,
    schemes: SERVER,
    anyOf: CHANGE,
    uses: 'pg_codes',
    body: true,
    file: 'attachment',
  },
  'transactions.inquire': {
    method: 'POST',
    path: `${TRANSACTION}/inquire`,
    schemes: SERVER,
    anyOf: ['payment.inquiry'],
  },
  'transactions.notify': {
    method: 'POST',
    path: `${TRANSACTION}/notify`,
    schemes: SERVER,
    anyOf: ['payment.notify', ...CHANGE],
  },
  'transactions.delete': {
    method: 'POST',
    path: `${TRANSACTION}/delete`,
    schemes: SERVER,
    anyOf: ['payment.delete'],
  },
  'transactions.restore': {
    method: 'POST',
    path: `${TRANSACTION}/restore`,
    schemes: SERVER,
    anyOf: ['payment.delete'],
  },
  'attachments.upload': {
    method: 'POST',
    path: '/b/checkout/v1/upload-attachment',
    schemes: SERVER,
    anyOf: ADD,
    body: true,
    file: 'file',
  },
  'pages.attachment': {
    method: 'GET',
    path: '/media/payment_transactions/attachments/:file',
    schemes: OPEN,
  },
  'invoices.create': {
    method: 'POST',
    path: '/b/invoice/v1/invoice',
    schemes: SERVER,
    anyOf: ['invoice.add'],
    byType: 'add',
    uses: 'pg_codes',
    body: true,
    creates: true,
    file: 'attachment',
  },
  'invoices.read': {
    method: 'GET',
    path: '/b/invoice/v1/invoice/:session_id',
    schemes: SERVER,
    anyOf: VIEW,
  },
  'payment-methods.list': {
    method: 'POST',
    path: '/b/pbl/v2/payment-methods',
    schemes: SERVER,
    body: true,
    changes: false,
  },
  'inquiry.ask': {
    method: 'POST',
    path: '/b/pbl/v2/inquiry',
    schemes: SERVER,
    anyOf: ['payment.inquiry'],
    body: true,
  },
  // Which of these a user needs, the body says; the route asks again.
  'operations.perform': {
    method: 'POST',
    path: '/b/pbl/v2/operation',
    schemes: SERVER,
    anyOf: [
      'payment.refund',
      'payment.capture',
      'payment.void',
      'payment.cancel',
      'payment.expire',
      'payment.delete',
    ],
    body: true,
  },
  'operation-requests.list': { method: 'GET', path: REQUESTS, schemes: SERVER, anyOf: OPERATING },
  'operation-requests.read': { method: 'GET', path: REQUEST, schemes: SERVER, anyOf: OPERATING },
  'operation-requests.approve': {
    method: 'POST',
    path: `${REQUEST}/approve`,
    schemes: PEOPLE,
    anyOf: ['payment.approve'],
    body: 'optional',
  },
  'operation-requests.reject': {
    method: 'POST',
    path: `${REQUEST}/reject`,
    schemes: PEOPLE,
    anyOf: ['payment.approve'],
    body: 'optional',
  },
  'operation-requests.cancel': {
    method: 'POST',
    path: `${REQUEST}/cancel`,
    schemes: PEOPLE,
    anyOf: OPERATING,
    body: 'optional',
  },
  'operation-requests.retry': {
    method: 'POST',
    path: `${REQUEST}/retry`,
    schemes: PEOPLE,
    anyOf: ['payment.refund', 'payment.capture', 'payment.void'],
    body: 'optional',
  },
  ...PAYMENTS,
  'cards.list': {
    method: 'POST',
    path: '/b/pbl/v2/card',
    schemes: PROGRAM,
    body: true,
    changes: false,
  },
  'cards.list-by-query': { method: 'GET', path: '/b/pbl/v2/card', schemes: PROGRAM },
  'cards.delete': { method: 'DELETE', path: '/b/pbl/v2/card/:token', schemes: PROGRAM },
  ...WALLETS,
  ...WEBHOOK_ROUTES,
  ...BULK_ROUTES,
  'legacy.create': {
    method: 'POST',
    path: '/pos/crt',
    schemes: SERVER,
    anyOf: ['e_commerce.add'],
    uses: 'gateway_code',
    body: true,
    creates: true,
  },
  'legacy.request': {
    method: 'POST',
    path: '/pos/d/crt',
    schemes: SERVER,
    anyOf: ['payment_request.add'],
    uses: 'gateway_code',
    body: true,
    creates: true,
  },

  ...AGREEMENTS,
  ...REPORT_ROUTES,
  ...NOTIFICATIONS,
  ...SDK_ROUTES,
  ...PAGES,

  'callbacks.gateway': { method: 'POST', path: '/b/gw/callback/:pg_code', schemes: OPEN },

  'openapi.document': { method: 'GET', path: '/openapi.json', schemes: OPEN },
  'openapi.events': { method: 'GET', path: '/asyncapi.json', schemes: OPEN },
  'openapi.events-page': { method: 'GET', path: '/docs/events', schemes: OPEN },
  'openapi.page': { method: 'GET', path: '/docs', schemes: OPEN },
  'openapi.asset': { method: 'GET', path: '/docs/assets/:name', schemes: OPEN },

  'codec.preflight': { method: 'OPTIONS', path: '/codec/decode', schemes: OPEN },
  'codec.decode': { method: 'POST', path: '/codec/decode', schemes: ['operator'], changes: false },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof TABLE;

/** The row of every route. */
export const ROUTES: Readonly<Record<RouteName, Route>> = TABLE;

export const ROUTE_NAMES: readonly RouteName[] = Object.keys(TABLE).filter(isRouteName);

function isRouteName(text: string): text is RouteName {
  return text in TABLE;
}
