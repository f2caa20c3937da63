import type { Attempt, AttemptState } from '../transaction/transaction.ts';
import { unreachable } from '../unreachable.ts';
import type { AttemptEnding } from './decision.ts';

export type Onward =
  | { readonly to: 'next'; readonly ending: AttemptEnding }
  | {
      readonly to: 'nobody';
      readonly because: 'under-way' | 'unknown' | 'paid' | 'declined' | 'wallet' | 'saved-card';
    };

/** What has to be known of an attempt. */
export type EndedAttempt = Pick<Attempt, 'state'> &
  Partial<
    Pick<Attempt, 'unanswered' | 'unopened' | 'decline' | 'wallet' | 'charges' | 'processing'>
  >;

/**
 * Whether another account may be asked for the money of an attempt (contract/routing#failover). Never while nobody knows what
 * has become of it, however long that lasts, nor where its card must not be tried elsewhere.
 */
export function onward(attempt: EndedAttempt): Onward {
  const { state, unanswered, processing, wallet, charges } = attempt;
  if (unanswered === true || processing === true) return { to: 'nobody', because: 'unknown' };
  const ending = endingOf(attempt, state);
  if (typeof ending !== 'string') return ending;
  // What a wallet has set aside for it is not given free in a moment.
  if (wallet) return { to: 'nobody', because: 'wallet' };
  // Its token means something to its own network only.
  if (charges) return { to: 'nobody', because: 'saved-card' };
  return { to: 'next', ending };
}

function endingOf(
  { unopened, decline }: EndedAttempt,
  state: AttemptState,
): AttemptEnding | Onward {
  switch (state) {
    case 'pending':
      return { to: 'nobody', because: 'under-way' };
    case 'success':
    case 'cod':
      return { to: 'nobody', because: 'paid' };
    case 'error':
      return unopened ?? { to: 'nobody', because: 'declined' };
    case 'failed':
      return decline?.advice === 'soft' ? 'soft-decline' : { to: 'nobody', because: 'declined' };
    case 'canceled':
      return 'closed';
    default:
      return unreachable(state);
  }
}
