import type { Verdict } from './cards.ts';

/** How a queued payment can end, by the names that the published outcomes have. */
export const DECISIONS: ReadonlyMap<string, Verdict> = new Map<string, Verdict>(
  (
    [
      'success',
      'issuer_decline',
      'insufficient_funds',
      'expired_card',
      'stolen_card',
      'processing_error',
    ] as const
  ).map((verdict) => [verdict, verdict]),
);
