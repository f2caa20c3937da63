import { allHandlersFinished, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import { nextDue, type Due } from '../../domain/transaction/inquiry-plan.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { transactionQuery, type TransactionStart } from '../messages.ts';
import { answersWith } from '../commands.ts';
import { again } from '../overtaken.ts';
import { createExpiryTimer } from './timer.ts';
import { askForPayment } from './ask-for-payment.ts';
import { listenForAttempts } from './attempts.ts';
import { listenForCash } from './cash.ts';
import { listenForDisputes } from './disputes.ts';
import { callForLeft } from './notices.ts';
import { listenForEndings } from './endings.ts';
import { backgroundTasksOf, type RunContext } from './background-tasks.ts';
import { expireInTime } from './expiry.ts';
import { runStateOf } from './state.ts';
import { inquireInTime } from './inquiry.ts';
import { listenForOperations } from './operations.ts';
import { listenForQuestions } from './questions.ts';
import { listenForTerms } from './terms.ts';
import { dealWithPart } from './wallet.ts';

/**
 * One transaction, the single writer of its document. The first run lives from creation until the transaction is over,
 * every attempt decided or given up, and the merchant told (or the delivery handed over); later commands and late
 * callbacks open short further runs of the same id. One that has heard about as much as Temporal lets a run hear ends,
 * too, as if it were over. Returns the state it ended in.
 */
export async function transaction(start: TransactionStart): Promise<TransactionState | 'removed'> {
  const begun = presentOf(start);
  const backgroundTasks = backgroundTasksOf();
  const runState = runStateOf(
    begun,
    (left) => callForLeft(runState, backgroundTasks, left),
    backgroundTasks.send,
  );
  setHandler(transactionQuery, runState.peek, {
    description: 'The transaction as this run holds it.',
  });
  const context: RunContext = {
    runState,
    backgroundTasks,
    answer: answersWith(runState.wasOvertaken),
  };
  listenForTerms(context);
  listenForEndings(context);
  listenForAttempts(context, start.opened ?? start.resume);
  listenForQuestions(context);
  listenForCash(context);
  listenForDisputes(context, start.opened ?? start.resume);
  const operations = listenForOperations(context);

  await runState.load();
  askForPayment(context, start);
  if (begun.resume) operations.goOn();
  await keepTime(context, operations);
  return runState.isGone() ? 'removed' : runState.current().state;
}

/** What a run begins with. One that takes the place of a run that could not go on was given what is old by now. */
function presentOf(start: TransactionStart): TransactionStart {
  const { attempt } = workflowInfo();
  if (attempt === 1 || !start.opened) return start;
  const { merchantId, sessionId } = start.opened;
  return { resume: { merchantId, sessionId } };
}

/**
 * Does what is due when it is due, one thing after the other, until nothing is due and nobody is being served, or until Temporal says
 * that this has been enough for one run: of 2,000 commands none is taken any more. The next message begins another run, or the
 * reviver where something is due before (`lostPayments`). Going on as another run would take over what is left of a delayed start
 * (workflows/starts.ts).
 */
async function keepTime(context: RunContext, operations: Returning): Promise<void> {
  const { runState, backgroundTasks } = context;
  const expiryTimer = createExpiryTimer();
  const isQuiet = () => allHandlersFinished() && backgroundTasks.areDone();
  const next = () => (runState.isGone() ? undefined : nextDue(runState.current(), Date.now()));
  const isFull = () => workflowInfo().continueAsNewSuggested && isQuiet();
  for (;;) {
    const due = next();
    if (due) {
      const { at } = due;
      if (at > Date.now() && isFull()) return;
      if (await expiryTimer.reached(at, SUMMARIES[due.what], () => isFull() || next()?.at !== at))
        await again(() => deal(context, due, operations));
    } else {
      if (isQuiet()) return;
      await condition(() => isQuiet() || next() !== undefined);
    }
  }
}

const SUMMARIES: Readonly<Record<Due['what'], string>> = {
  expiry: 'until the transaction expires',
  inquiry: 'until the gateway is asked',
  return: 'until money that came a second time goes back',
  wallet: 'until the wallet is asked, or has its money free again',
};

type Returning = Pick<ReturnType<typeof listenForOperations>, 'returnSecond'>;

async function deal(context: RunContext, due: Due, { returnSecond }: Returning): Promise<void> {
  const { runState } = context;
  switch (due.what) {
    case 'return':
      return returnSecond();
    case 'inquiry':
      return inquireInTime(runState, due.referenceNumber);
    case 'wallet':
      return dealWithPart(context, due);
    case 'expiry':
      return expireInTime(runState);
    default:
      return unreachable(due);
  }
}
