import { nameIn } from '../../domain/language.ts';
import { Refusal } from '../../domain/refusal.ts';
import { invoiceSheet } from '../../render/files/invoice-pdf.ts';
import { billFacts } from '../../render/pages/bill-facts.ts';
import { renderInvoice } from '../../render/pages/invoice.tsx';
import { qrSvg } from '../../render/qr.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';
import { frameFor, isSandbox, languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import { paperBrandOf, sendPaper } from './paper.ts';
import { isPayable, payersView } from '../payer.ts';

const common = {
  method: 'GET',
  ...openPage,
} as const;

/** The bill behind a payment, as a page and as a PDF. Whoever knows the session id may read it, as with the payment. */
export const invoicePages = [
  undescribedRoute('pages.invoice', {
    ...common,
    path: '/b/invoice/:session_id',
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const { view, invoice } = await billedView(deps, ctx.params.session_id);
      const { transaction, merchant } = view;
      const { sessionId } = transaction;
      const language = languageOf(ctx, transaction);
      sendPage(
        ctx,
        renderInvoice({
          ...frameFor(ctx, deps, view),
          bill: billFacts({ invoice, transaction, merchant }, language),
          pdfUrl: inLanguage(to.invoicePdf(sessionId), language),
          ...(isPayable(transaction) && {
            payUrl: inLanguage(to.checkout(sessionId), language),
            qrCodeUrl: to.qrCode(sessionId, 'svg'),
          }),
        }),
      );
    },
  }),
  undescribedRoute('pages.invoice-pdf', {
    ...common,
    path: '/b/invoice/:session_id/pdf',
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const { view, invoice } = await billedView(deps, ctx.params.session_id);
      const { transaction, merchant } = view;
      const language = languageOf(ctx, transaction);
      const bill = billFacts({ invoice, transaction, merchant }, language);
      const url = to.start(transaction.sessionId);
      const sheet = invoiceSheet({
        language,
        timeZone: merchant.timeZone,
        merchantName: nameIn(merchant, language),
        bill,
        isSandbox: isSandbox(transaction),
        ...(await paperBrandOf(deps, merchant)),
        ...(isPayable(transaction) && { pay: { url, code: await qrSvg(url) } }),
      });
      await sendPaper(ctx, deps, { sheet, name: `invoice-${invoice.number}` });
    },
  }),
];

/** Throws `not_found` where there is no payment, and where it is for no invoice. */
async function billedView(deps: ApiDeps, id: unknown) {
  const view = await payersView(deps, id);
  const invoice = await deps.store.invoices.findForPayer(view.transaction.sessionId);
  if (!invoice) throw new Refusal('not_found', 'There is no such invoice.');
  return { view, invoice };
}
