import type { PgCode, ReferenceNumber } from '../ids.ts';
import { add } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { move } from './move.ts';
import type { NetworkPage } from './network.ts';
import { isUnpaid } from './states.ts';
import { methodOf, pendingAttempt, type Attempt, type Transaction } from './transaction.ts';

export interface BeginCommand {
  readonly pgCode: PgCode;
  /** Minted by the caller; it becomes the attempt's id when a new attempt is made. */
  readonly referenceNumber: ReferenceNumber;
  readonly now: number;
}

/**
 * What a payer's choice of a method leads to (decisions.md 13): the attempt that is already under way with this method,
 * an older attempt of another method that must be asked about first, or a new attempt.
 */
export type Beginning =
  | { readonly step: 'same'; readonly attempt: Attempt }
  | { readonly step: 'ask-first'; readonly attempt: Attempt }
  | { readonly step: 'new'; readonly transaction: Transaction; readonly attempt: Attempt };

/** Throws `expired`, `invalid_state` or `method_not_offered`. */
export function begin(transaction: Transaction, command: BeginCommand): Beginning {
  refuseUnlessPayable(transaction, command.now);
  if (!methodOf(transaction, command.pgCode)) throw notOffered(command.pgCode);
  const pending = pendingAttempt(transaction);
  if (!pending) return { step: 'new', ...withNewAttempt(transaction, command) };
  if (pending.pgCode === command.pgCode) return { step: 'same', attempt: pending };
  return { step: 'ask-first', attempt: pending };
}

/** The payer chose another method and the network had not decided the older attempt: it gives way to the new one. */
export function replaceAttempt(
  transaction: Transaction,
  command: BeginCommand,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  refuseUnlessPayable(transaction, command.now);
  const attempts = transaction.attempts.map((attempt) =>
    attempt.state === 'pending'
      ? ({ ...attempt, state: 'canceled', concludedAt: command.now } as const)
      : attempt,
  );
  return withNewAttempt({ ...transaction, attempts }, command);
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
  { pgCode, referenceNumber, now }: BeginCommand,
): { readonly transaction: Transaction; readonly attempt: Attempt } {
  const method = methodOf(transaction, pgCode);
  if (!method) throw notOffered(pgCode);
  const attempt: Attempt = {
    referenceNumber,
    pgCode,
    state: 'pending',
    gateway: method.gateway,
    kind: method.kind,
    sandbox: method.sandbox,
    fee: method.fee,
    total: add(transaction.amount, method.fee),
    idempotencyKey: `${transaction.sessionId}:${referenceNumber}:open`,
    createdAt: now,
  };
  const attempts = [...transaction.attempts, attempt];
  return { transaction: move({ ...transaction, attempts }, 'begin'), attempt };
}

function refuseUnlessPayable(transaction: Transaction, now: number): void {
  if (isUnpaid(transaction.state) && now >= transaction.expiresAt)
    throw new Refusal('expired', 'The transaction has expired; ask the merchant for a new one.');
  if (!isUnpaid(transaction.state))
    throw new Refusal(
      transaction.state === 'expired' ? 'expired' : 'invalid_state',
      `The transaction is ${transaction.state} and can no longer be paid.`,
    );
}

function notOffered(pgCode: PgCode): Refusal {
  return new Refusal('method_not_offered', `The transaction does not offer the method ${pgCode}.`);
}
