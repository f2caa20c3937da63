import type { ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { chosenIn, hasNext, type Routing } from '../../domain/routing/decision.ts';
import { failOver } from '../../domain/routing/fail-over.ts';
import { onward } from '../../domain/routing/onward.ts';
import { unclearAttempt } from '../../domain/routing/question.ts';
import { amountToPay } from '../../domain/transaction/amount.ts';
import { lastOfPress, withoutPending } from '../../domain/transaction/attempt.ts';
import { isChargedAtOnce } from '../../domain/transaction/charging.ts';
import { neverBegun } from '../../domain/transaction/conclude.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import {
  attemptOf,
  isRoute,
  offeredMethod,
  type Attempt,
  type PaymentMethod,
  type Transaction,
} from '../../domain/transaction/transaction.ts';
import { hasPart } from '../../domain/wallet/spending.ts';
import type { Change } from '../../domain/transaction/change.ts';
import type { Submission } from '../messages.ts';
import { chooseAccount, closeAttempt } from '../proxies.ts';
import { applyReport, askGateway } from './inquiry.ts';
import type { RunState } from './state.ts';

/**
 * To which account a submission leads, where it chooses a route; undefined where it chooses none, or has its attempt already.
 * Throws `locked` when our database does not answer: nothing has happened then.
 * @param closed where it leads once the page that is open is closed
 */
export async function routedTo(
  runState: RunState,
  submission: Submission,
  { closed = false } = {},
): Promise<Routing | undefined> {
  const { pgCode, referenceNumber, charge, deviceWallet } = submission;
  const route = offeredMethod(runState.current(), pgCode);
  if (!route || !isRoute(route) || charge || deviceWallet) return undefined;
  if (lastOfPress(runState.current(), referenceNumber)) return undefined;
  if (!isUnpaid(runState.current().state)) return undefined;
  await proveEnd(runState, route);
  const asked = { route, press: referenceNumber };
  const transaction = runState.current();
  const { decision } = await chosenFor(
    closed ? withoutPending(transaction, Date.now(), true) : transaction,
    submission,
    asked,
  );
  return { ...decision, press: referenceNumber };
}

/** An attempt to follow the one that has failed. */
export interface NextAttempt {
  /** What both are: the end of the one and the beginning of the other. */
  readonly change: Change;
  readonly attempt: Attempt;
}

/**
 * The next attempt of the same press, at another account of the route; undefined where none may follow or can.
 * @param end how the one under way ends, by what is known of it now
 */
export async function nextElsewhere(
  runState: RunState,
  { attempt, submission }: { readonly attempt: Attempt; readonly submission: Submission },
  end: (transaction: Transaction) => Change | undefined,
): Promise<NextAttempt | undefined> {
  const { referenceNumber: failed, routing } = attempt;
  if (!routing || !goesOn(attempt)) return undefined;
  const foreseen = end(runState.current());
  const ended = foreseen && attemptOf(foreseen.transaction, failed);
  const route = offeredMethod(runState.current(), routing.route);
  if (!ended || onward(ended).to !== 'next' || !route || !isRoute(route)) return undefined;
  const asked = { route, press: routing.press };
  const chosen = await chosenOrNone(foreseen.transaction, submission, asked);
  if (!chosen || chosenIn(chosen.decision) === undefined) return undefined;
  const { decision, fresh } = chosen;
  // Another word may have come while it was chosen.
  const change = end(runState.current());
  const begun =
    change &&
    failOver(change.transaction, {
      ...submission,
      pgCode: routing.route,
      referenceNumber: fresh,
      now: Date.now(),
      failed,
      decision,
    });
  return begun && { change: { ...change, transaction: begun.transaction }, attempt: begun.attempt };
}

/** Whether another account waits for what cannot be had here. What one network alone can charge goes nowhere else. */
export function goesOn(attempt: Attempt): boolean {
  const { routing } = attempt;
  return (
    routing !== undefined && hasNext(routing) && !isChargedAtOnce(attempt) && !hasPart(attempt)
  );
}

/**
 * While nobody knows what has become of an earlier attempt, no other account is asked. Its network may say so now: it closes the
 * page, or has never heard of it.
 */
async function proveEnd(runState: RunState, route: PaymentMethod): Promise<void> {
  const unclear = unclearAttempt(runState.current(), route);
  if (!unclear || unclear.state === 'pending') return;
  const { referenceNumber } = unclear;
  const answer = await askGateway(runState, unclear, closeAttempt);
  if (answer?.step === 'report') await applyReport(runState, answer.report);
  if (answer?.step === 'unheard-of')
    await runState.keep({ transaction: neverBegun(runState.current(), referenceNumber) });
}

/** Where no other account can be chosen, the attempt ends as if there were none. */
async function chosenOrNone(...asked: Parameters<typeof chosenFor>) {
  try {
    return await chosenFor(...asked);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function chosenFor(
  transaction: Transaction,
  { amount, wallet, saveCard }: Submission,
  { route, press }: { readonly route: PaymentMethod; readonly press: ReferenceNumber },
) {
  const asked = {
    transaction,
    route,
    press,
    amount: amountToPay(transaction, amount),
    savesCard: saveCard === true || transaction.paymentType !== 'one_off',
    ...(wallet && { walletPart: wallet.amount }),
  };
  try {
    return await chooseAccount(asked);
  } catch {
    throw new Refusal(
      'locked',
      'The account for the payment could not be chosen. Nothing was charged; try again.',
    );
  }
}
