import { type JsonObject, withoutEmpty } from '../json.ts';
import { toDecimal } from '../money.ts';
import { attemptOf, methodOf, type Transaction } from '../transaction/transaction.ts';
import type { Notice } from '../transaction/change.ts';
import { addressFields, customerFields } from './payload.ts';

/**
 * The body of a disclosure without its signature: what merchants of the old endpoints are told once an attempt is over
 * (contract/old-endpoints#disclosure). Fields of the merchant's own are given back
 * as they came, and never in place of one of ours.
 */
export function disclosurePayload(transaction: Transaction, notice: Notice): JsonObject {
  const { amount, orderNo, vendorName, billingAddress, dropOff, bulkId, legacy } = transaction;
  const attempt = attemptOf(transaction, notice.referenceNumber);
  const method = methodOf(transaction, notice.pgCode);
  return {
    ...legacy?.fields,
    ...withoutEmpty({
      amount: toDecimal(amount),
      currency_code: amount.currency,
      result: notice.result,
      // The only one that the shop knows; an attempt that took the place of another has one of its own.
      reference_number: legacy?.referenceNumber,
      order_no: orderNo,
      bulk_id: bulkId,
      ...withoutCustomerId(transaction),
      ...addressFields(billingAddress ?? legacy?.address ?? dropOff?.address),
      vendor_name: vendorName,
      gateway_name: attempt?.gateway ?? method?.gateway,
      gateway_account: notice.pgCode,
      gateway_response: attempt?.gatewayResponse,
      message: notice.result === 'success' ? undefined : attempt?.message,
    }),
  };
}

function withoutCustomerId(transaction: Transaction) {
  const { customer_id: _customerId, ...fields } = customerFields(transaction);
  return fields;
}
