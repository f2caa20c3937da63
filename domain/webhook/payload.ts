import { acceptanceFields } from '../card/acceptance.ts';
import type { ThreeDs } from '../card/three-ds.ts';
import { shortRate } from '../exchange.ts';
import type { WebhookSettings } from '../merchant.ts';
import { isPositive, subtract, toDecimal, zero } from '../money.ts';
import { isoUtc } from '../duration.ts';
import { remainingAmount } from '../transaction/amount.ts';
import { isSuccess } from '../transaction/states.ts';
import {
  attemptOf,
  methodOf,
  type Attempt,
  type Place,
  type Transaction,
} from '../transaction/transaction.ts';
import type { Address } from '../customer.ts';
import type { Initiator } from '../initiator.ts';
import type { Notice } from '../transaction/change.ts';
import { withoutEmpty } from '../json.ts';
import { childFields } from './children.ts';
import { pgParamsIn } from './pg-params.ts';
import { disputeFields } from './dispute-fields.ts';
import { DISPUTE, SECOND_SUCCESS } from './event-type.ts';
import { agreementFields } from './agreement.ts';
import { tokenOf } from './token.ts';

/**
 * The body of a payment notification without its signature (contract/webhooks#payload). A field that has no value is
 * left out, money is decimal text.
 */
export function paymentPayload(
  transaction: Transaction,
  notice: Notice,
  { pgParamsFormat }: Pick<WebhookSettings, 'pgParamsFormat'>,
) {
  const attempt = attemptOf(transaction, notice.referenceNumber);
  const method = methodOf(transaction, notice.pgCode);
  return withoutEmpty({
    session_id: transaction.sessionId,
    reference_number: notice.referenceNumber,
    order_no: transaction.orderNo,
    transaction_log_id: transaction.bulkId,
    result: notice.result,
    state: transaction.state,
    operation: operationOf(transaction, attempt, notice),
    payment_type: transaction.paymentType,
    ...moneyFields(transaction, attempt),
    ...childFields(transaction),
    gateway_account: notice.pgCode,
    gateway_name: attempt?.gateway ?? method?.gateway ?? notice.pgCode,
    gateway_response: attempt?.gatewayResponse,
    pg_params: pgParamsIn(attempt?.pgParams ?? {}, pgParamsFormat),
    ...customerFields(transaction),
    customer_birthdate: transaction.customer.birthdate,
    ...addressFields(transaction.billingAddress ?? transaction.dropOff?.address),
    extra: transaction.extra,
    capture_delivery_address: transaction.captureDeliveryAddress,
    capture_delivery_location: transaction.captureDeliveryLocation,
    delivery_address: transaction.dropOff?.address && addressJson(transaction.dropOff.address),
    delivery_location: transaction.dropOff?.place && placeJson(transaction.dropOff.place),
    initiator: transaction.initiator && initiatorFields(transaction.initiator),
    agreement: transaction.agreement && agreementFields(transaction.agreement),
    card_acceptance_criteria:
      transaction.cardAcceptanceCriteria && acceptanceFields(transaction.cardAcceptanceCriteria),
    three_ds: attempt?.threeDs && threeDsJson(attempt.threeDs),
    token: attempt && tokenOf(transaction, attempt, notice.at),
    is_sandbox: (attempt ?? method)?.sandbox === true ? true : undefined,
    message: notice.result === 'success' ? undefined : attempt?.message,
    ...disputeFields(transaction, notice.disputeId),
    alert: alertOf(notice),
    timestamp_utc: isoUtc(notice.at),
  });
}

function alertOf({ secondSuccess, disputeId }: Notice) {
  if (disputeId !== undefined) return DISPUTE;
  return secondSuccess ? SECOND_SUCCESS : undefined;
}

function operationOf(
  { kind: ofTransaction, paymentType }: Transaction,
  attempt: Attempt | undefined,
  { result }: Notice,
): 'payment' | 'authorization' | undefined {
  if (result === 'cod' || paymentType === 'save_card') return undefined;
  const kind = attempt?.kind ?? ofTransaction;
  return kind === 'purchase' ? 'payment' : 'authorization';
}

function moneyFields(transaction: Transaction, attempt: Attempt | undefined) {
  const { amount } = transaction;
  // The merchant may have changed amount and currency since this attempt was made; it was charged as it was asked for.
  const fee = attempt?.fee ?? zero(amount.currency);
  const total = attempt?.total ?? amount;
  const settled = isSuccess(transaction.state) ? transaction.settledAmount : undefined;
  const remaining = remainingAmount(transaction);
  return {
    amount: toDecimal(amount),
    currency_code: amount.currency,
    amount_details: {
      currency_code: total.currency,
      amount: toDecimal(subtract(total, fee)),
      fee: toDecimal(fee),
      total: toDecimal(total),
      ...(attempt?.exchange && { exchange_rate: shortRate(attempt.exchange.rate) }),
    },
    fee: isPositive(fee) ? toDecimal(fee) : undefined,
    // Of a card that was saved for nothing there is no money to tell (contract/webhooks#payload).
    ...(transaction.paymentType !== 'save_card' && {
      settled_amount: settled && toDecimal(settled),
      paid_amount: transaction.paidAmount && toDecimal(transaction.paidAmount),
      remaining_amount: remaining && toDecimal(remaining),
    }),
  };
}

/** Who the customer is, in the fields that all notifications share. */
export function customerFields({ customer }: Transaction) {
  return {
    customer_id: customer.id,
    customer_first_name: customer.firstName,
    customer_last_name: customer.lastName,
    customer_email: customer.email,
    customer_phone: customer.phone,
  };
}

/** An address in the fields that all notifications share. */
export function addressFields(address: Partial<Address> | undefined) {
  return {
    customer_address_line1: address?.line1,
    customer_address_line2: address?.line2,
    customer_address_city: address?.city,
    customer_address_state: address?.state,
    customer_address_country: address?.country,
    customer_address_postal_code: address?.postalCode,
  };
}

function addressJson({ line1, line2, city, state, country, postalCode }: Address) {
  return withoutEmpty({ line1, line2, city, state, country, postal_code: postalCode });
}

function threeDsJson({ challenge, version, eci, outcome }: ThreeDs) {
  return withoutEmpty({ challenge, version, eci, outcome });
}

function placeJson({ latitude, longitude }: Place) {
  return { latitude, longitude };
}

/** Who is behind a transaction or an operation, in the fields that all notifications share. */
export function initiatorFields({
  id,
  username,
  email,
  firstName = '',
  lastName = '',
  phone = '',
}: Initiator) {
  return {
    id,
    username,
    email,
    first_name: cut(firstName),
    last_name: cut(lastName),
    phone,
  };
}

/** Receivers have room for so many characters of a name (contract/webhooks#payload). */
function cut(name: string): string {
  return Array.from(name).slice(0, 32).join('');
}
