import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { settledAttempt } from '../../domain/transaction/settled.ts';
import { attemptOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { refuseWhole, walletService, wholeByWallet } from '../../domain/wallet/whole.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { merchantOf } from '../access/caller.ts';
import { refuseWhilePaused } from '../access/paused.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { sendCommand } from '../middleware/pending-answer.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { isPayable, withMerchant } from '../payer.ts';
import { pageSubmissionOf } from '../submission-id.ts';
import { purseOf, walletServices } from '../wallet/offer.ts';
import { lookup } from './lookup.ts';
import { pendingCharge } from './pending.ts';
import type { WalletBody } from './schema.ts';

/** The merchant has the customer's wallet pay all of it (contract/charges#wallet). */
export async function payByWallet(
  deps: ApiDeps,
  ctx: Context,
  { session_id, pg_code: named }: WalletBody,
): Promise<Transaction> {
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  await refuseWhilePaused(deps, ctx);
  return payWholeByWallet(deps, ctx, transaction, named);
}

/** The same of a transaction that is known, and may be paid. */
export async function payWholeByWallet(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  named?: string,
): Promise<Transaction> {
  const { store, engine } = deps;
  const code = walletService(await walletServices(store, transaction), named);
  const { submission, updateId } = await pageSubmissionOf(
    deps,
    await withMerchant(deps, transaction),
    {
      pgCode: code,
      language: transaction.language,
      channel: 'api',
      wallet: transaction.amount,
      // One that changes before the command arrives is refused there: nobody could pay a rest.
      amount: transaction.amount,
      // It belongs to the Idempotency-Key, and is a new one where there is none.
      requestId: `wallet:${claimedSessionId(ctx)}`,
    },
  );
  const { referenceNumber } = submission;
  // The same request once more, whose answer got lost.
  if (settledAttempt(transaction)?.referenceNumber === referenceNumber) return transaction;
  // What an earlier one has begun may have been taken from the wallet, which has less then.
  if (!attemptOf(transaction, referenceNumber))
    wholeByWallet(transaction, await purseOf(store, transaction), Date.now());
  try {
    await sendCommand(ctx, pendingCharge(transaction, referenceNumber), () =>
      engine.submit(transaction, submission, updateId, { isToldTaken: true }),
    );
  } catch (error) {
    // Others have taken it since, and the run tells that as to a payer, who is at a page.
    if (error instanceof Refusal && error.code === 'amount_exceeds_balance')
      refuseWhole(transaction, await purseOf(store, transaction), Date.now());
    throw error;
  }
  const now = await store.transactions.find(transaction);
  if (now?.state === 'paid') return now;
  const attempt = now && attemptOf(now, referenceNumber);
  // The run goes on with it. A refusal would free the Idempotency-Key, and the next request would pay once more.
  if (attempt?.state === 'pending') throw new Unavailable('The wallet has not answered yet.');
  // Others had taken it by the time at which it was to pay; the payment is as open as before.
  if (now && isPayable(now) && attempt?.wallet?.state === 'refused')
    refuseWhole(now, await purseOf(store, now), Date.now());
  throw new Refusal(
    'invalid_state',
    'The wallet has not paid it, because it was closed meanwhile.',
  );
}
