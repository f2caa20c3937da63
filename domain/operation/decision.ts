import type { Initiator } from '../user.ts';

/** What a person does about a request that waits, or that needs a hand (contract/operations#approval). */
export interface Decision {
  readonly verdict: 'approve' | 'reject' | 'cancel' | 'retry';
  readonly by: Initiator;
  readonly superuser: boolean;
  /** May approve and reject: has the permission `payment.approve`, or is a superuser. */
  readonly checker: boolean;
  readonly reason?: string;
  /** One checker alone, in an emergency, where more are needed. It is logged and told. */
  readonly breakGlass?: true;
}
