import type { Context } from 'koa';
import { isAbandoned } from '../../domain/transaction/conclude.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { missingDropOff } from '../../domain/transaction/drop-off.ts';
import { processingAttempt } from '../../domain/transaction/processing.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import type { MessageKind, ProblemFacts, ProblemKind } from '../../render/pages/facts.ts';
import { renderCheckout } from '../../render/pages/checkout.tsx';
import type { ApiDeps } from '../deps.ts';
import { openedAccount } from '../opened-account.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { isPaused } from '../access/paused.ts';
import { checkoutFacts, type NetworkFrames } from './checkout-facts.ts';
import { pageServices } from './device-services.ts';
import { showDropOff } from './drop-off-form.ts';
import { walletOffer } from '../wallet/offer.ts';
import { languageOf } from './frame.ts';
import { seeOther, sendPage } from './headers.ts';
import { showMessage } from './message.ts';
import { withUsableMethods, type PayersView } from '../payer.ts';
import { choosableCards } from './saved-cards.ts';
import type { FormInput } from './form-input.ts';

/** What the payer did last, for a page that is shown again. */
export interface Again {
  readonly problem?: ProblemFacts;
  readonly formInput?: FormInput;
}

/**
 * The checkout page; before it the delivery form, as long as something of that is missing, and in place of both a
 * message while payments are paused, or no method can be used, and the waiting page while the gateway has not decided what was paid. A problem that the payer's own press of Pay met is told with its status.
 */
export async function showCheckout(
  ctx: Context,
  deps: ApiDeps,
  view: PayersView,
  again: Again = {},
): Promise<void> {
  if (isPaused(deps, view.merchant)) {
    showMessage(ctx, deps, { kind: 'paused', ...view });
    return;
  }
  if (isLedToWait(ctx, deps, view)) return;
  const missing = missingDropOff(view.transaction);
  if (missing.address || missing.place) {
    showDropOff(ctx, deps, view);
    return;
  }
  const { problem } = again;
  const { canUse, ...shown } = await withUsableMethods(deps, view);
  if (shown.transaction.methods.length === 0) {
    showMessage(ctx, deps, { kind: 'not-available', ...view });
    return;
  }
  const [offer, saved] = await Promise.all([
    walletOffer(deps, view.transaction),
    choosableCards(deps, shown.transaction),
  ]);
  const cards = saved.filter(({ method }) => canUse(method));
  const { services, connects, isFramed } = await pageServices(ctx, deps, shown);
  const { formTargets, frames } = await networkPages(deps, view.transaction);
  const facts = checkoutFacts(ctx, deps, { ...shown, ...again, offer, cards, frames, services });
  sendPage(ctx, renderCheckout(facts), {
    formTargets,
    isScripted: true,
    // What banks show inside of a network's page is that page's own affair.
    ...((frames.size > 0 || isFramed) && { frames: formTargets }),
    connects,
    ...(problem && { status: STATUS[problem.kind] }),
  });
}

/**
 * While the gateway has not decided what was paid every page waits (contract/attempts#second-attempt), also when the time to pay is over:
 * true where the payer is led to the page that does.
 */
export function isLedToWait(ctx: Context, deps: ApiDeps, { transaction }: PayersView): boolean {
  const processing = processingAttempt(transaction, Date.now());
  if (!processing) return false;
  const { sessionId } = transaction;
  const returning = { sessionId, referenceNumber: processing.referenceNumber };
  seeOther(ctx, returnUrl(deps.publicUrl, returning, languageOf(ctx, transaction)));
  return true;
}

/** What a payer sees who comes when nothing can be paid any more: why, or what was paid. */
export function showOver(ctx: Context, deps: ApiDeps, view: PayersView): void {
  if (isLedToWait(ctx, deps, view)) return;
  const kind = isAbandoned(view.transaction) ? 'canceled' : MESSAGES[view.transaction.state];
  if (kind === 'summary') {
    const { sessionId } = view.transaction;
    const url = links(deps.publicUrl).result(sessionId);
    seeOther(ctx, inLanguage(url, languageOf(ctx, view.transaction)));
  } else showMessage(ctx, deps, { kind, ...view });
}

/** An unpaid transaction that cannot be paid is one whose time has run out. */
const MESSAGES: Readonly<Record<TransactionState, MessageKind | 'summary'>> = {
  created: 'expired',
  pending: 'expired',
  attempted: 'expired',
  expired: 'expired',
  canceled: 'canceled',
  invalided: 'not-available',
  failed: 'summary',
  paid: 'summary',
  authorized: 'summary',
  cod: 'summary',
};

const STATUS: Readonly<Record<ProblemKind, number>> = {
  declined: 200,
  canceled: 200,
  error: 502,
  'method-required': 400,
  unavailable: 400,
  stale: 409,
  'amount-unreadable': 400,
  'amount-decimals': 400,
  'amount-nothing': 400,
  'amount-too-much': 400,
  'amount-not-by-method': 400,
  'total-changed': 409,
  'asked-changed': 409,
  'terms-required': 400,
  'phone-too-long': 400,
  'phone-unreadable': 400,
  locked: 423,
  'other-money': 423,
  'page-open': 423,
  'wallet-changed': 409,
  'wallet-not-cash': 400,
  'wallet-not-by-method': 400,
};

/** Where the page's form may lead, and the frames that networks have for it. */
async function networkPages(
  { store, logger }: ApiDeps,
  { merchantId, methods }: Transaction,
): Promise<{ readonly formTargets: readonly string[]; readonly frames: NetworkFrames }> {
  const pages = await Promise.all(
    methods
      .flatMap((method) => method.accounts ?? [method])
      .map(async ({ pgCode }) => {
        // The other methods of the page are as good as ever; a press of this one is told that it cannot be had.
        const told = (error: unknown) =>
          logger.error({ err: error, merchantId, pgCode }, 'gateway account has wrong settings');
        const opened = await openedAccount(store, { merchantId, pgCode }, told);
        if (!opened) return { pgCode, origins: [] };
        try {
          const { account, settings } = opened;
          const gateway = gatewayFor(account.gateway);
          const card = gateway.cardFrame?.(settings);
          const code = card === undefined ? undefined : gateway.cvvFrame?.(settings);
          const frames =
            card === undefined ? undefined : { card, ...(code !== undefined && { code }) };
          return { pgCode, origins: gateway.pageOrigins(settings), frames };
        } catch (error) {
          told(error);
          return { pgCode, origins: [] };
        }
      }),
  );
  return {
    formTargets: pages.flatMap(({ origins }) => origins),
    frames: new Map(
      pages.flatMap(({ pgCode, frames }) => (frames ? [[pgCode, frames] as const] : [])),
    ),
  };
}
