import { fieldSentence } from '../../domain/field-sentence.ts';
import { isZero } from '../../domain/money.ts';
import { cardRemoved } from '../card-removed.ts';
import { GatewayFault, type Gateway } from '../gateway.ts';
import { ADYEN_AMOUNTS } from './amounts.ts';
import { paymentsBody, linkBody, modificationBody, sessionBody } from './bodies.ts';
import { readWebhook } from './callback.ts';
import { call, granted } from './client.ts';
import { queuedReport } from './operation.ts';
import { askLink, BROUGHT_PARAMETERS, closeLink, readReturn } from './return.ts';
import { adyenSettings } from './settings.ts';
import { ADYEN_COLUMNS, readAdyenRow } from './settlement.ts';
import { readModification, readPage, readResult } from './shapes.ts';
import { adyenWallets, deviceWalletSession, payAtAdyen } from './wallet.ts';
import { pageWord, resultWord } from './wire.ts';

/** A key is kept for seven days (docs.adyen.com, api-idempotency); a day is left for clocks and queues. */
const KEY_KEPT_MS = 6 * 24 * 60 * 60 * 1000;
/** Error codes that say that a shopper has no such card: no contract, and no detail of one. */
const NO_CARD: ReadonlySet<string> = new Set(['800', '803']);
const PATHS = { capture: 'captures', void: 'cancels', refund: 'refunds' } as const;

/** The connector of Adyen (docs/adyen.md). */
export const adyen: Gateway = {
  traits: {
    slug: 'adyen',
    name: 'Adyen',
    offline: false,
    kinds: ['purchase', 'authorize'],
    operations: ['refund', 'void'],
    captures: 'many',
    tokenization: true,
    autoDebit: true,
    cvv: false,
    payerDevice: true,
    paymentServices: ['apple_pay', 'google_pay'],
    afterSilence: { by: 'repetition', withinMs: KEY_KEPT_MS },
    amountStep: ADYEN_AMOUNTS.steps,
  },
  checkSettings: (settings) => {
    adyenSettings(settings);
  },
  isLive: (settings) => {
    const { url, live_prefix: prefix } = adyenSettings(settings);
    return url === undefined ? prefix !== undefined : undefined;
  },
  // Links, Hosted Checkout and the redirect to a bank begin on these, whichever region answers.
  pageOrigins: (settings) => {
    const { url } = adyenSettings(settings);
    return url === undefined
      ? ['https://*.adyen.link', 'https://*.adyen.com']
      : [new URL(url).origin];
  },
  open: async (settings, request) => {
    const checked = adyenSettings(settings);
    const { idempotencyKey, total, referenceNumber } = request;
    const answer = await call(
      checked,
      isZero(total)
        ? { method: 'POST', path: '/sessions', body: sessionBody(checked, request), idempotencyKey }
        : {
            method: 'POST',
            path: '/paymentLinks',
            body: linkBody(checked, request),
            idempotencyKey,
          },
    );
    return pageWord(referenceNumber, readPage(granted(answer, 'the page')));
  },
  charge: async (settings, request) => {
    const checked = adyenSettings(settings);
    const { referenceNumber, idempotencyKey, kind } = request;
    const body = paymentsBody(checked, request);
    const answer = await call(checked, { method: 'POST', path: '/payments', body, idempotencyKey });
    if ('errorCode' in answer && NO_CARD.has(answer.errorCode))
      return cardRemoved('Adyen', referenceNumber);
    const asked = { referenceNumber, isHeld: kind === 'authorize', now: Date.now() };
    return resultWord(asked, readResult(granted(answer, 'the charge')));
  },
  payByDevice: (settings, request) => payAtAdyen(adyenSettings(settings), request),
  deviceWallets: (settings) => adyenWallets(adyenSettings(settings)),
  deviceWalletSession: (settings, about) => deviceWalletSession(adyenSettings(settings), about),
  forgetCard: async (settings, { token, payerReference }) => {
    const checked = adyenSettings(settings);
    const query = new URLSearchParams({
      merchantAccount: checked.merchant_account,
      shopperReference: payerReference ?? '',
    });
    const path = `/storedPaymentMethods/${encodeURIComponent(token)}?${query}`;
    const answer = await call(checked, { method: 'DELETE', path });
    if ('errorCode' in answer && (answer.status === 404 || NO_CARD.has(answer.errorCode))) return;
    granted(answer, 'to forget the card');
  },
  inquire: (settings, names) => askLink(adyenSettings(settings), names),
  close: (settings, names) => closeLink(adyenSettings(settings), names),
  browserReturn: {
    parameters: BROUGHT_PARAMETERS,
    read: (settings, names, brought) => readReturn(adyenSettings(settings), names, brought),
  },
  readCallback: (settings, callback) => readWebhook(adyenSettings(settings), callback),
  operate: async (settings, request) => {
    const checked = adyenSettings(settings);
    const { kind, idempotencyKey, gatewayPayment } = request;
    if (gatewayPayment === undefined)
      throw new GatewayFault(
        'refused',
        fieldSentence('payment-not-named', { name: 'Adyen', what: kind }),
      );
    const path = `/payments/${encodeURIComponent(gatewayPayment)}/${PATHS[kind]}`;
    const body = modificationBody(checked, request);
    const answer = await call(checked, { method: 'POST', path, body, idempotencyKey });
    return queuedReport(request, readModification(granted(answer, `the ${kind}`)));
  },
  inquireOperation: async (_settings, { kind }) => {
    throw new GatewayFault('unknown', `Adyen cannot be asked about a ${kind}; its webhook tells.`);
  },
  settlement: { columns: ADYEN_COLUMNS, read: readAdyenRow },
};
