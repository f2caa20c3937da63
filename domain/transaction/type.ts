/** What sells: a shop, or somebody who asks for a payment by a link. */
export const TRANSACTION_TYPES = ['e_commerce', 'payment_request'] as const;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** `purchase` charges at once, `authorize` only holds. On the wire the field is `operation`. */
export type Kind = 'purchase' | 'authorize';

/**
 * `save_card` keeps a card and moves no money: its amount is zero; `auto_debit` is paid by an agreement (contract/transactions#payment-types).
 */
export type PaymentType = 'one_off' | 'save_card' | 'auto_debit';
