import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { referenceNumber, type ReferenceNumber } from '../../domain/ids.ts';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { askedOf } from '../../domain/transaction/amount.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { isUndecided } from '../../domain/transaction/inquiry-plan.ts';
import { attemptOf, type Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayNamed } from '../../gateways/registry.ts';
import { hasGivenUp, isReturning, returnUrl } from '../../gateways/return-url.ts';
import { renderFramedWaiting } from '../../render/pages/framed-waiting.tsx';
import { renderRedirecting } from '../../render/pages/redirecting.tsx';
import { renderWaiting } from '../../render/pages/waiting.tsx';
import type { Brought } from '../../workflows/messages.ts';
import { unlessUnavailable } from '../../engine/unavailable.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { type RouteDeps, undescribedRoute, type RouteContext } from '../route.ts';
import { openPage } from './open-page.ts';
import { amountFacts } from './amount-facts.ts';
import { frameFor, languageOf } from './frame.ts';
import { seeOther, sendPage } from './headers.ts';
import { showMessage } from './message.ts';
import { payersView, withMerchant } from '../payer.ts';
import type { ReturnDestination } from '../../domain/webhook/return-destination.ts';
import { destinationInTime, PATIENCE_MS } from '../return-destination.ts';

const REFRESH_SECONDS = 2;
/**
 * After a minute the summary takes over and says that we are still checking (contract/webhooks#where-the-payer-goes).
 */
const GIVE_UP_MS = 60_000;
/** While waiting, the gateway is asked again this often. */
const ASK_AGAIN_MS = 10_000;

const common = {
  path: '/b/gw/return/:reference',
  ...openPage,
  handle: (deps: RouteDeps) => (ctx: RouteContext<'reference'>) => come(deps, ctx),
} as const;

/**
 * The browser comes back from a gateway: never evidence. When no callback has come, the gateway is asked; then the
 * payer waits for the attempt's result and the merchant's answer, and goes where that answer sends them. Who knows only a
 * reference, which receipts print, gets the same page whether there is such a payment or not, and no gateway is asked.
 */
export const returnRoutes = [
  undescribedRoute('pages.return', { method: 'GET', ...common }),
  // Some networks send the browser back by a form.
  undescribedRoute('pages.return-by-form', { method: 'POST', audit: false, ...common }),
  // The web view of an app closes itself when it gets here (contract/checkout#addresses). A browser is led on.
  undescribedRoute('pages.return-of-app', {
    method: 'GET',
    path: '/b/gw/mobile-sdk-redirect',
    ...openPage,
    sessionIn: 'query',
    handle: (deps) => async (ctx) => {
      const view = await payersView(deps, ctx.query['session_id']);
      const url = links(deps.publicUrl).result(view.transaction.sessionId);
      const frame = frameFor(ctx, deps, view);
      sendPage(ctx, renderRedirecting({ ...frame, url }));
    },
  }),
];

async function come(deps: ApiDeps, ctx: RouteContext<'reference'>): Promise<void> {
  const reference = referenceNumber(ctx.params.reference);
  const first = reference && (await deps.store.transactions.findByReference(reference));
  const isTheirs =
    reference !== undefined &&
    first &&
    !isDeleted(first) &&
    isReturning(ctx.query, { sessionId: first.sessionId, referenceNumber: reference });
  if (!isTheirs) {
    showMessage(ctx, deps, { kind: 'unknown-return' });
    return;
  }
  if (hasGivenUp(ctx.query) && (await isStillOpen(deps, first, reference))) {
    seeOther(ctx, wayToPay(ctx, deps, first, reference));
    return;
  }
  const since = sinceOf(ctx);
  const brought = broughtIn(ctx, first, reference);
  await askGateway(deps, first, { reference, waited: Date.now() - since, brought });
  // Whoever shows a bank's page in a frame is told the end elsewhere; the payer shall not see an empty frame until then.
  if (ctx.get('Sec-Fetch-Dest') === 'iframe') {
    sendPage(ctx, renderFramedWaiting(frameFor(ctx, deps, { transaction: first })), {
      framedBy: 'anybody',
    });
    return;
  }
  const { transaction, destination } = await destinationInTime(deps, first, reference);
  await answer(ctx, deps, { transaction, destination, since, reference });
}

/** Whether the network says that nothing was paid on its page, which is still open; false where it gives no answer. */
async function isStillOpen(
  { engine }: ApiDeps,
  transaction: Transaction,
  reference: ReferenceNumber,
): Promise<boolean> {
  if (attemptOf(transaction, reference)?.state !== 'pending') return false;
  const asked = await engine.ask(transaction, { tell: false }).catch(unlessUnavailable);
  if (!asked || !('openPages' in asked)) return false;
  return asked.openPages?.includes(reference) ?? false;
}

