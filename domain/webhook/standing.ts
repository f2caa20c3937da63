import { toldAttempt, toldResult } from '../transaction/settled.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Change, Notice } from '../transaction/change.ts';
import { announce } from './notice.ts';

/** How a transaction stands, in the words of a notice: what somebody reads who asks. */
export type NoticeStanding = Omit<Notice, 'sequence' | 'url'>;

/**
 * How the transaction stands at `at`: its state, and the attempt that paid or else the last one. A canceled one that
 * nobody tried to pay goes by the reference of its cancellation. Undefined when there is no attempt to tell of.
 */
export function standing(transaction: Transaction, at: number): NoticeStanding | undefined {
  const { state, notice, methods } = transaction;
  const attempt = toldAttempt(transaction);
  const isCanceled = state === 'canceled';
  const referenceNumber = attempt?.referenceNumber ?? (isCanceled && notice?.referenceNumber);
  const pgCode = attempt?.pgCode ?? methods[0]?.pgCode;
  if (!referenceNumber || pgCode === undefined) return undefined;
  // A cancellation is told as such, whatever became of the attempts before it.
  const result = attempt && !isCanceled ? toldResult(transaction, attempt) : 'canceled';
  return { referenceNumber, pgCode, result, at };
}

/**
 * Tells the merchant again how the transaction stands, as an event of its own
 * (contract/webhooks#triggers), for the `request` that asks for it, which is remembered. Another URL than the transaction's own decides no payer's way. Undefined where there is
 * nothing to tell; without an address registered endpoints are told.
 */
export function retell(
  transaction: Transaction,
  {
    at,
    url = transaction.webhookUrl,
    request,
  }: {
    readonly at: number;
    readonly url?: string | undefined;
    readonly request?: string | undefined;
  },
): Change | undefined {
  const event = standing(transaction, at);
  if (!event) return undefined;
  const remembering = rememberRetold(transaction, request);
  if (url === undefined || url === transaction.webhookUrl)
    return announce(remembering, event, { isAsked: true });
  const sequence = transaction.sequence + 1;
  return { transaction: { ...remembering, sequence }, notice: { ...event, sequence, url } };
}

/** Remembers the request for which the merchant was told; one that never comes again needs not be known. */
export function rememberRetold(transaction: Transaction, request: string | undefined): Transaction {
  return request === undefined ? transaction : { ...transaction, retoldFor: request };
}

/** Whether the merchant was told for this very request. */
export function wasRetold({ retoldFor }: Transaction, request: string | undefined): boolean {
  return request !== undefined && retoldFor === request;
}
