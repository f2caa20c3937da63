import { Refusal } from '../refusal.ts';
import { cardStatusOf, type SavedCard } from './card.ts';

/**
 * Throws `not_found` where none of the cards is there any more, and `card_locked` where an unfinished agreement is charged to one
 * of them (contract/cards#list).
 */
export function refuseUnlessDeletable(cards: readonly SavedCard[]): void {
  const left = cards.filter((card) => cardStatusOf(card) !== 'deleted');
  if (left.length === 0) throw new Refusal('not_found', 'This customer has no such card.');
  const agreements = left.flatMap((card) => card.agreements);
  if (agreements.length > 0)
    throw new Refusal(
      'card_locked',
      `The card pays for the agreement ${agreements.join(', ')}; end that or move it to another card first.`,
    );
}
