import { VIEW_PAYMENTS } from '../../api/route.ts';
import { renderPayments } from '../../render/office/payments.tsx';
import {
  VIEW_ACTS,
  type PaymentsFacts,
  type ViewSent,
} from '../../render/office/payments-facts.ts';
import { answerBody, fieldFaults } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { mayAdd } from '../may.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import { filtersTyped } from '../typed.ts';
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
import { hasDates, queryToKeep, tabsFor, type ViewAnswer } from './view-facts.ts';

/** The list of payments: its address is the whole of what is asked for (contract/office#payments). */
export const paymentsPage = officePage('office.payments', {
  path: '/office/payments',
  permissions: VIEW_PAYMENTS,
  handle: (page) => listPage(page, filtersTyped(page.asked)),
});

/** The list of what is asked for; with what was sent about a view of it, where nothing came of that. */
export async function listPage(
  page: OfficeRequest,
  asked: OfficeRequest['asked'],
  { sent, status }: { readonly sent?: ViewSent; readonly status?: number } = {},
): Promise<OfficeAnswer> {
  const { lang: _lang, exported: _exported, kept, ...query } = asked;
  const [answer, views] = await Promise.all([
    page.api.get(
      `/b/checkout/v1/transactions/?${new URLSearchParams({ count: 'true', ...query })}`,
    ),
    viewsOf(page),
  ]);
  const isFaulty = answer.status === 400;
  const found = isFaulty ? NOTHING : (answerBody(answer) as SearchAnswer);
  const maySeeArchived = page.may('payment.delete');
  const told = VIEW_ACTS.find((act) => act === kept);
  return {
    status: isFaulty ? 400 : (status ?? 200),
    html: renderPayments({
      ...officeFrame(page, 'payments'),
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
        form: page.form('/office/payments/views'),
        query: queryToKeep(asked, { withDates: true }),
        hasDates: hasDates(asked),
        ...(sent && { sent }),
        ...(told && { told }),
      },
    }),
  };
}

/** The views that this person keeps, and those that others share with them. The list is whole without them. */
async function viewsOf({ api }: OfficeRequest): Promise<readonly ViewAnswer[]> {
  const { status, body } = await api.get('/b/me/v1/views/');
  if (status !== 200) return [];
  return (body as { readonly results: readonly ViewAnswer[] }).results.filter(
    ({ page }) => page === 'payments',
  );
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

function withoutPage({
  cursor: _cursor,
  limit: _limit,
  ...rest
}: Readonly<Record<string, string>>) {
  return rest;
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
