import type { Initiator } from '../user.ts';

/** States of a request that a second person decides (contract/api.md 3.9; decisions.md 23). */
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'rejected',
  'canceled',
  'done',
  'manual_action_required',
  'expired',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** One checker's yes. */
export interface Vote {
  readonly by: Initiator;
  readonly at: number;
  /** Given alone where more were needed, in an emergency; it is logged and told. */
  readonly breakGlass?: true;
}

/** A request for a refund or a void, as long as a second person must agree and after they have decided. */
export interface Approval {
  readonly state: ApprovalState;
  /** How many checkers must say yes. */
  readonly needed: number;
  readonly votes: readonly Vote[];
  readonly decidedBy?: Initiator;
  readonly decidedAt?: number;
  readonly reason?: string;
  /** When an undecided request, or one that needs a hand, is given up; epoch milliseconds. */
  readonly expiresAt: number;
  /** How long a request is kept that needs a hand, from the failure on. */
  readonly manualMs: number;
  readonly lastError?: string;
}
