import { Refusal } from '../refusal.ts';
import { attemptUnderWay } from './alert.ts';
import { isSameMoney } from './amount.ts';
import { withoutPending } from './attempt.ts';
import { isUnpaid } from './states.ts';
import type { HiddenMethod, PaymentMethod, Terms, Transaction } from './transaction.ts';
import type { Kind } from './type.ts';

/** New terms for a transaction, computed from its version `seenVersion`. */
export interface Edit {
  readonly seenVersion: number;
  readonly terms: Terms;
  readonly methods: readonly PaymentMethod[];
  readonly hiddenMethods?: readonly HiddenMethod[];
  readonly kind: Kind;
}

/** True when the transaction has changed since the edit was computed: it must be computed again. */
export function isStale(transaction: Transaction, { seenVersion }: Edit): boolean {
  return transaction.version !== seenVersion;
}

/**
 * The transaction with new terms (contract/transactions#changing). Throws `invoice_immutable` for an invoice's,
 * `invalid_state` once it can no longer be paid, `locked` when money would change under an attempt that is at a
 * gateway, and `validation_error` for a customer id that changes after the first attempt. A pending attempt whose other money has gone
 * back is given up, for it was for the terms of before.
 */
export function edit(
  transaction: Transaction,
  { terms, ...computed }: Edit,
  now: number,
): Transaction {
  refuseBilled(transaction);
  if (!isUnpaid(transaction.state))
    throw new Refusal(
      'invalid_state',
      `The transaction is ${transaction.state}; only created, pending and attempted ones can be changed.`,
    );
  refuseUnderAttempt(transaction, terms);
  if (transaction.attempts.length > 0 && terms.customer.id !== transaction.customer.id)
    throw new Refusal('validation_error', 'The request is not valid.', {
      customer_id: ['It cannot change once the customer has tried to pay.'],
    });
  const underWay = attemptUnderWay(transaction);
  const kept = underWay ? transaction : withoutPending(transaction, now);
  const { hiddenMethods: _before, ...identity } = identityOf(kept);
  // Whoever is at a gateway is charged by what they were shown: fees and rates are as they were, as the money is.
  const { methods, hiddenMethods, kind } = underWay ? transaction : computed;
  return {
    ...identity,
    ...terms,
    methods,
    ...(hiddenMethods && { hiddenMethods }),
    kind,
    expiresAt: transaction.createdAt + terms.expirationSeconds * 1000,
  };
}

/** It asks for the money of an invoice, whose terms never change (contract/invoices#creating). */
export function isBilled({ invoiceNumber }: Transaction): boolean {
  return invoiceNumber !== undefined;
}

/** An invoice never changes, and neither does what it asks for. Throws `invoice_immutable`. */
export function refuseBilled(transaction: Transaction): void {
  if (isBilled(transaction))
    throw new Refusal(
      'invoice_immutable',
      `The transaction belongs to the invoice ${transaction.invoiceNumber}, which cannot change; cancel it and create a new invoice.`,
    );
}

function refuseUnderAttempt(transaction: Transaction, terms: Terms): void {
  if (!attemptUnderWay(transaction)) return;
  const same =
    isSameMoney(transaction.amount, terms.amount) &&
    transaction.pgCodes.join() === terms.pgCodes.join() &&
    transaction.customer.id === terms.customer.id;
  if (!same)
    throw new Refusal(
      'locked',
      'A payment attempt is under way; amount, currency_code, pg_codes and customer_id cannot change until it has ended.',
    );
}

/** All of a transaction that is not its terms: terms that the new ones leave out must not survive. */
export function identityOf(transaction: Transaction): Omit<Transaction, keyof Terms> {
  const {
    amount: _amount,
    pgCodes: _pgCodes,
    customer: _customer,
    language: _language,
    expirationSeconds: _expirationSeconds,
    orderNo: _orderNo,
    billingAddress: _billingAddress,
    shippingAddress: _shippingAddress,
    notifications: _notifications,
    emailRecipients: _emailRecipients,
    dueDatetime: _dueDatetime,
    extra: _extra,
    redirectUrl: _redirectUrl,
    webhookUrl: _webhookUrl,
    productType: _productType,
    vendorName: _vendorName,
    cardAcceptanceCriteria: _cardAcceptanceCriteria,
    brandingOptions: _brandingOptions,
    loyalty: _loyalty,
    captureDeliveryAddress: _captureDeliveryAddress,
    captureDeliveryLocation: _captureDeliveryLocation,
    attachment: _attachment,
    handouts: _handouts,
    unitCode: _unitCode,
    initiator: _initiator,
    ...identity
  } = transaction;
  // A term that is not left out above does not compile.
  return identity satisfies Partial<Record<keyof Terms, never>> & Pick<Transaction, 'sessionId'>;
}
