import {
  entryOf,
  type Operation,
  type OperationEntry,
} from '../../../domain/operation/operation.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import { BORN, CARD, kwd, referenceOf, sessionOf, SHOP } from '../../support/builders.ts';

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A promised refund of a dinar; numbered, so that each is another one. */
export function anOperation(number: number, given: Partial<Operation> = {}): Operation {
  const digits = [...number.toString().padStart(8, '0')];
  const name = digits.map((digit) => LETTERS[Number(digit)]).join('');
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
    createdAt: BORN,
    ...given,
  };
}

/** What the payment remembers of it. */
export function anEntry(number: number, given: Partial<OperationEntry> = {}): OperationEntry {
  return entryOf(anOperation(number, given));
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
