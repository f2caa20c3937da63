import { cardTryOf, refusedTry } from '../domain/agreement/card-tries.ts';
import { isWithin, limitsOf, LONGEST_LIMIT_MS } from '../domain/agreement/retries.ts';
import type { AttemptReport } from '../domain/transaction/network.ts';
import type { Attempt, Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';

interface Counting {
  readonly cardTries: Pick<Store['cardTries'], 'take' | 'standing'>;
  readonly clocks: Pick<Store['clocks'], 'ahead'>;
}

/**
 * Counts a charge without the customer among the tries of its card; gives the word that ends it where the network of the
 * card allows none now. Safe to repeat; one that the engine has counted is not counted again.
 */
export async function countTry(
  { cardTries, clocks }: Counting,
  transaction: Transaction,
  attempt: Attempt,
): Promise<AttemptReport | undefined> {
  const card = cardTryOf(transaction, attempt);
  if (!card) return undefined;
  // The engine counts by the same clock (activities/cycles.ts).
  const now = Date.now() + (await clocks.ahead(card.merchantId));
  const limits = limitsOf(attempt.charges?.brand);
  const { tryId } = card;
  const isTaken = await cardTries.take(
    card,
    { tryId, at: now },
    { allows: (times) => isWithin(limits, times, now), forgets: now - LONGEST_LIMIT_MS },
  );
  return isTaken ? undefined : refusedTry(attempt, await cardTries.standing(card));
}
