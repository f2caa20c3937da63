import {
  entryOf,
  type Operation,
  type OperationEntry,
} from '../../../domain/operation/operation.ts';
import { decide } from '../../../domain/operation/approval.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import { CREATED_AT, CARD, kwd, referenceOf, sessionOf, SHOP } from '../../support/builders.ts';

/** A promised refund of a dinar; numbered, so that each is another one. */
export function aNumberedOperation(number: number, given: Partial<Operation> = {}): Operation {
  const name = number.toString().padStart(8, '0').replaceAll('0', 'A').replaceAll('1', 'B');
  const sessionId = sessionOf(`c${number.toString(16).padStart(8, '0')}`);
  const kind = given.kind ?? 'refund';
  return {
    sessionId,
    merchantId: SHOP,
    parentId: sessionOf('a1'),
    version: 1,
    kind,
    amount: kwd('1.000'),
    destination: 'pg',
    state: 'promised',
    source: 'input',
    referenceNumber: referenceOf(`demo${name}`),
    pgCode: CARD,
    gateway: 'sandbox',
    sandbox: false,
    paymentReference: referenceOf('demoAAAAAA'),
    idempotencyKey: `${sessionOf('a1')}:${sessionId}:${kind}`,
    channel: 'api',
    createdAt: CREATED_AT,
    ...given,
  };
}

/** What the payment remembers of it. */
export function aNumberedEntry(
  number: number,
  given: Partial<OperationEntry> = {},
): OperationEntry {
  return entryOf(aNumberedOperation(number, given));
}

/** The gateway's word on an operation: done as it was asked for. */
export function wordOn(
  { kind, referenceNumber, paymentReference, amount }: Operation,
  given: Partial<OperationReport> = {},
): OperationReport {
  return {
    kind,
    referenceNumber,
    paymentReference,
    amount,
    result: 'done',
    gatewayReference: `net-${referenceNumber}`,
    ...given,
  };
}

/** What a person makes of an operation that needs a hand by having it tried again. */
export function triedAgain(operation: Operation): Operation {
  const by = { id: 7, username: 'hand', email: 'hand@shop.example.test' };
  return decide(operation, { verdict: 'retry', by, checker: false }, CREATED_AT);
}
