import { ActivityFailure, ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import { refuseLate } from '../../domain/begin-by.ts';
import { chosenIn } from '../../domain/routing/decision.ts';
import {
  beginAttempt,
  givingWay,
  lastOfPress,
  pageOpened,
  replaceAttempt,
  stillOpen,
} from '../../domain/transaction/attempt.ts';
import { chargesAtOnce, type BegunBefore } from '../../domain/transaction/charging.ts';
import { conclude, concludeUnopened } from '../../domain/transaction/conclude.ts';
import { isStillWanted, mayReopen, reopen } from '../../domain/transaction/reopen.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isOverdue } from '../../domain/transaction/halt.ts';
import { isUndecided } from '../../domain/transaction/inquiry-plan.ts';
import { isSuccess } from '../../domain/transaction/states.ts';
import {
  attemptOf,
  type Attempt,
  type Transaction,
  type TransactionRef,
} from '../../domain/transaction/transaction.ts';
import type { Opened } from '../../domain/transaction/network.ts';
import { isCovered } from '../../domain/wallet/part.ts';
import { hasPart } from '../../domain/wallet/spending.ts';
import {
  reportedSignal,
  returnedSignal,
  submitUpdate,
  type Submission,
  type Submitted,
} from '../messages.ts';
import { overtakenError } from '../overtaken.ts';
import { closeAttempt, closeInSilence, inquireBeforeClosing, openAttempt } from '../proxies.ts';
import { allowedByAgreement } from './agreements.ts';
import {
  applyCharged,
  cardAtHand,
  declinedBefore,
  endChallenged,
  isUnattended,
  mayHaveCharged,
  onceOnly,
} from './charging.ts';
import type { RunContext } from './background-tasks.ts';
import { expireByTry } from './expiry.ts';
import type { RunState } from './state.ts';
import {
  applyForAnswer,
  applyReport,
  askGateway,
  inquire,
  inquireForAnswer,
  mayBeOfClosing,
  noteUndecided,
} from './inquiry.ts';
import { askOfGone, hearOfGone, unlessGone } from './removed.ts';
import { keepThenTell } from './notices.ts';
import { goesOn, nextElsewhere, routedTo, type NextAttempt } from './routing.ts';
import { reserveInWallet, payByWallet } from './wallet.ts';

/** Everything about attempts: the payer's choice, the network's word, the browser's return. */
export function listenForAttempts(run: RunContext, ref: TransactionRef): void {
  const { runState, answer } = run;
  const context: AttemptContext = {
    ...run,
    opening: new Set(),
    asked: new Set(),
  };
  answer(
    submitUpdate,
    (submission, beginBy) => submit(context, { ...submission, ...(beginBy && { beginBy }) }),
    'The payer chose a method and pressed Pay.',
  );
  setHandler(
    reportedSignal,
    (report) =>
      unlessGone(
        async () => {
          await runState.loaded();
          if (mayBeOfClosing(runState, report))
            await condition(() => !mayBeOfClosing(runState, report));
          await applyReport(runState, report);
        },
        () => hearOfGone(ref, report),
      ),
    { description: 'A network reported the outcome of an attempt.' },
  );
  setHandler(
    returnedSignal,
    (referenceNumber, brought) =>
      unlessGone(
        async () => {
          await runState.loaded();
          await inquire(runState, referenceNumber, { returned: true, ...(brought && { brought }) });
        },
        async () => {
          // With what a browser brings, a network may take money for what is not there any more.
          if (!brought) await askOfGone(ref, referenceNumber);
        },
      ),
    { description: "The payer's browser came back; ask the network." },
  );
}

/** Where attempts begin: the transaction, and what this run knows of their pages. */
interface AttemptContext extends RunContext {
  /** Those whose page the network is being asked for. */
  readonly opening: Set<Attempt['referenceNumber']>;
  /** Those for which it was asked, and has answered in whatever way. */
  readonly asked: Set<Attempt['referenceNumber']>;
}

async function submit(context: AttemptContext, submission: Begun<Submission>): Promise<Submitted> {
  const { runState } = context;
  await runState.loaded();
  if (isOverdue(runState.current(), Date.now())) await expireByTry(context);
  const atHand = await cardAtHand(runState.current(), submission);
  let routed = await routedTo(runState, submission);
  const command = () => ({
    ...submission,
    now: Date.now(),
    ...(atHand && { atHand }),
    ...(routed && { routed }),
  });
  const beginning = beginAttempt(runState.current(), command());
  if (beginning.step === 'same') return pageOf(context, beginning.attempt, submission);
  if (beginning.step === 'new') return startAttempt(context, beginning, submission);
  const { attempt: left } = beginning;
  const known = await inquireForAnswer(context, left.referenceNumber, inquireBeforeClosing);
  // No other account of the route is asked while the payer can pay at one: whether another can take it is known before it is closed.
  const isBound = routed !== undefined && chosenIn(routed) === undefined;
  if (isBound) routed = await routedTo(runState, submission, { closed: true });
  // While the network was asked, another tab may have begun an attempt with the method wanted here.
  const again = beginAttempt(runState.current(), command());
  if (again.step === 'same') return pageOf(context, again.attempt, submission);
  if (again.step === 'new') return startAttempt(context, again, submission);
  const { referenceNumber } = again.attempt;
  // What refuses the other attempt does so before a page is closed on which the payer can still pay.
  refuseLate(submission.beginBy, Date.now());
  replaceAttempt(runState.current(), command());
  return whileClosing(runState, referenceNumber, async () => {
    const close = known ? closeAttempt : closeInSilence;
    const closed = await closePage(context, again.attempt, { ...submission, close });
    try {
      if (isBound && closed !== 'closed') routed = await routedTo(runState, submission);
      const last = beginAttempt(runState.current(), command());
      if (last.step === 'same') return await pageOf(context, last.attempt, submission);
      const begun =
        last.step === 'new'
          ? last
          : replaceAttempt(runState.current(), command(), closed === 'closed');
      return await startAttempt(context, begun, submission);
    } catch (error) {
      if (closed !== 'open') await keepGivingWay(runState, referenceNumber);
      throw error;
    }
  });
}

/**
 * Has the network close the page that the payer leaves for another, and hears how the attempt ended; `closed` where nobody can pay
 * there any more, `unknown` where no answer came. Throws `page_open` where somebody still could, until the payer has said that they
 * go on all the same.
 */
async function closePage(
  context: AttemptContext,
  attempt: Attempt,
  {
    replacesOpen,
    close,
  }: Pick<Submission, 'replacesOpen'> & { readonly close: typeof closeAttempt },
): Promise<'closed' | 'open' | 'unknown'> {
  const { runState } = context;
  const answer = await askGateway(runState, attempt, close, { closes: true });
  if (answer?.step === 'report' && answer.report.outcome.result === 'canceled') return 'closed';
  if (answer?.step === 'report') {
    await applyForAnswer(context, answer.report);
    return 'open';
  }
  // Nobody was ever sent there.
  const isSeen = attempt.pageUrl !== undefined && answer?.step !== 'unheard-of';
  if (!isSeen || replacesOpen) return answer ? 'open' : 'unknown';
  if (!answer) await keepGivingWay(runState, attempt.referenceNumber);
  throw stillOpen(attempt);
}

/** The page is closed, or may be, and no other attempt has begun: that it is over there must not end the payment. */
async function keepGivingWay(
  runState: RunState,
  referenceNumber: Attempt['referenceNumber'],
): Promise<void> {
  const transaction = runState.current();
  if (attemptOf(transaction, referenceNumber)?.state !== 'pending') return;
  await runState.keep({ transaction: givingWay(transaction, referenceNumber) });
}

/** Meanwhile nothing that the network says by another way ends the attempt without success (`mayBeOfClosing`). */
async function whileClosing<T>(
  { closing }: RunState,
  referenceNumber: Attempt['referenceNumber'],
  work: () => Promise<T>,
): Promise<T> {
  closing.add(referenceNumber);
  try {
    return await work();
  } finally {
    closing.delete(referenceNumber);
  }
}

/** The attempt and its idempotency key are durable before the network hears of them. */
function startAttempt(
  context: AttemptContext,
  { transaction, attempt }: { readonly transaction: Transaction; readonly attempt: Attempt },
  { beginBy, ...submission }: Begun<Submission>,
): Promise<Submitted> {
  // While the gateway was asked about an earlier attempt, that moment may have passed.
  refuseLate(beginBy, Date.now());
  return whileOpening(context, attempt, async () => {
    await context.runState.keep({ transaction, ...(beginBy && { beginBy }) });
    return goOn(context, attempt, submission);
  });
}

async function whileOpening(
  { opening }: AttemptContext,
  { referenceNumber }: Attempt,
  work: () => Promise<Submitted>,
): Promise<Submitted> {
  opening.add(referenceNumber);
  try {
    return await work();
  } finally {
    opening.delete(referenceNumber);
  }
}

/** With the moment until which it may begin. */
type Begun<T> = T & { readonly beginBy?: number };

/** What another run, or an earlier press, has begun. A network that has opened a page for it gives the same one again. */
type Left<T> = T & {
  readonly left?: true;
  /** The network has been asked, and what it did is not known. */
  readonly askFirst?: true;
};

/** From an attempt that is kept to the page of its network. One that was `left` by another run may be charged already. */
async function goOn(
  context: AttemptContext,
  attempt: Attempt,
  submission: Left<Submission>,
): Promise<Submitted> {
  const { runState, asked } = context;
  const { referenceNumber } = attempt;
  const isNew = !submission.left;
  const mayBeCharged = !isNew && isUndecided(attempt) && mayHaveCharged(attempt, submission);
  if (!(await mayBeOpened(context, attempt, { isNew, mayBeCharged }))) {
    // No word of ours ends it: its gateway is asked what became of it.
    if (mayBeCharged) await noteUndecided(runState, referenceNumber, 'returned');
    return { to: 'result', referenceNumber };
  }
  if (await hasEndedMeanwhile(context, attempt, isNew)) return { to: 'result', referenceNumber };
  const answer = await openPage(context, attempt, submission);
  asked.add(referenceNumber);
  return answer;
}

/** Whether its card, its agreement and its wallet allow it. Throws what they say to who can choose again. */
async function mayBeOpened(
  context: AttemptContext,
  attempt: Attempt,
  begun: BegunBefore,
): Promise<boolean> {
  const { runState } = context;
  if (await declinedBefore(context, attempt, begun)) return false;
  if (!(await allowedByAgreement(context, attempt, begun))) return false;
  if (!hasPart(attempt)) return true;
  if (!isCovered(attempt)) return reserveInWallet(runState, attempt, begun);
  await payByWallet(context, attempt);
  return true;
}

/**
 * Whether it was canceled, or the transaction paid, while it was kept, or an agreement or the wallet was asked: no network hears of
 * it then. Of one that is not new a network may have heard, so that it is left to the inquiries.
 */
async function hasEndedMeanwhile(
  context: AttemptContext,
  attempt: Attempt,
  isNew: boolean,
): Promise<boolean> {
  const transaction = context.runState.current();
  const { referenceNumber } = attempt;
  const isOver = attemptOf(transaction, referenceNumber)?.state !== 'pending';
  if (isOver && hasPart(attempt)) return true;
  if (!isOver && !isSuccess(transaction.state)) return false;
  if (!isOver && isNew)
    await keepThenTell(
      context,
      concludeUnopened(transaction, {
        referenceNumber,
        message: 'The transaction was paid otherwise meanwhile.',
        now: Date.now(),
        why: 'unsent',
      }),
    );
  return true;
}

async function openPage(
  context: AttemptContext,
  attempt: Attempt,
  submission: Left<Submission>,
): Promise<Submitted> {
  const { runState } = context;
  const { referenceNumber, pgCode, charges, deviceWallet } = attempt;
  const opened = await tryToOpen(runState, attempt, submission);
  if (opened.step === 'page' && isUnattended(attempt)) {
    await endChallenged(context, attempt, opened);
    return { to: 'result', referenceNumber };
  }
  if (opened.step === 'page') {
    const page = { ...opened, now: Date.now() };
    await runState.keep({ transaction: pageOpened(runState.current(), referenceNumber, page) });
    return whereTo(runState, referenceNumber);
  }
  if (opened.step === 'report') {
    const { report } = opened;
    const end = (now: Transaction) => conclude(now, report, Date.now());
    const next = await nextElsewhere(runState, { attempt, submission }, end);
    if (next) return startNext(context, next, submission);
    await applyCharged(context, attempt, opened.report);
    return { to: 'result', referenceNumber };
  }
  // The card may have been charged: nobody says that it was not before the gateway has been asked.
  if (opened.step === 'unanswered' && mayHaveCharged(attempt, submission)) {
    await noteUndecided(runState, referenceNumber, 'returned');
    return { to: 'result', referenceNumber };
  }
  // The network's word came by another way meanwhile: the payer shall see that, not be told to pay again.
  if (attemptOf(runState.current(), referenceNumber)?.state !== 'pending')
    return { to: 'result', referenceNumber };
  const why = opened.step;
  const message =
    why === 'unsent'
      ? 'The gateway could not be reached, and nothing was charged.'
      : charges
        ? 'The gateway refused to charge the saved card.'
        : deviceWallet
          ? 'The gateway refused what the wallet has handed over.'
          : 'The payment page of the gateway could not be opened.';
  const end = (now: Transaction) =>
    concludeUnopened(now, { referenceNumber, message, now: Date.now(), why });
  const next = await nextElsewhere(runState, { attempt, submission }, end);
  if (next) return startNext(context, next, submission);
  if (attemptOf(runState.current(), referenceNumber)?.state !== 'pending')
    return { to: 'result', referenceNumber };
  await keepThenTell(context, end(runState.current()));
  throw new Refusal(
    'gateway_error',
    `${message} Try again or choose another method than ${pgCode}.`,
  );
}

/** The payer has pressed once: where one account gives them nothing, the next one is asked. The merchant is told meanwhile. */
function startNext(
  context: AttemptContext,
  { change, attempt }: NextAttempt,
  // What was typed in the frame of one network means nothing to another.
  { left: _left, askFirst: _asked, cardReference: _typed, ...submission }: Left<Submission>,
): Promise<Submitted> {
  return whileOpening(context, attempt, async () => {
    await keepThenTell(context, change);
    return goOn(context, attempt, submission);
  });
}

async function tryToOpen(
  runState: RunState,
  attempt: Attempt,
  { publicUrl, language, left, askFirst, ...given }: Left<Submission>,
): Promise<Opened | { readonly step: 'refused' | 'unsent' | 'unanswered' }> {
  const { referenceNumber } = attempt;
  const { merchantId, sessionId } = runState.current();
  try {
    return await openAttempt({
      merchantId,
      sessionId,
      referenceNumber,
      publicUrl,
      language,
      ...onceOnly(given),
      ...((askFirst || (left && chargesAtOnce(given))) && { askFirst: true }),
      // A lost workflow task may have asked for it before.
      ...(!left && { isNew: true, ...(goesOn(attempt) && { goesOn: true }) }),
    });
  } catch (error) {
    return { step: WHY_UNOPENED[typeOf(error)] ?? 'unanswered' };
  }
}

/** The network has said no to us, or was not reached; anything else is no answer, and what happened there is unknown. */
const WHY_UNOPENED: Readonly<Record<string, 'refused' | 'unsent'>> = {
  GatewayRefused: 'refused',
  GatewayNeverReached: 'unsent',
};

function typeOf(error: unknown): string {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return (cause instanceof ApplicationFailure ? cause.type : undefined) ?? '';
}

/**
 * The page of an attempt that is under way: double presses and second tabs wait for the same one. Where a lost workflow
 * task has left an attempt behind, nobody has asked for its page yet. A network that has the payment already and has not
 * decided it gives no page, and then the payer waits on ours. One for which no page could be had is asked for again.
 */
async function pageOf(
  context: AttemptContext,
  begun: Attempt,
  submission: Submission,
): Promise<Submitted> {
  const { runState, opening, asked } = context;
  while (opening.has(begun.referenceNumber))
    await condition(() => !opening.has(begun.referenceNumber));
  // Another account may have been asked in its place.
  const press = begun.routing?.press ?? begun.referenceNumber;
  const attempt = lastOfPress(runState.current(), press);
  // It was never kept: another one stands in its place.
  if (!attempt) throw overtakenError();
  const { referenceNumber } = attempt;
  const isReopened =
    mayReopen(runState.current(), referenceNumber, Date.now()) &&
    isStillWanted(runState.current(), attempt);
  if (isReopened) {
    return whileOpening(context, attempt, async () => {
      await runState.keep({ transaction: reopen(runState.current(), referenceNumber) });
      return goOn(context, attempt, { ...submission, left: true, askFirst: true });
    });
  }
  const isOpened = attempt.state !== 'pending' || attempt.pageUrl !== undefined;
  if (isOpened || asked.has(referenceNumber)) return whereTo(runState, referenceNumber);
  return whileOpening(context, attempt, () =>
    goOn(context, attempt, {
      ...submission,
      left: true,
      // Whoever asks now may not be who typed the card.
      ...(attempt.cardGiven && { askFirst: true }),
    }),
  );
}

/** An attempt that was canceled or decided meanwhile must not lead to the gateway any more. */
function whereTo(runState: RunState, referenceNumber: Attempt['referenceNumber']): Submitted {
  const attempt = attemptOf(runState.current(), referenceNumber);
  return attempt?.state === 'pending' && attempt.pageUrl !== undefined && !attempt.processing
    ? { to: 'gateway', pageUrl: attempt.pageUrl, referenceNumber }
    : { to: 'result', referenceNumber };
}
