import type { Context } from 'koa';
import { sessionId, type MerchantId } from '../../domain/ids.ts';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import type { CheckContext } from '../../domain/transaction/check.ts';
import {
  completeTerms,
  kindOf,
  methodsFor,
  open,
  type AccountWithTraits,
} from '../../domain/transaction/open.ts';
import type { Transaction, TransactionType } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { ApiDeps } from '../deps.ts';
import { merchantOf } from '../middleware/authenticate.ts';
import { bodyOf } from '../middleware/body.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { editedBody, MONEY } from './edited-body.ts';
import { allFaults, normalized, normalizedForCreation, proposalOf, termsOf } from './request.ts';
import { transactionBody, type TransactionBody } from './schema.ts';

/** Write, then start (decisions.md 3): the answer means that document and workflow both exist. */
export async function create(deps: ApiDeps, ctx: Context): Promise<Transaction> {
  const context = await contextFor(deps, merchantOf(ctx));
  const checked = check(transactionBody, normalizedForCreation(bodyOf(ctx)));
  refusePlugin(checked.value.type, context);
  refuseFaults(allFaults(checked, proposalOf(checked.value), context));
  const body = checked.value as TransactionBody;
  const transaction = open(
    { sessionId: claimedSessionId(ctx), type: body.type, terms: termsOf(body), now: context.now },
    context.merchant,
    offeredBy(context, body.pg_codes),
  );
  const kept = await deps.store.transactions.insert(transaction);
  // A request that takes over a key may find the document there; once it was touched, its workflow is, too.
  if (kept.version === 1) await deps.engine.start(kept);
  return kept;
}

/**
 * PUT (`whole`) and PATCH (`partial`). The new terms are computed from the newest version; when that has changed by
 * the time the workflow looks at them, they are computed again.
 */
export async function edit(
  deps: ApiDeps,
  ctx: Context,
  how: 'whole' | 'partial',
): Promise<Transaction> {
  for (let tries = 0; tries < 5; tries += 1) {
    const transaction = await found(deps, ctx);
    const answer = await deps.engine.edit(
      transaction,
      await editFor(deps, transaction, { ctx, how }),
    );
    if ('edited' in answer) return answer.edited;
  }
  throw new Refusal('locked', 'The transaction keeps changing; try again in a moment.');
}

/** The transaction that the path names, if it is the caller's. */
export async function found({ store }: ApiDeps, ctx: Context): Promise<Transaction> {
  const id = sessionId(String(ctx['params']['session_id']));
  const transaction =
    id && (await store.transactions.find({ merchantId: merchantOf(ctx), sessionId: id }));
  if (!transaction) throw new Refusal('not_found', 'There is no transaction with this session_id.');
  return transaction;
}

async function editFor(
  deps: ApiDeps,
  transaction: Transaction,
  { ctx, how }: { readonly ctx: Context; readonly how: 'whole' | 'partial' },
) {
  const given = normalized(bodyOf(ctx));
  const context = await contextFor(deps, transaction.merchantId);
  const { body: wanted, touchesMoney, faults } = editedBody(transaction, given, how);
  const checked = check(transactionBody, wanted);
  const all = { ...allFaults(checked, proposalOf(checked.value), context), ...faults };
  // Money was right when it was set; an account that is gone since must not forbid a new order_no.
  refuseFaults(touchesMoney ? all : without(all, MONEY));
  const body = checked.value as TransactionBody;
  const terms = completeTerms(termsOf(body), transaction.type, context.merchant);
  const offered = offeredBy(context, body.pg_codes);
  return {
    seenVersion: transaction.version,
    terms,
    methods: touchesMoney ? methodsFor(terms, offered) : transaction.methods,
    kind: touchesMoney ? kindOf(offered) : transaction.kind,
  };
}

async function contextFor({ store }: ApiDeps, merchantId: MerchantId): Promise<CheckContext> {
  const [merchant, accounts] = await Promise.all([
    store.merchants.find(merchantId),
    store.gatewayAccounts.list(merchantId),
  ]);
  if (!merchant) throw new Error(`The key's merchant ${merchantId} has no settings.`);
  return { merchant, accounts, now: Date.now() };
}

function offeredBy(
  { accounts }: CheckContext,
  codes: readonly string[],
): readonly AccountWithTraits[] {
  return [...new Set(codes)].flatMap((code) => {
    const account = accounts.find((candidate) => candidate.code === code);
    return account ? [{ account, traits: gatewayFor(account.gateway).traits }] : [];
  });
}

/** A plugin that the merchant has not enabled does not exist for it (contract/api.md 1.2). */
function refusePlugin(type: TransactionType | undefined, { merchant }: CheckContext): void {
  if (type !== undefined && !merchant.plugins[type].enabled)
    throw new Refusal('not_found', `The plugin ${type} is not enabled for this merchant.`);
}

function refuseFaults(faults: FieldErrors): void {
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
}

function without(faults: FieldErrors, keys: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([key]) => !keys.includes(key)));
}
