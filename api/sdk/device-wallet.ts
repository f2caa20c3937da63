import type { Context } from 'koa';
import { deviceWalletAccount, deviceWalletAccounts } from '../../domain/device-wallet/account.ts';
import { isAppleGateway } from '../../domain/device-wallet/apple-host.ts';
import type { DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { payloadFaults } from '../../domain/device-wallet/payload.ts';
import { cutText } from '../../domain/cut-text.ts';
import type { PgCode } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import { methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { deviceWalletSessionOf, gatewayFor } from '../../gateways/registry.ts';
import { callerOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { chargeHandedOver, keepHandedOver } from '../payments/handed-over.ts';
import { deviceOf, keepPayerDevice } from '../payments/payer-device.ts';
import { reply } from '../route.ts';
import { payersTransaction, readyView, viewOf } from './commands.ts';
import { walletAccountFor } from './device-services.ts';
import type { AppleSessionBody, DeviceWalletFields } from './schema.ts';
import { amountShown } from './shown-amount.ts';
import { channelIn, endedAnswer, pendingOf } from './token.ts';

/** What a payer's program has got of a wallet, and in which field it stands. */
interface Given {
  readonly wallet: DeviceWallet;
  readonly payload: JsonObject;
  readonly faultsAt: (faults: FieldErrors) => FieldErrors;
}

/**
 * Pays by the wallet of the payer's device (contract/sdk#calls): whether that may be told the wallet, or where the payer's bank asks
 * them. What the gateway has not answered is 202 and never a failure, because it may have been charged.
 */
export async function payOnDevice(
  deps: ApiDeps,
  ctx: Context,
  body: DeviceWalletFields,
  { wallet, payload, faultsAt }: Given,
) {
  const transaction = await payersTransaction(deps, ctx, body.session_id);
  const faults = payloadFaults(wallet, payload);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faultsAt(faults));
  await readyView(deps, transaction, body);
  const pgCode = await accountOf(deps, transaction, wallet, namedIn(body.code));
  const kept = await keepHandedOver(deps, transaction, {
    wallet,
    payload,
    pgCode,
    ...amountShown(transaction, {
      pgCode,
      shown: body.amount,
      currency: body.currency_code,
      field: 'amount',
    }),
    channel: body.channel ?? channelIn(ctx),
    ...(body.replace_attempt === true && { replacesOpen: true as const }),
    requestId: `sdk-device:${claimedSessionId(ctx)}`,
  });
  const device = deviceOf(deps, ctx, body.browser);
  await keepPayerDevice(deps, transaction, kept.submission, device);
  const pending = pendingOf(transaction, kept.submission.referenceNumber, wallet);
  const submitted = await chargeHandedOver(deps, ctx, { transaction, kept, pending });
  const { gateway } = methodOf(transaction, pgCode) ?? {};
  const inFrame = gateway !== undefined && gatewayFor(gateway).framesChallenge === true;
  const answer = await endedAnswer(deps, ctx, {
    before: transaction,
    submitted,
    inFrame,
    form: wallet,
  });
  if (!('ended' in answer)) return answer;
  const { ended } = answer;
  return reply(200, {
    approved: ended.status === 'success',
    message: ended.message,
    ...(ended.redirect_url !== undefined && { redirect_url: ended.redirect_url }),
    callback_payload: ended,
  });
}

/** What the browser of a payer wants for the sheet of Apple Pay, asked by a program of theirs or the merchant's server (`merchantSession`). */
export async function appleSession(
  deps: ApiDeps,
  ctx: Context,
  { session_id, code, validation_url: validationUrl, domain }: AppleSessionBody,
): Promise<JsonObject> {
  const transaction = await payersTransaction(deps, ctx, session_id);
  if (domain !== undefined && callerOf(ctx).kind !== 'key')
    throw new InvalidFields({
      domain: [
        'Leave it out: of a page it is the site that the browser names. A server says it by the private key.',
      ],
    });
  return merchantSession(deps, ctx, transaction, { code, validationUrl, domain });
}

/**
 * Apple's word that the shop is who it says, which the payer's browser wants before it shows the sheet. Only the network of the
 * account asks Apple for it; the address that the browser names is none that is called from here, and still has to be one of Apple's.
 */
export async function merchantSession(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  {
    code,
    validationUrl,
    domain,
  }: {
    readonly code?: string | undefined;
    readonly validationUrl: string;
    /** Said by a server of the merchant's, of its own page. */
    readonly domain?: string | undefined;
  },
): Promise<JsonObject> {
  refuseUnlessPayable(transaction, Date.now());
  if (!isAppleGateway(validationUrl))
    throw new InvalidFields({
      validation_url: [
        'Expected the address that the browser has got from Apple: https, at a host of apple.com.',
      ],
    });
  const { merchant } = await viewOf(deps, transaction);
  const pgCode = await accountOf(deps, transaction, 'apple_pay', namedIn(code));
  const opened = await deps.store.gatewayAccounts.open(transaction.merchantId, pgCode);
  const given =
    opened &&
    (await deviceWalletSessionOf(opened.account.gateway, opened.settings, {
      domain: domain?.toLowerCase() ?? siteOf(ctx) ?? new URL(deps.publicUrl).hostname,
      shopName: cutText(merchant.name, 64),
    }));
  if (!given)
    throw new Refusal('operation_not_supported', 'This account gives no merchant sessions.');
  if ('session' in given) return given.session;
  deps.logger.warn({ err: given.fault, pgCode }, 'no merchant session for Apple Pay');
  throw new Refusal(
    'gateway_error',
    'The gateway gave no merchant session. Offer another way to pay, and look at the settings of the account.',
  );
}

/** The site on which the button is: browsers say it of the page that asks, and no script of the page can say otherwise. */
function siteOf(ctx: Context): string | undefined {
  const origin = ctx.get('Origin');
  return URL.canParse(origin) ? new URL(origin).hostname || undefined : undefined;
}

/** The services have the wallet's name as their code; the code of an account is taken, too. */
function namedIn(code: string | undefined): string | undefined {
  return code === 'apple_pay' || code === 'google_pay' ? undefined : code;
}

/** The account that is asked: the named one, else the one that is offered. */
async function accountOf(
  { store }: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  wallet: DeviceWallet,
  named: string | undefined,
): Promise<PgCode> {
  const accounts = await store.gatewayAccounts.list(transaction.merchantId);
  const able = deviceWalletAccounts(transaction, accounts, wallet);
  try {
    const asked = named ?? (await walletAccountFor({ store }, transaction, wallet));
    return deviceWalletAccount(transaction, able, asked);
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields?.['pg_code']) throw error;
    throw new InvalidFields({ code: error.fields['pg_code'] });
  }
}
