import type { Context } from 'koa';
import { lastOfPress } from '../../domain/transaction/attempt.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { mayReopen } from '../../domain/transaction/reopen.ts';
import { isSuccess } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { isPaused } from '../access/paused.ts';
import type { ApiDeps } from '../deps.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { isPayable, withMerchant } from '../payer.ts';
import { referenceOfRequest, type SubmittedForm } from '../submission-id.ts';
import { callbackOf } from './callback.ts';

/** By what a press of Pay in a payer's program is known, however often its request comes. */
export type PressName = Required<Pick<SubmittedForm, 'requestId' | 'referenceNumber'>>;

/**
 * The same Idempotency-Key makes one attempt: its reference follows from the key alone, because what was chosen may come to another
 * amount, card or method by now. `ended`: how it has ended, where the same request has come before; `undecided`: the attempt of which
 * nobody knows that yet, though the payment can be paid no more, or not while payments are paused.
 */
export async function pressBy(
  deps: Pick<ApiDeps, 'store' | 'publicUrl' | 'paused'>,
  ctx: Context,
  transaction: Transaction,
) {
  const requestId = `sdk:${claimedSessionId(ctx)}`;
  const view = await withMerchant(deps, transaction);
  const referenceNumber = await referenceOfRequest(deps, view, requestId);
  const name: PressName = { requestId, referenceNumber };
  const last = lastOfPress(transaction, referenceNumber);
  // Where no page could be had, the network is asked for it again.
  const goesOn = !last || mayReopen(transaction, last.referenceNumber, Date.now());
  const ended = goesOn ? undefined : endOfPress(deps, transaction, referenceNumber);
  const canPay = isPayable(transaction) && !isPaused(deps, view.merchant);
  const undecided = goesOn || ended || canPay ? undefined : last.referenceNumber;
  return { name, ended, undecided };
}

/**
 * How the attempt of a press has ended, whatever was tried since; but success where the payment is paid, by whatever attempt.
 * Undefined while that is not known.
 */
export function endOfPress(
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
) {
  const attempt = isSuccess(transaction.state)
    ? undefined
    : lastOfPress(transaction, referenceNumber);
  return callbackOf(attempt ? { ...transaction, attempts: [attempt] } : transaction, publicUrl);
}
