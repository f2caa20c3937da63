import type { Context } from 'koa';
import type { ChargeWish } from '../../domain/card/charge.ts';
import { Refusal } from '../../domain/refusal.ts';
import { attemptOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { cardOf } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { withMerchant } from '../pages/payer.ts';
import { press } from '../pages/submit.ts';

/**
 * The merchant's server charges a saved card of the transaction's customer, who is not there; gives the transaction
 * afterwards, paid or, where the gateway has not answered, with a pending attempt (contract/api.md 1.9, 4.3). Throws
 * `InvalidFields` for a card that there is not, `card_expired`, `cvv_required`, and `gateway_declined` with the session
 * and its state for a charge that was declined. The same request again is the same charge, by its Idempotency-Key.
 */
export async function chargeForServer(
  deps: ApiDeps,
  ctx: Context,
  {
    transaction,
    ...wish
  }: { readonly transaction: Transaction } & Pick<ChargeWish, 'token' | 'agreementId'>,
): Promise<Transaction> {
  const offered = await cardOf(deps, transaction, wish.token);
  if (!offered)
    throw new InvalidFields({ token: ['The customer has no such card for this payment.'] });
  const view = await withMerchant(deps, transaction);
  const pressed = {
    pgCode: offered.card.pgCode,
    language: transaction.language,
    channel: 'api',
    charge: { ...wish, by: 'merchant' },
    requestId: `server:${claimedSessionId(ctx)}`,
  } as const;
  const { referenceNumber } = await press(deps, view, pressed).catch((error: unknown) => {
    throw declinedBy(error, transaction);
  });
  const { merchantId, sessionId } = transaction;
  const after = await deps.store.transactions.find({ merchantId, sessionId });
  if (!after) throw new Error(`The transaction ${sessionId} is gone.`);
  const attempt = attemptOf(after, referenceNumber);
  if (attempt?.state === 'success' || attempt?.state === 'pending') return after;
  throw declined(after, attempt?.message ?? 'The card was declined.');
}

/** A gateway that refuses us has declined the card as far as the merchant's server is concerned. */
function declinedBy(error: unknown, transaction: Transaction): unknown {
  return error instanceof Refusal && error.code === 'gateway_error'
    ? declined(transaction, error.message)
    : error;
}

function declined({ sessionId, state }: Transaction, why: string): Refusal {
  return new Refusal('gateway_declined', why, undefined, {
    result: 'failed',
    session_id: sessionId,
    state,
  });
}
