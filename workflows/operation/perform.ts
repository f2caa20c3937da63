import { ActivityFailure, ApplicationFailure } from '@temporalio/workflow';
import type { OperationAnswer } from '../../activities/performer.ts';
import { UNANSWERED } from '../../domain/operation/approval.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { answered, hearOperation, refused, unclear } from '../../domain/operation/hear.ts';
import { inquireOperation, performOperation, performSoon } from '../proxies.ts';
import type { OperationContext } from './state.ts';

/** What came of asking; `silent` when nobody knows whether it was done. */
type Answered = OperationAnswer | Refused | { readonly step: 'silent' };
type Refused = { readonly step: 'refused'; readonly message: string };
type Heard = OperationReport | Refused;

/**
 * Has the money moved. Where the gateway may have been asked before, the question is what became of that; whoever gives no
 * answer for long leaves the operation unclear, and nothing is tried again blindly. `isNewKey`: a person has had what was declined tried
 * again, under a key of its own that nobody has asked by.
 */
export async function perform(
  context: OperationContext,
  question: typeof inquireOperation | undefined,
  { isNewKey }: { readonly isNewKey: boolean },
): Promise<void> {
  const answer = await answerTo(context, question, { isNewKey });
  if (!isSilent(answer)) return hear(context, answer);
  await context.change((operation) =>
    operation.state === 'promised'
      ? // What was heard before may be of money that has moved, whatever it is silent about now.
        unclear(operation, operation.alert ?? UNANSWERED, Date.now())
      : undefined,
  );
}

/** The same for what nobody has asked the gateway for, while somebody waits. Without an answer it stays `promised`. */
export async function performAtOnce(context: OperationContext): Promise<void> {
  const answer = await attempt(() => performSoon(context.current()));
  if (!isSilent(answer)) await hear(context, answer);
}

/**
 * A callback, or a person, may have been quicker than the answer; what the answer says still counts. Where another run was the
 * quicker one, it may have been asked anew meanwhile, to which this is no answer.
 */
async function hear(context: OperationContext, answer: Heard): Promise<void> {
  const { idempotencyKey } = context.current();
  if ('step' in answer)
    return context.change((operation) =>
      operation.state === 'promised' ? refused(operation, answer.message, Date.now()) : undefined,
    );
  await context.hear((operation) => {
    const isAnswer = operation.idempotencyKey === idempotencyKey;
    return (isAnswer ? answered : hearOperation)(operation, answer, Date.now());
  });
}

/** Asks what became of an operation; no answer changes nothing. */
export async function askWhatBecame(context: OperationContext): Promise<void> {
  const answer = await attempt(() => inquireOperation(context.current()));
  if (!('step' in answer))
    await context.change((operation) => hearOperation(operation, answer, Date.now()));
}

async function answerTo(
  context: OperationContext,
  question: typeof inquireOperation | undefined,
  { isNewKey }: { readonly isNewKey: boolean },
): Promise<Answered> {
  const operation = context.current();
  if (!question) return attempt(() => performOperation(operation));
  const known = await attempt(() => question(operation));
  // A no to the question says nothing of what was asked before.
  if ('step' in known && known.step === 'refused') return { step: 'silent' };
  const mayAsk = 'step' in known && known.step !== 'silent';
  if (!mayAsk) return known;
  // What was heard during the question may say that it was done.
  if (!(await isStillPromised(context))) return { step: 'silent' };
  const answer = await attempt(() => performOperation(operation));
  // A no to the repetition says nothing of what was asked before, either; one to a new key is no repetition.
  const isNo = 'step' in answer && answer.step === 'refused';
  return isNo && !isNewKey && known.step === 'repeatable' ? { step: 'silent' } : answer;
}

/** What was never heard of counts as no answer to who has asked for it. */
function isSilent(answer: Answered): answer is Exclude<Answered, Heard> {
  return 'step' in answer && answer.step !== 'refused';
}

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
