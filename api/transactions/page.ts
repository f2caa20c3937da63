import Joi from 'joi';
import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import type { Store } from '../../store/index.ts';
import type { TransactionPage, Window } from '../../store/transaction-lists.ts';
import { merchantOf, refuseUnless, typesSeen } from '../access/caller.ts';
import { text } from '../schema-parts.ts';
import type { ApiDeps } from '../deps.ts';
import { pageBody, pageQuery } from '../lists/page.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { presentTransaction } from './present.ts';
import { object, type ValueOf } from '../infer.ts';

const query = object({
  order_no: text(128),
  deleted: Joi.string().valid('true', 'false'),
  ...pageQuery,
});
type ListQuery = ValueOf<typeof query>;

/**
 * The transactions of an order number that the caller may see, newest first, page by page
 * (contract/transactions#lists-of-payments); with `deleted=true` those that were archived, for who may delete.
 */
export async function transactionsPage(ctx: Context, path: string, { store, publicUrl }: ApiDeps) {
  const { value, faults } = check(query, ctx.query);
  const wanted = wantedBy(value, faults);
  const limit = Number(value.limit ?? '10');
  const offset = Number(value.offset ?? '0');
  if (wanted.deleted) refuseUnless(ctx, 'payment.delete');
  const types = typesSeen(ctx);
  const { count, results } = await pageOf(store, merchantOf(ctx), {
    ...wanted,
    limit,
    offset,
    ...(types && { types }),
  });
  const filter = {
    ...(wanted.orderNo !== undefined && { order_no: wanted.orderNo }),
    ...(wanted.deleted && { deleted: 'true' }),
  };
  return pageBody(
    new URL(path, publicUrl).href,
    { filter, limit, offset },
    {
      count,
      results: results.map((transaction) => presentTransaction(transaction, publicUrl)),
    },
  );
}

type Wanted =
  | { readonly deleted: true; readonly orderNo?: string }
  | { readonly deleted: false; readonly orderNo: string };

/** Throws every fault of the query at once: an order number is needed, unless it is about what was archived. */
function wantedBy({ order_no: orderNo, deleted }: Partial<ListQuery>, given: FieldErrors): Wanted {
  const isNeeded = deleted !== 'true' && orderNo === undefined;
  const faults = {
    ...(isNeeded && !('deleted' in given) && { order_no: [fieldSentence('required')] }),
    ...given,
  };
  refuseFaults(faults);
  return deleted === 'true' || orderNo === undefined
    ? { deleted: true, ...(orderNo !== undefined && { orderNo }) }
    : { deleted: false, orderNo };
}

function pageOf(
  { transactions }: Pick<Store, 'transactions'>,
  merchantId: MerchantId,
  wanted: Wanted & Window,
): Promise<TransactionPage> {
  return wanted.deleted
    ? transactions.listDeleted(merchantId, wanted)
    : transactions.listByOrder(merchantId, wanted.orderNo, wanted);
}
