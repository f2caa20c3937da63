import { ApplicationFailure, NamespaceNotFoundError } from '@temporalio/common';
import {
  isGrpcServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { tooLate } from '../domain/begin-by.ts';
import { refusalNote, type RefusalNote } from '../domain/refusal.ts';

/** gRPC status codes that mean "no answer": deadline, exhausted (too many updates in flight), unavailable. */
const OUTAGE_CODES: ReadonlySet<number> = new Set([1, 4, 8, 14]);

/**
 * Those that mean "not now": the run has ten updates in flight, its workflow task failed, it was closing, or it had closed
 * with the command (code 5: a command starts its run, so that there is one whenever it is sent again).
 */
const PASSING_CODES: ReadonlySet<number> = new Set([5, 8, 9, 10]);

/**
 * Types of the failures by which the server says the same in place of a run's answer: a workflow task ended without a word of the
 * command, as after a kill of Temporal, or the run had closed with it.
 */
const PASSING_FAILURES: ReadonlySet<unknown> = new Set([
  'UnprocessedUpdate',
  'AcceptedUpdateCompletedWorkflow',
]);

/** Nobody has answered: what was asked may still happen, or not. */
export function isOutage(error: unknown): boolean {
  return hasCode(
    error,
    OUTAGE_CODES,
    (one) => one instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isLost(one),
  );
}

/** It was not taken, or by a run that tells no more of it, and may be sent again at once. */
export function isPassing(error: unknown): boolean {
  return hasCode(
    error,
    PASSING_CODES,
    (one) =>
      one instanceof WorkflowNotFoundError || isLost(one) || PASSING_FAILURES.has(failureType(one)),
  );
}

/** The type of the failure that an update has ended with, by the word of its run or of the server; undefined for anything else. */
export function failureType(error: unknown): string | undefined {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  return cause instanceof ApplicationFailure ? (cause.type ?? undefined) : undefined;
}

/** The answer to a command that its run did not even take, because it came too late (workflows/commands.ts); anything else is thrown. */
export function answerToLate(error: unknown): { readonly refused: RefusalNote } {
  if (failureType(error) !== 'TooLate') throw error;
  return { refused: refusalNote(tooLate()) };
}

/** A server whose database stumbles knows no namespace; one that never had it did not let us begin (temporal/open.ts). */
function isLost(error: unknown): boolean {
  return error instanceof NamespaceNotFoundError;
}

/** The client wraps what gRPC said, sometimes twice; the reason is at the bottom. */
function hasCode(
  error: unknown,
  codes: ReadonlySet<number>,
  isOne: (error: unknown) => boolean = () => false,
): boolean {
  if (isOne(error) || (isGrpcServiceError(error) && codes.has(error.code))) return true;
  return error instanceof Error && error.cause !== undefined && hasCode(error.cause, codes, isOne);
}
