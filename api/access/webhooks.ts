import type { Route } from './route.ts';

const SERVER = ['private-key', 'user'] as const;
const VIEW = ['webhook.view'] as const;
const MANAGE = ['webhook.manage'] as const;

const WEBHOOKS = '/b/webhooks/v1';
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
} as const satisfies Readonly<Record<string, Route>>;
