import { Refusal } from '../../domain/refusal.ts';
import { inquirable } from '../../domain/transaction/inquirable.ts';
import { countInquiry, mayAskAt } from '../../domain/transaction/inquiry-throttle.ts';
import { retell, standing } from '../../domain/webhook/standing.ts';
import { askUpdate, retellUpdate, type Asked, type Question, type Retold } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';

/** Merchants and their people ask how a payment stands, or want to be told once more. */
export function listenForQuestions(desk: RunContext): void {
  const { answer } = desk;
  answer(
    askUpdate,
    (question) => ask(desk, question),
    'How does the payment stand? Ask the gateways.',
  );
  answer(retellUpdate, () => tellAgain(desk), 'Tell the merchant again how the payment stands.');
}

async function ask(desk: RunContext, question: Question): Promise<Asked> {
  const { holder } = desk;
  await holder.loaded();
  refuseUnlessTried(desk);
  const attempts = inquirable(holder.current());
  const before = holder.current().sequence;
  if (attempts.length > 0) {
    const waitSeconds = await countOrWait(desk, question);
    if (waitSeconds !== undefined) return { waitSeconds };
    // All at once: the one who asks waits for the slowest gateway, not for all of them.
    await Promise.all(
      attempts.map(({ referenceNumber }) => inquireForAnswer(desk, referenceNumber)),
    );
  }
  const isTold = holder.current().sequence > before && !isElsewhere(desk, question);
  if (question.tell && !isTold) {
    const change = retell(holder.current(), { at: Date.now(), url: question.webhookUrl });
    if (change) await keepThenTell(desk, change);
  }
  return { transaction: holder.current() };
}

/** What a question has changed is told at the transaction's own address, as every change is; but not at another one. */
function isElsewhere({ holder }: RunContext, { webhookUrl }: Question): boolean {
  return webhookUrl !== undefined && webhookUrl !== holder.current().webhookUrl;
}

/** The call counts from here on, before anything is awaited: of two at once, one has to wait. */
async function countOrWait(
  { holder }: RunContext,
  { throttle }: Question,
): Promise<number | undefined> {
  if (!throttle) return undefined;
  const now = Date.now();
  const at = mayAskAt(holder.current(), throttle, now);
  if (at > now) return Math.ceil((at - now) / 1000);
  await holder.keep({ transaction: countInquiry(holder.current(), now) });
  return undefined;
}

async function tellAgain(desk: RunContext): Promise<Retold> {
  const { holder } = desk;
  await holder.loaded();
  refuseUnlessTried(desk);
  const change = retell(holder.current(), { at: Date.now() });
  if (!change?.notice)
    throw new Refusal(
      'invalid_state',
      'The transaction has no webhook_url, so there is nobody to tell. Read it instead.',
    );
  await keepThenTell(desk, change);
  return { transaction: holder.current(), notice: change.notice };
}

function refuseUnlessTried({ holder }: RunContext): void {
  const transaction = holder.current();
  if (!standing(transaction, Date.now()))
    throw new Refusal(
      'invalid_state',
      `The transaction is ${transaction.state} and nobody has tried to pay it; there is no attempt to report.`,
    );
}
