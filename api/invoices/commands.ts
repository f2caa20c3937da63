import type { Context } from 'koa';
import { sessionId } from '../../domain/ids.ts';
import { mergedFaults } from '../../domain/field-errors.ts';
import { issue } from '../../domain/invoice/invoice.ts';
import { Refusal } from '../../domain/refusal.ts';
import { createInvoicedTransaction } from '../../engine/create-transaction.ts';
import type { Issued } from '../../store/invoices.ts';
import { merchantOf } from '../access/caller.ts';
import { refusePlugin } from '../access/plugin.ts';
import { chosenAttachment } from '../attachments/chosen.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { found, openedFrom } from '../transactions/commands.ts';
import { contextFor, withoutOthers } from '../transactions/context.ts';
import { agreementBodyFaults, withDefaultCurrency } from '../transactions/request.ts';
import { normalizedInvoice } from './normalized.ts';
import { checkedInvoice, readInvoice } from './request.ts';
import type { RouteContext } from '../route.ts';

/**
 * Invoice and transaction are written as one, which also takes the number, and then both workflows are started
 * (contract/engine#creating): what is refused has taken no number, and the answer means that all four exist. A repeated
 * request with the same key goes on where the first one stopped.
 */
export async function createInvoice(deps: ApiDeps, ctx: Context): Promise<Issued> {
  const { store, engine } = deps;
  const said = withoutOthers(ctx, normalizedInvoice(bodyOf(ctx)));
  const given = await withDefaultCurrency(store, ctx, said);
  const checked = checkedInvoice(given);
  const context = await contextFor(deps, ctx, checked.value);
  for (const name of [checked.value.type, 'invoice'] as const)
    refusePlugin(deps, ctx, { name, merchant: context.merchant });
  const chosen = await chosenAttachment(deps, ctx, {
    merchantId: context.merchant.id,
    url: checked.value.attachment_upload_url,
  });
  const others = mergedFaults(chosen.faults, agreementBodyFaults(given));
  const all = { ...checked, faults: mergedFaults(others, checked.faults) };
  const { body, bill } = readInvoice(all, given, context);
  // A part of a bill is no payment of it, whatever the settings allow to other payments.
  const { amountEditable: _editable, ...plain } = await openedFrom(deps, ctx, {
    body,
    context,
    chosen,
  });
  const transaction = { ...plain, invoiceNumber: bill.number };
  const { merchantId } = transaction;
  const [invoiceId, firstItemId] = await Promise.all([
    store.counters.take(merchantId, 'invoices', 1),
    store.counters.take(merchantId, 'invoice-items', bill.lines.length),
  ]);
  const invoice = issue(bill, transaction, { invoiceId, firstItemId });
  const kept = await createInvoicedTransaction(store.invoices, engine, { invoice, transaction });
  if (!kept)
    throw new InvalidFields({
      invoice_number: [`There is an invoice with the number ${bill.number} already.`],
    });
  return kept;
}

/** The invoice that the path names, with its transaction, if it is the caller's. */
export async function foundInvoice(
  deps: ApiDeps,
  ctx: RouteContext<'session_id'>,
): Promise<Issued> {
  const id = sessionId(ctx.params.session_id);
  const invoice =
    id && (await deps.store.invoices.find({ merchantId: merchantOf(ctx), sessionId: id }));
  if (!invoice) throw new Refusal('not_found', 'There is no invoice with this session_id.');
  return { invoice, transaction: await found(deps, ctx, 'view') };
}
