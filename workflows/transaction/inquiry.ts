import { condition } from '@temporalio/workflow';
import type { InquireAttempt } from '../../activities/gateways.ts';
import { conclude } from '../../domain/transaction/conclude.ts';
import {
  alertOtherPayment,
  namedBy,
  namesOtherPayment,
} from '../../domain/transaction/gateway-reference.ts';
import {
  alertNameless,
  alertUnexplained,
  hearInquiry,
  type Call,
} from '../../domain/transaction/inquiry.ts';
import {
  isOpenToNews,
  isPlanOver,
  isToClose,
  isUndecided,
} from '../../domain/transaction/inquiry-plan.ts';
import type { Inquired, AttemptReport, NetworkReport } from '../../domain/transaction/network.ts';
import { heardUndecided } from '../../domain/transaction/processing.ts';
import { isConcluded } from '../../domain/transaction/settled.ts';
import { attemptOf, type Attempt, type Transaction } from '../../domain/transaction/transaction.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { partToSpend } from '../../domain/wallet/spending.ts';
import type { Change } from '../../domain/transaction/change.ts';
import type { Brought } from '../messages.ts';
import {
  closeAttempt,
  inquireAlone,
  inquireAttempt,
  inquireBriefly,
  inquireSoon,
} from '../proxies.ts';
import type { RunContext } from './background-tasks.ts';
import type { RunState } from './state.ts';
import { hearOfGone } from './removed.ts';
import { keepAndTell, keepThenTell } from './notices.ts';
import { isBeingEnded, whileSpending, withWallet } from './wallet.ts';

/** Applies a network's word, once; the same word again changes nothing. */
export function applyReport(runState: RunState, report: AttemptReport): Promise<void> {
  return applyOnce(runState, report, (change) => keepAndTell(runState, change));
}

/** The same when somebody waits for an answer; the merchant's webhook is then called after it. */
export function applyForAnswer(context: RunContext, report: AttemptReport): Promise<void> {
  return applyOnce(context.runState, report, (change) => keepThenTell(context, change));
}

async function applyOnce(
  runState: RunState,
  report: AttemptReport,
  keep: (change: Change) => Promise<void>,
): Promise<void> {
  const { referenceNumber } = report;
  if (isBeingEnded(runState, referenceNumber))
    await condition(() => !isBeingEnded(runState, referenceNumber));
  const part = runState.isGone() ? undefined : partToSpend(runState.current(), report);
  if (!part) return applyTo(runState, runState.current(), { report, keep });
  await whileSpending(runState, part, async () =>
    applyTo(runState, await withWallet(runState, part), { report, keep }),
  );
}

async function applyTo(
  runState: RunState,
  transaction: Transaction,
  {
    report,
    keep,
  }: { readonly report: AttemptReport; readonly keep: (change: Change) => Promise<void> },
): Promise<void> {
  if (runState.isGone()) {
    // Removed while the network was asked: what it says is for who gives the money back.
    await runState.removed();
    return hearOfGone(transaction, report);
  }
  const change = conclude(transaction, report, Date.now());
  if (change) await keep(change);
  else
    await noteUndecided(runState, report.referenceNumber, {
      step: 'report',
      report,
    });
}

/**
 * Asks the network about an attempt that it has not decided, or about any without success where something happened there. No
 * answer leaves the attempt as it is, unless its payer has `returned` from the network's page: then they may have paid there, every
 * page waits, and where no plan asks about it again it is asked for an hour more. Of one that had ended, or that no plan asks about any
 * more, no answer is an alert then. What their browser has `brought` goes to the network, of an attempt that is under way: by that it
 * takes the money, which nobody wants any more of one that we gave up, or where another one has paid.
 */
export async function inquire(
  runState: RunState,
  referenceNumber: ReferenceNumber,
  { returned = false, brought }: Inquiry = {},
): Promise<void> {
  const attempt = attemptOf(runState.current(), referenceNumber);
  if (!attempt) return;
  if (brought && !(attempt.state === 'pending' && isOpenToNews(runState.current().state))) return;
  const hasEnded = !isUndecided(attempt);
  if (hasEnded && !(returned && mayHavePaid(attempt))) return;
  if (hasEnded) return inquireToTheEnd(runState, attempt);
  const answer = await askGateway(runState, attempt, (names) =>
    inquireAttempt({ ...names, ...(brought && { brought }) }),
  );
  if (answer?.step === 'report') return applyReport(runState, answer.report);
  // Before the hour: whoever reads meanwhile that the page is open or the time is over pays twice.
  await noteUndecided(runState, referenceNumber, answer ?? (returned ? 'returned' : undefined));
  if (answer || !returned) return;
  const current = runState.current();
  const asked = attemptOf(current, referenceNumber);
  if (asked && isUndecided(asked) && isPlanOver(current, asked))
    await inquireToTheEnd(runState, asked);
}

interface Inquiry {
  readonly returned?: boolean;
  readonly brought?: Brought;
}

/** Nobody asks this again: for an hour, and then a person has to look. */
async function inquireToTheEnd(runState: RunState, asked: Attempt): Promise<void> {
  const answer = await askGateway(runState, asked, inquireAlone);
  if (answer?.step === 'report') return applyReport(runState, answer.report);
  if (answer) return noteUndecided(runState, asked.referenceNumber, answer);
  const transaction = alertUnexplained(runState.current(), asked, Date.now());
  if (transaction) await runState.keep({ transaction });
}

