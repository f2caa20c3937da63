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
import { claimedSessionId } from '../middleware/idempotency.ts';
import { found, opened, openedFrom } from '../transactions/commands.ts';
import { contextFor, withoutOthers } from '../transactions/context.ts';
import { agreementBodyFaults, withDefaultCurrency } from '../transactions/request.ts';
import { presentPreview } from '../transactions/preview.ts';
import { normalizedInvoice } from './normalized.ts';
import { presentDraft } from './present.ts';
import { checkedInvoice, readInvoice } from './request.ts';
import type { RouteContext } from '../route.ts';

/**
 * Invoice and transaction are written as one, which also takes the number, and then both workflows are started
 * (contract/engine#creating): what is refused has taken no number, and the answer means that all four exist. A repeated
 * request with the same key goes on where the first one stopped.
 */
export async function createInvoice(deps: ApiDeps, ctx: Context): Promise<Issued> {
  const { store, engine } = deps;
  const { body, bill, context, chosen } = await checkedDraft(deps, ctx);
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
  if (!kept) throw numberTaken(bill.number);
  return kept;
}

/** The draft of an invoice, with all that it was checked by. Throws every fault of it, and keeps nothing. */
async function checkedDraft(deps: ApiDeps, ctx: Context) {
  const { store } = deps;
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
  return { ...readInvoice(all, given, context), context, chosen };
}

/** What an invoice would come to, by the rules of creating one. Throws what creating it would throw now, and keeps nothing. */
export async function previewInvoice(deps: ApiDeps, ctx: Context) {
  const { body, bill, context } = await checkedDraft(deps, ctx);
  const isTaken = await deps.store.invoices.hasNumber(context.merchant.id, bill.number);
  if (isTaken) throw numberTaken(bill.number);
  const transaction = opened(claimedSessionId(ctx), { body, context });
  return { ...presentDraft(bill, transaction.dueDatetime), ...presentPreview(transaction) };
}

function numberTaken(number: string): InvalidFields {
  return new InvalidFields({
    invoice_number: [`There is an invoice with the number ${number} already.`],
  });
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
