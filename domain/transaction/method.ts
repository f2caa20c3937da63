import { fieldSentence } from '../field-sentence.ts';
import { chargeOf } from '../exchange.ts';
import { feeOf } from '../fee.ts';
import { exchanged, isPositive, money, shownMoney, toDecimal, zero, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { isSameMoney } from './amount.ts';
import type { PaymentMethod, Transaction } from './transaction.ts';

/**
 * The method as it is for an amount that the payer chose: with the fee and the money of that part, by the rules and the
 * rate that were fixed with the whole. For the whole it is as the payer was shown it.
 */
export function methodAt(
  transaction: Pick<Transaction, 'amount'>,
  method: PaymentMethod,
  amount: Money,
): PaymentMethod {
  if (isSameMoney(amount, transaction.amount)) return method;
  const { exchange: whole, feeRule } = method;
  const exchange = whole && {
    from: amount,
    rate: whole.rate,
    to: exchanged(amount, whole.rate, whole.to.currency),
  };
  const fee = feeOf(feeRule, {
    asked: exchange?.to ?? amount,
    isDefaultCurrency: false,
  });
  return { ...method, fee, ...(exchange && { exchange }) };
}

/** What a payer is shown to pay with the method: the amount with its fee, in the money of the account. */
export function totalOf(
  transaction: Pick<Transaction, 'amount'>,
  method: PaymentMethod,
  amount: Money,
): Money {
  return chargeOf(amount, methodAt(transaction, method, amount)).total;
}

/** Why what the payer was shown cannot be charged any more, for the field that says it. */
export function otherTotalFault(total: Money): string {
  return `${shownMoney(total)} is to be paid now: read the payment again and show that.`;
}

/** Throws `validation_error` where the payer was shown another total (contract/sdk#calls): it may change until an attempt begins. */
export function refuseOtherTotal(total: Money, shown: Money | undefined): void {
  if (shown && !isSameMoney(total, shown))
    throw new Refusal('validation_error', 'The request is not valid.', {
      total: [otherTotalFault(total)],
    });
}

/** Whether there is anything to charge: so little may be nothing in another currency. */
export function isChargeable(method: PaymentMethod, amount: Money): boolean {
  return isPositive(chargeOf(amount, method).amount);
}

/**
 * Why the gateway cannot charge exactly what the amount costs with this method, in a sentence; undefined when it can. Nothing is
 * ever rounded to what it can.
 */
export function stepFault(method: PaymentMethod, amount: Money): string | undefined {
  const { pgCode, gatewayName, amountStep = 1 } = method;
  const { total } = chargeOf(amount, method);
  if (total.minor % amountStep === 0) return undefined;
  const step = toDecimal(money(amountStep, total.currency));
  return fieldSentence('method-step', {
    code: pgCode,
    amount: shownMoney(total),
    gateway: gatewayName,
    currency: total.currency,
    step,
  });
}

/**
 * The method as it is for what a wallet leaves of an amount (contract/wallets#paying): the fee is that of the whole
 * amount, for the wallet never pays any of it. Where nothing is left there is no fee either.
 */
export function methodBesideWallet(method: PaymentMethod, rest: Money): PaymentMethod {
  const { exchange: whole, ...inCurrency } = method;
  if (!isPositive(rest)) return { ...inCurrency, fee: zero(rest.currency) };
  if (!whole) return method;
  const to = exchanged(rest, whole.rate, whole.to.currency);
  return { ...method, exchange: { from: rest, rate: whole.rate, to } };
}

/**
 * Why the method cannot charge what a wallet leaves of an amount, where none pays all of it, in a sentence; undefined when it can.
 * What is left may be nothing in the currency of the account.
 */
export function restFault(
  transaction: Pick<Transaction, 'amount' | 'paymentType'>,
  method: PaymentMethod,
  { amount, rest }: { readonly amount: Money; readonly rest: Money },
): string | undefined {
  const whole = methodAt(transaction, method, amount);
  const left = methodBesideWallet(whole, rest);
  const isTooLittle =
    !isChargeable(whole, amount) || (isPositive(rest) && !isChargeable(left, rest));
  if (isTooLittle && transaction.paymentType !== 'save_card')
    return `So little cannot be paid with ${method.pgCode}; choose more, or another method.`;
  return stepFault(left, rest);
}
