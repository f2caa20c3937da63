import { log } from '@temporalio/activity';
import type { CardAtHand } from '../domain/card/charge.ts';
import type { CardName, SavedCard } from '../domain/card/card.ts';
import { payerReference } from '../gateways/payer-reference.ts';
import type { Store } from '../store/index.ts';
import { connectors } from './connectors.ts';

type Stores = {
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly gatewayAccounts: Store['gatewayAccounts'];
};

const AGAIN_MS = 60 * 60 * 1000;

export function cardActivities({ cards, gatewayAccounts }: Stores) {
  return {
    /** A card that somebody wants to pay with, and whether its account still keeps cards. */
    async lookUpCard(name: CardName): Promise<CardAtHand> {
      const card = await cards.find(name);
      if (!card) return { isKept: false };
      const accounts = await gatewayAccounts.list(name.merchantId);
      const account = accounts.find(({ code }) => code === card.pgCode);
      return {
        card,
        isKept: account !== undefined && account.active && account.tokenizable,
      };
    },
  };
}

export interface ForgottenCards {
  readonly isHeld: Store['cards']['isHeld'];
  readonly forgot: Store['cards']['forgot'];
}

/**
 * Tells a network of a card that was deleted here; true when it knows. It may be repeated: a network that does not have the
 * card has nothing to forget. What fails is tried again in an hour.
 */
export function forgetCard({
  cards,
  gatewayAccounts,
}: {
  readonly cards: ForgottenCards;
  readonly gatewayAccounts: Store['gatewayAccounts'];
}) {
  const connector = connectors(gatewayAccounts);
  return async (card: SavedCard): Promise<boolean> => {
    try {
      // A network may give the same token for the cards of two customers, or of two accounts.
      if (!(await cards.isHeld(card))) {
        const { gateway, settings } = await connector(card.merchantId, card.pgCode);
        await gateway.forgetCard?.(settings, {
          token: card.token,
          payerReference: payerReference(card.merchantId, card.customerId),
        });
      }
      await cards.forgot(card);
      return true;
    } catch (error) {
      log.warn('a network could not be told of a deleted card', {
        merchantId: card.merchantId,
        pgCode: card.pgCode,
        why: error instanceof Error ? error.message : String(error),
      });
      await cards.forgot(card, Date.now() + AGAIN_MS);
      return false;
    }
  };
}
