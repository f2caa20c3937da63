import type { PartCommand } from '../../activities/wallet-parts.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { concludeCovered, concludeUnreserved } from '../../domain/transaction/covered.ts';
import type { Attempt, Transaction } from '../../domain/transaction/transaction.ts';
import {
  reservationKey,
  isOpenPart,
  type PartDue,
  type WalletPart,
} from '../../domain/wallet/part.ts';
import {
  donePart,
  reservedPart,
  reservationFor,
  spentPart,
  type Told,
} from '../../domain/wallet/spending.ts';
import { reservePart, releasePart, returnPart, spendPart } from '../proxies.ts';
import type { Holder } from './holder.ts';
import { keepAndTell } from './notices.ts';

type WithPart = Attempt & { readonly wallet: WalletPart };

/** Has the wallet set its part aside before a gateway is asked for the rest. Throws when it does not. */
export async function reserveInWallet(holder: Holder, attempt: WithPart): Promise<void> {
  const { referenceNumber } = attempt;
  const told = await ask(holder, attempt, reservePart);
  if (told?.step !== 'reserved') return refuse(holder, referenceNumber, told);
  await holder.keep({ transaction: reservedPart(holder.current(), referenceNumber, told) });
}

/** Has the wallet pay it all, in one step: no gateway takes part. Throws when it does not. */
export async function payByWallet(holder: Holder, attempt: WithPart): Promise<void> {
  const { referenceNumber } = attempt;
  const told = await spendPart(commandFor(holder.current(), attempt));
  if (told.step === 'refused') return refuse(holder, referenceNumber, told);
  const given = { told, now: Date.now() };
  await keepAndTell(holder, concludeCovered(holder.current(), referenceNumber, given));
}

/**
 * The transaction as a success of this attempt finds it: with the wallet's part spent, or known to be gone. It is tried
 * until the wallet has said which, because until then nobody knows whether this is paid.
 */
export async function withWallet(holder: Holder, attempt: WithPart): Promise<Transaction> {
  const command = commandFor(holder.current(), attempt);
  const told = await spendPart(command);
  // Removed while the wallet was asked: nothing of it will be kept, so nothing of it may be taken.
  if (holder.isGone() && told.step === 'spent') await returnPart(nameOf(command));
  return spentPart(holder.current(), attempt.referenceNumber, told);
}

/** Gives a part free, or back. */
export async function endPart(
  holder: Holder,
  { referenceNumber, how }: Pick<PartDue, 'how'> & { readonly referenceNumber: ReferenceNumber },
): Promise<void> {
  const { merchantId, sessionId } = holder.current();
  const key = reservationKey({ sessionId }, { referenceNumber });
  await (how === 'release' ? releasePart : returnPart)({ merchantId, key });
  const transaction = donePart(holder.current(), referenceNumber, { how });
  if (transaction) await holder.keep({ transaction });
}

/** Gives all parts free that may be set aside: before the transaction is removed, for then nobody would. */
export async function releaseParts(holder: Holder): Promise<void> {
  for (const { referenceNumber } of holder.current().attempts.filter(isOpenPart))
    await endPart(holder, { referenceNumber, how: 'release' });
}

async function ask(
  holder: Holder,
  attempt: WithPart,
  activity: typeof reservePart,
): Promise<Told | undefined> {
  try {
    return await activity(commandFor(holder.current(), attempt));
  } catch {
    return undefined;
  }
}

async function refuse(
  holder: Holder,
  referenceNumber: ReferenceNumber,
  told: Told | undefined,
): Promise<never> {
  const given = { now: Date.now(), unanswered: told === undefined };
  await holder.keep({ transaction: concludeUnreserved(holder.current(), referenceNumber, given) });
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
