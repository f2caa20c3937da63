import type { Route } from './route.ts';

const OPEN = [] as const;
/** The payer's browser or app, through the client library. */
const PAYER = ['public-key', 'private-key'] as const;
const SDK = '/b/checkout/api/sdk/v1';

/** The rows of what the payer's program may ask by the merchant's public key. */
export const SDK_ROUTES = {
  'sdk.read': { method: 'GET', path: `${SDK}/pymt-txn/submit/:session_id`, schemes: PAYER },
  'sdk.viewed': { method: 'GET', path: `${SDK}/concur-payer-view/:session_id`, schemes: PAYER },
  'sdk.submit': {
    method: 'POST',
    path: `${SDK}/submit/:session_id`,
    schemes: PAYER,
    body: true,
  },
  'sdk.submit-token': { method: 'POST', path: `${SDK}/submit-token`, schemes: PAYER, body: true },
  'sdk.delete-card': { method: 'DELETE', path: `${SDK}/card/:token`, schemes: PAYER },
  'sdk.cancel': {
    method: 'POST',
    path: `${SDK}/cancel/:session_id`,
    schemes: PAYER,
    body: true,
  },
  'sdk.option-check': {
    method: 'POST',
    path: `${SDK}/pre-payment-option-check/:session_id`,
    schemes: PAYER,
    body: true,
    changes: false,
  },
  // Browsers ask without the key; they are told what the routes above take.
  'preflight.sdk': { method: 'OPTIONS', path: `${SDK}/*`, schemes: OPEN },
} as const satisfies Readonly<Record<string, Route>>;
