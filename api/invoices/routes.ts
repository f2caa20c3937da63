import { extended } from '../infer.ts';
import { route, SERVER, VIEW_PAYMENTS } from '../route.ts';
import { payerAnswer } from '../sdk/answer.ts';
import { preloadFor } from '../sdk/preload.ts';
import { draftAnswer, invoiceAnswer } from './answer.ts';
import { createInvoice, foundInvoice, previewInvoice } from './commands.ts';
import { presentInvoice } from './present.ts';
import { invoiceDoc, invoicePage, invoicesPage } from './list.ts';
import { invoiceBody, MOST_ITEMS } from './schema.ts';

const CLAIM = 'Computed by the merchant: it must equal what is computed here.';

/** What a field means to the merchant, where its name and shape do not say it. */
const FIELDS = {
  invoice_number: "Unique among the merchant's invoices.",
  due_date: 'YYYY-MM-DD. The invoice is overdue when this day has ended in UTC.',
  due_datetime: 'With it the invoice is overdue at this moment, not at the end of `due_date`.',
  invoice_items: `At most ${MOST_ITEMS}. In each, \`quantity\` has up to six decimals; \`tax_amount\`, \`total_excl_tax\` and \`total_incl_tax\` must equal what is computed here.`,
  tax_rate: 'Percent, 0 to 100 with two decimals, on top of the taxes of the items.',
  discount_amount: 'Not with `discount_percentage`. At most the subtotal.',
  discount_percentage: 'Not with `discount_amount`. Of the subtotal.',
  shipping_tax_rate: 'Percent. The only tax on shipping.',
  amount: CLAIM,
  subtotal: CLAIM,
  tax_amount: CLAIM,
  total_excl_tax: CLAIM,
  total_incl_tax: CLAIM,
  shipping_incl_tax: CLAIM,
} as const;

const invoice = (description: string) => ({ description, shape: invoiceAnswer });

/** Create, list and read. An invoice is immutable: no other method is known here (contract/invoices#creating). */
export const invoiceRoutes = [
  route('invoices.create', {
    method: 'POST',
    path: '/b/invoice/v1/invoice',
    who: SERVER,
    permissions: ['invoice.add'],
    byType: 'add',
    uses: 'pg_codes',
    file: 'attachment',
    creates: true,
    tag: 'Invoices',
    summary: 'Create an invoice',
    description:
      'A payment with a bill: its amount is computed from the items, each figure rounded once, half up. It never changes.',
    body: invoiceBody,
    fields: FIELDS,
    idempotent: true,
    errors: [404, 423],
    answers: {
      201: {
        description: 'The invoice, with the payment that asks for its money.',
        shape: extended(invoiceAnswer, { sdk_setup_preload_payload: payerAnswer }),
      },
    },
    handle: (deps) => async (ctx) => {
      const issued = await createInvoice(deps, ctx);
      return {
        ...presentInvoice(issued, deps.publicUrl),
        ...(await preloadFor(deps, ctx, issued.transaction)),
      };
    },
  }),
  route('invoices.preview', {
    method: 'POST',
    path: '/b/invoice/v1/invoice/preview',
    who: SERVER,
    permissions: ['invoice.add'],
    byType: 'add',
    uses: 'pg_codes',
    creates: true,
    audit: false,
    tag: 'Invoices',
    summary: 'Preview an invoice',
    description:
      'What creating it would answer now: every fault, or every figure of the bill and by each method what the payer would be charged. Nothing is made or kept, and no number is taken.',
    body: invoiceBody,
    fields: FIELDS,
    errors: [404, 423],
    answers: { 200: { description: 'What it would come to.', shape: draftAnswer } },
    handle: (deps) => (ctx) => previewInvoice(deps, ctx),
  }),
  route('invoices.list', {
    method: 'GET',
    path: '/b/invoice/v1/invoice',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    limit: 'search',
    tag: 'Invoices',
    summary: 'List invoices',
    description:
      'The newest first, or by `sort=due` what is due first; page by page by `next`. Lists of values have commas between. A page looks at 20,000 invoices at most: one that is not full for that has `searched_until`, and its `next` goes on from there. Those of archived payments are not in it. A parameter that does not exist is 400.',
    query: invoiceDoc,
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: invoicePage } },
    handle: (deps) => (ctx) => invoicesPage(deps, ctx, '/b/invoice/v1/invoice/'),
  }),
  route('invoices.read', {
    method: 'GET',
    path: '/b/invoice/v1/invoice/:session_id',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Invoices',
    summary: 'Retrieve an invoice',
    answers: { 200: invoice('The invoice with its status of now.') },
    handle: (deps) => async (ctx) => presentInvoice(await foundInvoice(deps, ctx), deps.publicUrl),
  }),
];
