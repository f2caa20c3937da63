import { ApplicationFailure } from '@temporalio/common';
import { GatewayFault, type FaultKind } from '../gateways/gateway.ts';
import type { RefusedDocument } from '../store/refused.ts';

const FAILURES = {
  unsent: 'GatewayUnsent',
  unknown: 'GatewayUnknown',
  refused: 'GatewayRefused',
} as const satisfies Record<FaultKind, string>;

/**
 * Runs a gateway call and says what Temporal may do about a fault: `unsent` and `unknown` are tried again, `refused` is final.
 */
export async function gatewayCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: FAILURES[error.kind],
      nonRetryable: error.kind === 'refused',
      cause: error,
    });
  }
}

/**
 * Runs what Temporal must not do again by itself: whatever is thrown becomes final, unless it says itself that trying
 * again is harmless.
 */
export async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApplicationFailure || !(error instanceof Error)) throw error;
    throw ApplicationFailure.create({
      message: error.message,
      type: error.name,
      nonRetryable: true,
      cause: error,
    });
  }
}

/** Nothing was sent, because the receiver, its merchant, or all together, have as many calls of ours as they may have: soon there is room again. */
export function receiverBusy(eventId: string): ApplicationFailure {
  return ApplicationFailure.retryable(
    `As many webhooks are under way as may be, to the receiver of ${eventId}, for its merchant or in all. Temporal tries again.`,
    'ReceiverBusy',
  );
}

/** Nothing was sent: an account cannot be used as it is set. What is wrong is named, and no value. */
export function wrongSettings(account: string, fault: unknown): ApplicationFailure {
  const why = fault instanceof Error ? fault.message : String(fault);
  return ApplicationFailure.nonRetryable(
    `The gateway account ${account} cannot be used. Correct its settings: ${why}`,
    FAILURES.refused,
  );
}

/** What somebody else's server that asks for patience is granted, by how often it was asked: the fourth time is the last. */
const MAIL_WAITS = ['5 seconds', '50 seconds', '500 seconds'] as const;

/**
 * No mail server and no provider has the message, which was tried so often: Temporal tries again, ever later, up to four times. The
 * reason is a code, never an address.
 */
export function mailIsLate(
  notificationId: string,
  { why, tries }: { readonly why: string; readonly tries: number },
): ApplicationFailure {
  const nextRetryDelay = MAIL_WAITS[tries - 1];
  return ApplicationFailure.create({
    message: `Nobody has taken ${notificationId} yet (${why}).`,
    type: 'MailIsLate',
    nonRetryable: nextRetryDelay === undefined,
    ...(nextRetryDelay && { nextRetryDelay }),
  });
}

/** A file of ours cannot be read now, which says nothing about the message: Temporal tries again. */
export function fileAway(cause: unknown): ApplicationFailure {
  return ApplicationFailure.create({
    message: 'A file of the message cannot be read. Temporal tries again.',
    type: 'FileAway',
    ...(cause instanceof Error && { cause }),
  });
}

/** Nobody was reached, and another account may be asked: Temporal does not try this one again. */
export function neverReached(fault: GatewayFault): ApplicationFailure {
  return ApplicationFailure.create({
    message: fault.message,
    type: 'GatewayNeverReached',
    nonRetryable: true,
    cause: fault,
  });
}

/** A no for good: of the network, or our own where the account cannot be used as it is set. */
export function isRefusal(error: unknown): boolean {
  return error instanceof GatewayFault
    ? error.kind === 'refused'
    : error instanceof ApplicationFailure && error.type === FAILURES.refused;
}

/** What a fault is after an earlier try that may have come to something: no answer, whatever it says of the last one. */
export function noAnswer(fault: unknown): GatewayFault {
  const message = fault instanceof Error ? fault.message : String(fault);
  return new GatewayFault('unknown', message, { cause: fault });
}

/** A name that leads nowhere: no retry will find it. */
export function notThere(what: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`There is no ${what}.`, 'NotFound');
}

/** A command was not kept until the moment at which whoever sent it is told that nothing was done. */
export function cameTooLate(sessionId: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `The command to transaction ${sessionId} could not be kept in time and was dropped.`,
    'TooLate',
  );
}

/** A step of a cycle took so long that another worker may have been given it: it is tried again, and decides anew. */
export function tooSlowToCharge(sessionId: string): ApplicationFailure {
  return ApplicationFailure.retryable(
    `The step was too slow to charge the payment ${sessionId}; nothing was charged. Temporal tries again.`,
    'TooSlowToCharge',
  );
}

/** Somebody else has written this version: a try of the same run that came to nothing, whose writes have stayed. */
export function overtakenFailure(sessionId: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `Another version of transaction ${sessionId} was kept under this number. The run reads it and goes on from there.`,
    'Overtaken',
  );
}

/**
 * The database refuses what has to be kept, and will until a worker knows its fields: tried again slowly, so that such a
 * worker mends it by being deployed. Without its cause, because that has values.
 */
export function documentRefused(
  whose: string,
  { fields, why }: RefusedDocument,
  nextRetryDelay?: '1 minute',
): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'DocumentRefused',
    message: `${whose}: field ${fields.join(', ')} ${why}. Nothing of it is lost; it is tried again until a worker is deployed that can write it.`,
    ...(nextRetryDelay && { nextRetryDelay }),
  });
}
