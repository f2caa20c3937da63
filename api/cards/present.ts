import { inOrder, preferredOf, type SavedCard } from '../../domain/card/card.ts';
import { cardFields } from '../../domain/webhook/token.ts';
import type { AnswerOf } from '../infer.ts';
import type { cardsAnswer } from './answer.ts';

/** Which of a customer's cards are asked for; all where nothing is said. */
export interface CardQuery {
  readonly pgCodes?: readonly string[];
  readonly agreementId?: string;
}

/**
 * A customer's cards as merchants see them, the preferred one first and then the newest; for an agreement only the latest
 * that it is charged to (contract/cards#list). Which one is preferred does not depend on what is asked for.
 */
export function presentCards(
  cards: readonly SavedCard[],
  { pgCodes, agreementId }: CardQuery,
  now: number,
): AnswerOf<typeof cardsAnswer> {
  const preferred = preferredOf(cards);
  const wanted = inOrder(cards).filter(
    ({ pgCode, agreements }) =>
      (pgCodes === undefined || pgCodes.includes(pgCode)) &&
      (agreementId === undefined || agreements.includes(agreementId)),
  );
  const shown = agreementId === undefined ? wanted : latest(wanted);
  return shown.map((card) => ({ ...cardFields(card, now), is_preferred: card === preferred }));
}

function latest(cards: readonly SavedCard[]): readonly SavedCard[] {
  return cards.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, 1);
}
