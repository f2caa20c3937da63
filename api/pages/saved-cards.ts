import type { Context } from 'koa';
import { maskedNumber, cardStatusOf, type SavedCard } from '../../domain/card/card.ts';
import { printExpiry } from '../../domain/card/expiry.ts';
import { choosable, type OfferedCard } from '../../domain/card/offered.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { SavedCardFacts } from '../../render/pages/facts.ts';
import { cardsFor } from '../cards/payers.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../../domain/links.ts';
import { languageOf } from './frame.ts';
import { payersAddress } from './in-app.ts';

/** What a form says when a saved card is chosen in place of a method. */
const CARD_PREFIX = 'card:';

/** The value of the choice of a saved card, beside the codes of methods, which have no colon. */
export function choiceOf({ token }: Pick<SavedCard, 'token'>): string {
  return `${CARD_PREFIX}${token}`;
}

/** The token in such a choice; undefined where it is a method. */
export function tokenIn(choice: string): string | undefined {
  return choice.startsWith(CARD_PREFIX) ? choice.slice(CARD_PREFIX.length) : undefined;
}

/** The cards that a payer can choose on our page. */
export async function choosableCards(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
): Promise<readonly OfferedCard[]> {
  return choosable(await cardsFor(deps, transaction), Date.now());
}

/** Brand and last digits, as people call a card. */
export function cardNameOf(card: SavedCard): string {
  return [card.brand, maskedNumber(card)].filter(Boolean).join(' ');
}

/** Month and year, as it stands on the card. */
export function expiryText(card: SavedCard): string {
  const { month, year } = printExpiry(card.expiry);
  return `${month}/${year}`;
}

/** A row of the list of methods about a saved card. */
export function savedFacts(
  ctx: Context,
  card: SavedCard,
  { transaction, publicUrl }: { readonly transaction: Transaction; readonly publicUrl: string },
): SavedCardFacts {
  const url = links(publicUrl).removeCard(transaction.sessionId, card.token);
  return {
    expiry: expiryText(card),
    asksCvv: card.cvvRequired,
    ...(cardStatusOf(card) === 'active' && {
      removeUrl: payersAddress(ctx, url, languageOf(ctx, transaction)),
    }),
  };
}
