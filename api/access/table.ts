import type { Permission } from '../../domain/permission.ts';

/** How a caller may say who he is. `operator` is the codec's own door for the people who run the system. */
export type Scheme = 'private-key' | 'public-key' | 'user' | 'operator';

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** As the router has it. One that ends in a star stands for all that begin so. */
  readonly path: string;
  /** None: the route is open to everybody. */
  readonly schemes: readonly Scheme[];
  /** A user needs one of these; with an empty list only a superuser comes in. Keys need none. */
  readonly anyOf?: readonly Permission[];
  /** Where the body says the `type`, a user also needs this permission for that type. */
  readonly byType?: 'add';
  /** The field of the body with gateway codes, each of which a user must be allowed to use. */
  readonly uses?: 'pg_codes' | 'gateway_code';
  /** The body is one object of JSON or a form; `admit` has read it when the route is reached. */
  readonly body?: true | 'optional';
  /** Makes something that can be paid, which nobody may while that is paused. */
  readonly creates?: true;
  /**
   * Somebody changes something by it, and the audit log hears of that. Looks at pages and browsers that come back decide
   * nothing, whatever they lead to, and are not written down.
   */
  readonly changes?: true;
  /** The field in which a multipart body may bring one attachment. */
  readonly file?: 'attachment' | 'file';
}

const OPEN = [] as const;
/** A merchant's server or its people. */
const SERVER = ['private-key', 'user'] as const;
/** A merchant's people alone: what they decide, they answer for by name. */
const PEOPLE = ['user'] as const;
/** The payer's browser or app, through the client library. */
const PAYER = ['public-key', 'private-key'] as const;

const VIEW = ['payment_request.view', 'e_commerce.view'] as const;
const ADD = ['payment_request.add', 'e_commerce.add'] as const;
const CHANGE = ['payment_request.change', 'e_commerce.change'] as const;

/** Who asks for what waits, and who decides about it. */
const OPERATING = ['payment.refund', 'payment.void', 'payment.approve'] as const;

