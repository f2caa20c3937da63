import type { Context } from 'koa';
import { inquirable } from '../../domain/transaction/inquiry.ts';
import { inquiryWaitSeconds } from '../../domain/transaction/inquiry-throttle.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { standing } from '../../domain/webhook/standing.ts';
import type { Question } from '../../workflows/messages.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { spend } from '../limits/spend.ts';
import { RequestError } from '../middleware/errors.ts';
import { childBody } from './child-body.ts';
import { lookup } from './lookup.ts';
import { resultBody, signerOf } from './result-body.ts';
import type { InquiryBody } from './schema.ts';

/** The payment status query of the merchant's server (contract/attempts#inquiry). */
export async function inquire(deps: ApiDeps, ctx: Context, body: InquiryBody) {
  const transaction = await lookup(deps.store, merchantOf(ctx), body);
  if (!transaction) return childBody(deps.store, merchantOf(ctx), body.session_id);
  const question = await questionOf(deps, ctx, body);
  const signer = await signerOf(deps.store, transaction.merchantId);
  return resultBody(await answerOf(deps, ctx, transaction, question), signer);
}

/** Where no gateway would be asked and nobody is told, the document has the answer already. */
async function answerOf(
  { engine, limits }: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  question: Question,
): Promise<Transaction> {
  const isAsked = inquirable(transaction).length > 0;
  if (!isAsked && !question.tell && standing(transaction, Date.now())) return transaction;
  if (isAsked) {
    await spend(ctx, limits.inquiry, transaction.merchantId);
    // Here, too: a shop that asks every few seconds need not wake the run for it.
    const waitSeconds = inquiryWaitSeconds(transaction, question.throttle, Date.now());
    if (waitSeconds > 0) throw throttled(waitSeconds);
  }
  const asked = await engine.ask(transaction, question);
  if ('transaction' in asked) return asked.transaction;
  throw throttled(asked.waitSeconds);
}

function throttled(waitSeconds: number): RequestError {
  return new RequestError(
    429,
    'throttled',
    'The gateways are not asked about this transaction again yet. Wait as long as Retry-After says, or for the webhook.',
    { 'Retry-After': String(waitSeconds) },
  );
}

async function questionOf(
  { store, inquiryThrottle }: ApiDeps,
  ctx: Context,
  { notify_webhook_url: notify = false, webhook_url: webhookUrl }: InquiryBody,
): Promise<Question> {
  const merchant = notify ? await store.merchants.find(merchantOf(ctx)) : undefined;
  const tell = merchant?.webhooks.enabled ?? false;
  return {
    throttle: inquiryThrottle,
    tell,
    ...(tell && webhookUrl !== undefined && { webhookUrl }),
  };
}
