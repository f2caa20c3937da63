import type { Context } from 'koa';
import { pgCode } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { merchantOf } from '../access/caller.ts';
import { refuseWhilePaused } from '../access/paused.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { sendCommand } from '../middleware/pending-answer.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { withMerchant } from '../payer.ts';
import { lookup } from './lookup.ts';
import { pendingCharge } from './pending.ts';
import { referenceOfKey } from './reference-of-key.ts';
import type { CashBody } from './schema.ts';

/** The merchant acknowledges that the customer pays in cash (contract/charges#cash). */
export async function acknowledgeCash(
  deps: ApiDeps,
  ctx: Context,
  { session_id, pg_code: given }: CashBody,
): Promise<Transaction> {
  const transaction = await lookup(deps.store, merchantOf(ctx), { session_id });
  if (!transaction)
    throw new InvalidFields({ session_id: ['There is no transaction with this session_id.'] });
  await refuseWhilePaused(deps, ctx);
  const code = given === undefined ? undefined : pgCode(given);
  const referenceNumber = await referenceOfKey(deps, ctx, await withMerchant(deps, transaction));
  return sendCommand(ctx, pendingCharge(transaction, referenceNumber), () =>
    deps.engine.payCash(transaction, {
      ...(code !== undefined && { pgCode: code }),
      referenceNumber,
      // It belongs to the Idempotency-Key, and is a new one where there is none.
      requestId: claimedSessionId(ctx),
    }),
  );
}
