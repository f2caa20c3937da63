import type { Context } from 'koa';
import { deviceWalletAccount, deviceWalletAccounts } from '../../domain/device-wallet/account.ts';
import type { DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Money } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import {
  attemptOf,
  type PaymentChannel,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import { Undecided } from '../../engine/unavailable.ts';
import type { Submitted } from '../../workflows/messages.ts';
import type { ApiDeps } from '../deps.ts';
import { sendCommand, noteBegun } from '../middleware/pending-answer.ts';
import { withMerchant } from '../payer.ts';
import { pageSubmissionOf, type PageSubmission } from '../submission-id.ts';

/** What a wallet has handed over to a payer's program, and how it came here. */
export interface HandedOver {
  readonly wallet: DeviceWallet;
  readonly payload: JsonObject;
  /** The account that was named, which is needed only where several take the wallet. */
  readonly pgCode?: string;
  /** For what the wallet's sheet was shown, before the fee; undefined: nobody has said. */
  readonly amount?: Money;
  /** What the sheet has shown to pay, with the fee. */
  readonly total?: Money;
  readonly channel: PaymentChannel;
  readonly customerPhone2?: string;
  /** The payer was told that an earlier page is still open, and goes on. */
  readonly replacesOpen?: true;
  /** The same request has the same one. */
  readonly requestId: string;
}

/** What is to be charged, whose payload is kept where the network's connector finds it. */
export interface KeptHandedOver extends PageSubmission {
  /** An earlier request of the same name has begun it, and it has ended. */
  readonly isOver: boolean;
}

/**
 * Keeps the payload for a transaction that need not be kept yet (contract/device-wallets#at-rest). Throws what forbids to charge it:
 * a fault of `pg_code`, `expired`, `invalid_state`, `operation_not_supported`, and `duplicate_request` for a payload that has paid
 * already, or is being charged.
 */
export async function keepHandedOver(
  deps: Pick<ApiDeps, 'store' | 'publicUrl'>,
  transaction: Transaction,
  { payload, ...press }: HandedOver,
): Promise<KeptHandedOver> {
  const { store } = deps;
  const made = await handedOverPress(deps, transaction, press);
  const { referenceNumber } = made.submission;
  const attempt = attemptOf(transaction, referenceNumber);
  if (attempt && attempt.state !== 'pending') return { ...made, isOver: true };
  // One that is undecided may have paid what can be paid no more.
  if (!attempt) refuseUnlessPayable(transaction, Date.now());
  const { merchantId, sessionId } = transaction;
  if (await store.devicePayloads.put({ merchantId, sessionId, referenceNumber }, payload))
    return { ...made, isOver: false };
  throw new Refusal(
    'duplicate_request',
    'What the wallet has handed over pays once: it has paid already, or is being charged. Nothing was done. Read how that payment stands, and have the payer pay anew where another one is meant.',
  );
}

/** The same without its payload: by its reference one finds what it has begun. Throws a fault of `pg_code`. */
export async function handedOverPress(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  transaction: Transaction,
  { wallet, pgCode: named, ...chosen }: Omit<HandedOver, 'payload'>,
): Promise<PageSubmission> {
  const accounts = await store.gatewayAccounts.list(transaction.merchantId);
  const able = deviceWalletAccounts(transaction, accounts, wallet);
  return pageSubmissionOf({ store, publicUrl }, await withMerchant({ store }, transaction), {
    ...chosen,
    pgCode: deviceWalletAccount(transaction, able, named),
    language: transaction.language,
    deviceWallet: wallet,
  });
}

/** Nothing came of it: it may pay another attempt. */
export function forgetHandedOver(
  { store }: Pick<ApiDeps, 'store'>,
  { merchantId, sessionId }: Transaction,
  { submission: { referenceNumber } }: Pick<KeptHandedOver, 'submission'>,
): Promise<void> {
  return store.devicePayloads.spend({ merchantId, sessionId }, { referenceNumber, used: false });
}

/**
 * Has it charged. Gives where the payer goes, or that it has ended or nobody knows yet; which of them `chargeOutcome` says. Throws a
 * Refusal where nothing was charged. `isNew`: the transaction was created for it, and has no run yet.
 */
export async function chargeHandedOver(
  { store, engine }: Pick<ApiDeps, 'store' | 'engine'>,
  ctx: Context,
  {
    transaction,
    kept: { submission, updateId, isOver },
    pending,
    isNew = false,
    isToldTaken = true,
  }: {
    readonly transaction: Transaction;
    readonly kept: KeptHandedOver;
    /** What is answered where nobody knows whether it was begun. */
    readonly pending: object;
    readonly isNew?: boolean;
    /** Where nobody knows whether it was begun, the caller believes that it was (engine/engine.ts). Payers of our pages do not. */
    readonly isToldTaken?: boolean;
  },
): Promise<Submitted> {
  const { referenceNumber } = submission;
  if (isOver) return { to: 'result', referenceNumber };
  const forget = () => forgetHandedOver({ store }, transaction, { submission });
  try {
    const submitted = await sendCommand(ctx, pending, () =>
      engine.submit(transaction, submission, updateId, { isNew, isToldTaken }),
    );
    // One that was under way with the same wallet goes on, and this one is not needed.
    if (submitted.referenceNumber !== referenceNumber) await forget();
    return submitted;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'gateway_error') {
      // What has become of it stands in the attempt.
      noteBegun(ctx, pending);
      return { to: 'result', referenceNumber };
    }
    // Where nobody knows, it may be needed yet; it goes by itself.
    if (!(error instanceof Undecided)) await forget();
    throw error;
  }
}
