import { concludeChallenged } from '../../domain/card/challenge.ts';
import {
  tooSoonExpired,
  type CardAtHand,
  type CardChargeRequest,
} from '../../domain/card/charge.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isChargedAtOnce, type BegunBefore } from '../../domain/transaction/charging.ts';
import type { NetworkPage, AttemptReport } from '../../domain/transaction/network.ts';
import { methodOf, type Attempt, type Transaction } from '../../domain/transaction/transaction.ts';
import type { Submission } from '../messages.ts';
import { lookUpCard } from '../proxies.ts';
import type { RunContext } from './background-tasks.ts';
import { applyForAnswer, applyReport } from './inquiry.ts';
import { keepThenTell } from './notices.ts';

/**
 * The saved card that a submission names, as it stands now; undefined where it names none. Throws `locked` when our
 * database does not answer: nothing has happened then.
 */
export async function cardAtHand(
  transaction: Transaction,
  { charge, pgCode }: Pick<Submission, 'charge' | 'pgCode'>,
): Promise<CardAtHand | undefined> {
  if (!charge) return undefined;
  const method = methodOf(transaction, pgCode);
  const { merchantId, customer } = transaction;
  if (!method || customer.id === undefined) return { isKept: false };
  try {
    return await lookUpCard({
      merchantId,
      customerId: customer.id,
      sandbox: method.sandbox,
      pgCode,
      token: charge.token,
    });
  } catch {
    throw new Refusal(
      'locked',
      'The saved card could not be looked up. Nothing was charged; try again.',
    );
  }
}

/** Whether its card is not good for long enough. It ends then, before the gateway hears of it, unless it may be charged already. */
export async function declinedBefore(
  context: RunContext,
  attempt: Attempt,
  { mayBeCharged }: Pick<BegunBefore, 'mayBeCharged'>,
): Promise<boolean> {
  const report = tooSoonExpired(context.runState.current(), attempt, Date.now());
  if (report && !mayBeCharged) await applyCharged(context, attempt, report);
  return report !== undefined;
}

/**
 * The network's word on what was asked of it. The merchant's webhook is called after the answer where their server waits for that, and where
 * the answer only leads the payer to the page of a return, which looks for itself where they go.
 */
export async function applyCharged(
  context: RunContext,
  attempt: Attempt,
  report: AttemptReport,
): Promise<void> {
  await (isAwaitedByServer(attempt) || !isChargedAtOnce(attempt)
    ? applyForAnswer(context, report)
    : applyReport(context.runState, report));
}

/** The network wants something of a customer who is not there. */
export async function endChallenged(
  context: RunContext,
  attempt: Attempt,
  page: NetworkPage,
): Promise<void> {
  const now = Date.now();
  const change = concludeChallenged(context.runState.current(), attempt, { page, now });
  if (change) await keepThenTell(context, change);
}

/** Whether nobody is there who could go to a page. */
export function isUnattended({ charges }: Attempt): boolean {
  return charges?.by === 'merchant';
}

function isAwaitedByServer(attempt: Attempt): boolean {
  return isUnattended(attempt) || (attempt.deviceWallet !== undefined && attempt.channel === 'api');
}

/** Whether a gateway that gave no answer may have taken money: not before its page has asked for the card or its security code. */
export function mayHaveCharged(attempt: Attempt, { charge }: Submission): boolean {
  return isChargedAtOnce(attempt) && charge?.asksCvv !== true;
}

/** What the activity needs of the request besides the attempt that was kept. */
export function onceOnly({
  charge,
  cardReference,
}: Pick<Submission, 'charge' | 'cardReference'>): Pick<
  CardChargeRequest,
  'cvvReference' | 'asksCvv'
> &
  Pick<Submission, 'cardReference'> {
  const { cvvReference, asksCvv } = charge ?? {};
  return {
    ...(cardReference !== undefined && { cardReference }),
    ...(cvvReference !== undefined && { cvvReference }),
    ...(asksCvv && { asksCvv }),
  };
}
