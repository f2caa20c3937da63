import { cardStatusOf } from '../../domain/card/card.ts';
import { Refusal } from '../../domain/refusal.ts';
import { renderCardRemoval } from '../../render/pages/card-removal.tsx';
import { intend } from '../access/recorded.ts';
import { cardOf, deleteForPayer } from '../cards/payers.ts';
import { links } from '../../domain/links.ts';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';
import { frameFor, languageOf } from './frame.ts';
import { seeOther, sendPage } from './headers.ts';
import { payersAddress } from './in-app.ts';
import { payerOf, payersView } from '../payer.ts';
import { expiryText, cardNameOf } from './saved-cards.ts';

const common = {
  path: '/checkout/:session_id/cards/:token/remove',
  ...openPage,
} as const;

/** The payer removes a saved card: first the question, then the act. Afterwards the checkout page is without it. */
export const cardRemovalRoutes = [
  undescribedRoute('pages.card-removal', {
    method: 'GET',
    ...common,
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const view = await payersView(deps, ctx.params.session_id);
      const offered = await cardOf(deps, view.transaction, ctx.params.token);
      if (!offered || cardStatusOf(offered.card) !== 'active')
        throw new Refusal('not_found', 'There is no such card.');
      const { card } = offered;
      const { sessionId } = view.transaction;
      const language = languageOf(ctx, view.transaction);
      sendPage(
        ctx,
        renderCardRemoval({
          ...frameFor(ctx, deps, view),
          card: cardNameOf(card),
          expiry: expiryText(card),
          formAction: payersAddress(ctx, to.removeCard(sessionId, card.token), language),
          keepUrl: payersAddress(ctx, to.checkout(sessionId), language),
        }),
      );
    },
  }),
  undescribedRoute('pages.card-removed', {
    method: 'POST',
    ...common,
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const view = await payersView(deps, ctx.params.session_id);
      await intend(ctx, payerOf(view));
      const { transaction } = view;
      await deleteForPayer(deps, transaction, ctx.params.token).catch(unlessGone);
      seeOther(
        ctx,
        payersAddress(ctx, to.checkout(transaction.sessionId), languageOf(ctx, transaction)),
      );
    },
  }),
];

/** Pressed twice, or locked meanwhile: the checkout page shows how it is. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