/** Back to all ways to pay. */
function wayToPay(
  ctx: Context,
  { publicUrl }: ApiDeps,
  transaction: Transaction,
  reference: ReferenceNumber,
): string {
  const { sessionId } = transaction;
  const to = links(publicUrl);
  return attemptOf(transaction, reference)?.channel === 'mobile_sdk'
    ? to.returnOfApp(sessionId)
    : inLanguage(to.checkout(sessionId), languageOf(ctx, transaction));
}

async function askGateway(
  { store, engine }: ApiDeps,
  transaction: Transaction,
  {
    reference,
    waited,
    brought,
  }: {
    readonly reference: ReferenceNumber;
    readonly waited: number;
    readonly brought: Brought | undefined;
  },
): Promise<void> {
  const attempt = attemptOf(transaction, reference);
  if (!attempt || !isUndecided(attempt)) return;
  const due = waited % ASK_AGAIN_MS < REFRESH_SECONDS * 1000 + PATIENCE_MS / 2;
  if (brought) await engine.returned(transaction, reference, brought);
  if (brought || !due) return;
  // A word that came just now is on its way to the workflow; one that has decided nothing for so long is not the last.
  if (waited >= ASK_AGAIN_MS || !(await store.inbox.hasWordOn(reference)))
    await engine.returned(transaction, reference);
}

/**
 * What the network's address says under the names that its connector reads; nothing that is too long to be its word. It goes into the
 * workflow's history, so whatever a page on the way has added, and a card number under any name, stays outside (contract/cards#no-card-data).
 */
function broughtIn(
  ctx: Context,
  transaction: Transaction,
  reference: ReferenceNumber,
): Brought | undefined {
  const attempt = attemptOf(transaction, reference);
  const { parameters = [] } = (attempt && gatewayNamed(attempt.gateway)?.browserReturn) ?? {};
  const said = parameters.flatMap((name) => {
    const value = ctx.query[name];
    return typeof value === 'string' && !holdsCardNumber(value) ? [[name, value] as const] : [];
  });
  const isWord = said.length > 0 && JSON.stringify(said).length <= LONGEST_WORD;
  return isWord ? Object.fromEntries(said) : undefined;
}

/** With which our own waiting page comes back. */
const SINCE = 'since';
const LONGEST_WORD = 8000;

async function answer(
  ctx: Context,
  deps: ApiDeps,
  {
    transaction,
    destination,
    reference,
    since,
  }: {
    readonly transaction: Transaction;
    readonly destination: ReturnDestination;
    readonly since: number;
    readonly reference: ReferenceNumber;
  },
): Promise<void> {
  const { publicUrl, store } = deps;
  const language = languageOf(ctx, transaction);
  const returning = { sessionId: transaction.sessionId, referenceNumber: reference };
  const frame = frameFor(ctx, deps, {
    ...(await withMerchant({ store }, transaction)),
    languageSwitch: { url: (other) => returnUrl(publicUrl, returning, other) },
  });
  const isTooLong = Date.now() - since > GIVE_UP_MS;
  const isOfApp = attemptOf(transaction, reference)?.channel === 'mobile_sdk';
  if (isOfApp && (destination.to !== 'wait' || isTooLong)) {
    seeOther(ctx, links(publicUrl).returnOfApp(transaction.sessionId));
    return;
  }
  if (destination.to === 'merchant') {
    // A page, not a redirect: a redirect would be one more hop of the gateway's form, which its own policy may forbid.
    sendPage(ctx, renderRedirecting({ ...frame, url: destination.url }));
    return;
  }
  if (destination.to === 'result' || isTooLong) {
    seeOther(ctx, inLanguage(links(publicUrl).result(transaction.sessionId), language));
    return;
  }
  const refreshUrl = new URL(returnUrl(publicUrl, returning, language));
  refreshUrl.searchParams.set(SINCE, String(since));
  const attempt = attemptOf(transaction, reference);
  const html = renderWaiting({
    ...frame,
    amount: amountFacts(attempt ? askedOf(attempt) : transaction.amount),
    ...(transaction.orderNo !== undefined && { orderNo: transaction.orderNo }),
    refreshUrl: refreshUrl.href,
    refreshSeconds: REFRESH_SECONDS,
    startedAt: isoUtc(since),
    now: isoUtc(Date.now()),
  });
  sendPage(ctx, html);
}

/** When the payer began to wait, as our own refresh link says; a time that cannot be is now. */
function sinceOf(ctx: Context): number {
  const since = Number(ctx.query[SINCE]);
  const now = Date.now();
  return Number.isSafeInteger(since) && since <= now && since > now - 10 * GIVE_UP_MS ? since : now;
}
