import { randomBytes } from 'node:crypto';
import { untakenNow } from '../domain/agreement/debit.ts';
import {
  mintReferenceNumber,
  sessionId,
  type PgCode,
  type ReferenceNumber,
} from '../domain/ids.ts';
import type { Merchant } from '../domain/merchant.ts';
import { Refusal } from '../domain/refusal.ts';
import { isDeleted } from '../domain/transaction/archive.ts';
import { isPayableAt } from '../domain/transaction/payable.ts';
import { methodsUsableNow, whyUnusable } from '../domain/transaction/usable.ts';
import { isSameMoney } from '../domain/transaction/amount.ts';
import { leadsOn } from '../domain/transaction/attempt.ts';
import {
  attemptOf,
  methodOf,
  type PaymentMethod,
  type Transaction,
} from '../domain/transaction/transaction.ts';
import { asUnit } from '../domain/unit.ts';
import { gatewayFor } from '../gateways/registry.ts';
import type { Store } from '../store/index.ts';
import type { Submission } from '../workflows/messages.ts';
import type { Doer } from './access/recorded.ts';
import type { ApiDeps } from './deps.ts';

/** What a page is about: the payer's transaction and whose it is. */
export interface PayersView {
  readonly transaction: Transaction;
  readonly merchant: Merchant;
}

/** The transaction behind a session id from an address. Throws `not_found`, also when it was archived. */
export async function payersView(
  { store }: { readonly store: Store },
  id: unknown,
): Promise<PayersView> {
  const session = typeof id === 'string' ? sessionId(id) : undefined;
  const transaction = session && (await store.transactions.findForPayer(session));
  if (!transaction || isDeleted(transaction))
    throw new Refusal('not_found', 'There is no such payment.');
  return withMerchant({ store }, transaction);
}

/** The transaction with the settings that hold for it: the merchant's, and before them those of its unit. */
export async function withMerchant(
  { store }: { readonly store: Store },
  transaction: Transaction,
): Promise<PayersView> {
  const { merchantId, unitCode } = transaction;
  const [merchant, unit] = await Promise.all([
    store.merchants.find(merchantId),
    unitCode === undefined ? undefined : store.units.find(merchantId, unitCode),
  ]);
  if (!merchant) throw new Error(`The merchant ${merchantId} has no settings.`);
  return { transaction, merchant: asUnit(merchant, unit) };
}

/** Whoever knows the session id, as the audit log shall have them. */
export function payerOf({ transaction: { merchantId, sessionId } }: PayersView): Doer {
  return { who: 'payer', merchantId, sessionId };
}

/** Now. The timer may be a moment late; the payer is not told otherwise for that. */
export function isPayable(transaction: Transaction): boolean {
  return isPayableAt(transaction, Date.now());
}

/** Tells the workflow of a first look, and does not wait: the payer shall see the page all the same. */
export function noteFirstView(
  { engine, logger }: Pick<ApiDeps, 'engine' | 'logger'>,
  transaction: Transaction,
): void {
  if (transaction.state !== 'created') return;
  engine.viewed(transaction).catch((error: unknown) => {
    logger.warn({ err: error }, 'a first view was not recorded');
  });
}

/**
 * Whether a method of it can still be used. When none can, the transaction is invalided (contract/transactions#expiry):
 * nobody waits for that, and the payer's next visit would find the same.
 */
export async function isUsable(
  { store, engine, logger }: Pick<ApiDeps, 'store' | 'engine' | 'logger'>,
  view: PayersView,
): Promise<boolean> {
  const { transaction } = view;
  const why = whyUnusable(transaction, await settingsFor(store, view));
  if (why === undefined) return true;
  engine.unusable(transaction, why).catch((error: unknown) => {
    logger.warn({ err: error }, 'an invalidation was not recorded');
  });
  return false;
}

/**
 * With the methods that can be used now, for who chooses among them; since they were named an account may be switched off, or an
 * agreement be charged by the engine, which none may take over that cannot (contract/agreements#first-payment).
 */
