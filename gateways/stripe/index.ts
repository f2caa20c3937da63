import type { OperationReport } from '../../domain/operation/report.ts';
import type { Inquired, Opened } from '../../domain/transaction/network.ts';
import { cardRemoved } from '../card-removed.ts';
import {
  GatewayFault,
  type AttemptNames,
  type ChargeRequest,
  type Gateway,
  type OperationRequest,
} from '../gateway.ts';
import { stripeBook } from './book.ts';
import { readEvent } from './callback.ts';
import { accepted, get, postForm, type StripeAnswer } from './client.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import { findId, findIntentId } from './find.ts';
import { confirmedIntent, intentNow, intentPath } from './intent.ts';
import { intentOperation, refundWord } from './operation.ts';
import { captureFields, chargeFields, refundFields, sessionFields } from './requests.ts';
import { isLive, LIVE_URL, stripeSettings, type StripeSettings } from './settings.ts';
import { intentIn, objectsIn, methodIn, refundIn, checkoutIn } from './shapes.ts';
import { readStripeRow, STRIPE_COLUMNS } from './settlement.ts';
import { payAtStripe, stripeWallets } from './wallet.ts';
import { intentAnswer, sessionAnswer } from './wire.ts';

/** The connector of Stripe: its own page for cards, and charges of the cards that it keeps (docs/stripe.md). */
export const stripe: Gateway = {
  traits: {
    slug: 'stripe',
    name: 'Stripe',
    offline: false,
    kinds: ['purchase', 'authorize'],
    operations: ['refund', 'void'],
    // Some accounts may capture several times; we do not ask for that.
    captures: 'once',
    tokenization: true,
    autoDebit: true,
    cvv: false,
    // Of Apple Pay no call of a server is documented (docs/stripe.md).
    paymentServices: ['google_pay'],
    // It keeps keys for 24 hours.
    afterSilence: { by: 'repetition', withinMs: 23 * 60 * 60_000 },
    amountStep: STRIPE_AMOUNTS.steps,
  },
  checkSettings: (settings) => {
    stripeSettings(settings);
  },
  isLive: (settings) => isLive(stripeSettings(settings).secret_key),
  pageOrigins: (settings) => {
    const { url } = stripeSettings(settings);
    return url === LIVE_URL
      ? ['https://checkout.stripe.com', 'https://hooks.stripe.com']
      : [new URL(url).origin];
  },
  open: async (settings, request) => {
    const known = stripeSettings(settings);
    const answer = await postForm(
      known,
      '/v1/checkout/sessions',
      sessionFields(request),
      request.idempotencyKey,
    );
    const session = checkoutIn(accepted(answer, 'the payment'));
    return answer.isReplayed ? sessionNow(known, session.id) : sessionAnswer(session);
  },
  charge: (settings, request) => charge(stripeSettings(settings), request),
  payByDevice: (settings, request) => payAtStripe(stripeSettings(settings), request),
  deviceWallets: (settings) => stripeWallets(stripeSettings(settings)),
  forgetCard: async (settings, { token }) => {
    const answer = await postForm(stripeSettings(settings), `${methodPath(token)}/detach`, {});
    // What is not there, or belongs to nobody, is forgotten already.
    if (answer.status !== 404 && answer.status !== 400) accepted(answer, 'to forget the card');
  },
  inquire: (settings, names) => inquire(stripeSettings(settings), names),
  close: async (settings, names) => {
    const known = stripeSettings(settings);
    const { gatewayReference: id = await findId(known, names) } = names;
    if (isIntent(id)) return closeIntent(known, id);
    const expire = (key?: string) => postForm(known, `${sessionPath(id)}/expire`, {}, key);
    // Under a key, so that a repetition hears that this has closed it, and not only that it is closed.
    const first = await expire(`${names.referenceNumber}:close`).catch(unlessUnknown);
    // Only an open one can be closed: another one has its end, which is ours where nobody answered to the first request.
    if (first?.status === 400) return sessionNow(known, id);
    if (first) accepted(first, 'to close the page');
    const ending = async () => {
      // Stripe keeps a fault of its own under the key, too.
      const answer = first ?? (await expire());
      if (answer.status !== 400) accepted(answer, 'to close the page');
      return sessionNow(known, id);
    };
    return closedByUs(await ending().catch(unknownOnceClosed));
  },
  operate: (settings, request) => operate(stripeSettings(settings), request),
  inquireOperation: async (settings, request) => {
    const known = stripeSettings(settings);
    const intent = intentOf(request);
    if (request.kind !== 'refund')
      return intentOperation(await intentNow(known, intent), request) ?? { step: 'unheard-of' };
    const listed = await get(known, '/v1/refunds', { payment_intent: intent, limit: 100 });
    const { data } = objectsIn(accepted(listed, 'a list'));
    const refund = data.find(({ metadata }) => metadata?.reference === request.referenceNumber);
    return refund ? refundOf(refund, request) : { step: 'unheard-of' };
  },
  book: (settings, span) => stripeBook(stripeSettings(settings), span),
  settlement: { columns: STRIPE_COLUMNS, read: readStripeRow },
  readCallback: (settings, callback) => readEvent(stripeSettings(settings), callback),
};

