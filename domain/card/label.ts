import type { Attempt } from '../transaction/transaction.ts';
import { maskedNumber } from './card.ts';
import { cutText } from '../cut-text.ts';

/**
 * The card of an attempt as people see it, such as `VISA **** 1019`: brand and last four digits, as far as the network has
 * told them. Of an ordinary payment they stand in the network's parameters, of a saved card in what we know of it. It is
 * never more than four digits, whatever a network sends. Undefined where no card is known.
 */
export function cardLabel(attempt: CardOf): string | undefined {
  const { brand, lastFour } = cardKnown(attempt);
  const parts = [brand, lastFour === undefined ? undefined : maskedNumber({ lastFour })];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

type CardOf = Pick<Attempt, 'card' | 'charges' | 'pgParams'>;

/** Brand and last four digits of that card, as far as they are known. */
export function cardKnown({ card, charges, pgParams }: CardOf): {
  readonly brand?: string;
  readonly lastFour?: string;
} {
  const known = card ?? charges;
  const brand = known?.brand ?? brandIn(pgParams?.card_type);
  const lastFour = known?.lastFour ?? lastFourIn(pgParams?.card_number);
  return { ...(brand !== undefined && { brand }), ...(lastFour !== undefined && { lastFour }) };
}

/** The end of a masked number, whatever it is masked with. */
function lastFourIn(number = ''): string | undefined {
  return /\d{4}$/.exec(number.trim())?.[0];
}

/** A text that holds as many digits as a number of a card may is no brand. */
function brandIn(text = ''): string | undefined {
  const brand = cutText(text.trim().toUpperCase(), 32);
  return brand === '' || /\d{5}/.test(brand.replaceAll(/[\s-]/g, '')) ? undefined : brand;
}
