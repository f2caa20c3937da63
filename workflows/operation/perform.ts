import { ActivityFailure, ApplicationFailure, patched } from '@temporalio/workflow';
import type { OperationAnswer } from '../../activities/performer.ts';
import { answered, hearOperation, refused, unclear } from '../../domain/operation/hear.ts';
import { inquireOperation, performOperation } from '../proxies.ts';
import type { OperationContext } from './state.ts';

/** What came of asking; `silent` when nobody knows whether it was done. */
type Answered =
  | OperationAnswer
  | { readonly step: 'silent' }
  | { readonly step: 'refused'; readonly message: string };

/**
 * Has the money moved. Where the gateway may have been asked before, it is asked what became of that first; whoever gives
 * no answer for long leaves the operation unclear, and nothing is tried again blindly.
 */
export async function perform(context: OperationContext, mayBeKnown: boolean): Promise<void> {
  const answer = await answerTo(context, mayBeKnown);
  await context.change((operation) => {
    // A callback, or a person, was quicker than the answer; what the answer says still counts.
    if (!('step' in answer)) return answered(operation, answer, Date.now());
    if (operation.state !== 'promised') return undefined;
    if (answer.step === 'refused') return refused(operation, answer.message, Date.now());
    return unclear(
      operation,
      'The gateway does not say whether it has done this. Have it tried again, or look there.',
      Date.now(),
    );
  });
}

/** Asks what became of an operation; no answer changes nothing. */
export async function askWhatBecame(context: OperationContext): Promise<void> {
  const answer = await attempt(() => inquireOperation(context.current()));
  if (!('step' in answer))
    await context.change((operation) => hearOperation(operation, answer, Date.now()));
}

async function answerTo(context: OperationContext, mayBeKnown: boolean): Promise<Answered> {
  const operation = context.current();
  if (!mayBeKnown) return attempt(() => performOperation(operation));
  const known = await attempt(() => inquireOperation(operation));
  // A no to the question says nothing of what was asked before.
  if ('step' in known && known.step === 'refused') return { step: 'silent' };
  const isUnheardOf = 'step' in known && known.step === 'unheard-of';
  if (!isUnheardOf) return known;
  // What was heard during the question may say that it was done.
  if (patched(LOOKS_AGAIN) && !(await isStillPromised(context))) return { step: 'silent' };
  return attempt(() => performOperation(operation));
}

const LOOKS_AGAIN = 'operation-looks-again';

/** Also when all is told that was being told. */
async function isStillPromised({
  change,
  current,
  isOvertaken,
}: OperationContext): Promise<boolean> {
  await change(() => undefined);
  return current().state === 'promised' && !isOvertaken();
}

async function attempt(call: () => Promise<OperationAnswer>): Promise<Answered> {
  try {
    return await call();
  } catch (error) {
    const message = refusalIn(error);
    return message === undefined ? { step: 'silent' } : { step: 'refused', message };
  }
}

/** The network has said no to us; anything else is no answer, and what happened there is unknown. */
function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure))
    return undefined;
  const { type, message } = error.cause;
  return type === 'GatewayRefused' ? message : undefined;
}
