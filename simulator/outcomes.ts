import type { TestCard, ThreeDs, Verdict, MaskedCard } from './cards.ts';
import { TEST_CARDS, testCard } from './cards.ts';
import { maskedNumber } from './digits.ts';
import { wholeUnits } from './money.ts';

/** What the network will answer, decided when the card is typed and before any challenge. */
export interface Plan {
  readonly verdict: Verdict | 'unknown_card';
  readonly threeDs: ThreeDs;
  /** The network takes the payment and decides it later. */
  readonly queued?: true;
}

/**
 * The same card and amount always end the same way. The card decides; with a card that plainly
 * succeeds the whole units of the amount may decide otherwise.
 */
export function plan(number: string, amount: string): Plan {
  return planFor(testCard(number), amount);
}

/** A card as the network holds it between its frame and the payment: nothing that could be used to pay. */
export interface TypedCard {
  readonly card: MaskedCard;
  /** The published card that it is; a number that is none of those is forgotten. */
  readonly test: TestCard | undefined;
}

/** The same for the card that was typed in our frame. */
export function planFor(card: TestCard | undefined, amount: string): Plan {
  if (card === undefined) return { verdict: 'unknown_card', threeDs: 'none' };
  const { verdict, threeDs } = card;
  if (!isPlainSuccess(card)) return { verdict, threeDs };
  return AMOUNT_PLANS.get(wholeUnits(amount)) ?? { verdict, threeDs };
}

/** The same for a saved card. Where its merchant charges it, nobody is there to answer a challenge, so none is asked. */
export function planForSaved({ masked }: MaskedCard, amount: string, by: ChargedBy): Plan {
  const card = TEST_CARDS.find(({ number }) => maskedNumber(number) === masked);
  const planned = card?.saved
    ? ({ verdict: card.saved, threeDs: 'none' } as const)
    : plan(card?.number ?? '', amount);
  return by === 'merchant' ? { ...planned, threeDs: 'none' } : planned;
}

/** Who charges a saved card: its holder, who can be asked for a code, or the merchant without them. */
export type ChargedBy = 'customer' | 'merchant';

/** Whole units that choose an outcome, whatever the currency and the decimals. */
export const AMOUNT_PLANS: ReadonlyMap<string, Plan> = new Map<string, Plan>([
  ['9001', { verdict: 'issuer_decline', threeDs: 'none' }],
  ['9002', { verdict: 'insufficient_funds', threeDs: 'none' }],
  ['9003', { verdict: 'expired_card', threeDs: 'none' }],
  ['9004', { verdict: 'stolen_card', threeDs: 'none' }],
  ['9005', { verdict: 'processing_error', threeDs: 'none' }],
  ['9006', { verdict: 'success', threeDs: 'challenge' }],
]);

function isPlainSuccess({ verdict, threeDs }: TestCard): boolean {
  return verdict === 'success' && threeDs === 'none';
}
