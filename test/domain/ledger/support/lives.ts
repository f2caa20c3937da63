import {
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check';
import type { LedgerEntry } from '../../../../domain/ledger/entry.ts';
import { entriesBetween } from '../../../../domain/ledger/post.ts';
import {
  isFinal,
  type Operation,
  type OperationState,
} from '../../../../domain/operation/operation.ts';
import { promise } from '../../../../domain/operation/promise.ts';
import { settle } from '../../../../domain/operation/settle.ts';
import { Refusal } from '../../../../domain/refusal.ts';
import type { Transaction } from '../../../../domain/transaction/transaction.ts';
import { CREATED_AT } from '../../../support/builders.ts';
import { anOperationRequest, chosen, fils, succeeded } from './operations.ts';

/** Somebody wants something, or an operation that was promised comes to an end. */
type Step =
  | {
      readonly does: 'ask';
      readonly kind: 'refund' | 'capture' | 'void';
      readonly fils: number;
      readonly wallet: boolean;
    }
  | { readonly does: 'end'; readonly which: number; readonly state: OperationState }
  | { readonly does: 'undo'; readonly which: number };

const step: Arbitrary<Step> = oneof(
  record({
    does: constant('ask' as const),
    kind: constantFrom('refund', 'refund', 'capture', 'void'),
    fils: integer({ min: 1, max: 60_000 }),
    wallet: boolean(),
  }),
  record({
    does: constant('end' as const),
    which: nat({ max: 20 }),
    state: constantFrom('done', 'done', 'queued', 'unclear', 'failed', 'rejected', 'dropped'),
  }),
  record({ does: constant('undo' as const), which: nat({ max: 20 }) }),
);

export interface Lived {
  readonly transaction: Transaction;
  readonly posted: readonly LedgerEntry[];
  /** The documents of its operations. */
  readonly operations: readonly Operation[];
}

/** A life by the rules: what they refuse does not happen, and the ledger gets what each change implies. */
function live(kind: 'purchase' | 'authorize', steps: readonly Step[]): Lived {
  const operations: Operation[] = [];
  let lived: Omit<Lived, 'operations'> = { transaction: chosen(kind), posted: [] };
  const change = (transaction: Transaction | undefined) => {
    if (!transaction) return;
    const entries = entriesBetween(lived.transaction, transaction, CREATED_AT);
    lived = { transaction, posted: [...lived.posted, ...entries] };
  };
  change(succeeded(lived.transaction));
  for (const [at, one] of steps.entries()) {
    if (one.does === 'ask') {
      const operation = asked(lived.transaction, one, at);
      if (operation) operations.push(operation.operation);
      change(operation?.transaction);
    } else {
      const which = one.which % Math.max(operations.length, 1);
      const operation = operations[which];
      const changed = operation && (one.does === 'end' ? ended(operation, one) : undone(operation));
      if (!changed) continue;
      operations[which] = changed;
      change(settle(lived.transaction, changed));
    }
  }
  return { ...lived, operations };
}

function ended(operation: Operation, { state }: Step & { does: 'end' }): Operation | undefined {
  return isFinal(operation) ? undefined : { ...operation, version: operation.version + 1, state };
}

/** By the gateway, which knows nothing of wallets; of a hold nothing is refunded that has come back. */
function undone(operation: Operation): Operation | undefined {
  const { kind, state, destination, reversedAt, version } = operation;
  const isUndoable = kind === 'refund' && destination === 'pg' && state === 'done';
  return isUndoable && reversedAt === undefined
    ? { ...operation, version: version + 1, reversedAt: CREATED_AT }
    : undefined;
}

function asked(transaction: Transaction, { kind, ...request }: Step & { does: 'ask' }, at: number) {
  const name = at.toString(16).padStart(4, '0');
  const destination = kind === 'refund' && request.wallet ? 'wallet' : 'pg';
  try {
    const promised = promise(
      transaction,
      anOperationRequest(kind, name, { amount: fils(request.fils), destination }),
    );
    return promised.step === 'new' ? promised : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Any life of a transaction by the rules, with what the ledger got. */
export const lives = tuple(
  constantFrom('purchase' as const, 'authorize' as const),
  array(step, { maxLength: 40 }),
).map(([kind, steps]) => live(kind, steps));
