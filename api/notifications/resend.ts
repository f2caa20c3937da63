import type { Context } from 'koa';
import { resendOf } from '../../domain/notification/resend.ts';
import { typePermission } from '../../domain/permission.ts';
import { merchantOf, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { lookup } from '../payments/lookup.ts';
import { reply } from '../route.ts';
import { deliver, sendOutcomeOf } from './deliver.ts';
import type { ResendBody } from './schema.ts';

/** Tells a customer again how a payment stands, by the channels that the payment's terms name for that. */
export async function resend(deps: ApiDeps, ctx: Context, { channels, ...names }: ResendBody) {
  const transaction = await lookup(deps.store, merchantOf(ctx), names);
  if (!transaction)
    throw new InvalidFields(
      names.session_id === undefined
        ? { order_no: ['There is no transaction with this order_no.'] }
        : { session_id: ['There is no transaction with this session_id.'] },
    );
  refuseUnless(ctx, typePermission('change', transaction.type));
  const once = [...new Set(channels)];
  const found = resendOf(transaction, once, Date.now());
  if ('impossible' in found)
    return failed(names, { detail: found.why, code: 'invalid_state', channels: found.impossible });
  const messages = await deliver(deps, found.wanted, claimedSessionId(ctx));
  const said = sendOutcomeOf(messages, { message: 'Customer notified.' });
  return said.status === 400 ? failed(names, said.body) : said;
}

function failed<B extends object>(names: object, body: B) {
  return reply(400, { ...names, ...body, result: 'failed' });
}
