import { cardLabel } from '../card/label.ts';
import { isoUtc } from '../duration.ts';
import { feeInOriginalCurrency } from '../exchange.ts';
import { isPositive, subtract, zero, type Money } from '../money.ts';
import { childState, isReversed } from '../operation/operation.ts';
import { operatedAmounts } from '../operation/settle.ts';
import { remainingAmount } from '../transaction/amount.ts';
import { isAbandoned } from '../transaction/conclude.ts';
import { settledAt } from '../transaction/settled.ts';
import { isSuccess, type TransactionState } from '../transaction/states.ts';
import { methodOf, type Attempt, type Transaction } from '../transaction/transaction.ts';
import type { Cell } from './cells.ts';
import { movedOn, type Row } from './rows.ts';

interface Common {
  readonly labels: readonly [en: string, ar: string];
  /** What stands there at an instant, in epoch milliseconds: that at which the report is made. */
  readonly of: (row: Row, now: number) => Cell;
}

const ofPayment =
  (value: (transaction: Transaction, row: Row) => Cell) =>
  (row: Row): Cell =>
    row.kind === 'payment' ? value(row.transaction, row) : undefined;

const money = (labels: Common['labels'], of: (row: Row) => Money | undefined): Common => ({
  labels,
  of,
});

const text = (labels: Common['labels'], of: Common['of']): Common => ({ labels, of });

/**
 * The columns of every report, in their order (contract/reports#columns). All amounts but `amount`, which each row has of its own,
 * stand in one row only, so that the column can be added up. Those from
 * `charged_currency_code` to `disputed_amount` are what the row has moved in the ledger, in the currency of the charge.
 */
const TABLE = {
  row: text(['Row', 'السطر'], rowName),
  session_id: text(['Session id', 'رقم الجلسة'], ({ operation, transaction }) =>
    operation ? operation.sessionId : transaction.sessionId,
  ),
  parent_session_id: text(['Payment', 'الدفعة'], ({ kind, transaction }) =>
    kind === 'payment' ? undefined : transaction.sessionId,
  ),
  created: text(['Created', 'تاريخ الإنشاء'], ({ operation, transaction }) =>
    isoUtc((operation ?? transaction).createdAt),
  ),
  state: text(['State', 'الحالة'], stateOf),
  state_changed_at: text(['State changed', 'تاريخ تغيّر الحالة'], changedAt),
  type: text(['Type', 'النوع'], ({ transaction }) => transaction.type),
  unit: text(['Unit', 'الوحدة'], ({ transaction }) => transaction.unitCode),
  order_no: text(['Order number', 'رقم الطلب'], ({ transaction }) => transaction.orderNo),
  reference_number: text(
    ['Reference number', 'الرقم المرجعي'],
    ({ operation, attempt }) => (operation ?? attempt)?.referenceNumber,
  ),
  track_id: text(['Gateway reference', 'مرجع البوابة'], ({ operation, attempt }) =>
    operation ? undefined : attempt?.gatewayReference,
  ),
  gateway_name: text(
    ['Gateway', 'بوابة الدفع'],
    ({ transaction, attempt }) =>
      attempt && (methodOf(transaction, attempt.pgCode)?.gatewayName ?? attempt.gateway),
  ),
  pg_code: text(['Gateway account', 'حساب البوابة'], ({ attempt }) => attempt?.pgCode),
  payment_service: text(
    ['Payment service', 'خدمة الدفع'],
    ({ transaction, attempt }) => attempt && methodOf(transaction, attempt.pgCode)?.name,
  ),
  card_type: text(['Card', 'البطاقة'], ({ attempt }) => attempt && cardLabel(attempt)),
  amount: money(['Amount', 'المبلغ'], amountOf),
  original_amount: money(['Original amount', 'المبلغ الأصلي'], ({ kind, attempt }) =>
    kind === 'payment' ? attempt?.exchange?.from : undefined,
  ),
  currency_code: text(['Currency', 'العملة'], (row) => amountOf(row)?.currency),
  fee: money(['Fee', 'الرسوم'], (row) => (row.kind === 'payment' ? feeOf(row) : undefined)),
  settled_amount: money(['Settled amount', 'المبلغ المسوّى'], ({ kind, transaction }) =>
    kind === 'payment' && isSuccess(transaction.state) ? transaction.settledAmount : undefined,
  ),
  paid_amount: money(['Paid amount', 'المبلغ المدفوع'], ({ kind, transaction }) =>
    kind === 'payment' ? transaction.paidAmount : undefined,
  ),
  remaining_amount: money(['Remaining amount', 'المبلغ المتبقي'], (row) =>
    row.kind === 'payment' ? remainingAmount(row.transaction) : undefined,
  ),
  refunded_amount: money(['Refunded amount', 'المبلغ المسترد'], (row) =>
    row.kind === 'payment' ? something(operatedAmounts(row.transaction).refunded) : undefined,
  ),
  voided_amount: money(['Voided amount', 'المبلغ الملغى'], (row) =>
    row.kind === 'payment' ? something(operatedAmounts(row.transaction).voided) : undefined,
  ),
  payment_date: text(
    ['Payment date', 'تاريخ الدفع'],
    ofPayment((transaction) => {
      const at = settledAt(transaction);
      return at === undefined ? undefined : isoUtc(at);
    }),
  ),
  customer_first_name: text(
    ['First name', 'الاسم الأول'],
    ofPayment(({ customer }) => customer.firstName),
  ),
  customer_last_name: text(
    ['Last name', 'اسم العائلة'],
    ofPayment(({ customer }) => customer.lastName),
  ),
  customer_email: text(
    ['E-mail', 'البريد الإلكتروني'],
    ofPayment(({ customer }) => customer.email),
  ),
  customer_phone: text(
    ['Phone', 'الهاتف'],
    ofPayment(({ customer }) => customer.phone),
  ),
  initiator: text(
    ['Initiator', 'المُنشئ'],
    ofPayment(({ initiator }) => initiator?.username),
  ),
  expired: text(
    ['Expired', 'منتهية'],
    ofPayment(({ state }) => String(state === 'expired')),
  ),
  details: text(
    ['Details', 'التفاصيل'],
    ofPayment((_, { attempt }) => attempt?.message),
  ),
  charged_currency_code: text(
    ['Currency of the charge', 'عملة التحصيل'],
    (row) => movedOn(row)?.currency,
  ),
  gateway_amount: money(['Moved at the gateway', 'حركة البوابة'], (row) =>
    movedOn(row, 'gateway', 'cash'),
  ),
  sales_amount: money(['Sales', 'المبيعات'], (row) => credited(movedOn(row, 'sales'))),
  fees_amount: money(['Fees earned', 'الرسوم المحصّلة'], (row) => credited(movedOn(row, 'fees'))),
  wallet_amount: money(['Wallets', 'المحافظ'], (row) => credited(movedOn(row, 'wallet'))),
  suspense_amount: money(['Suspense', 'معلّق'], (row) => credited(movedOn(row, 'suspense'))),
  disputed_amount: money(['Disputes', 'الاعتراضات'], (row) => credited(movedOn(row, 'disputes'))),
  reason: text(['Reason', 'السبب'], ({ operation }) => operation?.reasonCode),
} satisfies Readonly<Record<string, Common>>;