async function inquire(settings: StripeSettings, names: AttemptNames): Promise<Inquired> {
  const { gatewayReference: id = await findId(settings, names) } = names;
  return isIntent(id) ? intentAnswer(await intentNow(settings, id)) : sessionNow(settings, id);
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof GatewayFault) || error.kind !== 'unknown') throw error;
}

/** By then the page may be closed: a no to what was asked afterwards does not say that it is open. */
function unknownOnceClosed(fault: unknown): never {
  if (fault instanceof GatewayFault && fault.kind === 'refused')
    throw new GatewayFault('unknown', fault.message, { cause: fault });
  throw fault;
}

/** After a declined card the payer could have taken another one there: it has not failed, we have ended it. */
function closedByUs(answer: Opened): Opened {
  const hasFailed = answer.step === 'report' && answer.report.outcome.result === 'failed';
  return hasFailed
    ? { ...answer, report: { ...answer.report, outcome: { result: 'canceled' } } }
    : answer;
}

/**
 * The page of a bank, where a saved card or a wallet is confirmed. Only of money that is taken at once: by the same request a hold that
 * comes about meanwhile would be let go, and what is paid cannot be canceled any more.
 */
async function closeIntent(settings: StripeSettings, id: string): Promise<Inquired> {
  const intent = await intentNow(settings, id);
  if (intent.status !== 'requires_action' || intent.capture_method === 'manual')
    return intentAnswer(intent);
  const answer = await postForm(settings, `${intentPath(id)}/cancel`, {
    cancellation_reason: 'abandoned',
  });
  if (answer.status !== 400) accepted(answer, 'to close the page of the bank');
  return intentAnswer(await intentNow(settings, id).catch(unknownOnceClosed));
}

async function charge(settings: StripeSettings, request: ChargeRequest): Promise<Opened> {
  const { token, referenceNumber, idempotencyKey, asksCvv } = request;
  if (asksCvv)
    throw new GatewayFault(
      'refused',
      'Stripe does not ask for the code of a saved card: set cvv_required of the account to false.',
    );
  const asked = await get(settings, methodPath(token));
  const customer =
    asked.status === 404 ? undefined : methodIn(accepted(asked, 'the card')).customer;
  if (!customer) {
    // A card that is gone is charged no more, and may have been charged before an answer was lost.
    const id = await findIntentId(settings, request);
    return id === undefined
      ? cardRemoved('Stripe', referenceNumber)
      : intentAnswer(await intentNow(settings, id));
  }
  const answer = await postForm(
    settings,
    '/v1/payment_intents',
    chargeFields(request, customer),
    idempotencyKey,
  );
  return confirmedIntent(settings, answer, 'the charge');
}

async function operate(settings: StripeSettings, request: OperationRequest) {
  const { kind, idempotencyKey } = request;
  const intent = intentOf(request);
  const ask = (path: string, fields: Parameters<typeof postForm>[2]): Promise<StripeAnswer> =>
    postForm(settings, path, fields, idempotencyKey);
  if (kind === 'refund') {
    const answer = await ask('/v1/refunds', refundFields(request, intent));
    return refundOf(accepted(answer, 'the refund'), request);
  }
  const answer = await (kind === 'capture'
    ? ask(`${intentPath(intent)}/capture`, captureFields(request))
    : ask(`${intentPath(intent)}/cancel`, { cancellation_reason: 'requested_by_customer' }));
  const report = intentOperation(intentIn(accepted(answer, `the ${kind}`)), request);
  if (!report) throw new GatewayFault('unknown', `Stripe does not say that the ${kind} is done.`);
  return report;
}

function refundOf(refund: unknown, { paymentReference }: OperationRequest): OperationReport {
  return { ...refundWord(refundIn(refund)), paymentReference };
}

/** What Stripe calls the payment: operations are about the intent, which a session gets when it is paid. */
function intentOf({ gatewayPayment, paymentReference }: OperationRequest): string {
  if (gatewayPayment !== undefined) return gatewayPayment;
  throw new GatewayFault(
    'refused',
    `Stripe has not named its payment of ${paymentReference} yet: inquire the payment first.`,
  );
}

async function sessionNow(settings: StripeSettings, id: string): Promise<Opened> {
  const expand = ['payment_intent.latest_charge', 'setup_intent.payment_method'];
  return sessionAnswer(
    checkoutIn(accepted(await get(settings, sessionPath(id), { expand }), 'the inquiry')),
  );
}

function isIntent(id: string): boolean {
  return id.startsWith('pi_');
}

const sessionPath = (id: string) => `/v1/checkout/sessions/${encodeURIComponent(id)}`;
const methodPath = (id: string) => `/v1/payment_methods/${encodeURIComponent(id)}`;
