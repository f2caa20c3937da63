import Joi from 'joi';
import type { Context } from 'koa';
import type { PayerBrowser, PayerDevice } from '../../domain/payer-browser.ts';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { Submission } from '../../workflows/messages.ts';
import type { ApiDeps } from '../deps.ts';
import { text } from '../schema-parts.ts';
import { extended, object, type ValueOf } from '../infer.ts';

/** No network takes more of a header (EMV 3-D Secure). */
const LONGEST_HEADER = 2048;
/** A browser may say them with a fraction. */
const pixels = Joi.number().min(0).max(100_000);

/** What the script of a page knows of the payer's browser (contract/sdk#the-payers-browser). */
export const browserFacts = object({
  language: text(35).required(),
  screen_width: pixels.required(),
  screen_height: pixels.required(),
  color_depth: Joi.number().min(1).max(256).required(),
  time_zone_offset: Joi.number().min(-1080).max(1080).required(),
});
export type BrowserFacts = ValueOf<typeof browserFacts>;

/** What a merchant's server says of the payer whose page it serves: it has heard their browser, and we have not. */
export const payerDeviceBody = object({
  ip: Joi.string().ip({ cidr: 'forbidden' }).required(),
  browser: extended(browserFacts, {
    user_agent: text(LONGEST_HEADER).required(),
    accept: text(LONGEST_HEADER).required(),
  }).required(),
});

/** Who asks us themselves; their browser only where their page has said the rest of it (`facts`). */
export function deviceOf(
  { clientAddress }: Pick<ApiDeps, 'clientAddress'>,
  ctx: Context,
  facts: BrowserFacts | undefined,
): PayerDevice {
  const [userAgent, accept] = [ctx.get('User-Agent'), ctx.get('Accept')].map((header) =>
    header.slice(0, LONGEST_HEADER),
  );
  const ip = clientAddress(ctx);
  return facts && userAgent && accept
    ? { ip, browser: browserOf({ ...facts, user_agent: userAgent, accept }) }
    : { ip };
}

/** The same as a merchant's server has said it. */
export function deviceSaid({ ip, browser }: ValueOf<typeof payerDeviceBody>): PayerDevice {
  return { ip, browser: browserOf(browser) };
}

function browserOf(said: ValueOf<typeof payerDeviceBody>['browser']): PayerBrowser {
  return {
    userAgent: said.user_agent,
    accept: said.accept,
    language: said.language,
    screenWidth: Math.round(said.screen_width),
    screenHeight: Math.round(said.screen_height),
    colorDepth: Math.round(said.color_depth),
    timeZoneOffset: Math.round(said.time_zone_offset),
  };
}

/**
 * Keeps from where a payer asks for a charge, where its network wants to know (docs/connectors.md). Of a page of the network nothing
 * is kept: that sees it itself.
 */
export async function keepPayerDevice(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  { referenceNumber, pgCode, charge, deviceWallet }: Submission,
  device: PayerDevice,
): Promise<void> {
  const method = methodOf(transaction, pgCode);
  if (!method || (!charge && !deviceWallet)) return;
  if (gatewayFor(method.gateway).traits.payerDevice !== true) return;
  const { merchantId, sessionId } = transaction;
  await store.payerDevices.keep({ merchantId, sessionId, referenceNumber }, device);
}
