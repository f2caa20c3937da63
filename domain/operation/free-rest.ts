import type { ReferenceNumber, SessionId } from '../ids.ts';
import { isPositive, subtract, type Money } from '../money.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { committed, taken } from './amounts.ts';
import type { Operation } from './operation.ts';

/**
 * What a gateway has let go by itself, because it captures a hold once (`endsHold`): the rest of it, with the capture; undefined
 * where there is no rest, the capture is not done, or it is known already.
 */
export function restFreed(transaction: Transaction, capture: Operation): Money | undefined {
  const { kind, state, endsHold, paymentReference } = capture;
  if (kind !== 'capture' || state !== 'done' || !endsHold) return undefined;
  const isKnown = transaction.operations?.some(
    (one) => one.kind === 'void' && one.paymentReference === paymentReference,
  );
  if (isKnown || transaction.state !== 'authorized') return undefined;
  const rest = subtract(committed(transaction), taken(transaction, 'capture'));
  return isPositive(rest) ? rest : undefined;
}

/** The void of the rest, done at the gateway itself and taken in as such: nobody here has asked for it. */
export function freeRest(
  capture: Operation,
  amount: Money,
  names: { readonly sessionId: SessionId; readonly referenceNumber: ReferenceNumber },
): Operation {
  const { merchantId, parentId, parentOrderNo, pgCode, gateway, sandbox } = capture;
  const { paymentReference, gatewayPayment, concludedAt, createdAt } = capture;
  const at = concludedAt ?? createdAt;
  return {
    ...names,
    merchantId,
    parentId,
    version: 1,
    kind: 'void',
    amount,
    destination: 'pg',
    state: 'done',
    source: 'pg',
    pgCode,
    gateway,
    sandbox,
    paymentReference,
    idempotencyKey: `${parentId}:${names.sessionId}:void`,
    channel: 'staff',
    createdAt: at,
    concludedAt: at,
    message: 'The gateway captures a hold once, and lets the rest go.',
    ...(parentOrderNo !== undefined && { parentOrderNo }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
}
