import { keepingFor } from '../card/saving.ts';
import { chargeOf } from '../exchange.ts';
import type { PgCode, ReferenceNumber } from '../ids.ts';
import type { Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { hasUnclearMoney } from './alert.ts';
import { amountToPay, askedOf, isSameMoney } from './amount.ts';
import { isChargeable, methodAt } from './charge.ts';
import { move } from './move.ts';
import type { NetworkPage } from './network.ts';
import { refuseUnlessPayable } from './payable.ts';
import {
  attemptOf,
  methodOf,
  pendingAttempt,
  type Attempt,
  type Channel,
  type PaymentMethod,
  type Customer,
  type Transaction,
} from './transaction.ts';

export interface BeginCommand {
  readonly pgCode: PgCode;
  /** Minted by the caller; it becomes the attempt's id when a new attempt is made. */
  readonly referenceNumber: ReferenceNumber;
  readonly channel?: Channel;
  /** A further number at which the payer can be reached; it becomes the transaction's, and empty takes that away. */
  readonly customerPhone2?: string;
  readonly now: number;
  /** What the payer wants to pay, where that is theirs to choose; else the whole amount. */
  readonly amount?: Money;
  /** The payer agrees that the card is kept. */
  readonly saveCard?: boolean;
}

/**
 * What a payer's choice of a method leads to (decisions.md 13): the attempt that the same choice has made before, or that
 * is already under way with this method, an older attempt of another method, amount or wish about the card that must be
 * asked about first, or a new attempt.
 */
export type Beginning =
  | { readonly step: 'same'; readonly attempt: Attempt }
  | { readonly step: 'ask-first'; readonly attempt: Attempt }
  | { readonly step: 'new'; readonly transaction: Transaction; readonly attempt: Attempt };

/**
 * Throws `expired`, `invalid_state`, `locked`, `method_not_offered`, or `validation_error` for the chosen amount or a card
 * that cannot be saved.
 */
export function begin(transaction: Transaction, command: BeginCommand): Beginning {
  refuseUnlessPayable(transaction, command.now);
  refuseWhileUnclear(transaction);
  if (!methodOf(transaction, command.pgCode)) throw notOffered(command.pgCode);
  const made = attemptOf(transaction, command.referenceNumber);
  if (made) return { step: 'same', attempt: made };
  const amount = amountToPay(transaction, command.amount);
  const pending = pendingAttempt(transaction);
  if (!pending) return { step: 'new', ...withNewAttempt(transaction, command) };
  const keepsSame =
    (pending.savesCard === undefined) === (keepingFor(transaction, command) === undefined);
  if (pending.pgCode === command.pgCode && isSameMoney(askedOf(pending), amount) && keepsSame)
    return { step: 'same', attempt: pending };
  return { step: 'ask-first', attempt: pending };
}

/** The payer chose another method or another amount and the network had not decided the older attempt: it gives way to the new one. */
export function replaceAttempt(
  transaction: Transaction,
  command: BeginCommand,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  refuseUnlessPayable(transaction, command.now);
  refuseWhileUnclear(transaction);
  return withNewAttempt(withoutPending(transaction, command.now), command);
}

/** The pending attempt is given up, although its network has not said how it ended there. */
export function withoutPending(transaction: Transaction, now: number): Transaction {
  const attempts = transaction.attempts.map((attempt) =>
    attempt.state === 'pending'
      ? ({ ...attempt, state: 'canceled', unanswered: true, concludedAt: now } as const)
      : attempt,
  );
  return { ...transaction, attempts };
}

/** A pending attempt with a method, as it is before anything was asked; for the whole amount unless another is given. */
export function attemptWith(
  transaction: Transaction,
  method: PaymentMethod,
  {
    referenceNumber,
    now,
    amount = transaction.amount,
  }: Pick<BeginCommand, 'referenceNumber' | 'now' | 'amount'>,
): Attempt {
  return {
    referenceNumber,
    pgCode: method.pgCode,
    state: 'pending',
    gateway: method.gateway,
    kind: method.kind,
    sandbox: method.sandbox,
    ...(method.inquiry && { inquiry: method.inquiry }),
    fee: method.fee,
    total: chargeOf(amount, method).total,
    ...(method.exchange && { exchange: method.exchange }),
    idempotencyKey: `${transaction.sessionId}:${referenceNumber}:open`,
    createdAt: now,
  };
}

/** The network has prepared its page: the payer can be sent there. */
export function pageOpened(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  { pageUrl, gatewayReference }: NetworkPage,
): Transaction {
  return changeAttempt(transaction, referenceNumber, (attempt) => ({
    ...attempt,
    pageUrl,
    gatewayReference,
  }));
}

export function changeAttempt(
  transaction: Transaction,
  referenceNumber: ReferenceNumber,
  change: (attempt: Attempt) => Attempt,
): Transaction {
  return {
    ...transaction,
    attempts: transaction.attempts.map((attempt) =>
      attempt.referenceNumber === referenceNumber ? change(attempt) : attempt,
    ),
  };
}

function withNewAttempt(
  transaction: Transaction,
  command: BeginCommand,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  const { pgCode, referenceNumber, channel, now, amount: wanted, customerPhone2 } = command;
  const offered = methodOf(transaction, pgCode);
  if (!offered) throw notOffered(pgCode);
  const amount = amountToPay(transaction, wanted);
  const method = methodAt(transaction, offered, amount);
  if (transaction.paymentType !== 'save_card' && !isChargeable(method, amount))
    throw tooLittle(pgCode);
  const savesCard = keepingFor(transaction, command);
  const attempt: Attempt = {
    ...attemptWith(transaction, method, { referenceNumber, now, amount }),
    ...(channel !== undefined && { channel }),
    ...(savesCard && { savesCard }),
  };
  const attempts = [...transaction.attempts, attempt];
  const customer = withPhone2(transaction.customer, customerPhone2);
  return { transaction: move({ ...transaction, customer, attempts }, 'begin'), attempt };
}

function withPhone2(customer: Customer, phone2: string | undefined): Customer {
  if (phone2 === undefined) return customer;
  const { phone2: _before, ...others } = customer;
  return phone2 === '' ? others : { ...others, phone2 };
}

/** Somebody may have been charged already: a further payment could be one too many. */
function refuseWhileUnclear(transaction: Transaction): void {
  if (hasUnclearMoney(transaction))
    throw new Refusal(
      'locked',
      'The gateway reports another amount for an earlier attempt; wait until that is cleared up, or ask the merchant.',
    );
}

function tooLittle(pgCode: PgCode): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', {
    amount: [`So little cannot be paid with ${pgCode}; choose more, or another method.`],
  });
}

function notOffered(pgCode: PgCode): Refusal {
  return new Refusal('method_not_offered', `The transaction does not offer the method ${pgCode}.`);
}
