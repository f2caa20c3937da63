import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';

/** Somebody else has written the version that a save was for; the run state has read what there is now. */
export function isOvertakenError(error: unknown): boolean {
  return hasType(error, 'Overtaken');
}

/** A save came after the moment until which it may be made, and has changed nothing. */
export function isTooLateError(error: unknown): boolean {
  return hasType(error, 'TooLate');
}

function hasType(error: unknown, type: string): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.type === type;
}

/** A change that waited behind one that was overtaken: it was made from what was never kept. */
export function overtakenError(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    'The change was made from what was never kept.',
    'Overtaken',
  );
}

/**
 * Does a work again that was overtaken: a workflow task that came to nothing may have left its saves behind, and what was
 * done in its place must be done on top of them. Each work begins with what is held then.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (!isOvertakenError(error) || tries === TRIES) throw error;
    }
}

/** Nobody else writes while the run lives, so that one more is enough. */
const TRIES = 5;
