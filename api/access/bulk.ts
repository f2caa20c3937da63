import type { Route } from './route.ts';

/** A merchant's server or its people. */
const SERVER = ['private-key', 'user'] as const;

const VIEW = ['payment_request.view'] as const;
const ADD = ['payment_request.add'] as const;
const CHANGE = ['payment_request.change'] as const;

const BULKS = '/b/bulk/v1/bulk';
const BULK = `${BULKS}/:bulk_id`;

/** The routes of files of requests for payment. Who may ask for one may ask for many. */
export const BULK_ROUTES = {
  'bulk.upload': { method: 'POST', path: BULKS, schemes: SERVER, anyOf: ADD, creates: true },
  'bulk.list': { method: 'GET', path: BULKS, schemes: SERVER, anyOf: VIEW },
  'bulk.read': { method: 'GET', path: BULK, schemes: SERVER, anyOf: VIEW },
  'bulk.rows': { method: 'GET', path: `${BULK}/rows`, schemes: SERVER, anyOf: VIEW },
  'bulk.result': { method: 'GET', path: `${BULK}/result`, schemes: SERVER, anyOf: VIEW },
  'bulk.pause': { method: 'POST', path: `${BULK}/pause`, schemes: SERVER, anyOf: CHANGE },
  'bulk.resume': {
    method: 'POST',
    path: `${BULK}/resume`,
    schemes: SERVER,
    anyOf: CHANGE,
    creates: true,
  },
  'bulk.cancel': { method: 'POST', path: `${BULK}/cancel`, schemes: SERVER, anyOf: CHANGE },
} as const satisfies Readonly<Record<string, Route>>;
