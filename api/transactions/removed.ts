import Joi from 'joi';
import { DISPUTE_STATES } from '../../domain/dispute/dispute.ts';
import { isoUtc } from '../../domain/duration.ts';
import { sessionId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { bookOf } from '../../domain/ledger/buried.ts';
import { MONEY_EVENTS, type LedgerEntry } from '../../domain/ledger/entry.ts';
import { toDecimal } from '../../domain/money.ts';
import { typePermission } from '../../domain/permission.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import { merchantOf, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import type { RouteContext } from '../route.ts';
import { briefOperation } from '../operations/row.ts';
import { currencyText, moneyText } from '../schema-parts.ts';
import { briefAttempt } from './detail.ts';
import { unknownTransaction } from './commands.ts';
import { ledgerLines, presentLedgerLines } from './timeline.ts';

const text = Joi.string();
const time = Joi.string().isoDate();

/** What is kept of a payment that was removed for good: nothing of its customer (contract/search#removed-for-good). */
export const removedAnswer = object({
  session_id: text.required(),
  order_no: text,
  invoice_number: text,
  type: text.valid('e_commerce', 'payment_request').required(),
  state: text.valid(...TRANSACTION_STATES).required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  created: time.required(),
  removed: time.required(),
  removed_by: object({ id: Joi.number().integer().required(), username: text.required() }),
  attempts: Joi.array()
    .items(
      object({
        ...briefAttempt,
        currency_code: currencyText.required(),
        started: time.required(),
        gateway_reference: text,
        gateway_payment: text,
        is_sandbox: Joi.boolean().required(),
      }),
    )
    .required(),
  late_money: Joi.array()
    .items(
      object({
        reference_number: text.required(),
        gateway_payment: text,
        amount: moneyText.required(),
        currency_code: currencyText.required(),
        at: time.required(),
      }),
    )
    .required(),
  operations: Joi.array()
    .items(
      object({
        ...briefOperation,
        created: time.required(),
        reversed: time,
      }),
    )
    .required(),
  disputes: Joi.array()
    .items(
      object({
        dispute_id: text.required(),
        reference_number: text.required(),
        state: text.valid(...DISPUTE_STATES).required(),
        amount: moneyText.required(),
        currency_code: currencyText.required(),
        said: time.required(),
      }),
    )
    .required(),
  ledger: Joi.array()
    .items(
      object({
        at: time.required(),
        event: text.valid(...MONEY_EVENTS).required(),
        reference_number: text.required(),
        pg_code: text.required(),
        lines: ledgerLines.required(),
      }),
    )
    .required(),
});

/**
 * What is kept of the removed payment that the path names, for who may look at payments of its type. Throws `not_found` where none
 * of this merchant was removed under that id.
 */
export async function presentRemoved({ store }: ApiDeps, ctx: RouteContext<'session_id'>) {
  const id = sessionId(ctx.params.session_id);
  const merchantId = merchantOf(ctx);
  const tombstone = id && (await store.tombstones.find({ merchantId, sessionId: id }));
  if (!tombstone) throw unknownTransaction();
  refuseUnless(ctx, typePermission('view', tombstone.type));
  return presentTombstone(tombstone, await store.ledger.listOf(merchantId, tombstone.sessionId));
}

function presentTombstone(tombstone: Tombstone, entries: readonly LedgerEntry[]) {
  const { amount, deletedBy, attempts, lateMoney } = tombstone;
  const { operations = [], disputes = [] } = bookOf(tombstone);
  return defined({
    session_id: tombstone.sessionId,
    order_no: tombstone.orderNo,
    invoice_number: tombstone.invoiceNumber,
    type: tombstone.type,
    state: tombstone.state,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    created: isoUtc(tombstone.createdAt),
    removed: isoUtc(tombstone.deletedAt),
    removed_by: deletedBy && { id: deletedBy.id, username: deletedBy.username },
    attempts: attempts.map((one) =>
      defined({
        reference_number: one.referenceNumber,
        pg_code: one.pgCode,
        pg: one.gateway,
        state: one.state,
        operation: one.kind,
        total: toDecimal(one.total),
        currency_code: one.total.currency,
        started: isoUtc(one.createdAt),
        gateway_reference: one.gatewayReference,
        gateway_payment: one.gatewayPayment,
        is_sandbox: one.sandbox,
      }),
    ),
    late_money: lateMoney.map((one) =>
      defined({
        reference_number: one.referenceNumber,
        gateway_payment: one.gatewayPayment,
        amount: toDecimal(one.charged),
        currency_code: one.charged.currency,
        at: isoUtc(one.at),
      }),
    ),
    operations: operations.map((one) =>
      defined({
        session_id: one.sessionId,
        operation: one.kind,
        state: one.state,
        amount: toDecimal(one.amount),
        currency_code: one.amount.currency,
        destination: one.destination,
        source: one.source,
        reference_number: one.referenceNumber,
        created: isoUtc(one.createdAt),
        reversed: one.reversedAt === undefined ? undefined : isoUtc(one.reversedAt),
      }),
    ),
    disputes: disputes.map((one) => ({
      dispute_id: one.disputeId,
      reference_number: one.referenceNumber,
      state: one.state,
      amount: toDecimal(one.amount),
      currency_code: one.amount.currency,
      said: isoUtc(one.saidAt),
    })),
    ledger: entries.map((one) => ({
      at: isoUtc(one.at),
      event: one.event,
      reference_number: one.referenceNumber,
      pg_code: one.pgCode,
      lines: presentLedgerLines(one.lines),
    })),
  });
}
