import type { Context } from 'koa';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import type { MessageKind, ProblemFacts, ProblemKind } from '../../render/pages/facts.ts';
import { renderCheckout } from '../../render/pages/checkout.tsx';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { checkoutFacts } from './checkout-facts.ts';
import { languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import { showMessage } from './message.ts';
import type { PayersView } from './payer.ts';

/** The checkout page. A problem that the payer's own press of Pay met is told with its status. */
export async function showCheckout(
  ctx: Context,
  deps: ApiDeps,
  view: PayersView,
  problem?: ProblemFacts,
): Promise<void> {
  const html = renderCheckout(checkoutFacts(ctx, deps, { ...view, problem }));
  const formTargets = await pageOrigins(deps, view.transaction);
  sendPage(ctx, html, { formTargets, ...(problem && { status: STATUS[problem.kind] }) });
}

/** What a payer sees who comes when nothing can be paid any more: why, or what was paid. */
export function showOver(ctx: Context, deps: ApiDeps, view: PayersView): void {
  const kind = MESSAGES[view.transaction.state];
  if (kind === 'summary') {
    const { sessionId } = view.transaction;
    const url = links(deps.publicUrl).result(sessionId);
    ctx.redirect(inLanguage(url, languageOf(ctx, view.transaction)));
    ctx.status = 303;
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
};

async function pageOrigins(
  { store }: ApiDeps,
  transaction: Transaction,
): Promise<readonly string[]> {
  const { merchantId, methods } = transaction;
  const origins = await Promise.all(
    methods.map(async ({ pgCode }) => {
      const opened = await store.gatewayAccounts.open(merchantId, pgCode);
      return opened ? gatewayFor(opened.account.gateway).pageOrigins(opened.settings) : [];
    }),
  );
  return origins.flat();
}
