import type { Route } from './route.ts';

/** A merchant's server or its people; its server alone. */
const SERVER = ['private-key', 'user'] as const;
const PROGRAM = ['private-key'] as const;

const VIEW = ['payment_request.view', 'e_commerce.view'] as const;
const ADD = ['payment_request.add', 'e_commerce.add'] as const;
const CHANGE = ['payment_request.change', 'e_commerce.change'] as const;

const AGREEMENTS_PATH = '/b/pbl/v2/agreements';
const AGREEMENT = `${AGREEMENTS_PATH}/:uuid`;

/** The routes of agreements. Who may ask for a payment may have one asked for each month. */
export const AGREEMENTS = {
  'agreements.list': {
    method: 'GET',
    path: AGREEMENTS_PATH,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'agreements.read': { method: 'GET', path: AGREEMENT, schemes: SERVER, anyOf: VIEW },
  'agreements.autopay': {
    method: 'POST',
    path: `${AGREEMENT}/autopay`,
    schemes: SERVER,
    anyOf: ADD,
    body: true,
    creates: true,
  },
  'agreements.pause': {
    method: 'POST',
    path: `${AGREEMENT}/pause`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: 'optional',
  },
  'agreements.resume': {
    method: 'POST',
    path: `${AGREEMENT}/resume`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: 'optional',
  },
  'agreements.skip': {
    method: 'POST',
    path: `${AGREEMENT}/cycles/:period/skip`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: 'optional',
  },
  'agreements.charge': {
    method: 'POST',
    path: `${AGREEMENT}/cycles/:period/charge`,
    schemes: SERVER,
    anyOf: ADD,
    body: 'optional',
    creates: true,
  },
  'agreements.card': {
    method: 'POST',
    path: `${AGREEMENT}/card`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'agreements.end': {
    method: 'POST',
    path: `${AGREEMENT}/end`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: 'optional',
  },
  // Where there is a test clock, which is not in production.
  'test.clock': {
    method: 'POST',
    path: '/test/clock/advance',
    schemes: PROGRAM,
    body: true,
  },
} as const satisfies Readonly<Record<string, Route>>;
