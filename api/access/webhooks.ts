import type { Route } from './route.ts';

const SERVER = ['private-key', 'user'] as const;
const VIEW = ['webhook.view'] as const;
const MANAGE = ['webhook.manage'] as const;

const WEBHOOKS = '/b/webhooks/v1';
const ENDPOINTS = `${WEBHOOKS}/endpoints`;
const ENDPOINT = `${ENDPOINTS}/:id`;
const DELIVERY = `${WEBHOOKS}/deliveries/:event_id`;

/** The rows of webhooks: what became of them, and how they are sent. */
export const WEBHOOK_ROUTES = {
  'webhooks.deliveries': {
    method: 'GET',
    path: `${WEBHOOKS}/deliveries`,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'webhooks.delivery': { method: 'GET', path: DELIVERY, schemes: SERVER, anyOf: VIEW },
  'webhooks.replay': {
    method: 'POST',
    path: `${DELIVERY}/replay`,
    schemes: SERVER,
    anyOf: MANAGE,
  },
  'webhooks.test': {
    method: 'POST',
    path: `${WEBHOOKS}/test-events`,
    schemes: SERVER,
    anyOf: MANAGE,
    body: 'optional',
  },
  'webhooks.rotate-key': {
    method: 'POST',
    path: `${WEBHOOKS}/rotate-key`,
    schemes: SERVER,
    anyOf: MANAGE,
    body: 'optional',
  },
  'webhook-replays.create': {
    method: 'POST',
    path: `${WEBHOOKS}/replays`,
    schemes: SERVER,
    anyOf: MANAGE,
    body: true,
  },
  'webhook-replays.read': {
    method: 'GET',
    path: `${WEBHOOKS}/replays/:id`,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'endpoints.list': { method: 'GET', path: ENDPOINTS, schemes: SERVER, anyOf: VIEW },
  'endpoints.read': { method: 'GET', path: ENDPOINT, schemes: SERVER, anyOf: VIEW },
  'endpoints.create': {
    method: 'POST',
    path: ENDPOINTS,
    schemes: SERVER,
    anyOf: MANAGE,
    body: true,
  },
  'endpoints.change': {
    method: 'PATCH',
    path: ENDPOINT,
    schemes: SERVER,
    anyOf: MANAGE,
    body: true,
  },
  'endpoints.remove': { method: 'DELETE', path: ENDPOINT, schemes: SERVER, anyOf: MANAGE },
  'endpoints.enable': {
    method: 'POST',
    path: `${ENDPOINT}/enable`,
    schemes: SERVER,
    anyOf: MANAGE,
  },
  'endpoints.rotate-secret': {
    method: 'POST',
    path: `${ENDPOINT}/rotate-secret`,
    schemes: SERVER,
    anyOf: MANAGE,
    body: 'optional',
  },
} as const satisfies Readonly<Record<string, Route>>;
