import Joi from 'joi';
import { cardKnown } from '../../domain/card/label.ts';
import { isoUtc } from '../../domain/duration.ts';
import { feeInOriginalCurrency } from '../../domain/exchange.ts';
import { defined } from '../../domain/json.ts';
import { isPositive, toDecimal } from '../../domain/money.ts';
import { goneBack, refundable, refundedShare } from '../../domain/operation/amounts.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { decisiveAttempt, settledAt } from '../../domain/transaction/settled.ts';
import { isSuccess, TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { ALERT_KINDS, methodOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { currencyText, moneyText, sessionIdText, url } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { foundAnswer } from '../lists/found.ts';
import type { IsHandled } from './alerts.ts';

const time = Joi.string().isoDate();

/** Whose something is, as far as its reader may know. */
export const customerRow = object({
  id: Joi.string(),
  name: Joi.string(),
  email: Joi.string(),
  phone: Joi.string(),
});

/** How much of what could be refunded has gone back; left out where nothing has. */
export const refundedText = Joi.string().valid('part', 'all');

/** One line of the list (contract/search#rows). */
const rowAnswer = object({
  session_id: sessionIdText.required(),
  order_no: Joi.string(),
  state: Joi.string()
    .valid(...TRANSACTION_STATES)
    .required(),
  type: Joi.string().required(),
  operation: Joi.string().valid('purchase', 'authorize').required(),
  payment_type: Joi.string().valid('one_off', 'save_card', 'auto_debit').required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  fee: moneyText.required(),
  paid_amount: moneyText,
  refunded_amount: moneyText,
  refunded: refundedText,
  refundable: moneyText,
  pg_code: Joi.string(),
  pg_name: Joi.string(),
  pg_name_ar: Joi.string(),
  card: object({ brand: Joi.string(), last4: Joi.string() }),
  customer: customerRow,
  unit_code: Joi.string(),
  initiator: object({ id: Joi.number().required(), username: Joi.string().required() }),
  invoice_number: Joi.string(),
  bulk_id: Joi.string(),
  created: time.required(),
  paid_at: time,
  expires_at: time.required(),
  attempts: Joi.number().integer().required(),
  last_message: Joi.string(),
  approval_pending: Joi.boolean().valid(true),
  alerts: Joi.array()
    .items(
      object({
        kind: Joi.string()
          .valid(...ALERT_KINDS)
          .required(),
        at: time.required(),
        handled: Joi.boolean().required(),
      }),
    )
    .required(),
  is_sandbox: Joi.boolean().required(),
  is_deleted: Joi.boolean().valid(true),
});

/** A page of the list. */
export const searchAnswer = object({
  next: url.allow(null).required(),
  results: Joi.array().items(rowAnswer).required(),
  ...foundAnswer,
});

/** A transaction as a line of the list. How to reach its customer only for who may look for people. */
export function presentFound(
  transaction: Transaction,
  { maySeePeople, isHandled }: { readonly maySeePeople: boolean; readonly isHandled: IsHandled },
) {
  const { sessionId, amount, methods, attempts, initiator, alerts, operations = [] } = transaction;
  const attempt = decisiveAttempt(transaction);
  const method = (attempt && methodOf(transaction, attempt.pgCode)) ?? methods[0];
  const paidAt = settledAt(transaction);
  const back = goneBack(transaction);
  // What was tried may have been in a currency that is asked for no more.
  const fee = [attempt, method]
    .flatMap((one) => (one ? feeInOriginalCurrency(one.fee, one.exchange) : []))
    .find(({ currency }) => currency === amount.currency);
  const { brand, lastFour } = attempt ? cardKnown(attempt) : {};
  return defined({
    session_id: sessionId,
    order_no: transaction.orderNo,
    state: transaction.state,
    type: transaction.type,
    operation: transaction.kind,
    payment_type: transaction.paymentType,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    fee: fee ? toDecimal(fee) : '0',
    paid_amount: transaction.paidAmount && toDecimal(transaction.paidAmount),
    refunded_amount: isPositive(back) ? toDecimal(back) : undefined,
    refunded: presentRefunded(transaction),
    refundable: isSuccess(transaction.state) ? toDecimal(refundable(transaction)) : undefined,
    pg_code: attempt?.pgCode ?? method?.pgCode,
    pg_name: method?.name,
    pg_name_ar: method?.nameAr,
    card: brand || lastFour ? defined({ brand, last4: lastFour }) : undefined,
    customer: presentCustomer(transaction, maySeePeople),
    unit_code: transaction.unitCode,
    initiator: initiator && { id: initiator.id, username: initiator.username },
    invoice_number: transaction.invoiceNumber,
    bulk_id: transaction.bulkId,
    created: isoUtc(transaction.createdAt),
    paid_at: paidAt === undefined ? undefined : isoUtc(paidAt),
    expires_at: isoUtc(transaction.expiresAt),
    attempts: attempts.length,
    last_message: attempts.at(-1)?.message,
    approval_pending: operations.some(({ state }) => state === 'awaiting') || undefined,
    alerts: alerts.map((alert) => ({
      kind: alert.kind,
      at: isoUtc(alert.at),
      handled: isHandled(transaction, alert),
    })),
    is_sandbox: (attempt ?? method)?.sandbox === true,
    is_deleted: isDeleted(transaction) || undefined,
  });
}

/** The same of a payment. */
export function presentRefunded(transaction: Transaction) {
  const share = refundedShare(transaction);
  return share === 'none' ? undefined : share;
}

/** Whose it is. How to reach them only for who may look for people. */
export function presentCustomer(
  { customer }: Pick<Transaction, 'customer'>,
  maySeePeople: boolean,
) {
  const { id, firstName, lastName, email, phone } = customer;
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ') || undefined;
  const shown = defined({ id, name, ...(maySeePeople && { email, phone }) });
  return Object.keys(shown).length > 0 ? shown : undefined;
}
