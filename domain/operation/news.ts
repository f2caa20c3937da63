import type { Operation, ApprovalState, Vote } from './operation.ts';

/**
 * What people are told of a request (contract/messages#staff): it waits for a checker, somebody has said
 * yes for all in an emergency, it was rejected, it needs a hand, it is done.
 */
export type News = 'waits' | 'break-glass' | 'rejected' | 'needs-hand' | 'done';

const NEWS: Readonly<Partial<Record<ApprovalState, News>>> = {
  pending: 'waits',
  rejected: 'rejected',
  manual_action_required: 'needs-hand',
  done: 'done',
};

/** What a change of an operation is worth telling. `before` is undefined for a new one. */
export function newsOf(before: Operation | undefined, after: Operation): readonly News[] {
  const state = after.approval?.state;
  const told = state && state !== before?.approval?.state ? NEWS[state] : undefined;
  return [
    ...(emergencies(after) > emergencies(before) ? (['break-glass'] as const) : []),
    ...(told ? [told] : []),
  ];
}

/** One checker has said yes for all of them. */
export function isEmergency(operation: Operation): boolean {
  return emergencies(operation) > 0;
}

function emergencies(operation: Operation | undefined): number {
  const votes: readonly Vote[] = operation?.approval?.votes ?? [];
  return votes.filter(({ breakGlass }) => breakGlass).length;
}
