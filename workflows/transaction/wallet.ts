import { condition } from '@temporalio/workflow';
import type { PartCommand } from '../../activities/wallet-parts.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { concludeCovered, concludeUnreserved } from '../../domain/transaction/wallet-outcome.ts';
import { attemptOf, type Attempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { endOfPart, isCovered, reservationKey, type PartDue } from '../../domain/wallet/part.ts';
import {
  donePart,
  hasPart,
  reservedPart,
  reservationFor,
  returnedToClosed,
  spentPart,
  wantedAgain,
  type ToldSpending,
} from '../../domain/wallet/spending.ts';
import { reservePart, releasePart, returnPart, spendPart } from '../proxies.ts';
import type { BegunBefore } from '../../domain/transaction/charging.ts';
import type { RunContext } from './background-tasks.ts';
import { showAlert } from './removed.ts';
import type { PartInHand, RunState } from './state.ts';
import { keepThenTell } from './notices.ts';
import type { WalletPart } from '../../domain/wallet/wallet-part.ts';

type WithPart = Attempt & { readonly wallet: WalletPart };

/**
 * Has the wallet set its part aside before a gateway is asked for the rest. Throws when it does not, and the attempt has ended then;
 * one that may be charged already has not, and it is false: a success would still take the part.
 */
export async function reserveInWallet(
  runState: RunState,
  attempt: WithPart,
  { mayBeCharged }: Pick<BegunBefore, 'mayBeCharged'>,
): Promise<boolean> {
  const { referenceNumber } = attempt;
  const name = nameOf(commandFor(runState.current(), attempt));
  const told = await ask(runState, attempt, reservePart);
  // Nothing of it will be kept by which anybody would give it free later, also where the wallet gave no answer.
  if (runState.isGone()) {
    await releasePart(name);
    return true;
  }
  if (told?.step !== 'reserved') {
    if (!mayBeCharged) return refuse(runState, referenceNumber, told);
    const again = told ? undefined : wantedAgain(runState.current(), referenceNumber);
    if (again) await runState.keep({ transaction: again });
    return false;
  }
  await runState.keep({ transaction: reservedPart(runState.current(), referenceNumber, told) });
  return true;
}

/** Has the wallet pay it all, in one step: no gateway takes part. Throws when it does not. Who has asked does not wait for the merchant. */
export async function payByWallet(context: RunContext, attempt: WithPart): Promise<void> {
  const { runState } = context;
  const { referenceNumber } = attempt;
  const command = commandFor(runState.current(), attempt);
  const told = await spendPart(command);
  if (told.step === 'refused') return refuse(runState, referenceNumber, told);
  if (runState.isGone()) return giveBack(command, referenceNumber);
  const given = { told, isBeingEnded: isBeingEnded(runState, referenceNumber), now: Date.now() };
  await keepThenTell(context, concludeCovered(runState.current(), referenceNumber, given));
}

/** Whether a part is being given free or back. What was taken for a success meanwhile would go back with it. */
export function isBeingEnded({ partsInHand }: RunState, referenceNumber: ReferenceNumber): boolean {
  return isInHand(partsInHand, { referenceNumber, how: 'ending' });
}

/** Meanwhile the part is not given back: what is spent counts once the success does. */
export function whileSpending(
  runState: RunState,
  { referenceNumber }: Attempt,
  work: () => Promise<void>,
): Promise<void> {
  return whileInHand(runState, { referenceNumber, how: 'spending' }, work);
}

async function whileInHand(
  { partsInHand }: RunState,
  part: PartInHand,
  work: () => Promise<void>,
): Promise<void> {
  partsInHand.add(part);
  try {
    await work();
  } finally {
    partsInHand.delete(part);
  }
}

/** The same may be worked at by two at once. */
function isInHand(parts: RunState['partsInHand'], { referenceNumber, how }: PartInHand): boolean {
  return [...parts].some((one) => one.referenceNumber === referenceNumber && one.how === how);
}

/**
 * The transaction as a success of this attempt finds it: with the wallet's part spent, or known to be gone. It is tried
 * until the wallet has said which, because until then nobody knows whether this is paid.
 */
export async function withWallet(runState: RunState, attempt: WithPart): Promise<Transaction> {
  const command = commandFor(runState.current(), attempt);
  const told = await spendPart(command);
  // Removed while the wallet was asked: nothing of it will be kept, so nothing of it may be taken.
  if (runState.isGone() && told.step === 'spent') await giveBack(command, attempt.referenceNumber);
  return spentPart(runState.current(), attempt.referenceNumber, told);
}

/** What was spent for a payment that is gone. Operators find its run by the alert where a person was called. */
async function giveBack(
  { holder: { merchantId }, key, sessionId }: PartCommand,
  referenceNumber: ReferenceNumber,
): Promise<void> {
  const isClosed = await returnPart({
    merchantId,
    key,
    removed: { sessionId, referenceNumber },
  });
  if (isClosed) showAlert('manual-action-required');
}

/** Does what is due with a part: has it paid, gives it free, or back. */
export async function dealWithPart(
  context: RunContext,
  { referenceNumber, how }: Pick<PartDue, 'how'> & { readonly referenceNumber: ReferenceNumber },
): Promise<void> {
  const { runState } = context;
  if (how !== 'pay') return endPart(runState, { referenceNumber, how });
  const attempt = attemptOf(runState.current(), referenceNumber);
  if (!attempt || !hasPart(attempt)) return;
  try {
    await payByWallet(context, attempt);
  } catch (error) {
    // Nobody waits for the answer any more; that it was no stands in the attempt.
    if (!(error instanceof Refusal)) throw error;
  }
}

type PartEnd = Pick<Attempt, 'referenceNumber'> & { readonly how: 'release' | 'return' };

/** Does nothing while a success takes the part, but waits for that: only then it is seen what is due. */
async function endPart(runState: RunState, end: PartEnd): Promise<void> {
  const { referenceNumber, how } = end;
  const isSpending = () => isInHand(runState.partsInHand, { referenceNumber, how: 'spending' });
  if (isSpending()) return condition(() => !isSpending());
  const attempt = attemptOf(runState.current(), referenceNumber);
  // A save that was overtaken may have brought another version.
  if (!attempt || endOfPart(runState.current(), attempt) !== how) return;
  await whileInHand(runState, { referenceNumber, how: 'ending' }, () =>
    giveUpPart(runState, attempt, how),
  );
}

async function giveUpPart(
  runState: RunState,
  attempt: Attempt,
  how: PartEnd['how'],
): Promise<void> {
  const { merchantId, sessionId } = runState.current();
  const { referenceNumber } = attempt;
  const name = { merchantId, key: reservationKey({ sessionId }, { referenceNumber }) };
  let isClosed = how === 'release' && (await releasePart(name));
  // It may be paying all at this moment.
  if (how === 'return' || isCovered(attempt)) isClosed = await returnPart(name);
  const done = donePart(runState.current(), referenceNumber, { how });
  if (!done) return;
  const transaction = isClosed ? returnedToClosed(done, referenceNumber, Date.now()) : done;
  await runState.keep({ transaction });
}

/**
 * Gives all parts free that may be set aside, and back what was spent for what is over: before the transaction is removed, for
 * then nobody would.
 */
export async function endParts(runState: RunState): Promise<void> {
  for (const attempt of runState.current().attempts) {
    const how = endOfPart(runState.current(), attempt);
    if (how) await endPart(runState, { referenceNumber: attempt.referenceNumber, how });
  }
}

async function ask(
  runState: RunState,
  attempt: WithPart,
  activity: typeof reservePart,
): Promise<ToldSpending | undefined> {
  try {
    return await activity(commandFor(runState.current(), attempt));
  } catch {
    return undefined;
  }
}

async function refuse(
  runState: RunState,
  referenceNumber: ReferenceNumber,
  told: ToldSpending | undefined,
): Promise<never> {
  const given = { now: Date.now(), unanswered: told === undefined };
  const again = told ? undefined : wantedAgain(runState.current(), referenceNumber);
  const current = again ?? runState.current();
  await runState.keep({ transaction: concludeUnreserved(current, referenceNumber, given) });
  throw told
    ? new Refusal('amount_exceeds_balance', 'The wallet has not so much any more. Choose again.')
    : new Refusal('gateway_error', 'The wallet gave no answer. Try again, or pay without it.');
}

function commandFor(transaction: Transaction, attempt: WithPart): PartCommand {
  const { sessionId } = transaction;
  const { pgCode } = attempt;
  const key = reservationKey(transaction, attempt);
  return { ...reservationFor(transaction, attempt), key, sessionId, pgCode };
}

function nameOf({ holder: { merchantId }, key }: PartCommand) {
  return { merchantId, key };
}
