import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import { pgCode } from '../../domain/ids.ts';
import { dateBefore, spanOfDays } from '../../domain/report/calendar.ts';
import { MOST_UNDER_WAY, reportName, type Report } from '../../domain/report/report.ts';
import type { ReportFilter, Selection } from '../../domain/report/selection.ts';
import { TRANSACTION_TYPES, type TransactionType } from '../../domain/transaction/type.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { callerOf, forbidden, merchantOf, refuseUnlessAll, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { unlessUnavailable } from '../../engine/unavailable.ts';
import { InvalidFields, RequestError } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { columnsOf } from './columns.ts';
import { refuseStrangers } from './receivers.ts';
import type { ExportBody, LayoutBody } from './schema.ts';

type Deps = Pick<ApiDeps, 'store' | 'engine'>;

/** Where a merchant says nothing of time zones. */
export const DEFAULT_ZONE = 'UTC';

/**
 * Somebody wants a report: it is written down, and its run is opened. Asked again with the same `Idempotency-Key` it is the same
 * one, as it is then. Throws every fault of the fields at once, and 429 where too many are under way.
 */
export async function orderExport(
  deps: Deps,
  ctx: Context,
  sent: SentBody<ExportBody>,
): Promise<Report> {
  const merchantId = merchantOf(ctx);
  const id = claimedSessionId(ctx);
  const known = await deps.store.reports.find({ merchantId, id });
  const report = known ?? (await wanted());
  if (report.status === 'in_progress')
    await deps.engine.startReport(report).catch(unlessUnavailable);
  return report;

  async function wanted(): Promise<Report> {
    const body = sent.read();
    const now = Date.now();
    const { timeZone = DEFAULT_ZONE } = (await settingsOf(deps.store, ctx)) ?? {};
    const layout = layoutOf(ctx, body);
    const selection = selectionOf(ctx, body, { timeZone, now });
    const { file_name_prefix: prefix, plugins, emails = [], send_by_email: sentByMail } = body;
    await refuseStrangers(deps, ctx, {
      filter: selection,
      layout,
      emails,
      ...(sentByMail && { sentByMail }),
    });
    if ((await deps.store.reports.underWay(merchantId)) >= MOST_UNDER_WAY)
      throw new RequestError(
        429,
        'rate_limited',
        `${MOST_UNDER_WAY} reports are being written; ask again when one of them is finished.`,
        { 'Retry-After': '60' },
      );
    const today = dateBefore(now, { days: 0, timeZone });
    return deps.store.reports.want({
      id,
      merchantId,
      name: reportName({
        ...(prefix !== undefined && { prefix }),
        ...(plugins && { plugins }),
        from: body.created_after ?? 'start',
        to: body.created_before ?? today,
      }),
      source: 'manual',
      selection,
      layout,
      ...initiatorIn(ctx),
      emails: [...new Set(emails)],
      ...(sentByMail && { sentByMail }),
      createdAt: now,
    });
  }
}

/** Who asks, where it is one of the merchant's users. */
export function initiatorIn(ctx: Context): Pick<Report, 'initiator'> {
  const caller = callerOf(ctx);
  return caller.kind === 'user' ? { initiator: initiatorOf(caller.user) } : {};
}

/** How the file looks. Throws every fault of its columns, and 403 for those that the caller may not see. */
export function layoutOf(ctx: Context, body: LayoutBody): Report['layout'] {
  const { file_format: format = 'csv', language = 'en', bom = false } = body;
  return { format, language, bom, columns: columnsOf(ctx, body) };
}

function selectionOf(
  ctx: Context,
  body: ExportBody,
  place: { readonly timeZone: string; readonly now: number },
): Selection {
  const { created_after: from, created_before: to } = body;
  if (from !== undefined && to !== undefined && to < from)
    throw new InvalidFields({ created_before: ['It is before created_after.'] });
  return { ...spanOfDays({ from, to }, place), ...filterOf(ctx, body) };
}

function filterOf(ctx: Context, body: ExportBody): ReportFilter {
  const { plugins, state, pg_code: codes, currency_code: currencies } = body;
  const { order_no: orderNo, unit_code: unitCode } = body;
  return {
    ...typesFor(ctx, body.type),
    ...(plugins && { plugins }),
    ...(state && { states: state }),
    ...(codes && { pgCodes: codes.flatMap((code) => pgCode(code) ?? []) }),
    ...(currencies && { currencies: currencies.map(currencyOf) }),
    ...(orderNo !== undefined && { orderNo }),
    ...(unitCode !== undefined && { unitCode }),
  };
}

/** A user's report has what the user may see. Throws 403 for what they may not, and where they may see nothing. */
export function typesFor(
  ctx: Context,
  asked: readonly TransactionType[] | undefined,
): Pick<ReportFilter, 'types'> {
  if (asked) refuseUnlessAll(ctx, 'view', asked);
  const types = asked ?? typesSeen(ctx);
  if (types?.length === 0) throw forbidden('payment_request.view or e_commerce.view');
  return types && types.length < TRANSACTION_TYPES.length ? { types } : {};
}

function currencyOf(text: string) {
  const code = currencyCode(text);
  if (!code) throw new InvalidFields({ currency_code: [`There is no currency ${text}.`] });
  return code;
}
