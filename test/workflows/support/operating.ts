import type { PromiseRequest } from '../../../domain/operation/promise.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { APPROVAL_PATIENCE_MS, type Decision } from '../../../domain/operation/approval.ts';
import { DEFAULT_INQUIRY } from '../../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import type { Initiator } from '../../../domain/initiator.ts';
import { anAttempt, kwd, referenceOf, sessionOf } from '../../support/builders.ts';
import type { Approval } from '../../../domain/operation/operation.ts';

/**
 * Keeps the payment's run open for a year: the test server stops its clock for good when a child ends after its parent
 * has (it waits for the parent's answer). An earlier attempt is still to be asked about.
 */
export function keptOpen(transaction: Transaction): Transaction {
  const inquiry = { ...DEFAULT_INQUIRY, firstAfterSeconds: 365 * 24 * 60 * 60 };
  const waiting = anAttempt({
    referenceNumber: referenceOf('demoWAITING2'),
    state: 'canceled',
    unanswered: true,
    createdAt: transaction.createdAt,
    inquiry,
  });
  return { ...transaction, attempts: [...transaction.attempts, waiting] };
}

/** What makes a transaction paid, 12.500 dinars by the first reference. */
export const PAID = {
  state: 'paid',
  attempts: [anAttempt({ state: 'success', gatewayReference: 'net-demoAAAAAA' })],
  settledAmount: kwd('12.500'),
  paidAmount: kwd('12.500'),
} satisfies Partial<Transaction>;

/** The same when the gateway only holds it. */
export const AUTHORIZED = {
  ...PAID,
  state: 'authorized',
  kind: 'authorize',
  attempts: [
    anAttempt({ state: 'success', kind: 'authorize', gatewayReference: 'net-demoAAAAAA' }),
  ],
  paidAmount: kwd('0'),
} satisfies Partial<Transaction>;

export const CAPABLE: PromiseRequest['capabilities'] = {
  supported: ['refund', 'void'],
  enabled: ['refund', 'void'],
  defaultCurrency: kwd('0').currency,
};

/** A child's session of so many. */
export function childOf(number: number): SessionId {
  return sessionOf(`c${number.toString(16).padStart(8, '0')}`);
}

/** A refund of everything by a program; numbered, so that each is a request of its own. */
export function refundRequest(
  number: number,
  given: Partial<PromiseRequest> = {},
): Omit<PromiseRequest, 'now'> {
  const name = number.toString().padStart(8, '0').replaceAll('0', 'A').replaceAll('1', 'B');
  return {
    kind: 'refund',
    sessionId: childOf(number),
    referenceNumber: referenceOf(`demo${name}`),
    destination: 'pg',
    channel: 'api',
    capabilities: CAPABLE,
    ...given,
  };
}

/** A person of the merchant. */
export function person(id: number): Initiator {
  return { id, username: `user-${id}`, email: `user-${id}@shop.example.test` };
}

export const MAKER = person(1);
export const CHECKER = person(2);

/** A request that waits for so many checkers from this instant on. */
export function request(now: number, needed = 1): Approval {
  return { state: 'pending', needed, votes: [], expiresAt: now + APPROVAL_PATIENCE_MS };
}

/** A checker's decision. */
export function decision(verdict: Decision['verdict'], given: Partial<Decision> = {}): Decision {
  return { verdict, by: CHECKER, checker: true, ...given };
}
