import Joi from 'joi';
import type { Context } from 'koa';
import type { ApiDeps } from '../deps.ts';
import { merchantOf } from '../middleware/authenticate.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { presentTransaction } from './present.ts';

interface ListQuery {
  readonly order_no: string;
  readonly limit?: string;
  readonly offset?: string;
}

const query = Joi.object<ListQuery, true>({
  order_no: Joi.string().max(128).required(),
  limit: Joi.string().pattern(/^(?:[1-9]\d?|100)$/),
  offset: Joi.string().pattern(/^\d{1,6}$/),
});

/** The transactions of an order number, newest first, page by page (contract/api.md 0.6, 1.1). */
export async function page(
  ctx: Context,
  path: string,
  { store, publicUrl }: ApiDeps,
): Promise<object> {
  const { value, faults } = check(query, ctx.query);
  if (value.order_no === undefined || Object.keys(faults).length > 0)
    throw new InvalidFields(faults);
  const limit = Number(value.limit ?? '10');
  const offset = Number(value.offset ?? '0');
  const orderNo = value.order_no;
  const { count, results } = await store.transactions.listByOrder(merchantOf(ctx), orderNo, {
    limit,
    offset,
  });
  const at = (start: number) => {
    const url = new URL(path, publicUrl);
    url.search = String(
      new URLSearchParams({ order_no: orderNo, limit: String(limit), offset: String(start) }),
    );
    return url.href;
  };
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results: results.map((transaction) => presentTransaction(transaction, publicUrl)),
  };
}
