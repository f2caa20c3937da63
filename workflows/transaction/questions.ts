import type { ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { inquirable } from '../../domain/transaction/inquiry.ts';
import { countInquiry, inquiryWaitSeconds } from '../../domain/transaction/inquiry-throttle.ts';
import { isUntold } from '../../domain/webhook/notice.ts';
import {
  rememberRetold,
  retell,
  standing,
  wasRetold,
  type NoticeStanding,
} from '../../domain/webhook/standing.ts';
import { currentRequest } from '../commands.ts';
import {
  askUpdate,
  retellUpdate,
  type InquiryAnswer,
  type Question,
  type Retold,
} from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';

/** Merchants and their people ask how a payment stands, or want to be told once more. */
export function listenForQuestions(context: RunContext): void {
  const { answer } = context;
  answer(
    askUpdate,
    (question) => ask(context, question),
    'How does the payment stand? Ask the gateways.',
  );
  answer(retellUpdate, () => tellAgain(context), 'Tell the merchant again how the payment stands.');
}

async function ask(context: RunContext, question: Question): Promise<InquiryAnswer> {
  const { runState } = context;
  await runState.loaded();
  refuseUnlessTried(context);
  const attempts = inquirable(runState.current());
  const request = currentRequest();
  if (wasRetold(runState.current(), request)) return { transaction: runState.current() };
  const before = runState.current().sequence;
  const openPages: ReferenceNumber[] = [];
  if (attempts.length > 0) {
    const waitSeconds = await countOrWait(context, question);
    if (waitSeconds !== undefined) return { waitSeconds };
    // All at once: the one who asks waits for the slowest gateway, not for all of them.
    const heard = await Promise.all(
      attempts.map(async ({ referenceNumber }) => ({
        referenceNumber,
        answer: await inquireForAnswer(context, referenceNumber),
      })),
    );
    for (const { referenceNumber, answer } of heard)
      if (answer?.step === 'page') openPages.push(referenceNumber);
  }
  const hasChanged = runState.current().sequence > before;
  const isTold = hasChanged && !isElsewhere(context, question) && !isInSilence(context);
  if (question.tell && !isTold) {
    const { webhookUrl: url } = question;
    const change = retell(runState.current(), { at: Date.now(), url, request });
    if (change) await keepThenTell(context, change);
  }
  // A later run must know it, too: the answer may be lost, and this run over when the same is asked again.
  if (question.tell && isTold && request !== undefined)
    await runState.keep({ transaction: rememberRetold(runState.current(), request) });
  return { transaction: runState.current(), openPages };
}

/** What a question has changed is told at the transaction's own address, as every change is; but not at another one. */
function isElsewhere({ runState }: RunContext, { webhookUrl }: Question): boolean {
  return webhookUrl !== undefined && webhookUrl !== runState.current().webhookUrl;
}

/** The merchant wants to hear nothing of what they charge themselves, unless they ask. */
function isInSilence({ runState }: RunContext): boolean {
  const stands = standing(runState.current(), Date.now());
  return stands !== undefined && isUntold(runState.current(), stands);
}

/** The call counts from here on, before anything is awaited: of two at once, one has to wait. */
async function countOrWait(
  { runState }: RunContext,
  { throttle }: Question,
): Promise<number | undefined> {
  if (!throttle) return undefined;
  const now = Date.now();
  const waitSeconds = inquiryWaitSeconds(runState.current(), throttle, now);
  if (waitSeconds > 0) return waitSeconds;
  await runState.keep({ transaction: countInquiry(runState.current(), now) });
  return undefined;
}

async function tellAgain(context: RunContext): Promise<Retold> {
  const { runState } = context;
  await runState.loaded();
  const stands = refuseUnlessTried(context);
  const transaction = runState.current();
  const request = currentRequest();
  if (wasRetold(transaction, request))
    return { transaction, notice: { ...stands, sequence: transaction.sequence } };
  const change = retell(transaction, { at: Date.now(), request });
  if (!change?.notice)
    throw new Refusal(
      'invalid_state',
      'The transaction has no webhook_url, so there is nobody to tell. Read it instead.',
    );
  await keepThenTell(context, change);
  return { transaction: runState.current(), notice: change.notice };
}

function refuseUnlessTried({ runState }: RunContext): NoticeStanding {
  const transaction = runState.current();
  const stands = standing(transaction, Date.now());
  if (!stands)
    throw new Refusal(
      'invalid_state',
      `The transaction is ${transaction.state} and nobody has tried to pay it; there is no attempt to report.`,
    );
  return stands;
}
