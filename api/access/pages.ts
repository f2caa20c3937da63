import type { Route } from './route.ts';

const OPEN = [] as const;

/** The rows of what payers look at and press on: whoever knows the session id of a payment may pay it. */
export const PAGES = {
  'pages.start': { method: 'GET', path: '/b/checkout/redirect/start', schemes: OPEN },
  'pages.checkout': { method: 'GET', path: '/checkout/:session_id', schemes: OPEN },
  'pages.pay': { method: 'POST', path: '/checkout/:session_id/pay', schemes: OPEN },
  'pages.pay-again': { method: 'GET', path: '/checkout/:session_id/pay', schemes: OPEN },
  'pages.pay-with': { method: 'GET', path: '/checkout/:session_id/pay/:pg_code', schemes: OPEN },
  'pages.drop-off': { method: 'GET', path: '/checkout/:session_id/delivery', schemes: OPEN },
  'pages.drop-off-given': { method: 'POST', path: '/checkout/:session_id/delivery', schemes: OPEN },
  'pages.card-removal': {
    method: 'GET',
    path: '/checkout/:session_id/cards/:token/remove',
    schemes: OPEN,
  },
  'pages.card-removed': {
    method: 'POST',
    path: '/checkout/:session_id/cards/:token/remove',
    schemes: OPEN,
  },
  'pages.cancel': { method: 'POST', path: '/checkout/:session_id/cancel', schemes: OPEN },
  'pages.return': { method: 'GET', path: '/b/gw/return/:reference', schemes: OPEN },
  'pages.return-by-form': {
    method: 'POST',
    path: '/b/gw/return/:reference',
    schemes: OPEN,
    changes: false,
  },
  'pages.return-of-app': { method: 'GET', path: '/b/gw/mobile-sdk-redirect', schemes: OPEN },
  'pages.mail-picture': { method: 'GET', path: '/b/mail/:picture', schemes: OPEN },
  'pages.qr-code': { method: 'GET', path: '/b/checkout/qr/:file', schemes: OPEN },
  'pages.short-link': { method: 'GET', path: '/b/:code', schemes: OPEN },
  'pages.short-link-old': { method: 'GET', path: '/c/:code', schemes: OPEN },
  'pages.result': { method: 'GET', path: '/b/checkout/result/:session_id', schemes: OPEN },
  'pages.invoice': { method: 'GET', path: '/b/invoice/:session_id', schemes: OPEN },
  'pages.invoice-pdf': { method: 'GET', path: '/b/invoice/:session_id/pdf', schemes: OPEN },
  'pages.receipt-pdf': { method: 'GET', path: '/b/receipt/:session_id/pdf', schemes: OPEN },
  'pages.logo': { method: 'GET', path: '/media/logos/:name', schemes: OPEN },
  'pages.static': { method: 'GET', path: '/static/*', schemes: OPEN },
  'pages.favicon': { method: 'GET', path: '/favicon.ico', schemes: OPEN },
  'pages.robots': { method: 'GET', path: '/robots.txt', schemes: OPEN },
} as const satisfies Readonly<Record<string, Route>>;