/** It had ended without success: a network that says then that something has happened may have taken the money after all. */
function mayHavePaid(attempt: Attempt): boolean {
  return !isConcluded(attempt);
}

/**
 * The same question when somebody waits for the answer, which is given; undefined where there is none. The merchant's webhook is then
 * called after it.
 */
export async function inquireForAnswer(
  context: RunContext,
  referenceNumber: ReferenceNumber,
  question = inquireSoon,
): Promise<Inquired | undefined> {
  const { runState } = context;
  const attempt = attemptOf(runState.current(), referenceNumber);
  const answer = attempt && (await askGateway(runState, attempt, question));
  if (answer?.step === 'report') await applyForAnswer(context, answer.report);
  else await noteUndecided(runState, referenceNumber, answer);
  return answer;
}

/**
 * Keeps what an answer says that decides nothing: whether the payer has done their part, or that it is about another
 * payment, which is for an operator.
 */
export async function noteUndecided(
  runState: RunState,
  referenceNumber: ReferenceNumber,
  answer: Inquired | 'returned' | undefined,
): Promise<void> {
  const named = namedBy(referenceNumber, answer === 'returned' ? undefined : answer);
  const current = runState.current();
  const other = namesOtherPayment(current, named);
  const transaction = other
    ? alertOtherPayment(current, named, Date.now())?.transaction
    : heardUndecided(current, referenceNumber, answer);
  if (transaction) await runState.keep({ transaction });
}

/**
 * One call of the automatic inquiry. Nothing is done twice when a callback comes meanwhile: whoever is second finds the
 * attempt decided.
 */
export async function inquireInTime(
  runState: RunState,
  referenceNumber: ReferenceNumber,
): Promise<void> {
  const attempt = attemptOf(runState.current(), referenceNumber);
  if (!attempt) return;
  const { answer, closing } = await planned(runState, attempt);
  if (answer?.step === 'report' && partToSpend(runState.current(), answer.report))
    // Never left half done: what the wallet has paid counts, though another word came meanwhile.
    await applyReport(runState, answer.report);
  const now = Date.now();
  const change = hearInquiry(runState.current(), {
    referenceNumber,
    now,
    ...(answer && { answer }),
    ...(closing && { closing }),
  });
  if (change) await keepAndTell(runState, change);
}

/** The answer to a call of the plan, or none: one that closes the page, where nobody shall pay there any more, and else asks. */
async function planned(
  runState: RunState,
  attempt: Attempt,
): Promise<{ readonly answer: Inquired | undefined; readonly closing?: Call['closing'] }> {
  const ask = () => askGateway(runState, attempt, inquireBriefly);
  if (!isToClose(runState.current(), attempt)) return { answer: await ask() };
  const answer = await askGateway(runState, attempt, closeAttempt);
  return answer?.step === 'unclosable'
    ? { answer: await ask(), closing: 'unclosable' }
    : { answer, closing: 'asked' };
}

/**
 * Whether the network may say of an attempt that nothing was paid for the sole reason that its page is being closed for another one:
 * such a word waits until that is over, for the payer is still paying (contract/attempts#second-attempt).
 */
export function mayBeOfClosing(
  { current, closing }: RunState,
  { referenceNumber, outcome: { result } }: AttemptReport,
): boolean {
  return (
    (result === 'canceled' || result === 'failed') &&
    closing.has(referenceNumber) &&
    attemptOf(current(), referenceNumber)?.state === 'pending'
  );
}

/** Else its time would run out over what was paid, and nobody would look. */
async function callForNameless(runState: RunState, answer: NetworkReport): Promise<void> {
  const transaction = alertNameless(runState.current(), answer, Date.now());
  if (transaction) await runState.keep({ transaction });
}

/** Undefined where there is no answer. With `closes` the answer is that of who closes the page for another one, and waits for nobody. */
export async function askGateway<T extends Inquired | { readonly step: 'unclosable' }>(
  runState: RunState,
  attempt: Attempt,
  question: (names: InquireAttempt) => Promise<T>,
  { closes = false }: { readonly closes?: boolean } = {},
): Promise<T | undefined> {
  const { merchantId } = runState.current();
  const { pgCode, referenceNumber, gatewayReference, gatewayPayment, createdAt } = attempt;
  let answer: T;
  try {
    answer = await question({
      merchantId,
      pgCode,
      referenceNumber,
      ...(gatewayReference !== undefined && { gatewayReference }),
      ...(gatewayPayment !== undefined && { gatewayPayment }),
      askedAt: createdAt,
    });
  } catch {
    return undefined;
  }
  const now = attemptOf(runState.current(), referenceNumber);
  // Asked before its page was to be closed, to which no answer came: it may be open no more.
  if (answer.step === 'page' && !closes && now?.givesWay && !attempt.givesWay)
    return askGateway(runState, now, question);
  if (answer.step === 'report') {
    const { report } = answer;
    if (!closes && mayBeOfClosing(runState, report))
      await condition(() => !mayBeOfClosing(runState, report));
    if (answer.isPaid) await callForNameless(runState, answer);
  }
  return answer;
}
