import type { Context } from 'koa';
import type { Attachment } from '../../domain/attachment.ts';
import { sessionId, type SessionId } from '../../domain/ids.ts';
import { typePermission } from '../../domain/permission.ts';
import { Refusal, type FieldErrors } from '../../domain/refusal.ts';
import { shortLinkEnd } from '../../domain/short-link.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { refuseBilled } from '../../domain/transaction/edit.ts';
import {
  completeTerms,
  hiddenIn,
  kindOf,
  methodsFor,
  offeredBy,
  open,
  settingsPlugin,
  withAcceptance,
} from '../../domain/transaction/open.ts';
import type { Terms, Transaction } from '../../domain/transaction/transaction.ts';
import { refuseGateways } from '../access/authorize.ts';
import { createTransaction } from '../../engine/create-transaction.ts';
import { callerMay, merchantOf, refuseUnless } from '../access/caller.ts';
import { chosenAttachment, type ChosenAttachment } from '../attachments/chosen.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { refusePlugin } from '../access/plugin.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import { forgetHandedOver } from '../payments/handed-over.ts';
import { handoutsFor } from '../short-links/handouts.ts';
import { agreementOf } from './agreement.ts';
import { contextFor, withoutOthers } from './context.ts';
import { editedBody, MONEY } from './edited-body.ts';
import {
  agreementBodyFaults,
  allFaults,
  disclosureFaults,
  normalized,
  normalizedForCreation,
  proposalOf,
  termsOf,
  withDefaultCurrency,
} from './request.ts';
import { allowInstrument, instrumentFaults, knownInstrument, type Instrument } from './one-step.ts';
import { creationBody, transactionBody, type TransactionBody } from './schema.ts';
import type { RouteContext } from '../route.ts';

/** What was created, and with what it is to be paid in the same request. */
export interface Created {
  readonly transaction: Transaction;
  readonly instrument?: Instrument;
}

/** Write, then start (contract/engine#creating): the answer means that document and workflow both exist. */
export async function createByRequest(deps: ApiDeps, ctx: Context): Promise<Created> {
  const before = await createdBefore(deps, ctx);
  if (before) return before;
  const checked = await checkedCreation(deps, ctx);
  const { payment_instrument: instrument } = checked.body;
  const transaction = await openedFrom(deps, ctx, checked);
  const { transactions } = deps.store;
  if (instrument) {
    const allowed = await allowInstrument(deps, ctx, transaction, instrument);
    // A charge begins its run; of what only our wallet pays it is begun first.
    try {
      const inserted = await (allowed.kind === 'wallet'
        ? createTransaction(transactions, deps.engine, transaction)
        : transactions.insert(transaction));
      return { transaction: inserted, instrument: allowed };
    } catch (error) {
      // Who sends it again, because nothing was made, has it with another transaction.
      if (allowed.kind === 'device') await forgetHandedOver(deps, transaction, allowed.kept);
      throw error;
    }
  }
  return { transaction: await createTransaction(transactions, deps.engine, transaction) };
}

/**
 * What a request has created that was lost before it could answer, where this one goes on in its place. With what it was to be paid is
 * allowed no more once it has paid: the wallet has less, the agreement one cycle less.
 */
async function createdBefore(deps: ApiDeps, ctx: Context): Promise<Created | undefined> {
  if (ctx.state.isRepeated !== true) return undefined;
  const name = { merchantId: merchantOf(ctx), sessionId: claimedSessionId(ctx) };
  const transaction = await deps.store.transactions.find(name);
  // The same body was right then.
  const { payment_instrument: instrument } = check(
    creationBody,
    normalizedForCreation(bodyOf(ctx)),
  ).value;
  if (!transaction || !instrument) return undefined;
  return { transaction, instrument: await knownInstrument(deps, ctx, transaction, instrument) };
}