export type CommonColumn = keyof typeof TABLE;

export const COMMON: Readonly<Record<CommonColumn, Common>> = TABLE;

function rowName({ kind, transaction, operation }: Row): Cell {
  if (operation && kind === 'operation') return operation.kind;
  return kind === 'payment' ? transaction.kind : kind;
}

/** Elsewhere a child that was undone says so beside its state (`is_reversed`); a row has one cell for both. */
function stateOf({ kind, transaction, operation, attempt }: Row): Cell {
  if (operation && kind === 'operation')
    return isReversed(operation) ? `${operation.kind}_reversed` : childState(operation);
  return kind === 'payment' ? transaction.state : attempt?.state;
}

/** Of other money, what of it came to the gateway: that is never what was asked for. */
function amountOf(row: Row): Money | undefined {
  const { kind, transaction, operation } = row;
  if (kind === 'other_money') return movedOn(row, 'gateway', 'cash');
  return (operation ?? transaction).amount;
}

/**
 * What the payer has paid on top, in the currency of the payment, as `paid_amount` has it. Of a hold, what was captured
 * beyond the amount. Nothing where nobody has paid.
 */
function feeOf({ transaction, attempt }: Row): Money | undefined {
  const { state, settledAmount, paidAmount } = transaction;
  if (!attempt || !settledAmount || !isSuccess(state)) return undefined;
  if (state === 'authorized') return paidAmount && something(subtract(paidAmount, settledAmount));
  return feeInOriginalCurrency(attempt.fee, attempt.exchange);
}

/** As far as it is kept: the end of the attempt that decided, its creation, or the end of its time. */
function changedAt({ kind, transaction, operation, attempt }: Row, now: number): Cell {
  if (operation && kind === 'operation') return undefined;
  if (kind === 'payment' && transaction.state === 'expired') return expiredAt(transaction, now);
  if (kind === 'payment' && transaction.state === 'created') return isoUtc(transaction.createdAt);
  if (kind === 'payment' && ENDED_BY_US.has(transaction.state) && !hasEndedWith(attempt))
    return undefined;
  return attempt?.concludedAt === undefined ? undefined : isoUtc(attempt.concludedAt);
}

/** No attempt decides on these: when that was is kept only where one was under way, which ended with the payment. */
const ENDED_BY_US: ReadonlySet<TransactionState> = new Set(['canceled', 'invalided']);

function hasEndedWith(attempt: Attempt | undefined): boolean {
  return attempt?.state === 'canceled' && attempt.unanswered === true;
}

/** When that was is not kept where somebody has let it expire before its time; then it is empty at least until that has come. */
function expiredAt(transaction: Transaction, now: number): Cell {
  const { expiresAt, attempts } = transaction;
  const at = isAbandoned(transaction) ? attempts.at(-1)?.concludedAt : expiresAt;
  return at === undefined || at > now ? undefined : isoUtc(at);
}

function something(amount: Money): Money | undefined {
  return isPositive(amount) ? amount : undefined;
}

/** What is whose stands in the ledger with a minus; a reader expects more sales to be more. */
function credited(amount: Money | undefined): Money | undefined {
  return amount && subtract(zero(amount.currency), amount);
}
