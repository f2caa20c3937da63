import type { Context } from 'koa';
import type { DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { payloadFaults } from '../../domain/device-wallet/payload.ts';
import { defined } from '../../domain/json.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Submitted } from '../../workflows/messages.ts';
import { merchantOf } from '../access/caller.ts';
import { refuseWhilePaused } from '../access/paused.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { reply } from '../route.ts';
import { chargeOutcome } from './charge.ts';
import { chargeHandedOver, keepHandedOver } from './handed-over.ts';
import { lookup } from './lookup.ts';
import { deviceSaid, keepPayerDevice } from './payer-device.ts';
import { pendingCharge } from './pending.ts';
import { chargeBody, type ResultSigner, signerOf } from './result-body.ts';
import type { DeviceWalletBody } from './schema.ts';

/** A merchant's server has a payment charged by what its page got from a wallet (contract/device-wallets#paying). */
export async function payByDeviceWallet(
  deps: ApiDeps,
  ctx: Context,
  wallet: DeviceWallet,
  { session_id, pg_code: pgCode, payload, payer_device: device }: DeviceWalletBody,
) {
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  refusePayloadFaults(wallet, payload);
  const signer = await signerOf(deps.store, transaction.merchantId);
  await refuseWhilePaused(deps, ctx);
  const kept = await keepHandedOver(deps, transaction, {
    ...handedOverByServer(ctx, wallet, payload),
    ...(pgCode !== undefined && { pgCode }),
  });
  if (device) await keepPayerDevice(deps, transaction, kept.submission, deviceSaid(device));
  const pending = pendingCharge(transaction, kept.submission.referenceNumber);
  const submitted = await chargeHandedOver(deps, ctx, { transaction, kept, pending });
  return chargedAnswer(deps, { transaction, submitted, wallet, signer, status: 200 });
}

/** As a merchant's server brings it. It belongs to the Idempotency-Key, and is a new one where there is none. */
export function handedOverByServer(
  ctx: Context,
  wallet: DeviceWallet,
  payload: DeviceWalletBody['payload'],
) {
  return { wallet, payload, channel: 'api', requestId: `device:${claimedSessionId(ctx)}` } as const;
}

/** Throws `InvalidFields` on the payload's own fields. */
function refusePayloadFaults(wallet: DeviceWallet, payload: DeviceWalletBody['payload']): void {
  const faults = payloadFaults(wallet, payload);
  if (Object.keys(faults).length > 0) throw new InvalidFields({ payload: faults });
}

/** How such a payment stands, or the page on which the payer's bank asks them. Throws that it was declined. */
export async function chargedAnswer<const S extends 200 | 201>(
  deps: ApiDeps,
  {
    transaction,
    submitted,
    wallet,
    signer,
    status,
  }: {
    readonly transaction: Transaction;
    readonly submitted: Submitted;
    readonly wallet: DeviceWallet;
    readonly signer: ResultSigner;
    readonly status: S;
  },
) {
  if (submitted.to === 'gateway')
    return reply(200, challengeAnswerOf(transaction, submitted, wallet));
  const charged = await chargeOutcome(deps, transaction, submitted.referenceNumber);
  const body = chargeBody(charged.transaction, signer);
  return charged.isKnown ? reply(status, body) : reply(202, body);
}

/** The payer's bank asks them first: afterwards the webhook says how it ended. */
function challengeAnswerOf(
  { sessionId, orderNo }: Transaction,
  { pageUrl, referenceNumber }: Extract<Submitted, { to: 'gateway' }>,
  wallet: DeviceWallet,
) {
  return defined({
    status: '3DS' as const,
    method: 'redirect' as const,
    redirect_url: pageUrl,
    session_id: sessionId,
    order_no: orderNo,
    reference_number: referenceNumber,
    form_of_payment: wallet,
    challenge_occurred: true as const,
  });
}
