/**
 * What a declined card means for the next try. `soft`: it may pay another day. `hard`: its holder has to give another one, or come
 * themselves. `do-not-retry`: its network has said that it must not be tried again.
 */
export type Advice = 'soft' | 'hard' | 'do-not-retry';

/** Why a card was declined, in the network's own word for it, and what to do about it. */
export interface Decline {
  readonly code: string;
  readonly advice: Advice;
  /** The card's network lets it not be tried again before; epoch milliseconds. */
  readonly notBefore?: number;
}
