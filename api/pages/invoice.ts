import Router from '@koa/router';
import { Refusal } from '../../domain/refusal.ts';
import { invoiceSheet } from '../../render/files/invoice-pdf.ts';
import { PressBusy } from '../../render/files/press.ts';
import { renderInvoice } from '../../render/pages/invoice.tsx';
import type { ApiDeps } from '../deps.ts';
import { Unavailable } from '../engine.ts';
import { inLanguage, links } from '../links.ts';
import { frameFor, languageOf, nameIn } from './frame.ts';
import { sendPage } from './headers.ts';
import { billFacts } from './invoice-facts.ts';
import { pageErrors } from './message.ts';
import { isPayable, payersView } from './payer.ts';

/** The bill behind a payment, as a page and as a PDF. Whoever knows the session id may read it, as with the payment. */
export function invoicePages(deps: ApiDeps): Router {
  const to = links(deps.publicUrl);
  const router = new Router();
  const errors = pageErrors(deps);

  router.get('/b/invoice/:session_id', errors, async (ctx) => {
    const { view, invoice } = await billedView(deps, ctx['params']['session_id']);
    const { transaction } = view;
    const { sessionId } = transaction;
    const language = languageOf(ctx, transaction);
    sendPage(
      ctx,
      renderInvoice({
        ...frameFor(ctx, deps, view),
        bill: billFacts({ invoice, transaction }, language),
        pdfUrl: inLanguage(to.invoicePdf(sessionId), language),
        ...(isPayable(transaction) && { payUrl: inLanguage(to.checkout(sessionId), language) }),
      }),
    );
  });

  router.get('/b/invoice/:session_id/pdf', errors, async (ctx) => {
    const { view, invoice } = await billedView(deps, ctx['params']['session_id']);
    const { transaction, merchant } = view;
    const language = languageOf(ctx, transaction);
    const bill = billFacts({ invoice, transaction }, language);
    const sheet = invoiceSheet({ language, merchantName: nameIn(merchant, language), bill });
    ctx.set('X-Robots-Tag', 'noindex, nofollow');
    // What a file system would take for something else is no part of the name.
    const name = invoice.number.replace(/[^\p{L}\p{N}._-]+/gu, '-');
    ctx.attachment(`invoice-${name}.pdf`, { type: 'inline' });
    ctx.body = await printed(deps, sheet);
    ctx.type = 'application/pdf';
  });
  return router;
}

/** Throws `not_found` where there is no payment, and where it is for no invoice. */
async function billedView(deps: ApiDeps, id: unknown) {
  const view = await payersView(deps, id);
  const invoice = await deps.store.invoices.findForPayer(view.transaction.sessionId);
  if (!invoice) throw new Refusal('not_found', 'There is no such invoice.');
  return { view, invoice };
}

async function printed(
  { press }: ApiDeps,
  sheet: Parameters<ApiDeps['press']['print']>[0],
): Promise<Buffer> {
  try {
    return await press.print(sheet);
  } catch (error) {
    if (error instanceof PressBusy) throw new Unavailable(error.message, { cause: error });
    throw error;
  }
}
