import type { Decision } from '../../domain/operation/approval.ts';
import { mayCheck } from '../../domain/operation/policy.ts';
import { initiatorOf } from '../../domain/user.ts';
import type { Caller } from '../access/caller.ts';

/** Who decides, and what they may. */
export function checkerOf(
  caller: Extract<Caller, { readonly kind: 'user' }>,
): Pick<Decision, 'by' | 'superuser' | 'checker'> {
  const { user } = caller;
  return { by: initiatorOf(user), superuser: user.superuser, checker: mayCheck(caller) };
}
