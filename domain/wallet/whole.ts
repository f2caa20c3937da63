import type { PgCode } from '../ids.ts';
import { compare, shownMoney, toDecimal, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { refuseUnlessPayable } from '../transaction/payable.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { WalletStatus } from './account.ts';
import { takesWallet } from './request.ts';

/** The wallet of a customer as a payment finds it. */
export interface Purse {
  /** Undefined while the customer has none in this currency. */
  readonly status?: WalletStatus;
  /** What can be spent on this transaction. */
  readonly spendable: Money;
}

/**
 * The account that stands for a payment that a wallet pays all of, where the merchant's server has it paid
 * (contract/charges#wallet): the one that has the service, or the one that was named among several. Throws
 * `validation_error` on `pg_code`.
 */
export function walletService(services: readonly PgCode[], named?: string): PgCode {
  const [only, ...others] = services;
  if (only === undefined)
    throw pgCodeFault('No method of this transaction is of an account with the wallet service.');
  if (named === undefined && others.length > 0)
    throw pgCodeFault(`Say which: ${services.join(', ')}.`);
  const service = named === undefined ? only : services.find((code) => code === named);
  if (service === undefined)
    throw pgCodeFault(`The wallet service is of ${services.join(', ')}, not of this one.`);
  return service;
}

/**
 * What a wallet pays when it shall pay all: nobody is there who could pay a rest. Throws `expired`, `invalid_state`,
 * `operation_not_supported`, `account_inactive`, or `amount_exceeds_balance` with what is `available`. A courtesy: whether
 * the money is there is decided when it is spent.
 */
export function wholeByWallet(
  transaction: Transaction,
  { status, spendable }: Purse,
  now: number,
): Money {
  refuseUnlessPayable(transaction, now);
  const { amount } = transaction;
  if (!takesWallet(transaction))
    throw new Refusal(
      'operation_not_supported',
      'A wallet cannot pay this: it pays for a customer_id, at once, and not at the old endpoints.',
    );
  if (status !== undefined && status !== 'active')
    throw new Refusal('account_inactive', `The wallet of this customer is ${status}.`);
  if (compare(spendable, amount) >= 0) return amount;
  throw tooLittle(
    spendable,
    `and ${toDecimal(amount)} is to be paid. Send the payer to the checkout page, where another method pays the rest.`,
  );
}

/**
 * Throws what holds by now, in the words of `wholeByWallet`, where the wallet has refused to pay all although it had enough when it was
 * looked at; `amount_exceeds_balance` also where it has enough again.
 */
export function refuseWhole(transaction: Transaction, purse: Purse, now: number): never {
  wholeByWallet(transaction, purse, now);
  throw tooLittle(
    purse.spendable,
    'and had less when it was to pay. Ask again, with a new Idempotency-Key.',
  );
}

function tooLittle(spendable: Money, words: string): Refusal {
  return new Refusal(
    'amount_exceeds_balance',
    `The wallet has ${shownMoney(spendable)}, ${words}`,
    undefined,
    { available: toDecimal(spendable) },
  );
}

function pgCodeFault(sentence: string): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', { pg_code: [sentence] });
}
