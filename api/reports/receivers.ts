import type { Context } from 'koa';
import { strangersAmong, type Mailed } from '../../domain/report/receivers.ts';
import { callerOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';

/**
 * Throws `InvalidFields` where a user would have a report sent to somebody who may not see what is in it. `kept` are
 * the addresses that get no more than before. A private key sends anywhere.
 */
export async function refuseStrangers(
  { store }: { readonly store: Pick<ApiDeps['store'], 'users'> },
  ctx: Context,
  mailed: Mailed,
  kept: readonly string[] = [],
): Promise<void> {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user' || mailed.emails.length === 0) return;
  const people = await store.users.list(caller.merchantId);
  const strangers = strangersAmong(mailed, caller.user, { people, kept });
  if (strangers.length === 0) return;
  throw new InvalidFields({
    emails: [
      `Only a superuser or the private key has it sent there, or more of it than before: ${strangers.join(', ')}. Name people of yours who may read reports and see these payments, and have customer.view where the mail has how customers are reached.`,
    ],
  });
}
