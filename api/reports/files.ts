import type { Context } from 'koa';
import { dateBefore, spanOfDays } from '../../domain/report/calendar.ts';
import type { Report } from '../../domain/report/report.ts';
import type { ReportQuery } from '../../store/reports.ts';
import { callerMay, callerOf, merchantOf, typesSeen } from '../access/caller.ts';
import { nameOf } from '../access/recorded.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { pageBody } from '../lists/page.ts';
import { RequestError } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { DEFAULT_ZONE } from './export.ts';
import { presentFile } from './present.ts';
import { filesQuery, type FilesQuery } from './schema.ts';

type Deps = Pick<ApiDeps, 'store' | 'publicUrl' | 'downloadTokenMs'>;

/** So far back where no date is named (contract/reports#list). */
const DAYS_BACK = 30;

/**
 * The finished reports of the caller's merchant with nothing in them that the caller may not see, newest first, page by page, each
 * with a token of the caller's own. Throws 400 `invalid_parameters`.
 */
export async function reportsPage(deps: Deps, ctx: Context, path: string) {
  const query = readQuery(ctx);
  const { limit: most = '50', offset: first = '0', ...asked } = query;
  const [limit, offset] = [Number(most), Number(first)];
  const { timeZone = DEFAULT_ZONE } = (await settingsOf(deps.store, ctx)) ?? {};
  const wanted = wantedBy(asked, { timeZone, now: Date.now() });
  const window = { limit, offset };
  const types = typesSeen(ctx);
  const { count, results } = await deps.store.reports.listFinished(
    merchantOf(ctx),
    {
      ...wanted,
      ...(types && { types }),
      ...(!callerMay(ctx, 'customer.view') && { withoutContacts: true }),
    },
    window,
  );
  const tokens = await tokensFor(deps, ctx, results);
  return pageBody(
    new URL(`${path}/`, deps.publicUrl).href,
    { filter: asked, ...window },
    {
      count,
      results: results.map((report, index) =>
        presentFile(report, tokens[index] ?? '', deps.publicUrl),
      ),
    },
  );
}

/** A token for each of the reports, good for the caller alone and for a while. */
export function tokensFor(
  { store, downloadTokenMs }: Pick<Deps, 'store' | 'downloadTokenMs'>,
  ctx: Context,
  reports: readonly Report[],
): Promise<readonly string[]> {
  return store.reportTokens.mint(
    reports.map(({ id }) => id),
    {
      merchantId: merchantOf(ctx),
      owner: nameOf(callerOf(ctx)),
      expiresAt: Date.now() + downloadTokenMs,
    },
  );
}

function readQuery(ctx: Context): Partial<FilesQuery> {
  const { value, faults } = check(filesQuery, ctx.query);
  const { created_after: from, created_before: to } = value;
  const isBackwards = from !== undefined && to !== undefined && to < from;
  const all = {
    ...faults,
    ...(isBackwards && { created_before: ['It is before created_after.'] }),
  };
  const sentences = Object.entries(all).map(
    ([name, told]) => `${name}: ${[told].flat().join(' ')}`,
  );
  if (sentences.length === 0) return value;
  throw new RequestError(400, 'invalid_parameters', sentences.join(' '));
}

function wantedBy(
  { created_after: from, created_before: to, interval, source }: Partial<FilesQuery>,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): ReportQuery {
  const back = dateBefore(now, { days: DAYS_BACK, timeZone });
  const days = from === undefined && to === undefined ? { from: back } : { from, to };
  const { after, until } = spanOfDays(days, { timeZone, now });
  return {
    ...(after !== undefined && { from: after + 1 }),
    until,
    ...(interval && { interval }),
    ...(source && { source }),
  };
}
