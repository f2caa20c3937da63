import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { defined, type JsonObject } from '../../domain/json.ts';
import { isPositive, parseMoney, type Money } from '../../domain/money.ts';
import type { RefundDestination } from '../../domain/operation/operation.ts';
import type { OperationReason } from '../../domain/operation/reason.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { moneySentence } from '../../domain/money-sentence.ts';
import { currencyOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { InvalidWalletRefund } from './failed.ts';
import { parentOf } from './lookup.ts';
import {
  isInternal,
  operationBody,
  operationIn,
  type OperationBody,
  type OperationName,
} from './schema.ts';

/** A checked request: what shall be done to which payment. */
export interface CheckedRequest {
  readonly operation: OperationName;
  readonly transaction: Transaction;
  /** Left out: all that there is. */
  readonly amount?: Money;
  readonly destination: RefundDestination;
  readonly extra?: JsonObject;
  readonly reason?: OperationReason;
}

/**
 * Reads the body (contract/operations#request). Throws every fault of its fields at once, those of a refund to a wallet
 * as 422 (contract/operations#refund-to-wallet), or `invalid_state` for a child.
 */
export async function readOperation(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
): Promise<CheckedRequest> {
  const given = bodyOf(ctx);
  const { value, faults: ofShape } = check(operationBody, normalized(given));
  const meant = await meantBy(store, ctx, { value, ofShape });
  const money = amountIn(value, meant.transaction);
  const wrong = { ...ofShape, ...money.faults, ...reasonFaults(value) };
  const { operation, destination = 'pg', extra, reason } = value;
  const { transaction } = meant;
  if (operation === undefined || !transaction || Object.keys(wrong).length > 0) {
    const all = { ...meant.faults, ...wrong };
    const isWallet = operation === 'refund' && given['destination'] === 'wallet';
    throw isWallet && (Object.keys(wrong).length > 0 || isNameless(value))
      ? new InvalidWalletRefund(all)
      : new InvalidFields(all);
  }
  return {
    operation,
    transaction,
    destination,
    ...(money.amount && { amount: money.amount }),
    ...(extra && { extra }),
    ...(reason && { reason: defined(reason) }),
  };
}

/**
 * The body as it is checked: a name that is empty counts as left out, and what the operation takes no notice of is left
 * out (contract/operations#request). An empty amount is a mistake, not "all".
 */
function normalized(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { amount, destination, reason, ...rest } = body;
  const kind = operationIn(body);
  const hasAmount = kind === undefined || kind === 'refund' || kind === 'capture';
  const hasDestination = kind === undefined || kind === 'refund';
  const hasReason = kind === undefined || !isInternal(kind);
  const named = Object.entries(rest).filter(
    ([key, value]) => !(NAMES.has(key) && (value === null || value === '')),
  );
  return {
    ...Object.fromEntries(named),
    ...(hasAmount && amount !== undefined && { amount }),
    ...(hasDestination && destination !== undefined && { destination }),
    ...(hasReason && reason !== undefined && { reason }),
  };
}

/** Another reason than those that have a code is one that is said. */
function reasonFaults({ reason }: Partial<OperationBody>): FieldErrors {
  return reason?.code === 'other' && !reason.note?.trim()
    ? { reason: { note: [fieldSentence('other-reason')] } }
    : {};
}

const NAMES: ReadonlySet<string> = new Set(['session_id', 'order_no']);

function isNameless({ session_id: session, order_no: order }: Partial<OperationBody>): boolean {
  return session === undefined && order === undefined;
}

/** The payment that is meant, or why it is not clear which; a name of the wrong shape names nothing. */
async function meantBy(
  store: ApiDeps['store'],
  ctx: Context,
  { value, ofShape }: { readonly value: Partial<OperationBody>; readonly ofShape: FieldErrors },
): Promise<{ readonly transaction?: Transaction; readonly faults?: FieldErrors }> {
  if ([...NAMES].some((name) => name in ofShape)) return {};
  try {
    return { transaction: await parentOf(store, merchantOf(ctx), value) };
  } catch (error) {
    if (error instanceof InvalidFields) return { faults: error.fields };
    throw error;
  }
}

/** An amount in the currency of its payment, whose decimals it may have (contract/requests#amounts). */
function amountIn(
  { amount: text }: Partial<OperationBody>,
  transaction: Transaction | undefined,
): { readonly amount?: Money; readonly faults?: FieldErrors } {
  if (text === undefined || !transaction) return {};
  const currency = currencyOf(transaction);
  const amount = parseMoney(text, currency);
  if ('fault' in amount) return { faults: { amount: [moneySentence(amount.fault, currency)] } };
  return isPositive(amount)
    ? { amount }
    : { faults: { amount: [fieldSentence('more-than-zero')] } };
}
