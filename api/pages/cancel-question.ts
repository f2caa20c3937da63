import type { Context } from 'koa';
import { links } from '../../domain/links.ts';
import { isoUtc } from '../../domain/duration.ts';
import { renderCancelQuestion } from '../../render/pages/cancel-question.tsx';
import type { ApiDeps } from '../deps.ts';
import type { PayersView } from '../payer.ts';
import { amountFacts } from './amount-facts.ts';
import { DROP_OFF_FIELDS, hasDropOff } from './drop-off-form.ts';
import { fieldOf } from './form-input.ts';
import { frameFor, languageOf, switchHere } from './frame.ts';
import { sendPage } from './headers.ts';
import { payersAddress, wayToShop } from './in-app.ts';
import { keeping } from './kept.ts';

/** Under which the address says that the payer comes from the delivery form, and goes back there. */
const FROM = 'from';

/** The address of the question, which knows what the payer has put into the form that they leave for it. */
export function questionUrl(
  ctx: Context,
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  view: PayersView,
) {
  const { transaction } = view;
  const url = links(publicUrl).cancelQuestion(transaction.sessionId);
  return keptIn(ctx, view, payersAddress(ctx, url, languageOf(ctx, transaction)), [FROM]);
}

/** The question, with the way back to the form as it was left. */
export function showCancelQuestion(
  ctx: Context,
  deps: Pick<ApiDeps, 'publicUrl'>,
  view: PayersView,
): void {
  const { transaction } = view;
  const { sessionId, amount, orderNo, expiresAt, paymentType } = transaction;
  const language = languageOf(ctx, transaction);
  const to = links(deps.publicUrl);
  const back = isFromDropOff(ctx, view) ? to.dropOff(sessionId) : to.checkout(sessionId);
  const shop = wayToShop(ctx, transaction);
  const { url } = switchHere(ctx, deps.publicUrl);
  const html = renderCancelQuestion({
    ...frameFor(ctx, deps, {
      ...view,
      languageSwitch: { url: (other) => keptIn(ctx, view, url(other), [FROM]) },
    }),
    amount: amountFacts(amount),
    ...(orderNo !== undefined && { orderNo }),
    ...(paymentType === 'save_card' && { savesOnly: true }),
    expiresAt: isoUtc(expiresAt),
    formAction: payersAddress(ctx, to.cancel(sessionId), language),
    keepUrl: keptIn(ctx, view, payersAddress(ctx, back, language)),
    ...(shop !== undefined && { backToShopUrl: shop }),
  });
  sendPage(ctx, html);
}

function keptIn(ctx: Context, view: PayersView, url: string, more: readonly string[] = []): string {
  const kept = keeping(ctx, url, more);
  return isFromDropOff(ctx, view) ? keeping(ctx, kept, DROP_OFF_FIELDS) : keeping(ctx, kept);
}

function isFromDropOff(ctx: Context, { transaction }: PayersView): boolean {
  return fieldOf(ctx, FROM) === 'delivery' && hasDropOff(transaction);
}
