import { fieldSentence } from '../field-sentence.ts';
import type { ReferenceNumber, SessionId } from '../ids.ts';
import { isPositive, subtract, sum, type Money } from '../money.ts';
import { decisiveAttempt, type Settled, type Tried } from '../transaction/settled.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { Change } from '../transaction/change.ts';
import { committed, taken, takes } from './amounts.ts';
import type { Operation } from './operation.ts';
import { takeIn } from './settle.ts';

/* The rest of a hold, which a gateway lets go when it captures a part of it. */

/** What names an operation of which nobody has told. */
interface NewNames {
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

type HoldingAttempt = Tried & Pick<Attempt, 'kind'>;

/** What has to be known of a payment, also of one that was removed. */
interface Holding
  extends
    Settled<HoldingAttempt>,
    Pick<Transaction, 'state' | 'amount' | 'operations' | 'disputes'> {}

/**
 * A change by which a capture is kept, with the rest of the hold that its gateway lets go: in one version, because nobody tells of
 * the rest, and a process that dies between two versions would leave it held for ever. Unchanged where nothing is let go.
 */
export function withRestFreed(
  change: Change & { readonly operation: Operation },
  now: number,
  newNames: () => NewNames,
): Change {
  const { transaction: before, operation: capture } = change;
  const rest = restFreed(before, capture);
  const freed = rest && takeIn(before, freeRest(capture, rest, newNames()), now);
  if (!freed?.operation) return change;
  const { transaction, operation, operationNotice } = freed;
  return {
    ...change,
    transaction,
    freed: { operation, ...(operationNotice && { operationNotice }) },
  };
}

/**
 * What a gateway has let go by itself, because it captures a hold once (`endsHold`): the rest of it, with the capture; undefined
 * where there is no rest, the capture is not done, or it is known already. Of a hold that has settled nothing, such as a second one,
 * it is in the currency of the charge, as whatever is done at the gateway itself.
 */
export function restFreed(
  payment: Holding,
  capture: Pick<Operation, 'kind' | 'state' | 'endsHold' | 'paymentReference'>,
): Money | undefined {
  const { kind, state, endsHold, paymentReference } = capture;
  if (kind !== 'capture' || state !== 'done' || !endsHold) return undefined;
  const attempt = payment.attempts.find((one) => one.referenceNumber === paymentReference);
  const isKnown = payment.operations?.some(
    (one) => one.kind === 'void' && one.paymentReference === paymentReference && takes(one),
  );
  if (!attempt || isKnown) return undefined;
  const isSettling = payment.state === 'authorized' && attempt === decisiveAttempt(payment);
  const rest = isSettling
    ? subtract(committed(payment), taken(payment, 'capture'))
    : restOfOther(payment, attempt);
  return rest && isPositive(rest) ? rest : undefined;
}

/** Of a hold that is for nothing; undefined where the attempt has brought money at once. */
function restOfOther(payment: Holding, attempt: HoldingAttempt): Money | undefined {
  return attempt.kind === 'authorize' ? restOfHold(payment, attempt) : undefined;
}

/** What captures have left of a hold, or will, in the currency of the charge. */
export function restOfHold(
  { operations = [] }: Pick<Holding, 'operations'>,
  { total, referenceNumber }: Pick<HoldingAttempt, 'total' | 'referenceNumber'>,
): Money {
  const captured = operations.filter(
    (one) => one.kind === 'capture' && one.paymentReference === referenceNumber && takes(one),
  );
  const counted = captured
    .map(({ amount }) => amount)
    .filter(({ currency }) => currency === total.currency);
  return subtract(total, sum(counted, total.currency));
}

/** The void of the rest, done at the gateway itself and taken in as such: nobody here has asked for it. */
export function freeRest(capture: Operation, amount: Money, names: NewNames): Operation {
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
    message: fieldSentence('rest-let-go'),
    ...(parentOrderNo !== undefined && { parentOrderNo }),
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
}
