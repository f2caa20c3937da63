import { money, type Money } from '../../../../domain/money.ts';
import {
  promise,
  type Capabilities,
  type PromiseRequest,
} from '../../../../domain/operation/promise.ts';
import { foreignOperation } from '../../../../domain/operation/foreign.ts';
import type { OperationReport } from '../../../../domain/operation/report.ts';
import type { ReferenceNumber } from '../../../../domain/ids.ts';
import { settle, takeIn } from '../../../../domain/operation/settle.ts';
import type {
  Operation,
  OperationKind,
  OperationState,
} from '../../../../domain/operation/operation.ts';
import { conclude } from '../../../../domain/transaction/conclude.ts';
import type { Attempt, Transaction } from '../../../../domain/transaction/transaction.ts';
import {
  aMethod,
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
} from '../../../support/builders.ts';

const CAPABLE: Capabilities = {
  supported: ['refund', 'void'],
  enabled: ['refund', 'void'],
  defaultCurrency: kwd('0').currency,
};

/** Somebody's request; `name` tells one from the other. */
export function anOperationRequest(
  kind: OperationKind,
  name: string,
  {
    destination = 'pg',
    ...given
  }: Partial<Pick<PromiseRequest, 'amount' | 'destination' | 'reason'>> = {},
): PromiseRequest {
  return {
    kind,
    sessionId: sessionOf(name),
    referenceNumber: referenceOf(`demoOP${name}`),
    destination,
    channel: 'api',
    capabilities: CAPABLE,
    now: CREATED_AT,
    ...given,
  };
}

/** A transaction of 100.000 whose payer has chosen a method with a fee of 2.000, before the network has said anything. */
export function chosen(kind: Attempt['kind'], given: Partial<Transaction> = {}): Transaction {
  const amount = kwd('100');
  const transaction = aTransaction({
    amount,
    kind,
    methods: [aMethod({ kind, fee: kwd('2'), feeRule: { type: 'fixed', values: { KWD: '2' } } })],
    state: 'pending',
    customer: { id: 'sara' },
    attempts: [anAttempt({ amount, fee: kwd('2'), kind })],
    ...given,
  });
  const { sessionId, attempts } = transaction;
  return {
    ...transaction,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      idempotencyKey: `${sessionId}:${attempt.referenceNumber}:open`,
    })),
  };
}

/** The network has taken the money, or holds it: 100.000 and a fee of 2.000. */
export function paid(kind: Attempt['kind'], given: Partial<Transaction> = {}): Transaction {
  return succeeded(chosen(kind, given));
}

/** The network's success for the last attempt. */
export function succeeded(transaction: Transaction): Transaction {
  const attempt = transaction.attempts.at(-1);
  if (!attempt) return transaction;
  const { referenceNumber, kind, total } = attempt;
  const report = { referenceNumber, outcome: { result: 'success', kind, charged: total } } as const;
  return conclude(transaction, report, CREATED_AT)?.transaction ?? transaction;
}

/** The request is promised and comes to its end at once. */
export function operated(
  transaction: Transaction,
  request: PromiseRequest,
  state: OperationState = 'done',
): Transaction {
  const { transaction: next, operation } = promisedTo(transaction, request);
  return settle(next, { ...operation, version: operation.version + 1, state }) ?? next;
}

/** The request is promised. */
export function promisedTo(
  transaction: Transaction,
  request: PromiseRequest,
): { readonly transaction: Transaction; readonly operation: Operation } {
  const promised = promise(transaction, request);
  if (promised.step === 'same') throw new Error('The request was made before.');
  return promised;
}

/** Somebody did it at the gateway itself, which tells of it in the currency of the charge. */
export function doneThere(
  transaction: Transaction,
  kind: OperationKind,
  {
    amount,
    reference,
    name = 'f1',
  }: {
    readonly amount: Money;
    readonly reference: ReferenceNumber;
    /** Of several. */
    readonly name?: string;
  },
): Transaction {
  const names = {
    sessionId: sessionOf(name),
    referenceNumber: referenceOf(`demoTHERE${name.slice(1)}`),
  };
  const report: OperationReport = {
    kind,
    paymentReference: reference,
    result: 'done',
    amount,
    gatewayReference: `op_there_${name}`,
  };
  const operation = foreignOperation(transaction, report, { ...names, now: CREATED_AT });
  if (!operation) throw new Error('It is not of this transaction.');
  return takeIn(transaction, operation, CREATED_AT)?.transaction ?? transaction;
}

/** Fils, for properties. */
export function fils(minor: number): Money {
  return money(minor, amountOf('0', 'KWD').currency);
}
