import { randomBytes } from 'node:crypto';
import { mintReferenceNumber, sessionId, type ReferenceNumber } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Store } from '../../store/index.ts';

/** What a page is about: the payer's transaction and whose it is. */
export interface PayersView {
  readonly transaction: Transaction;
  readonly merchant: Merchant;
}

/** The transaction behind a session id from an address. Throws `not_found`. */
export async function payersView(
  { store }: { readonly store: Store },
  id: unknown,
): Promise<PayersView> {
  const session = typeof id === 'string' ? sessionId(id) : undefined;
  const transaction = session && (await store.transactions.findForPayer(session));
  if (!transaction) throw new Refusal('not_found', 'There is no such payment.');
  return withMerchant({ store }, transaction);
}

export async function withMerchant(
  { store }: { readonly store: Store },
  transaction: Transaction,
): Promise<PayersView> {
  const merchant = await store.merchants.find(transaction.merchantId);
  if (!merchant) throw new Error(`The merchant ${transaction.merchantId} has no settings.`);
  return { transaction, merchant };
}

/** Unpaid and in time. The timer may be a moment late; the payer is not told otherwise for that. */
export function isPayable({ state, expiresAt }: Transaction): boolean {
  return isUnpaid(state) && Date.now() < expiresAt;
}

/** A reference that no attempt has. Two of a million clash once in some years, so the store is asked. */
export async function mintReference(
  { store }: { readonly store: Store },
  { referencePrefix }: Merchant,
): Promise<ReferenceNumber> {
  for (;;) {
    const reference = mintReferenceNumber(referencePrefix, randomBytes(8));
    if (!(await store.transactions.findByReference(reference))) return reference;
  }
}
