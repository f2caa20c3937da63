import { scheduleOf } from '../agreement/schedule.ts';
import type { ChargedBy } from '../card/card.ts';
import type { AttemptRequest, PayerFacts, Transaction } from './transaction.ts';

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
