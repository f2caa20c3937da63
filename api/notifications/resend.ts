import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { MessageRequest } from '../../domain/notification/notification.ts';
import { isOwnAddress, resendOf, wantedByRepetition } from '../../domain/notification/resend.ts';
import { typePermission } from '../../domain/permission.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { notificationIdOf } from '../../store/notifications.ts';
import { callerOf, merchantOf, refuseUnless } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';
import { InvalidFields, refuseFaults } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { lookup } from '../payments/lookup.ts';
import { reply } from '../route.ts';
import { deliver, sendOutcomeOf } from './deliver.ts';
import { receiverFaults } from './receivers.ts';
import type { ResendBody } from './schema.ts';

/**
 * Tells a customer again how a payment stands, by the channels that the payment's terms name for that, or by any where who asks names
 * the event; at another address, too (contract/messages#asked-for).
 */
export async function resend(
  deps: ApiDeps,
  ctx: Context,
  { channels, event, to, ...names }: ResendBody,
) {
  const once = [...new Set(channels)];
  refuseFaults(addressFaults(once, to));
  const transaction = await lookup(deps.store, merchantOf(ctx), names);
  if (!transaction)
    throw new InvalidFields(
      names.session_id === undefined
        ? { order_no: ['There is no transaction with this order_no.'] }
        : { session_id: ['There is no transaction with this session_id.'] },
    );
  refuseUnless(ctx, typePermission('change', transaction.type));
  const before = await wantedBefore(deps, ctx, transaction);
  if (before.length > 0)
    return told(deps, ctx, {
      names,
      wanted: wantedByRepetition(transaction, { channels: once }, before),
    });
  const found = resendOf(transaction, { channels: once, event, to }, Date.now());
  if ('impossible' in found)
    return failed(names, { detail: found.why, code: 'invalid_state', channels: found.impossible });
  if (to !== undefined && !isOwnAddress(transaction, to))
    await noteStranger(deps, ctx, transaction);
  return told(deps, ctx, { names, wanted: found.wanted });
}

/**
 * What this request has wanted already, where it comes again after a 202 or a fault: the payment may stand otherwise by now, and its
 * customer is told once (contract/messages#asked-for).
 */
async function wantedBefore(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  { merchantId, sessionId }: Transaction,
): Promise<readonly MessageRequest[]> {
  if (ctx.state.isRepeated !== true) return [];
  const again = claimedSessionId(ctx);
  const log = await store.notifications.listOf(merchantId, sessionId);
  return log.filter((message) => message.id === notificationIdOf(message, again));
}

async function told(
  deps: ApiDeps,
  ctx: Context,
  { names, wanted }: { readonly names: object; readonly wanted: readonly MessageRequest[] },
) {
  const messages = await deliver(deps, wanted, claimedSessionId(ctx));
  const said = sendOutcomeOf(messages, { message: 'Customer notified.' });
  return said.status === 400 ? failed(names, said.body) : said;
}

/** An address is of one channel. */
function addressFaults(channels: ResendBody['channels'], to: string | undefined) {
  if (to === undefined) return {};
  const [channel, ...others] = channels;
  if (channel === undefined || others.length > 0) return { to: [fieldSentence('one-channel')] };
  const { to: faults } = receiverFaults({ channel, to });
  return faults ? { to: faults } : {};
}

/** Who writes to somebody whom the payment does not name is counted, and stands in the audit log before anything is sent. */
async function noteStranger(
  { store, limits, clientAddress }: Pick<ApiDeps, 'store' | 'limits' | 'clientAddress'>,
  ctx: Context,
  { merchantId, sessionId }: Transaction,
): Promise<void> {
  const who = nameOf(callerOf(ctx));
  await spend(ctx, limits.otherAddress, `${merchantId}:${who}`);
  await spend(ctx, limits.otherAddressOfPayment, `${merchantId}:${sessionId}`);
  await store.audit.append({
    at: Date.now(),
    who,
    from: clientAddress(ctx),
    action: { name: 'message.to-another', merchantId, sessionId, requestId: ctx.state.requestId },
  });
}

function failed<B extends object>(names: object, body: B) {
  return reply(400, { ...names, ...body, result: 'failed' });
}
