import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { add, isPositive, toDecimal, type Money } from '../../domain/money.ts';
import type { Merchant } from '../../domain/merchant.ts';
import {
  pendingAttempt,
  type Language,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import type {
  Amount,
  CheckoutFacts,
  MethodFacts,
  OrderFacts,
  ProblemFacts,
} from '../../render/pages/facts.ts';
import { inLanguage, links } from '../links.ts';
import { frameFor, languageOf, nameIn } from './frame.ts';

/** The checkout page of a transaction that can be paid. `problem` says what the payer must know first. */
export function checkoutFacts(
  ctx: Context,
  deps: { readonly publicUrl: string },
  {
    transaction,
    merchant,
    problem = lastProblem(transaction),
  }: {
    readonly transaction: Transaction;
    readonly merchant: Merchant;
    readonly problem?: ProblemFacts | undefined;
  },
): CheckoutFacts {
  const { amount, methods, sessionId, expiresAt, attempts } = transaction;
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const selected = attempts.at(-1)?.pgCode;
  const last = attempts.at(-1);
  return {
    ...frameFor(ctx, deps, { transaction, merchant }),
    amount: amountFacts(amount),
    methods: methods.map((method) => methodFacts(method, amount, language)),
    ...(selected !== undefined && { selected }),
    formAction: inLanguage(to.pay(sessionId), language),
    cancelAction: inLanguage(to.cancel(sessionId), language),
    // The form's own number: pressing Pay twice sends it twice, and the second press gets the first one's answer.
    hidden: [{ name: 'form_id', value: randomBytes(16).toString('hex') }],
    order: orderFacts(transaction),
    expiresAt: isoUtc(expiresAt),
    now: isoUtc(Date.now()),
    ...(problem && { problem }),
    ...(problem && last && { referenceNumber: last.referenceNumber }),
  };
}

export function amountFacts(amount: Money): Amount {
  return { value: toDecimal(amount), currency: amount.currency };
}

function methodFacts(method: PaymentMethod, amount: Money, language: Language): MethodFacts {
  const { pgCode, offline, fee, feeDescription } = method;
  return {
    code: pgCode,
    name: nameIn(method, language),
    kind: offline ? 'cash' : 'card',
    ...(isPositive(fee) && { fee: amountFacts(fee) }),
    ...(feeDescription !== undefined && { feeDescription }),
    total: amountFacts(add(amount, fee)),
  };
}

function orderFacts({
  orderNo,
  productType,
  vendorName,
  dueDatetime,
  customer,
}: Transaction): OrderFacts {
  const name = [customer.firstName, customer.lastName].filter(Boolean).join(' ');
  return {
    ...(orderNo !== undefined && { orderNo }),
    ...(productType !== undefined && { productType }),
    ...(vendorName !== undefined && { vendorName }),
    ...(dueDatetime !== undefined && { dueDatetime }),
    ...(name !== '' && { customerName: name }),
    ...(customer.email !== undefined && { customerEmail: customer.email }),
    ...(customer.phone !== undefined && { customerPhone: customer.phone }),
  };
}

/** How the last attempt ended, unless another is under way. */
function lastProblem(transaction: Transaction): ProblemFacts | undefined {
  const last = transaction.attempts.at(-1);
  if (!last || pendingAttempt(transaction)) return undefined;
  const message = last.message === undefined ? {} : { message: last.message };
  switch (last.state) {
    case 'failed':
      return { kind: 'declined', ...message };
    case 'canceled':
      return { kind: 'canceled' };
    case 'error':
      return { kind: 'error', ...message };
    default:
      return undefined;
  }
}