export async function withUsableMethods(
  { store }: { readonly store: Store },
  view: PayersView,
): Promise<UsableView> {
  const { transaction } = view;
  const settings = await settingsNow(store, view);
  const usable = (methods: Transaction['methods']) =>
    methodsUsableNow({ ...transaction, methods }, settings);
  return {
    ...view,
    transaction: { ...transaction, methods: usable(transaction.methods) },
    canUse: (method) => usable([method]).length > 0,
  };
}

/** What can be used of it now. */
interface UsableView extends PayersView {
  /** Of a method, or of an account behind a route, at which saved cards are charged. */
  readonly canUse: (method: PaymentMethod) => boolean;
}

/**
 * Throws `method_not_offered`, on this field, where the method that a new press of Pay names cannot be used any more: what such a
 * press began would fail, and the payment with it where there is one attempt. What is under way, and what only a wallet of
 * ours pays, goes on.
 */
export async function refuseUnusable(
  { store }: { readonly store: Store },
  view: PayersView,
  submission: Submission,
  field = 'pg_code',
): Promise<void> {
  const { transaction } = view;
  const { pgCode, amount, wallet } = submission;
  const method = methodOf(transaction, pgCode);
  if (!method || leadsOn(transaction, submission)) return;
  if (wallet && isSameMoney(wallet.amount, amount ?? transaction.amount)) return;
  const settings = await settingsNow(store, view);
  const why = whyUnusable({ ...transaction, methods: [method] }, settings);
  if (why !== undefined) throw new Refusal('method_not_offered', why, { [field]: [why] });
}

async function settingsNow(store: Store, view: PayersView) {
  const settings = await settingsFor(store, view);
  return { ...settings, untaken: await untakenFor(store, view.transaction, settings) };
}

async function untakenFor(
  { agreements, clocks }: Store,
  transaction: Transaction,
  settings: Awaited<ReturnType<typeof settingsFor>>,
): Promise<ReadonlyMap<PgCode, string>> {
  const { merchantId, agreement, customer, methods } = transaction;
  const [method] = methods;
  if (!agreement || customer.id === undefined || !method) return new Map();
  const { sandbox } = method;
  const name = { merchantId, customerId: customer.id, sandbox, id: agreement.id };
  const [known, ahead] = await Promise.all([agreements.findNamed(name), clocks.ahead(merchantId)]);
  return untakenNow(known, transaction, {
    ...settings,
    traitsOf: (slug) => gatewayFor(slug).traits,
    now: Date.now() + ahead,
  });
}

async function settingsFor(
  { gatewayAccounts, routes: routeStore }: Store,
  { merchant }: PayersView,
) {
  const [accounts, routes] = await Promise.all([
    gatewayAccounts.list(merchant.id),
    routeStore.list(merchant.id),
  ]);
  return { merchant, accounts, routes };
}

/** A reference that nothing has, or had. Two of a million clash once in some years, so the store is asked. */
export async function mintReference(
  { store }: { readonly store: Store },
  { referencePrefix }: Merchant,
): Promise<ReferenceNumber> {
  for (;;) {
    const reference = mintReferenceNumber(referencePrefix, randomBytes(8));
    if (!(await isTaken(store, reference))) return reference;
  }
}

/** What was removed keeps its references: money that comes late is known by them. */
export async function isTaken(
  { transactions, operations, tombstones }: Store,
  reference: ReferenceNumber,
): Promise<boolean> {
  const owners = await Promise.all([
    transactions.isTaken(reference),
    operations.findByReference(reference),
    tombstones.findByReference(reference),
  ]);
  return owners.some(Boolean);
}

/** The reference of an attempt that may begin now: the one that a merchant of the old endpoints was told, or a new one. */
export async function referenceFor(
  deps: { readonly store: Store },
  { transaction, merchant }: PayersView,
): Promise<ReferenceNumber> {
  const told = transaction.legacy?.referenceNumber;
  return told !== undefined && !attemptOf(transaction, told) ? told : mintReference(deps, merchant);
}
