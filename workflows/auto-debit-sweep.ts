import type { SweptAgreements } from '../activities/sweep-agreements.ts';
import { sweepAgreements } from './proxies.ts';

/**
 * Each minute: looks at the agreements at which somebody had to look and nobody has, because a start was lost or a Schedule
 * did not fire. The document says when; the Schedule is only the usual way to get there. And ends those whose last day
 * is over.
 */
export async function autoDebitSweep(): Promise<SweptAgreements> {
  return sweepAgreements();
}
