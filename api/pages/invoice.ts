import Router from '@koa/router';
import { Refusal } from '../../domain/refusal.ts';
import { invoiceSheet } from '../../render/files/invoice-pdf.ts';
import { qrSvg } from '../../render/qr.ts';
import { billFacts } from '../../render/pages/bill-facts.ts';
import { renderInvoice } from '../../render/pages/invoice.tsx';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { frameFor, isSandbox, languageOf, nameIn } from './frame.ts';
import { sendPage } from './headers.ts';
import { pageErrors } from './message.ts';
import { logoOf, sendPaper } from './paper.ts';
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
        ...(isPayable(transaction) && {
          payUrl: inLanguage(to.checkout(sessionId), language),
          qrCodeUrl: to.qrCode(sessionId, 'svg'),
        }),
      }),
    );
  });

  router.get('/b/invoice/:session_id/pdf', errors, async (ctx) => {
    const { view, invoice } = await billedView(deps, ctx['params']['session_id']);
    const { transaction, merchant } = view;
    const language = languageOf(ctx, transaction);
    const bill = billFacts({ invoice, transaction }, language);
    const url = to.start(transaction.sessionId);
    const sheet = invoiceSheet({
      language,
      merchantName: nameIn(merchant, language),
      bill,
      isSandbox: isSandbox(transaction),
      ...(await logoOf(deps, merchant)),
      ...(isPayable(transaction) && { pay: { url, code: await qrSvg(url) } }),
    });
    await sendPaper(ctx, deps, { sheet, name: `invoice-${invoice.number}` });
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
