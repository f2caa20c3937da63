import { VIEW_PAYMENTS } from '../../api/route.ts';
import { renderPayments } from '../../render/office/payments.tsx';
import {
  VIEW_ACTS,
  type PaymentsFacts,
  type ViewSent,
  SEVERAL_ACTS,
} from '../../render/office/payments-facts.ts';
import { answerBody, fieldFaults } from '../answers.ts';
import type { PaymentColumn } from '../../domain/saved-view.ts';
import { officeFrame } from '../frame.ts';
import { mayAdd } from '../may.ts';
import { officePage, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { listFrom } from '../place.ts';
import { filtersTyped } from '../typed.ts';
import { columnsChosen, columnsIn, PRESET_COLUMNS } from './column-facts.ts';
import {
  addressOf,
  chipsOf,
  exportable,
  exportBodyOf,
  pagesOf,
  readingChips,
  rowOf,
  type SearchAnswer,
} from './list-facts.ts';
import { SEVERAL_NEEDS } from './several.ts';
import {
  addressToKeep,
  hasDates,
  offeringToReplace,
  tabsFor,
  type ViewAnswer,
  type ViewsAnswer,
} from './view-facts.ts';

/** The list of payments: its address is the whole of what is asked for (contract/office#payments). */
export const paymentsPage = officePage('office.payments', {
  path: '/office/payments',
  permissions: VIEW_PAYMENTS,
  handle: (page) => {
    const asked = filtersTyped(page.asked);
    const { was, columns = '' } = asked;
    if (was === undefined) return listPage(page, asked);
    // The form of the columns says what stood there before, which no address has to keep.
    const chosen = columnsChosen(columns, was).join(',');
    return { to: addressOf(asked, { columns: chosen === '' ? undefined : chosen }) };
  },
});

/** The list of what is asked for; with what was sent about a view of it, where nothing came of that. */
export async function listPage(
  page: OfficeRequest,
  given: OfficeRequest['asked'],
  { sent, status }: { readonly sent?: ViewSent; readonly status?: number } = {},
): Promise<OfficeAnswer> {
  const { cursor = '', ...anew } = given;
  const { lang: _lang, exported: _exported, kept, columns, was: _was, ticked, ...query } = anew;
  const [{ answer, isBegunAnew }, { views, own }] = await Promise.all([
    listFrom(page.api, '/b/checkout/v1/transactions/', { count: 'true', ...query }, { cursor }),
    keptBy(page),
  ]);
  const asked = isBegunAnew ? anew : given;
  const isFaulty = answer.status === 400;
  const found = isFaulty ? NOTHING : (answerBody(answer) as SearchAnswer);
  const maySeeArchived = page.may('payment.delete');
  const told = TOLD.find((act) => act === kept);
  const inAddress = columnsIn(columns);
  return {
    status: isFaulty ? 400 : (status ?? 200),
    html: renderPayments({
      ...officeFrame(page, 'payments'),
      isBegunAnew,
      asked: withoutPage(query),
      chips: chipsOf(asked),
      readings: readingChips(asked, found),
      rows: found.results.map((row) => rowOf(row, page.language)),
      ...(found.count !== undefined && {
        count: { number: found.count, isMore: found.count_more === true },
      }),
      ...pagesOf(asked, found),
      faults: isFaulty ? fieldFaults(answer.body) : {},
      maySeePeople: page.may('customer.view'),
      maySeeArchived,
      ...(mayAdd(page) && { newUrl: '/office/payments/new' }),
      ...exportFacts(page, asked),
      currencies: page.merchant.currencies,
      views: {
        ...tabsFor(asked, views, { maySeeArchived, me: page.person.user.id }),
        form: page.form('/office/payments'),
        query: addressToKeep(asked),
        hasDates: hasDates(asked),
        ...(sent && { sent: offeringToReplace(sent, views) }),
        ...(told && { told }),
      },
      columns: {
        shown: inAddress.length > 0 ? inAddress : (own ?? PRESET_COLUMNS),
        isInAddress: inAddress.length > 0,
        hasOwn: own !== undefined,
        form: page.form('/office/payments/columns'),
      },
      ...severalFacts(page, asked, ticked),
    }),
  };
}

const TOLD = [...VIEW_ACTS, 'columns'] as const;

/** What this person keeps of lists, and what others share with them. The list is whole without it. */
async function keptBy({ api }: OfficeRequest): Promise<{
  readonly views: readonly ViewAnswer[];
  readonly own?: readonly PaymentColumn[] | undefined;
}> {
  const { status, body } = await api.get('/b/me/v1/views/');
  if (status !== 200) return { views: [] };
  const { results, columns } = body as ViewsAnswer;
  return {
    views: results.filter(({ page }) => page === 'payments'),
    own: columns.payments && columnsIn(columns.payments.join(',')),
  };
}

/** Asks for a report of what the list shows. */
export const paymentsExport = officePage('office.payments-export', {
  method: 'POST',
  path: '/office/payments/export',
  permissions: ['report.can_view_report'],
  handle: async (page) => {
    const filters = exportBodyOf(page.field);
    answerBody(
      await page.api.send(
        'POST',
        '/b/api/v1/reports/exports/',
        { ...filters, file_format: 'xlsx', language: page.language },
        { number: page.number },
      ),
    );
    const back = Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, String(value)]),
    );
    return { to: addressOf(back, { exported: '1' }) };
  },
});

const NOTHING: SearchAnswer = { next: null, results: [] };

function withoutPage({ limit: _limit, ...rest }: Readonly<Record<string, string>>) {
  return rest;
}

/** What was archived can only be restored, one by one. */
function severalFacts(
  page: OfficeRequest,
  asked: OfficeRequest['asked'],
  ticked: string | undefined,
): Pick<PaymentsFacts, 'several'> {
  const acts = SEVERAL_ACTS.filter((act) => SEVERAL_NEEDS[act].some((needed) => page.may(needed)));
  if (acts.length === 0 || asked['deleted'] === 'true') return {};
  const { cursor } = asked;
  const tickAllUrl = addressOf(asked, { ticked: 'all', cursor });
  return { several: { acts, areTicked: ticked === 'all', tickAllUrl } };
}

function exportFacts(
  page: OfficeRequest,
  asked: OfficeRequest['asked'],
): Pick<PaymentsFacts, 'exportForm' | 'isExportBarred' | 'isExportAsked'> {
  if (!page.may('report.can_view_report')) return {};
  const hidden = exportable(asked);
  return {
    ...(hidden && { exportForm: { form: page.form('/office/payments/export'), hidden } }),
    isExportBarred: hidden === undefined,
    isExportAsked: asked['exported'] === '1',
  };
}
