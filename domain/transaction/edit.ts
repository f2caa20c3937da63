import { compare, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { isUnpaid } from './states.ts';
import {
  pendingAttempt,
  type Kind,
  type PaymentMethod,
  type Terms,
  type Transaction,
} from './transaction.ts';

/** New terms for a transaction, computed from its version `seenVersion`. */
export interface Edit {
  readonly seenVersion: number;
  readonly terms: Terms;
  readonly methods: readonly PaymentMethod[];
  readonly kind: Kind;
}

/** True when the transaction has changed since the edit was computed: it must be computed again. */
export function isStale(transaction: Transaction, { seenVersion }: Edit): boolean {
  return transaction.version !== seenVersion;
}

/**
 * The transaction with new terms (contract/api.md 1.8). Throws `invalid_state` once it can no longer be paid, `locked`
 * when money would change under an attempt that is at a gateway, and `validation_error` for a customer id that changes
 * after the first attempt.
 */
export function edit(transaction: Transaction, { terms, methods, kind }: Edit): Transaction {
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
  return {
    ...identityOf(transaction),
    ...terms,
    methods,
    kind,
    expiresAt: transaction.createdAt + terms.expirationSeconds * 1000,
  };
}

function refuseUnderAttempt(transaction: Transaction, terms: Terms): void {
  if (!pendingAttempt(transaction)) return;
  const same =
    sameMoney(transaction.amount, terms.amount) &&
    transaction.pgCodes.join() === terms.pgCodes.join() &&
    transaction.customer.id === terms.customer.id;
  if (!same)
    throw new Refusal(
      'locked',
      'A payment attempt is under way; amount, currency_code, pg_codes and customer_id cannot change until it has ended.',
    );
}

function sameMoney(one: Money, other: Money): boolean {
  return one.currency === other.currency && compare(one, other) === 0;
}

/** All of a transaction that is not its terms: terms that the new ones leave out must not survive. */
function identityOf(transaction: Transaction): Omit<Transaction, keyof Terms> {
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
    ...identity
  } = transaction;
  return identity;
}
