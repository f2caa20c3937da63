import type { Advice, Decline } from '../../domain/card/decline.ts';
import { threeDsOf } from '../../domain/card/three-ds.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { referenceNumber, type ReferenceNumber } from '../../domain/ids.ts';
import { parseMoney, type Money } from '../../domain/money.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import type {
  NetworkPage,
  NetworkReport,
  AttemptReport,
  ReportOutcome,
} from '../../domain/transaction/network.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { PgParams } from '../../domain/webhook/pg-params.ts';
import { expiryParams, keptCard, type CardTold } from '../card-told.ts';
import { GatewayFault } from '../gateway.ts';
import type { Uncharged } from './client.ts';
import type { NetworkOperation } from './operation.ts';
import type { NetworkPayment } from './payment.ts';

/** The network's payment as a page to go to, or as its word on the attempt. */
export function openedPage(payment: NetworkPayment): NetworkPage | NetworkReport {
  if (payment.status === 'OPEN' && payment.page_url !== undefined)
    return { step: 'page', pageUrl: payment.page_url, gatewayReference: payment.id };
  return { step: 'report', report: attemptReportOf(payment) };
}

/** The network's word in ours. A status that we do not know is no answer: the inquiry will ask again. */
export function attemptReportOf(payment: NetworkPayment): AttemptReport {
  const reference = merchantReferenceOf(payment);
  const card = keptCard(cardTold(payment));
  const decline = declineOf(payment);
  const threeDs = threeDsOf({
    ...payment.three_ds_data,
    challenge: CHALLENGES[payment.three_ds ?? ''],
  });
  return {
    referenceNumber: reference,
    outcome: outcome(payment),
    gatewayReference: payment.id,
    ...(payment.message !== undefined && { message: payment.message }),
    pgParams: pgParams(payment),
    gatewayResponse: response(payment),
    ...(card && { card }),
    ...(decline && { decline }),
    ...(threeDs && { threeDs }),
  };
}

const CHALLENGES: Readonly<Record<string, boolean>> = { challenge: true, frictionless: false };

/** The word on a charge that the network has not made, because of the card itself. */
export function uncharged(
  referenceNumber: ReferenceNumber,
  { code, message }: Uncharged,
): NetworkReport {
  const advice = code === 'token_not_found' ? 'hard' : 'soft';
  return {
    step: 'report',
    report: {
      referenceNumber,
      outcome: { result: 'failed' },
      message,
      decline: { code, advice },
    },
  };
}

const ADVICE: Readonly<Record<string, Advice>> = {
  retry_later: 'soft',
  new_card: 'hard',
  never_retry: 'do-not-retry',
};

/** A network that gives no advice leaves it open whether a later try helps. */
function declineOf({ status, code, advice = '' }: NetworkPayment): Decline | undefined {
  if (status !== 'DECLINED' || code === undefined) return undefined;
  return { code, advice: ADVICE[advice] ?? 'soft' };
}

const RESULTS = { DONE: 'done', QUEUED: 'queued', DECLINED: 'declined' } as const;

/** The network's word on an operation. One that was begun at the network itself has no reference of ours. */
export function operationReport(
  operation: NetworkOperation,
  paymentReference: ReferenceNumber,
): OperationReport {
  const { id, kind, status, message } = operation;
  const reference = referenceNumber(operation.merchant_reference);
  return {
    kind,
    ...(reference !== undefined && { referenceNumber: reference }),
    paymentReference,
    result: RESULTS[status],
    amount: moneyTold(operation),
    gatewayReference: id,
    gatewayPayment: operation.payment_id,
    ...(message !== undefined && { message }),
    pgParams: {
      result: status,
      payment_id: operation.payment_id,
      pg_message: message,
    },
    gatewayResponse: { ...operation },
  };
}

function outcome(payment: NetworkPayment): ReportOutcome {
  switch (payment.status) {
    case 'CAPTURED':
      return {
        result: 'success',
        kind: 'purchase',
        charged: moneyTold(payment),
      };
    case 'AUTHORIZED':
      return { result: 'success', kind: 'authorize', charged: moneyTold(payment) };
    case 'DECLINED':
      return { result: 'failed' };
    case 'CANCELED':
      return { result: 'canceled' };
    case 'ERROR':
      return { result: 'error' };
    default:
      return { result: 'pending' };
  }
}

/** Throws a `GatewayFault` for what is no amount. */
export function moneyTold({
  amount,
  currency,
}: Pick<NetworkPayment, 'amount' | 'currency'>): Money {
  const code = currencyCode(currency);
  const money = code === undefined ? undefined : parseMoney(amount, code);
  if (!money || 'fault' in money)
    throw new GatewayFault(
      'unknown',
      `The network names no amount that we can read: ${amount} ${currency}.`,
    );
  return money;
}

export function merchantReferenceOf({ merchant_reference }: NetworkPayment): ReferenceNumber {
  const reference = referenceNumber(merchant_reference);
  if (reference === undefined)
    throw new GatewayFault('unknown', 'The network names a reference that cannot be ours.');
  return reference;
}

function pgParams(payment: NetworkPayment): PgParams {
  const { card } = payment;
  return {
    auth_code: payment.auth_code,
    card_type: card?.brand,
    card_holder: card?.holder,
    card_number: card?.masked,
    card_issuer: card?.issuer,
    ...expiryParams(cardTold(payment)),
    result: payment.status,
    payment_id: payment.id,
    pg_message: payment.message,
    rrn: payment.rrn,
  };
}

function cardTold({ token, card }: NetworkPayment): CardTold {
  return {
    token,
    lastFour: card?.last4,
    month: card?.expiry_month,
    year: card?.expiry_year,
    brand: card?.brand,
    holder: card?.holder,
  };
}

/** The raw answer as the merchant may see it: facts of the payment, no addresses of pages and nothing to pay with. */
function response({
  page_url: _pageUrl,
  token: _token,
  card,
  three_ds_data: threeDs,
  ...facts
}: NetworkPayment): JsonObject {
  return {
    ...facts,
    ...(threeDs && { three_ds_data: { ...threeDs } }),
    ...(card && { card: { ...card } }),
  };
}
