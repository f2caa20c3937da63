import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { isStaff } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { InvalidWalletRefund } from './failed.ts';
import type { CheckedRequest } from './request.ts';

/** Whether who asks for a refund, a capture or a void has to say why: people, where their merchant wants it (contract/operations#reason). */
export async function mustGiveReason(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
): Promise<boolean> {
  if (!isStaff(ctx)) return false;
  const merchant = await settingsOf(store, ctx);
  return merchant?.operationsApproval?.reasonRequired === true;
}

/** Throws a fault of `reason` where one has to be given and is not. */
export async function refuseUnlessReasoned(
  deps: Pick<ApiDeps, 'store'>,
  ctx: Context,
  { reason, destination }: Pick<CheckedRequest, 'reason' | 'destination'>,
): Promise<void> {
  if (reason !== undefined || !(await mustGiveReason(deps, ctx))) return;
  const faults = { reason: [fieldSentence('reason-wanted')] };
  throw destination === 'wallet' ? new InvalidWalletRefund(faults) : new InvalidFields(faults);
}
