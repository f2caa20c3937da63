import Joi from 'joi';
import { typePermission } from '../../domain/permission.ts';
import { callerMay, refuseUnless } from '../access/caller.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { resultAnswer } from '../payments/answer.ts';
import { failedResult } from '../payments/failed.ts';
import { noticeBody, resultBody, signerOf } from '../payments/result-body.ts';
import { route, SERVER } from '../route.ts';
import { transactionAnswer } from './answer.ts';
import { known, knownAnyway } from './commands.ts';
import { presentTransaction } from './present.ts';
import { object } from '../infer.ts';

const put = object({
  detail: Joi.string().required(),
  operation: Joi.string().valid('delete').required(),
  result: Joi.string().valid('success').required(),
});

/**
 * What the merchant's people do with a payment (contract/transactions#staff-actions): ask the gateways at once, tell
 * the merchant's server again, archive a payment, restore it. None of them reads a body.
 */
export const staffRoutes = [
  route('transactions.inquire', {
    method: 'POST',
    path: '/b/checkout/v1/pymt-txn/:session_id/inquire',
    who: SERVER,
    permissions: ['payment.inquiry'],
    tag: 'Payments',
    summary: 'Inquire payment status',
    description: 'Without a throttle. The webhook is told in any case.',
    idempotent: true,
    errors: [400],
    answers: { 200: { description: 'How it stands now.', shape: resultAnswer } },
    within: () => [failedResult],
    handle: (deps) => async (ctx) => {
      const transaction = await known(deps, ctx);
      const signer = await signerOf(deps.store, transaction.merchantId);
      const asked = await deps.engine.ask(transaction, { tell: true }, claimedSessionId(ctx));
      if (!('transaction' in asked)) throw new TypeError('Nobody waits who has no throttle.');
      return resultBody(asked.transaction, signer);
    },
  }),
  route('transactions.notify', {
    method: 'POST',
    path: '/b/checkout/v1/pymt-txn/:session_id/notify',
    who: SERVER,
    permissions: ['payment.notify', 'payment_request.change', 'e_commerce.change'],
    tag: 'Payments',
    summary: 'Resend the webhook',
    description: 'A new event with how the payment stands now.',
    idempotent: true,
    errors: [400],
    answers: { 200: { description: 'What is sent.', shape: resultAnswer } },
    handle: (deps) => async (ctx) => {
      const transaction = await known(deps, ctx);
      if (!callerMay(ctx, 'payment.notify'))
        refuseUnless(ctx, typePermission('change', transaction.type));
      const signer = await signerOf(deps.store, transaction.merchantId);
      const { transaction: told, notice } = await deps.engine.retell(
        transaction,
        claimedSessionId(ctx),
      );
      return noticeBody(told, notice, signer);
    },
  }),
  route('transactions.delete', {
    method: 'POST',
    path: '/b/checkout/v1/pymt-txn/:session_id/delete',
    who: SERVER,
    permissions: ['payment.delete'],
    tag: 'Payments',
    summary: 'Archive a payment',
    description:
      'It can be found only in the list of archived payments. For payments that are paid, authorized or cod.',
    errors: [400],
    answers: { 200: { description: 'It is archived.', shape: put } },
    handle: (deps) => async (ctx) => {
      await deps.engine.archive(await known(deps, ctx));
      return {
        detail: 'The transaction is archived; restore brings it back.',
        operation: 'delete',
        result: 'success',
      } as const;
    },
  }),
  route('transactions.restore', {
    method: 'POST',
    path: '/b/checkout/v1/pymt-txn/:session_id/restore',
    who: SERVER,
    permissions: ['payment.delete'],
    tag: 'Payments',
    summary: 'Unarchive a payment',
    idempotent: true,
    errors: [400],
    answers: { 200: { description: 'The payment as it was.', shape: transactionAnswer } },
    handle: (deps) => async (ctx) => {
      const restored = await deps.engine.restore(await knownAnyway(deps, ctx));
      return presentTransaction(restored, deps.publicUrl);
    },
  }),
];
