import { Refusal, type RefusalNote } from '../refusal.ts';
import type { Transaction } from '../transaction/transaction.ts';
import type { Operation, OperationEntry } from './operation.ts';

/* Whose word counts where two runs tell a payment of the same operation. */

/** What a payment knows of its operations, also one that was removed. */
type Knowing = Pick<Transaction, 'operations'>;

/**
 * Whether the payment knows more of an operation than the run that tells of it, which has begun with what somebody had read
 * before. A version 1 that comes again is news of the gateway's own, and is passed over.
 */
export function isOvertaken({ operations }: Knowing, told: Operation): boolean {
  const known = operations?.find(({ sessionId }) => sessionId === told.sessionId);
  if (!known || told.version === 1) return false;
  return known.version > told.version || (known.version === told.version && !isSame(known, told));
}

/** Two runs may count the same version of what each has heard for itself. */
function isSame(known: OperationEntry, told: OperationEntry): boolean {
  return known.state === told.state && known.reversedAt === told.reversedAt;
}

/**
 * What counts of a run that was overtaken: *done* is final, and wins over a later version that does not know of it. It gets the
 * version after the one that the payment knows; undefined when the run says no such thing, or nothing new.
 */
export function doneAfterAll({ operations }: Knowing, told: Operation): Operation | undefined {
  const known = operations?.find(({ sessionId }) => sessionId === told.sessionId);
  const isNews = known && told.state === 'done' && known.state !== 'done';
  return isNews ? { ...told, version: known.version + 1 } : undefined;
}

const CHANGED = 'The operation has changed meanwhile: read it again.';

/** Somebody else has had the operation changed: what a person has read is not how it stands. */
export function changedMeanwhile(): Refusal {
  return new Refusal('invalid_state', CHANGED);
}

/** The same to a run, whose knowledge is not how it stands. */
export function overtaken(): Refusal {
  return new Refusal('invalid_state', CHANGED, undefined, { overtaken: 'true' });
}

/** Whether this is that refusal, as it has come from another workflow. */
export function saysOvertaken({ facts }: RefusalNote): boolean {
  return facts?.['overtaken'] === 'true';
}
