import { scheduleOf, type ChargeSchedule } from '../agreement/schedule.ts';
import type { ChargedBy } from '../card/card.ts';
import type { Language } from '../language.ts';
import type { Address, Customer, ShippingAddress, Transaction } from './transaction.ts';

/** What a network is told of who pays. */
export interface PayerFacts extends Pick<Customer, 'email' | 'firstName' | 'lastName' | 'phone'> {
  readonly billing?: Address;
  readonly shipping?: ShippingAddress;
}

/**
 * What the network of an attempt is told besides the money, as it was when the attempt began. A network takes another body
 * under the same key for a mistake, and the order, its customer and the language may change between two tries.
 */
export interface AttemptRequest {
  /** In which the payer reads. */
  readonly language: Language;
  /** Where the API was reached from outside; return and callback URLs are built from it. */
  readonly publicUrl: string;
  readonly expiresAt: number;
  /** The order number, by which the payer knows what they pay for. */
  readonly description?: string;
  readonly payer?: PayerFacts;
  /** By which dates the merchant charges the saved card; only where nobody is there who could be asked. */
  readonly schedule?: ChargeSchedule;
}

/** What the payer has brought to it. */
export type AskedFrom = Pick<AttemptRequest, 'language' | 'publicUrl'>;

/** @param by who charges a saved card, where one is charged */
export function attemptRequest(
  transaction: Transaction,
  { language, publicUrl }: AskedFrom,
  by?: ChargedBy,
): AttemptRequest {
  const { orderNo, customer, billingAddress, shippingAddress, expiresAt } = transaction;
  const { email, firstName, lastName, phone } = customer;
  const payer: PayerFacts = {
    ...(email !== undefined && { email }),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(phone !== undefined && { phone }),
    ...(billingAddress && { billing: billingAddress }),
    ...(shippingAddress && { shipping: shippingAddress }),
  };
  return {
    language,
    publicUrl,
    expiresAt,
    ...(orderNo !== undefined && { description: orderNo }),
    ...(Object.keys(payer).length > 0 && { payer }),
    ...(by === 'merchant' && { schedule: scheduleOf(transaction.agreement) }),
  };
}
