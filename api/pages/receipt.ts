import { nameIn } from '../../domain/language.ts';
import { Refusal } from '../../domain/refusal.ts';
import { hasReceipt, receiptOf } from '../../domain/transaction/receipt.ts';
import { receiptSheet } from '../../render/files/receipt-pdf.ts';
import { undescribedRoute } from '../route.ts';
import { openPage } from './open-page.ts';
import { languageOf } from './frame.ts';
import { paperBrandOf, sendPaper } from './paper.ts';
import { payersView } from '../payer.ts';
import { printedFacts } from './summary-facts.ts';

/** What was paid, on paper. Whoever knows the session id may read it, as with the summary that shows the same. */
export const receiptRoute = undescribedRoute('pages.receipt-pdf', {
  method: 'GET',
  path: '/b/receipt/:session_id/pdf',
  ...openPage,
  handle: (deps) => async (ctx) => {
    const view = await payersView(deps, ctx.params.session_id);
    const { transaction, merchant } = view;
    const receipt = receiptOf(transaction);
    if (!receipt || !hasReceipt(transaction, merchant))
      throw new Refusal('not_found', 'There is no receipt of this payment.');
    const { firstName, lastName, email, phone } = transaction.customer;
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const sheet = receiptSheet({
      summary: printedFacts(ctx, deps, { view, outcome: { kind: receipt.standing } }),
      merchantName: nameIn(merchant, languageOf(ctx, transaction)),
      ...(await paperBrandOf(deps, merchant)),
      customer: {
        ...(name !== '' && { name }),
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
      },
    });
    await sendPaper(ctx, deps, { sheet, name: `receipt-${receipt.attempt.referenceNumber}` });
  },
});
