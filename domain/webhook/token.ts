import { cardPaidWith } from '../card/charge.ts';
import { cardSaved } from '../card/saving.ts';
import { maskedNumber, type SavedCard } from '../card/card.ts';
import { printExpiry } from '../card/expiry.ts';
import { expiresSoon, isExpired } from '../card/validity.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import { withoutEmpty } from '../json.ts';

/**
 * The `token` of a notification: the card that an attempt has brought, or with which it has paid
 * (contract/webhooks#payload). The customer who has paid with it prefers it; what the merchant charges says nothing of
 * that. Undefined where there is none.
 */
export function tokenOf(transaction: Transaction, attempt: Attempt, at: number) {
  const card =
    cardSaved(transaction, attempt, { card: attempt.card, now: at }) ??
    cardPaidWith(transaction, attempt);
  if (!card) return undefined;
  return {
    ...withoutEmpty({ ...cardFields(card, at) }),
    ...(attempt.charges?.by !== 'merchant' && { is_preferred: true as const }),
    // Text, as clients read it (contract/cards#card).
    auto_debit_enabled: card.autoDebit ? ('true' as const) : ('false' as const),
  };
}

/** The fields that a card has everywhere that merchants see one; `null` where the network has not said. */
export function cardFields(card: SavedCard, now: number) {
  const { month, year } = printExpiry(card.expiry);
  return {
    token: card.token,
    customer_id: card.customerId,
    brand: card.brand ?? null,
    name_on_card: card.holder ?? null,
    number: maskedNumber(card),
    expiry_month: month,
    expiry_year: year,
    is_expired: isExpired(card.expiry, now),
    will_expire_soon: expiresSoon(card.expiry, now),
    cvv_required: card.cvvRequired,
    pg_code: card.pgCode,
    pg_name: card.gateway,
    agreements: card.agreements,
  };
}
