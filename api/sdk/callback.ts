import type { DeviceWallet } from '../../domain/device-wallet/device-wallet.ts';
import { declineReason } from '../../domain/card/decline-reason.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { defined, type JsonObject, type JsonValue } from '../../domain/json.ts';
import { toldAttempt } from '../../domain/transaction/settled.ts';
import { isSuccess } from '../../domain/transaction/states.ts';
import type { Attempt, Transaction } from '../../domain/transaction/transaction.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { paidInAll } from '../../domain/wallet/part.ts';
import { words } from '../../render/locales/words.ts';
import { isInLanguage } from '../../render/in-language.ts';
import { moneyIn } from './money.ts';
import { backToMerchant, returnDestinationOf } from '../../domain/webhook/return-destination.ts';

/** What ends in the payer's own program, without a page of a network; `card_onsite`: the card was typed in the network's frame. */
export type FormOfPayment = 'token_pay' | 'card_onsite' | DeviceWallet;

type Status = 'success' | 'canceled' | 'error';

/**
 * How the last attempt ended, or that the payment was canceled, for the callbacks of the client libraries
 * (contract/sdk#callback-data). Undefined while nothing has ended: no attempt, one under way, or one whose money has settled nothing,
 * so that a person has to say what becomes of it.
 */
export function callbackOf(transaction: Transaction, publicUrl: string) {
  const attempt = toldAttempt(transaction);
  const status = statusOf(transaction, attempt);
  if (status === undefined) return undefined;
  return defined({
    status,
    message: messageOf(transaction, attempt, status),
    form_of_payment: attempt ? formOf(attempt) : ('redirect' as const),
    challenge_occurred: attempt?.threeDs?.challenge ?? false,
    session_id: transaction.sessionId,
    order_no: transaction.orderNo,
    reference_number: attempt?.referenceNumber ?? transaction.notice?.referenceNumber,
    redirect_url: redirectOf(transaction, status, publicUrl),
    payment_gateway_info:
      attempt &&
      defined({
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
function statusOf(transaction: Transaction, attempt: Attempt | undefined): Status | undefined {
  if (transaction.state === 'canceled') return 'canceled';
  const state = attempt?.state;
  switch (state) {
    case 'success':
    case 'cod':
      return isSuccess(transaction.state) ? 'success' : undefined;
    case 'failed':
    case 'canceled':
      return 'canceled';
    case 'error':
      return 'error';
    case 'pending':
    case undefined:
      return undefined;
    default:
      return unreachable(state);
  }
}

/** As our page says it: why it was declined in our words, else in the gateway's, where those are of the payer's language. */
function messageOf(transaction: Transaction, attempt: Attempt | undefined, status: Status): string {
  const { language } = transaction;
  const { problems, summary, declines, messages } = words(language);
  if (!attempt || transaction.state === 'canceled') return messages.canceled.title;
  const { state, message, kind, decline } = attempt;
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
  status: Status,
  publicUrl: string,
): string | undefined {
  if (status === 'success') return backToMerchant(transaction);
  const reference =
    toldAttempt(transaction)?.referenceNumber ?? transaction.notice?.referenceNumber;
  return status === 'canceled' && reference !== undefined
    ? sentBack(transaction, reference, publicUrl)
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
