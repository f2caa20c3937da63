import Joi from 'joi';
import type { Context } from 'koa';
import type { Attachment } from '../../domain/attachment.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { typePermission } from '../../domain/permission.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { merchantOf, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { text } from '../schema-parts.ts';
import { links } from '../../domain/links.ts';
import { bodyOf, fileOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { lookup } from '../payments/lookup.ts';
import { shortLink } from '../short-links/handouts.ts';
import { keepUpload, uploadFault } from './uploads.ts';
import { object, type ValueOf } from '../infer.ts';

/** What stands beside the file. */
export const uploadBody = object({
  session_id: text(128),
  order_no: text(128),
  shortify_attachment_url: Joi.boolean(),
});
type UploadBody = ValueOf<typeof uploadBody>;

/** Keeps a file and, where the request names a transaction, gives it to that one in place of what it had. */
export async function uploadAttachment(
  deps: ApiDeps,
  ctx: Context,
): Promise<{ readonly attachment: Attachment; readonly shortUrl?: string }> {
  const merchantId = merchantOf(ctx);
  const file = fileOf(ctx, 'file');
  const { value, faults: shape } = check(uploadBody, withoutEmpty(bodyOf(ctx)));
  const { transaction, faults: aim } = await aimOf(deps, merchantId, value);
  // Who may not make such a payment may not put a file into one.
  if (transaction) refuseUnless(ctx, typePermission('add', transaction.type));
  const fault = file ? await uploadFault(file) : 'This field is required.';
  const faults = { ...aim, ...shape, ...(fault !== undefined && { file: [fault] }) };
  if (!file || Object.keys(faults).length > 0) throw new InvalidFields(faults);
  const attachment = await keepUpload(deps, merchantId, file);
  if (!transaction) return { attachment };
  const attachmentCode =
    value.shortify_attachment_url === true
      ? await shortLink(deps, transaction, 'attachment')
      : undefined;
  const attached = { attachment, ...(attachmentCode !== undefined && { attachmentCode }) };
  await deps.engine.attach(transaction, attached);
  return {
    attachment,
    ...(attachmentCode !== undefined && { shortUrl: links(deps.publicUrl).short(attachmentCode) }),
  };
}

/** The transaction that the file is for. An order number means its newest one. */
async function aimOf(
  { store }: Pick<ApiDeps, 'store'>,
  merchantId: MerchantId,
  { session_id: session, order_no: orderNo, shortify_attachment_url: short }: Partial<UploadBody>,
): Promise<{ readonly transaction?: Transaction; readonly faults: FieldErrors }> {
  if (session !== undefined && orderNo !== undefined) {
    const fault = ['Send session_id or order_no, not both.'];
    return { faults: { session_id: fault, order_no: fault } };
  }
  if (session === undefined && orderNo === undefined)
    return short === true
      ? { faults: { attachment_short_url: ['A short link needs session_id or order_no.'] } }
      : { faults: {} };
  const transaction =
    orderNo === undefined
      ? await lookup(store, merchantId, { session_id: session ?? '' })
      : await newestOf(store, merchantId, orderNo);
  const field = orderNo === undefined ? 'session_id' : 'order_no';
  return transaction
    ? { transaction, faults: {} }
    : { faults: { [field]: ['There is no such transaction.'] } };
}

async function newestOf(store: ApiDeps['store'], merchantId: MerchantId, orderNo: string) {
  const first = { limit: 1, offset: 0 };
  return (await store.transactions.listByOrder(merchantId, orderNo, first)).results[0];
}

/** A form sends its empty fields, too. */
function withoutEmpty(body: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}
