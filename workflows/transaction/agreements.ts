import type { ChargeReserved } from '../../activities/agreements.ts';
import { refusalOf, type RefusalNote } from '../../domain/refusal.ts';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import { attemptOf, type Attempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { releaseCharge, reserveCharge } from '../proxies.ts';
import { applyCharged, isUnattended } from './charging.ts';
import type { BegunBefore } from '../../domain/transaction/charging.ts';
import type { RunContext } from './background-tasks.ts';

/**
 * Has the charge counted in its agreement before the gateway hears of it; a payment that the customer makes needs none of
 * this. False when the attempt was decided meanwhile: then nothing is charged any more. Throws when the agreement does not
 * allow it, and the attempt has failed then; one that may be charged already has not, and it is false.
 */
export async function allowedByAgreement(
  context: RunContext,
  attempt: Attempt,
  { isNew, mayBeCharged }: BegunBefore,
): Promise<boolean> {
  const { runState } = context;
  const { referenceNumber, charges } = attempt;
  const { agreement, merchantId, sessionId } = runState.current();
  if (!agreement || !charges || !isUnattended(attempt)) return true;
  const { refused } = await reserve(runState.current(), attempt, isNew);
  const isPending = attemptOf(runState.current(), referenceNumber)?.state === 'pending';
  if (refused && mayBeCharged) return false;
  if (refused) {
    if (isPending) await applyCharged(context, attempt, failed(attempt, refused));
    throw refusalOf(refused);
  }
  const { agreementUuid: uuid } = charges;
  if (!isPending && uuid !== undefined) await releaseCharge({ merchantId, uuid, sessionId });
  return isPending;
}

async function reserve(
  { merchantId, sessionId, customer, amount }: Transaction,
  { charges, sandbox, pgCode }: Attempt,
  isNew: boolean,
): Promise<ChargeReserved> {
  const { token = '', agreementUuid: uuid } = charges ?? {};
  const card = { merchantId, customerId: customer.id ?? '', sandbox, pgCode, token };
  const now = Date.now();
  try {
    return await reserveCharge({
      card,
      amount,
      now,
      sessionId,
      ...(uuid !== undefined && { uuid }),
      ...(isNew && { isNew }),
    });
  } catch {
    return { refused: { code: 'locked', detail: UNANSWERED } };
  }
}

const UNANSWERED = 'The agreement could not be looked up. Nothing was charged; try again.';

/** Codes of a no that is none of the agreement's: it was paused, or nobody could look. */
const SAYS_NOTHING: ReadonlySet<RefusalNote['code']> = new Set(['invalid_state', 'locked']);

/** No gateway has heard of it, and none ever will. Only what the agreement does not allow is told as a decline of the card. */
function failed({ referenceNumber }: Attempt, { code, detail }: RefusalNote): AttemptReport {
  if (SAYS_NOTHING.has(code))
    return { referenceNumber, outcome: { result: 'error' }, message: detail };
  const outcome = { result: 'failed' } as const;
  return { referenceNumber, outcome, message: detail, decline: { code, advice: 'hard' } };
}
