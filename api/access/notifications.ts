import type { Route } from './route.ts';

/** A merchant's server or its people. */
const SERVER = ['private-key', 'user'] as const;
const VIEW = ['payment_request.view', 'e_commerce.view'] as const;
const CHANGE = ['payment_request.change', 'e_commerce.change'] as const;

const LOG = '/b/pbl/v2/notifications';
const TEMPLATES = '/b/pbl/v2/notification-templates';
const TEMPLATE = `${TEMPLATES}/:id`;

/** The rows of messages to customers that somebody asks for, of their log and of their templates. */
export const NOTIFICATIONS = {
  'notifications.resend': {
    method: 'POST',
    path: '/b/pbl/v2/message-notification',
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'notifications.send': {
    method: 'POST',
    path: '/b/pbl/v2/send-notification',
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'notifications.send-by-channel': {
    method: 'POST',
    path: `${LOG}/send/:channel`,
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'notifications.list': { method: 'GET', path: LOG, schemes: SERVER, anyOf: VIEW },
  'notifications.read': { method: 'GET', path: `${LOG}/:id`, schemes: SERVER, anyOf: VIEW },
  'templates.list': { method: 'GET', path: TEMPLATES, schemes: SERVER, anyOf: VIEW },
  'templates.read': { method: 'GET', path: TEMPLATE, schemes: SERVER, anyOf: VIEW },
  // What all customers of a merchant read: of its people only superusers.
  'templates.create': { method: 'POST', path: TEMPLATES, schemes: SERVER, anyOf: [], body: true },
  'templates.replace': { method: 'PUT', path: TEMPLATE, schemes: SERVER, anyOf: [], body: true },
  'templates.delete': { method: 'DELETE', path: TEMPLATE, schemes: SERVER, anyOf: [] },
} as const satisfies Readonly<Record<string, Route>>;
