/**
 * What a network advises once it has declined a card: it may be tried again later, not as it is (its holder has to give
 * another one, or come themselves), or never again.
 */
export type Advice = 'soft' | 'hard' | 'do-not-retry';

/** Why a card was declined, in the network's own word for it, and what to do about it. */
export interface Decline {
  readonly code: string;
  readonly advice: Advice;
  /** The card's network lets it not be tried again before; epoch milliseconds. */
  readonly notBefore?: number;
}