/** The body of a creation, with all that it was checked by. Throws every fault of it, and keeps nothing. */
export async function checkedCreation(deps: ApiDeps, ctx: Context) {
  const said = withoutOthers(ctx, normalizedForCreation(bodyOf(ctx)));
  const given = await withDefaultCurrency(deps.store, ctx, said);
  const checked = check(creationBody, given);
  const context = await contextFor(deps, ctx, checked.value);
  refusePlugin(deps, ctx, { name: checked.value.type, merchant: context.merchant });
  const chosen = await chosenAttachment(deps, ctx, {
    merchantId: context.merchant.id,
    url: checked.value.attachment_upload_url,
  });
  refuseFaults({
    ...chosen.faults,
    ...allFaults(checked, proposalOf(checked.value), context),
    ...agreementBodyFaults(given),
    ...instrumentFaults(checked.value),
  });
  return { body: faultless(checked), context, chosen };
}

/** The new transaction of a body without faults, under the session of the request's key. */
export async function openedFrom(
  deps: ApiDeps,
  ctx: Context,
  {
    body,
    context,
    chosen,
  }: {
    readonly body: TransactionBody;
    readonly context: CheckContext;
    readonly chosen: ChosenAttachment;
  },
): Promise<Transaction> {
  const attachment = await chosen.attachment();
  const transaction = opened(claimedSessionId(ctx), { body, context, attachment });
  const handouts = await handoutsFor(deps, transaction, body);
  return { ...transaction, ...(handouts && { handouts }) };
}

/** The transaction that a body without faults makes; nothing of it is kept. */
export function opened(
  id: SessionId,
  {
    body,
    context,
    attachment,
  }: {
    readonly body: TransactionBody;
    readonly context: CheckContext;
    readonly attachment?: Attachment | undefined;
  },
): Transaction {
  const agreement = agreementOf(body, context);
  return open(
    {
      sessionId: id,
      type: body.type,
      ...(body.payment_type && { paymentType: body.payment_type }),
      ...(agreement && { agreement }),
      terms: {
        ...termsOf(body),
        ...(context.initiator && { initiator: context.initiator }),
        ...(attachment && { attachment }),
      },
      now: context.now,
    },
    context.merchant,
    offeredBy(body.pg_codes, proposalOf(body), context),
  );
}

/**
 * PUT (`whole`) and PATCH (`partial`). The new terms are computed from the newest version; when that has changed by
 * the time the workflow looks at them, they are computed again.
 */
export async function editTransaction(
  deps: ApiDeps,
  ctx: RouteContext<'session_id'>,
  how: 'whole' | 'partial',
): Promise<Transaction> {
  for (let tries = 0; tries < 5; tries += 1) {
    const transaction = await found(deps, ctx, 'change');
    refuseBilled(transaction);
    // A PUT says all anew, also who may pay by what it says nothing about (contract/transactions#changing).
    if (how === 'whole') refuseGateways(ctx, transaction.pgCodes);
    const answer = await deps.engine.edit(
      transaction,
      await editFor(deps, transaction, { ctx, how }),
    );
    if ('edited' in answer) return answer.edited;
  }
  throw new Refusal('locked', 'The transaction keeps changing; try again in a moment.');
}

/** The transaction that the path names, if it is of the caller's merchant and the caller may do this with its type. */
export async function found(
  deps: ApiDeps,
  ctx: RouteContext<'session_id'>,
  verb: 'view' | 'change',
): Promise<Transaction> {
  const transaction = await known(deps, ctx);
  refuseUnless(ctx, typePermission(verb, transaction.type));
  return transaction;
}

/** The transaction that the path names, if it is of the caller's merchant and was not archived. */
export async function known(deps: ApiDeps, ctx: RouteContext<'session_id'>): Promise<Transaction> {
  const transaction = await knownAnyway(deps, ctx);
  if (isDeleted(transaction)) throw unknownTransaction();
  return transaction;
}

/** The same, also when it was archived. */
export async function knownAnyway(
  { store }: ApiDeps,
  ctx: RouteContext<'session_id'>,
): Promise<Transaction> {
  const id = sessionId(ctx.params.session_id);
  const transaction =
    id && (await store.transactions.find({ merchantId: merchantOf(ctx), sessionId: id }));
  if (!transaction) throw unknownTransaction();
  return transaction;
}

/**
 * The transaction that the path names by its own id or by that of an operation on it, for who may look at its type; an archived
 * one for who may restore it.
 */
