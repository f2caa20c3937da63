import type { DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { declineReason } from '../../domain/card/decline-reason.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { defined, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { decisiveAttempt } from '../../domain/transaction/settled.ts';
import type { Attempt, Transaction } from '../../domain/transaction/transaction.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { paidInAll } from '../../domain/wallet/part.ts';
import { words } from '../../render/locales/words.ts';
import { isInLanguage } from '../../render/scripts.ts';
import { moneyIn } from './money.ts';
import { backToMerchant, returnDestinationOf } from '../../domain/webhook/return-destination.ts';

/** What ends in the payer's own program, without a page of a network; `card_onsite`: the card was typed in the network's frame. */
export type FormOfPayment = 'token_pay' | 'card_onsite' | DeviceWallet;

type Status = 'success' | 'canceled' | 'error';

/**
 * How the last attempt ended, for the callbacks of the client libraries (contract/sdk#callback-data). Undefined
 * while nothing has ended: no attempt, or one under way.
 */
export function callbackOf(transaction: Transaction, publicUrl: string) {
  const attempt = decisiveAttempt(transaction);
  if (!attempt)
    return transaction.state === 'canceled' ? canceledUntried(transaction, publicUrl) : undefined;
  const status = statusOf(attempt);
  if (status === undefined) return undefined;
  return defined({
    status,
    message: messageOf(transaction, attempt, status),
    form_of_payment: formOf(attempt),
    challenge_occurred: attempt.threeDs?.challenge ?? false,
    session_id: transaction.sessionId,
    order_no: transaction.orderNo,
    reference_number: attempt.referenceNumber,
    redirect_url: redirectOf(transaction, { attempt, status, publicUrl }),
    payment_gateway_info: defined({
      pg_code: attempt.pgCode,
      pg_name: attempt.gateway.toLowerCase(),
      pg_response: attempt.gatewayResponse && withoutPersons(attempt.gatewayResponse),
    }),
  });
}

/** By what it was paid. */
function formOf({ deviceWallet, charges, cardGiven }: Attempt): FormOfPayment | 'redirect' {
  if (deviceWallet) return deviceWallet;
  if (charges) return 'token_pay';
  return cardGiven ? 'card_onsite' : 'redirect';
}

/** A failed payment can be tried again like a canceled one; the libraries treat them alike. */
function statusOf({ state }: Attempt): Status | undefined {
  switch (state) {
    case 'success':
    case 'cod':
      return 'success';
    case 'failed':
    case 'canceled':
      return 'canceled';
    case 'error':
      return 'error';
    case 'pending':
      return undefined;
    default:
      return unreachable(state);
  }
}

/** As our page says it: why it was declined in our words, else in the gateway's, where those are of the payer's language. */
function messageOf(transaction: Transaction, attempt: Attempt, status: Status): string {
  const { state, message, kind, decline } = attempt;
  const { language } = transaction;
  const { problems, summary, declines } = words(language);
  if (status === 'success') {
    const { heading } =
      state === 'cod' ? summary.cod : kind === 'purchase' ? summary.paid : summary.authorized;
    return heading.replace('{amount}', () => moneyIn(paidInAll(transaction, attempt), language));
  }
  const reason = decline && declineReason(decline);
  if (reason !== undefined) return declines.reasons[reason];
  if (message !== undefined && message.trim() !== '' && isInLanguage(message, language))
    return message;
  if (status === 'error') return problems.error.title;
  return state === 'failed' ? problems.declined.title : problems.canceled.title;
}

/** Whatever a gateway calls what it knows of somebody, or what could be used to pay again. */
const PERSONAL = /card|holder|customer|payer|buyer|name|mail|phone|mobile|address|birth|token/i;

/**
 * The gateway's own answer for a page that shows it. Who has the link of a payment need not learn who pays it, so
 * persons and cards are left out (contract/sdk#what-a-payer-may-see).
 */
export function withoutPersons(answer: JsonObject): JsonObject {
  const kept = Object.entries(answer).filter(([key]) => !PERSONAL.test(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, impersonal(value)]));
}

function impersonal(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(impersonal) : withoutPersons(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** After success the merchant's address; after a cancellation only where the merchant's server sends payers there. */
function redirectOf(
  transaction: Transaction,
  {
    attempt,
    status,
    publicUrl,
  }: { readonly attempt: Attempt; readonly status: Status; readonly publicUrl: string },
): string | undefined {
  if (status === 'success') return backToMerchant(transaction);
  return status === 'canceled'
    ? sentBack(transaction, attempt.referenceNumber, publicUrl)
    : undefined;
}

function sentBack(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  publicUrl: string,
): string | undefined {
  if (transaction.notice?.status !== 'delivered') return undefined;
  const destination = returnDestinationOf(transaction, referenceNumber, publicUrl);
  return destination.to === 'merchant' ? destination.url : undefined;
}

function canceledUntried(transaction: Transaction, publicUrl: string) {
  const { notice, sessionId, orderNo, language } = transaction;
  return defined({
    status: 'canceled' as const,
    message: words(language).messages.canceled.title,
    form_of_payment: 'redirect' as const,
    challenge_occurred: false,
    session_id: sessionId,
    order_no: orderNo,
    reference_number: notice?.referenceNumber,
    redirect_url: notice && sentBack(transaction, notice.referenceNumber, publicUrl),
  });
}
