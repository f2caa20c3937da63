import type { Attempt } from './transaction.ts';

/** Whether the network is asked to charge, and not for a page on which the payer would pay. */
export function isChargedAtOnce({ charges, deviceWallet, cardGiven }: Attempt): boolean {
  return charges !== undefined || deviceWallet !== undefined || cardGiven === true;
}

/** The same of what is submitted: a page to press Pay on again is not asked for. */
export function chargesAtOnce(
  submission: Readonly<Partial<Record<'charge' | 'deviceWallet' | 'cardReference', unknown>>>,
): boolean {
  const { charge, deviceWallet, cardReference } = submission;
  return [charge, deviceWallet, cardReference].some((one) => one !== undefined);
}

/**
 * Whether a card, or what a wallet has handed over, is being charged without a page that the payer could leave: while nobody
 * knows what came of it, it may have paid.
 */
export function isBeingCharged(attempt: Attempt): boolean {
  return attempt.state === 'pending' && isChargedAtOnce(attempt) && attempt.pageUrl === undefined;
}

/** What is known of an attempt before its gateway is asked. */
export interface BegunBefore {
  /** No gateway can have been asked for it before. */
  readonly isNew: boolean;
  /** A run that was lost may have had it charged: then whatever we find against it does not end it. */
  readonly mayBeCharged: boolean;
}
