import type { Context } from 'koa';
import { strangersAmong } from '../../domain/report/receivers.ts';
import type { ReportFilter } from '../../domain/report/selection.ts';
import { TRANSACTION_TYPES } from '../../domain/transaction/type.ts';
import { callerOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';

interface Sent {
  readonly filter: Pick<ReportFilter, 'types'>;
  readonly emails: readonly string[];
}

/**
 * Throws `InvalidFields` where a user would have a report sent to somebody who may not see what is in it. `kept` are
 * the addresses that get no more than before. A private key sends anywhere.
 */
export async function refuseStrangers(
  { store }: { readonly store: Pick<ApiDeps['store'], 'users'> },
  ctx: Context,
  { filter: { types = TRANSACTION_TYPES }, emails }: Sent,
  kept: readonly string[] = [],
): Promise<void> {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user' || emails.length === 0) return;
  const people = await store.users.list(caller.merchantId);
  const strangers = strangersAmong(emails, caller.user, { types, people, kept });
  if (strangers.length === 0) return;
  throw new InvalidFields({
    emails: [
      `Only a superuser or the private key has it sent there, or more of it than before: ${strangers.join(', ')}. Name people of yours who may read reports and see these payments.`,
    ],
  });
}