const TRANSACTIONS = '/b/checkout/v1/pymt-txn';
const TRANSACTION = `${TRANSACTIONS}/:session_id`;
const SDK = '/b/checkout/api/sdk/v1';
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
  'auth.token': { method: 'POST', path: `${REALM}/token`, schemes: OPEN, changes: true },
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
    changes: true,
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
    changes: true,
  },
  'transactions.change': {
    method: 'PATCH',
    path: TRANSACTION,
    schemes: SERVER,
    anyOf: CHANGE,
    uses: 'pg_codes',
    body: true,
    file: 'attachment',
    changes: true,
  },
  'transactions.inquire': {
    method: 'POST',
    path: `${TRANSACTION}/inquire`,
    schemes: SERVER,
    anyOf: ['payment.inquiry'],
    changes: true,
  },
  'transactions.notify': {
    method: 'POST',
    path: `${TRANSACTION}/notify`,
    schemes: SERVER,
    anyOf: ['payment.notify', ...CHANGE],
    changes: true,
  },
  'transactions.delete': {
    method: 'POST',
    path: `${TRANSACTION}/delete`,
    schemes: SERVER,
    anyOf: ['payment.delete'],
    changes: true,
  },
  'transactions.restore': {
    method: 'POST',
    path: `${TRANSACTION}/restore`,
    schemes: SERVER,
    anyOf: ['payment.delete'],
    changes: true,
  },
  'attachments.upload': {
    method: 'POST',
    path: '/b/checkout/v1/upload-attachment',
    schemes: SERVER,
    anyOf: ADD,
    body: true,
    file: 'file',
    changes: true,
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
    changes: true,
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
  },
  'inquiry.ask': {
    method: 'POST',
    path: '/b/pbl/v2/inquiry',
    schemes: SERVER,
    anyOf: ['payment.inquiry'],
    body: true,
    changes: true,
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
    changes: true,
  },
  'operation-requests.list': { method: 'GET', path: REQUESTS, schemes: SERVER, anyOf: OPERATING },
  'operation-requests.read': { method: 'GET', path: REQUEST, schemes: SERVER, anyOf: OPERATING },
  'operation-requests.approve': {
    method: 'POST',
    path: `${REQUEST}/approve`,
    schemes: PEOPLE,
    anyOf: ['payment.approve'],
    body: 'optional',
    changes: true,
  },
  'operation-requests.reject': {
    method: 'POST',
    path: `${REQUEST}/reject`,
    schemes: PEOPLE,
    anyOf: ['payment.approve'],
    body: 'optional',
    changes: true,
  },
  'operation-requests.cancel': {
    method: 'POST',
    path: `${REQUEST}/cancel`,
    schemes: PEOPLE,
    anyOf: OPERATING,
    body: 'optional',
    changes: true,
  },
  'operation-requests.retry': {
    method: 'POST',
    path: `${REQUEST}/retry`,
    schemes: PEOPLE,
    anyOf: ['payment.refund', 'payment.capture', 'payment.void'],
    body: 'optional',
    changes: true,
  },
  // Private keys, and of the users only superusers: it says that money is taken which no network has seen.
  'cash.acknowledge': {
    method: 'POST',
    path: '/b/pbl/v2/payment/cash',
    schemes: SERVER,
    anyOf: [],
    body: true,
    changes: true,
  },
  'cash.acknowledge-formerly': {
    method: 'POST',
    path: '/b/pbl/v2/cash-payment',
    schemes: SERVER,
    anyOf: [],
    body: true,
    changes: true,
  },
  'legacy.create': {
    method: 'POST',
    path: '/pos/crt',
    schemes: SERVER,
    anyOf: ['e_commerce.add'],
    uses: 'gateway_code',
    body: true,
    creates: true,
    changes: true,
  },
  'legacy.request': {
    method: 'POST',
    path: '/pos/d/crt',
    schemes: SERVER,
    anyOf: ['payment_request.add'],
    uses: 'gateway_code',
    body: true,
    creates: true,
    changes: true,
  },

  'sdk.read': { method: 'GET', path: `${SDK}/pymt-txn/submit/:session_id`, schemes: PAYER },
  'sdk.viewed': { method: 'GET', path: `${SDK}/concur-payer-view/:session_id`, schemes: PAYER },
  'sdk.submit': {
    method: 'POST',
    path: `${SDK}/submit/:session_id`,
    schemes: PAYER,
    body: true,
    changes: true,
  },
  'sdk.cancel': {
    method: 'POST',
    path: `${SDK}/cancel/:session_id`,
    schemes: PAYER,
    body: true,
    changes: true,
  },
  'sdk.option-check': {
    method: 'POST',
    path: `${SDK}/pre-payment-option-check/:session_id`,
    schemes: PAYER,
    body: true,
  },
  // Browsers ask without the key; they are told what the routes above take.
  'preflight.sdk': { method: 'OPTIONS', path: `${SDK}/*`, schemes: OPEN },

  'pages.start': { method: 'GET', path: '/b/checkout/redirect/start', schemes: OPEN },
  'pages.checkout': { method: 'GET', path: '/checkout/:session_id', schemes: OPEN },
  'pages.pay': { method: 'POST', path: '/checkout/:session_id/pay', schemes: OPEN, changes: true },
  'pages.pay-with': {
    method: 'GET',
    path: '/checkout/:session_id/pay/:pg_code',
    schemes: OPEN,
    changes: true,
  },
  'pages.drop-off': { method: 'GET', path: '/checkout/:session_id/delivery', schemes: OPEN },
  'pages.drop-off-given': {
    method: 'POST',
    path: '/checkout/:session_id/delivery',
    schemes: OPEN,
    changes: true,
  },
  'pages.cancel': {
    method: 'POST',
    path: '/checkout/:session_id/cancel',
    schemes: OPEN,
    changes: true,
  },
  'pages.return': { method: 'GET', path: '/b/gw/return/:reference', schemes: OPEN },
  'pages.return-by-form': { method: 'POST', path: '/b/gw/return/:reference', schemes: OPEN },
  'pages.return-of-app': { method: 'GET', path: '/b/gw/mobile-sdk-redirect', schemes: OPEN },
  'pages.qr-code': { method: 'GET', path: '/b/checkout/qr/:file', schemes: OPEN },
  'pages.short-link': { method: 'GET', path: '/b/:code', schemes: OPEN },
  'pages.short-link-old': { method: 'GET', path: '/c/:code', schemes: OPEN },
  'pages.result': { method: 'GET', path: '/b/checkout/result/:session_id', schemes: OPEN },
  'pages.invoice': { method: 'GET', path: '/b/invoice/:session_id', schemes: OPEN },
  'pages.invoice-pdf': { method: 'GET', path: '/b/invoice/:session_id/pdf', schemes: OPEN },
  'pages.static': { method: 'GET', path: '/static/*', schemes: OPEN },
  'pages.favicon': { method: 'GET', path: '/favicon.ico', schemes: OPEN },
  'pages.robots': { method: 'GET', path: '/robots.txt', schemes: OPEN },

  'callbacks.gateway': {
    method: 'POST',
    path: '/b/gw/callback/:pg_code',
    schemes: OPEN,
    changes: true,
  },

  'openapi.document': { method: 'GET', path: '/openapi.json', schemes: OPEN },
  'openapi.page': { method: 'GET', path: '/docs', schemes: OPEN },
  'openapi.asset': { method: 'GET', path: '/docs/assets/:name', schemes: OPEN },

  'codec.preflight': { method: 'OPTIONS', path: '/codec/decode', schemes: OPEN },
  'codec.decode': { method: 'POST', path: '/codec/decode', schemes: ['operator'] },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof TABLE;

/** The row of every route. */
export const ROUTES: Readonly<Record<RouteName, Route>> = TABLE;

export const ROUTE_NAMES: readonly RouteName[] = Object.keys(TABLE).filter(isRouteName);

function isRouteName(text: string): text is RouteName {
  return text in TABLE;
}
