import type { CardAtHand } from '../domain/card/charge.ts';
import type { CardName } from '../domain/card/card.ts';
import type { Store } from '../store/index.ts';

type Stores = {
  readonly cards: Pick<Store['cards'], 'find'>;
  readonly gatewayAccounts: Pick<Store['gatewayAccounts'], 'list'>;
};

export function cardActivities({ cards, gatewayAccounts }: Stores) {
  return {
    /** A card that somebody wants to pay with, and whether its account still keeps cards. */
    async lookUpCard(name: CardName): Promise<CardAtHand> {
      const card = await cards.find(name);
      if (!card) return { isKept: false };
      const accounts = await gatewayAccounts.list(name.merchantId);
      const account = accounts.find(({ code }) => code === card.pgCode);
      return { card, isKept: account !== undefined && account.active && account.tokenizable };
    },
  };
}
