import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Context } from 'koa';
import { count, single } from '../fields.ts';
import type { Network } from '../network.ts';
import { invalid } from '../refusals.ts';
import { settlementLines } from '../settlement.ts';
import { onlyFromHere } from './door.ts';

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
  const range = { least: 1, most: 10_000, otherwise: Number.MAX_SAFE_INTEGER };
  return {
    account: single(query['account']) || undefined,
    merchantReferences: references.length > 0 ? references : undefined,
    after: count(numbersIn(query), 'after', { ...range, least: 0, most: 1e15, otherwise: 0 }),
    limit: count(numbersIn(query), 'limit', range),
  };
}

function numbersIn(query: Context['query']) {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === '' ? Number.NaN : Number(value)]),
  );
}

/** Epoch milliseconds; undefined when it is left out. */
function timeIn({ query }: Context, name: 'from' | 'until'): number | undefined {
  const text = single(query[name]);
  if (text === '') return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw invalid(`Send ${name} as a time such as 2026-01-31T00:00:00Z.`);
  return at;
}
