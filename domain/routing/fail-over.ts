import { Refusal } from '../refusal.ts';
import { beginAttempt, type BeginCommand } from '../transaction/attempt.ts';
import { attemptOf, type Attempt, type Transaction } from '../transaction/transaction.ts';
import type { RouteDecision, Routing } from './decision.ts';
import { onward } from './onward.ts';

/** What was pressed, and where it leads now. */
export interface FailOver extends Omit<BeginCommand, 'routed'> {
  /** The attempt that has come to nothing. */
  readonly failed: Attempt['referenceNumber'];
  readonly decision: RouteDecision;
}

/**
 * The next attempt of the same press, at another account; undefined where none may follow (`onward`), or the payment can no
 * longer be paid.
 */
export function failOver(
  transaction: Transaction,
  { failed, decision, ...command }: FailOver,
): { readonly transaction: Transaction; readonly attempt: Attempt } | undefined {
  const before = attemptOf(transaction, failed);
  const next = before && onward(before);
  if (!before?.routing || next?.to !== 'next') return undefined;
  const routed: Routing = {
    ...decision,
    press: before.routing.press,
    after: { referenceNumber: failed, ending: next.ending },
  };
  try {
    const begun = beginAttempt(transaction, { ...command, routed });
    return begun.step === 'new' ? begun : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
