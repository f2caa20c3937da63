import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import { count, single } from '../fields.ts';
import type { Network } from '../network.ts';
import { invalid } from '../refusals.ts';
import { settlementLines } from '../settlement.ts';
import { onlyFromHere } from './guards.ts';

/** Where the network's book is read, and its settlement file is written. */
export function controlBookRoutes({ records }: Network): Router {
  const router = new Router({ prefix: '/control' });
  router.use(onlyFromHere);

  router.get('/ledger', (ctx) => {
    ctx.body = { entries: records.ledger.list(pageOf(ctx)) };
  });

  router.get('/settlement', (ctx) => {
    const account = single(ctx.query['account']) || undefined;
    if (account === undefined) throw invalid('Send account: whose settlement file it is.');
    const span = { account, from: timeIn(ctx, 'from'), until: timeIn(ctx, 'until') };
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`settlement-${account}.csv`);
    ctx.body = Readable.from(settlementLines(records.ledger, span));
  });

  return router;
}

/** `merchant_reference` may come several times; `after` and `limit` turn the pages. */
function pageOf({ query }: Context) {
  const references = [query['merchant_reference'] ?? []].flat().filter((one) => one !== '');
  return {
    account: single(query['account']) || undefined,
    merchantReferences: references.length > 0 ? references : undefined,
    after: numberIn(query, 'after', { least: 0, most: Number.MAX_SAFE_INTEGER }),
    limit: numberIn(query, 'limit', { least: 1, most: 10_000 }),
  };
}

function numberIn(
  query: Context['query'],
  name: 'after' | 'limit',
  range: { readonly least: number; readonly most: number },
): number | undefined {
  const text = single(query[name]);
  if (text === '') return undefined;
  return count({ [name]: Number(text) }, name, { ...range, otherwise: range.least });
}

/** Epoch milliseconds; undefined when it is left out. */
function timeIn({ query }: Context, name: 'from' | 'until'): number | undefined {
  const text = single(query[name]);
  if (text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw invalid(`Send ${name} as a time such as 2026-01-31T00:00:00Z.`);
  return at;
}
