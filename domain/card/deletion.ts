import { Refusal } from '../refusal.ts';
import { cardStatusOf, type SavedCard } from './card.ts';

/**
 * Throws `not_found` for a card that is deleted already or was never there, and `card_locked` for one that an unfinished
 * agreement is charged to (contract/cards#list).
 */
export function refuseUnlessDeletable(card: SavedCard | undefined): asserts card is SavedCard {
  if (!card || cardStatusOf(card) === 'deleted')
    throw new Refusal('not_found', 'This customer has no such card.');
  if (cardStatusOf(card) === 'locked')
    throw new Refusal(
      'card_locked',
      `The card pays for the agreement ${card.agreements.join(', ')}; end that or move it to another card first.`,
    );
}
