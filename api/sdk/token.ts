import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import type { PaymentChannel, Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { words } from '../../render/locales/words.ts';
import { renderContinue } from '../../render/pages/continue.tsx';
import type { ReferenceNumber } from '../../domain/ids.ts';
import type { Submitted } from '../../workflows/messages.ts';
import { cardOf } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { sendCommand, noteBegun } from '../middleware/pending-answer.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { refuseUnusable } from '../payer.ts';
import { reply } from '../route.ts';
import { deviceOf, keepPayerDevice, type BrowserFacts } from '../payments/payer-device.ts';
import { pageSubmissionOf, type PageSubmission } from '../submission-id.ts';
import type { FormOfPayment } from './callback.ts';
import { payersTransaction, readyView } from './commands.ts';
import { endOfPress, pressBy } from './press.ts';
import type { SubmitTokenBody } from './schema.ts';
import { amountShown } from './shown-amount.ts';

/**
 * Pays with a saved card (contract/sdk#calls): how it ended, or where the payer has to confirm it. What the gateway has
 * not answered is 202 and never a failure, because the card may have been charged.
 */
export async function submitToken(deps: ApiDeps, ctx: Context, body: SubmitTokenBody) {
  const { token, cvv_reference: cvvReference } = body;
  const transaction = await payersTransaction(deps, ctx, body.session_id);
  const { name, ended, undecided } = await pressBy(deps, ctx, transaction);
  if (ended) return reply(200, ended);
  if (undecided) return reply(202, pendingOf(transaction, undecided, 'token_pay'));
  refuseUnlessPayable(transaction, Date.now());
  const view = await readyView(deps, transaction, body);
  const offered = await cardOf(deps, transaction, token);
  if (!offered) throw new InvalidFields({ token: ['This payment has no such card.'] });
  const { pgCode } = offered.card;
  const made = await pageSubmissionOf(deps, view, {
    pgCode,
    ...amountShown(transaction, {
      pgCode,
      shown: body.total,
      currency: body.currency_code,
      field: 'total',
    }),
    language: transaction.language,
    channel: body.channel ?? channelIn(ctx),
    charge: { token, by: 'customer', ...(cvvReference !== undefined && { cvvReference }) },
    ...(body.replace_attempt === true && { replacesOpen: true as const }),
    ...name,
  });
  await refuseUnusable(deps, view, made.submission, 'token');
  return chargeForPayer(deps, ctx, transaction, {
    made,
    gateway: offered.card.gateway,
    form: 'token_pay',
    facts: body.browser,
  });
}

/** Has a card charged, and gives how it ended, where the payer has to confirm it, or that nobody knows yet. */
export async function chargeForPayer(
  deps: ApiDeps,
  ctx: Context,
  transaction: Transaction,
  {
    made: { submission, updateId },
    gateway,
    form,
    facts,
  }: {
    readonly made: PageSubmission;
    /** The connector of its account. */
    readonly gateway: string;
    readonly form: FormOfPayment;
    /** What the page has said of its browser. */
    readonly facts?: BrowserFacts | undefined;
  },
) {
  await keepPayerDevice(deps, transaction, submission, deviceOf(deps, ctx, facts));
  const pending = pendingOf(transaction, submission.referenceNumber, form);
  try {
    const submitted = await sendCommand(ctx, pending, () =>
      deps.engine.submit(transaction, submission, updateId, { isToldTaken: true }),
    );
    const inFrame = gatewayFor(gateway).framesChallenge === true;
    const answer = await endedAnswer(deps, ctx, { before: transaction, submitted, inFrame, form });
    return 'ended' in answer ? reply(200, answer.ended) : answer;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'gateway_error') throw error;
    noteBegun(ctx, pending);
    const now = await again(deps, ctx, transaction);
    const failed = endOfPress(deps, now, submission.referenceNumber);
    if (!failed) throw error;
    return reply(200, failed);
  }
}

/** The page on which the payer has to confirm it, that nobody knows yet what came of it, or how it `ended`. */
export async function endedAnswer(
  deps: ApiDeps,
  ctx: Context,
  {
    before,
    submitted,
    inFrame,
    form,
  }: {
    readonly before: Transaction;
    readonly submitted: Submitted;
    /** That page may stand in a frame. */
    readonly inFrame: boolean;
    readonly form: FormOfPayment;
  },
) {
  const { language } = before;
  const { redirecting } = words(language);
  const { referenceNumber } = submitted;
  const pending = pendingOf(before, referenceNumber, form);
  if (submitted.to === 'gateway') {
    const { pageUrl } = submitted;
    const body = {
      status: '3DS' as const,
      message: redirecting.gateway,
      html: renderContinue({ url: pageUrl, language, inFrame }),
      redirect_url: pageUrl,
      reference_number: referenceNumber,
    };
    return reply(200, body);
  }
  // It may be another attempt with the same card, which was begun before.
  noteBegun(ctx, pending);
  const ended = endOfPress(deps, await again(deps, ctx, before), referenceNumber);
  return ended ? { ended } : reply(202, pending);
}

/** Nobody can say yet what came of it. */
export function pendingOf(
  { language, sessionId }: Transaction,
  referenceNumber: ReferenceNumber,
  form: FormOfPayment,
) {
  return {
    status: 'pending' as const,
    message: words(language).waiting.heading,
    form_of_payment: form,
    session_id: sessionId,
    reference_number: referenceNumber,
  };
}

/** As the workflow has left it. */
function again(deps: ApiDeps, ctx: Context, { sessionId }: Transaction): Promise<Transaction> {
  return payersTransaction(deps, ctx, sessionId);
}

/** Whose program it is, as the header of the client libraries says it. */
export function channelIn(ctx: Context): PaymentChannel {
  return ctx.get('Channel') === 'mobile_sdk' ? 'mobile_sdk' : 'web_sdk';
}