export async function foundByAnyId(
  deps: ApiDeps,
  ctx: RouteContext<'session_id'>,
): Promise<Transaction> {
  const merchantId = merchantOf(ctx);
  const given = sessionId(ctx.params.session_id);
  const child = given && (await deps.store.operations.findBySession(merchantId, given));
  const id = child?.parentId ?? given;
  const transaction = id && (await deps.store.transactions.find({ merchantId, sessionId: id }));
  if (!transaction) throw unknownTransaction();
  if (isDeleted(transaction) && !callerMay(ctx, 'payment.delete')) throw unknownTransaction();
  refuseUnless(ctx, typePermission('view', transaction.type));
  return transaction;
}

/** What somebody is told who names a transaction that is not there, or not for them. */
export function unknownTransaction(): Refusal {
  return new Refusal('not_found', 'There is no transaction with this session_id.');
}

async function editFor(
  deps: ApiDeps,
  transaction: Transaction,
  { ctx, how }: { readonly ctx: Context; readonly how: 'whole' | 'partial' },
) {
  const given = withoutOthers(ctx, normalized(bodyOf(ctx)));
  const { body: wanted, touchesMoney, faults } = editedBody(transaction, given, how);
  const checked = check(transactionBody, wanted);
  const { agreement: agreed } = transaction;
  const context = { ...(await contextFor(deps, ctx, checked.value)), ...(agreed && { agreed }) };
  const chosen = await chosenAttachment(deps, ctx, {
    merchantId: transaction.merchantId,
    url: checked.value.attachment_upload_url,
  });
  const untold = transaction.legacy ? disclosureFaults(checked.value, context) : {};
  const all = {
    ...chosen.faults,
    // By the settings of today what a PATCH leaves as it is need not be right.
    ...(how === 'whole' ? untold : only(untold, Object.keys(given))),
    ...allFaults(checked, proposalOf(checked.value), context),
    ...faults,
  };
  // Money was right when it was set; an account that is gone since must not forbid a new order_no.
  refuseFaults(touchesMoney ? all : without(all, MONEY));
  const body = faultless(checked);
  const initiator = 'initiator_id' in given ? context.initiator : transaction.initiator;
  const complete = withAcceptance(
    completeTerms(termsOf(body), settingsPlugin(transaction), context.merchant),
    transaction.paymentType,
  );
  const terms = {
    ...complete,
    ...(initiator && { initiator }),
    ...(await extrasFor(deps, { chosen, body, transaction, complete })),
  };
  const { methods, hiddenMethods, kind } = transaction;
  const seenVersion = transaction.version;
  if (!touchesMoney)
    return { seenVersion, terms, methods, ...(hiddenMethods && { hiddenMethods }), kind };
  const offered = offeredBy(body.pg_codes, proposalOf(body), context);
  return {
    seenVersion,
    terms,
    methods: methodsFor(terms, offered),
    ...hiddenIn(offered),
    kind: kindOf(offered),
  };
}

/** What the files and links of a request add to its terms. */
async function extrasFor(
  deps: ApiDeps,
  edited: {
    readonly chosen: ChosenAttachment;
    readonly body: TransactionBody;
    readonly transaction: Transaction;
    readonly complete: Pick<Terms, 'expirationSeconds'>;
  },
): Promise<Pick<Terms, 'attachment' | 'handouts'>> {
  const { merchantId, sessionId: session, createdAt } = edited.transaction;
  const expiresAt = createdAt + edited.complete.expirationSeconds * 1000;
  // Also those that the terms do not name any more, or never did: whoever was given one can pay as long.
  if (expiresAt > edited.transaction.expiresAt)
    await deps.store.shortLinks.prolong(edited.transaction, shortLinkEnd(expiresAt, Date.now()));
  const attachment = await edited.chosen.attachment();
  const handouts = await handoutsFor(
    deps,
    { merchantId, sessionId: session, expiresAt },
    edited.body,
  );
  return { ...(attachment && { attachment }), ...(handouts && { handouts }) };
}

function only(faults: FieldErrors, keys: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([key]) => keys.includes(key)));
}

function without(faults: FieldErrors, keys: readonly string[]): FieldErrors {
  return Object.fromEntries(Object.entries(faults).filter(([key]) => !keys.includes(key)));
}
