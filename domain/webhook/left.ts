import type { NoticeState } from '../transaction/transaction.ts';

/**
 * Whether a run that finds an event has to see to it, because the task that has saved it was lost: nobody was called for it, or the
 * payer waits for an answer that stands in the event, and that nobody has counted (contract/webhooks#where-the-payer-goes).
 */
export function isLeft(
  {
    sequence,
    isCalled,
    isGivenUp,
  }: {
    readonly sequence: number;
    readonly isCalled: boolean;
    /** Nobody calls for it any more. */
    readonly isGivenUp: boolean;
  },
  notice: NoticeState | undefined,
): boolean {
  const isWaitedFor = notice?.status === 'pending' && notice.sequence === sequence;
  return !isCalled || (isWaitedFor && !isGivenUp);
}
