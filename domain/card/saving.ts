import { Refusal } from '../refusal.ts';
import {
  methodOf,
  type Attempt,
  type PaymentMethod,
  type Transaction,
} from '../transaction/transaction.ts';
import type { CardFacts, CardKeeping, SavedCard } from './card.ts';

/** Whether the customer can have the card kept with this method: its account keeps cards, and somebody is known to own it. */
export function canSaveCard(
  { customer }: Pick<Transaction, 'customer'>,
  { savesCards }: Pick<PaymentMethod, 'savesCards'>,
): boolean {
  return savesCards !== undefined && customer.id !== undefined;
}

/**
 * How the card of an attempt will be kept; undefined when it will not. A transaction that is made to save a card, or to
 * charge it again, always keeps it; any other when the customer has agreed. Throws `validation_error` when it is wanted and cannot be.
 */
export function keepingFor(
  transaction: Transaction,
  { pgCode, saveCard = false }: Pick<SavingRequest, 'pgCode' | 'saveCard'>,
): CardKeeping | undefined {
  if (!saveCard && transaction.paymentType === 'one_off') return undefined;
  const method = methodOf(transaction, pgCode);
  if (method?.savesCards && canSaveCard(transaction, method)) return method.savesCards;
  throw new Refusal('validation_error', 'The request is not valid.', {
    save_card: [`The card cannot be saved with ${pgCode} here.`],
  });
}

/** What a payer wants of a method. */
export interface SavingRequest {
  readonly pgCode: Attempt['pgCode'];
  readonly saveCard?: boolean;
}

/** The card that a settled attempt has brought, where it was wanted and the network has kept it. */
export function cardSaved(
  { merchantId, customer, agreement }: Transaction,
  { savesCard, pgCode, gateway, sandbox, createdAt: usedAt }: Attempt,
  { card, now }: { readonly card: CardFacts | undefined; readonly now: number },
): SavedCard | undefined {
  if (!savesCard || !card || customer.id === undefined) return undefined;
  return {
    ...card,
    ...savesCard,
    merchantId,
    customerId: customer.id,
    pgCode,
    gateway,
    sandbox,
    agreements: agreement ? [agreement.id] : [],
    createdAt: now,
    usedAt,
  };
}
