import type { Context } from 'koa';
import { parse } from 'node:querystring';
import { rowFieldFaults } from '../../domain/bulk/row-faults.ts';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import { callerMay } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { currenciesOf } from '../lists/filters.ts';
import { namesPerson } from '../lists/people.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { boxReadings, readSearch, refusePeople } from '../transactions/search.ts';

/** They say which page of a list is meant, not which list. */
const OF_PAGES = ['cursor', 'limit', 'count'];

/**
 * What is kept of a query: the parameters of the list as they were checked. Throws what is wrong with them under `query`, and 403
 * where it asks for what its own list would refuse to this caller.
 */
export async function checkedQuery(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  text: string,
): Promise<string> {
  const given = parse(text.replace(/^\?/, ''));
  const merchant = await settingsOf(store, ctx);
  const { query, text: box, faults } = readSearch(given, merchant);
  const said = rowFieldFaults(faults).map(({ field, sentence }) => `${field}: ${sentence}`);
  const ofPages = OF_PAGES.filter((name) => name in given).map(
    (name) => `${name}: ${fieldSentence('of-page')}`,
  );
  if (said.length + ofPages.length > 0) throw new InvalidFields({ query: [...said, ...ofPages] });
  refusePeople(ctx, query);
  boxReadings(ctx, box, await currenciesOf(store, merchant));
  const kept = Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return String(new URLSearchParams(kept));
}

/**
 * Whether what somebody else shares is for this caller, too: a view that names people, or may do so in the box, is for who may look
 * for them, and one of what was archived for who may archive.
 */
export function isFor(ctx: Context, { query: text }: SavedView): boolean {
  const query = parse(text);
  const asksForPeople = query['q'] !== undefined || namesPerson(query);
  if (asksForPeople && !callerMay(ctx, 'customer.view')) return false;
  return query['deleted'] !== 'true' || callerMay(ctx, 'payment.delete');
}
