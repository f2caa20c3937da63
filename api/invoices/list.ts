import Joi from 'joi';
import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import { isIsoDate, isoUtc } from '../../domain/duration.ts';
import { sessionId } from '../../domain/ids.ts';
import { INVOICE_STATUSES } from '../../domain/invoice/status.ts';
import { defined } from '../../domain/json.ts';
import { links } from '../../domain/links.ts';
import { toDecimal } from '../../domain/money.ts';
import { CHANNELS, type MessageChannel } from '../../domain/notification/notification.ts';
import {
  INVOICE_ORDERS,
  type InvoiceFilter,
  type InvoiceOrder,
} from '../../domain/search/invoice-filter.ts';
import { invoiceReadings } from '../../domain/search/invoice-query.ts';
import { asWritten } from '../../domain/search/terms.ts';
import { settledAt } from '../../domain/transaction/settled.ts';
import type { FoundInvoice } from '../../store/invoice-search.ts';
import { callerMay, merchantOf, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { currencyText, moneyText, sessionIdText, text, url } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';
import { foundPage, placeAfter, unknownParameters } from '../lists/cursor.ts';
import {
  among,
  amountsIn,
  currenciesOf,
  eachOf,
  few,
  instant,
  listDoc,
  listParameters,
  someOf,
  spanFaults,
  spanIn,
  string,
} from '../lists/filters.ts';
import { foundAnswer } from '../lists/found.ts';
import { foundByAll } from '../lists/merged.ts';
import {
  fieldsRead,
  one,
  personDoc,
  personQuery,
  personTerms,
  readingsFor,
  refusePersonal,
  tellRead,
} from '../lists/people.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';
import { customerRow, presentCustomer } from '../transactions/row.ts';

const time = Joi.string().isoDate();

/** A page of the list (contract/search#invoices). */
export const invoicePage = object({
  next: url.allow(null).required(),
  results: Joi.array()
    .items(
      object({
        session_id: sessionIdText.required(),
        invoice_id: Joi.number().integer().required(),
        invoice_number: Joi.string().required(),
        status: Joi.string()
          .valid(...INVOICE_STATUSES)
          .required(),
        amount: moneyText.required(),
        currency_code: currencyText.required(),
        customer: customerRow,
        company_name: Joi.string(),
        due_date: Joi.string().required(),
        created: time.required(),
        paid_at: time,
        sent: Joi.array()
          .items(Joi.string().valid(...CHANNELS))
          .required(),
        invoice_pdf_url: url.required(),
      }),
    )
    .required(),
  ...foundAnswer,
});

/** Every parameter of the list (contract/search#invoices). */
export const invoiceQuery = object({
  q: text(200),
  status: someOf(INVOICE_STATUSES),
  invoice_number: text(255),
  due_after: instant,
  due_before: instant,
  ...personQuery,
  sort: Joi.string().valid(...INVOICE_ORDERS),
  ...listParameters,
});
type InvoiceQuery = ValueOf<typeof invoiceQuery>;

/** What programs are told of them. */
export const invoiceDoc = {
  q: {
    description:
      'One box for people: an invoice or order number, a `session_id`, an e-mail address, telephone number, name or amount. `understood_as` says how it was read.',
    schema: { ...string, maxLength: 200 },
  },
  status: few(INVOICE_STATUSES, 'One or more of them.'),
  invoice_number: {
    description: 'The number; or its beginning, with * at the end.',
    schema: string,
  },
  due_after: { ...listDoc.created_after, description: 'A moment, or the first due date.' },
  due_before: { ...listDoc.created_before, description: 'A moment, or the last due date.' },
  ...personDoc,
  sort: {
    description: '`due`: what is due first.',
    schema: { ...string, enum: [...INVOICE_ORDERS], default: '-created' },
  },
  ...listDoc,
} as const satisfies Readonly<Record<keyof InvoiceQuery, QueryDoc>>;

const NAMES = Object.keys(invoiceDoc);

/** The invoices of the caller's merchant that fit, page by page (contract/search#invoices). Throws every fault of the query. */
export async function invoicesPage(
  deps: Pick<ApiDeps, 'store' | 'publicUrl' | 'clientAddress' | 'drain' | 'logger'>,
  ctx: Context,
  path: string,
) {
  const { store, publicUrl } = deps;
  const merchant = await settingsOf(store, ctx);
  const merchantId = merchantOf(ctx);
  const unknown = unknownParameters(ctx, NAMES);
  const { value, faults } = check(invoiceQuery, ctx.query);
  const { limit = '25', cursor, count: wantsCount, ...which } = value;
  const zone = { timeZone: merchant?.timeZone ?? 'UTC', now: Date.now() };
  const { filter, faults: meant } = filterIn(which, zone);
  refuseFaults({ ...meant, ...faults, ...unknown });
  refusePersonal(ctx, which);
  const after = placeAfter(cursor, which);
  const readings = readingsFor(
    ctx,
    which.q?.trim() ? invoiceReadings(which.q, await currenciesOf(store, merchant)) : [],
  );
  const types = typesSeen(ctx);
  const base: InvoiceFilter = { ...filter, ...(types && { types }) };
  const filters = readings.map(({ understoodAs, terms }): InvoiceFilter => {
    const [named] = understoodAs.filter(({ field }) => field === 'session_id');
    const id = named && sessionId(named.value);
    return {
      ...base,
      terms: [...(base.terms ?? []), ...terms],
      ...(id && { sessionId: id }),
    };
  });
  const order: InvoiceOrder = which.sort ?? '-created';
  const window = { order, limit: Number(limit), after };
  const { page, beside } = await foundByAll(
    filters.length === 0 ? [base] : filters,
    {
      search: (each) => store.invoiceSearch.search(merchantId, each, window),
      count: (each) => store.invoiceSearch.count(merchantId, each),
      // Their payments have the same one.
      isKeyLost: () => store.search.isKeyLost(merchantId, filters),
      unmarkedUntil: () => store.invoiceSearch.unmarkedUntil(merchantId, [...filters, base]),
    },
    {
      isNewestFirst: order === '-created',
      limit: window.limit,
      wantsCount: wantsCount === 'true',
    },
  );
  const sent = await store.notifications.channelsOfRequests(
    merchantId,
    page.results.map(({ invoice }) => invoice.sessionId),
  );
  tellRead(deps, ctx, { fields: fieldsRead(which, readings), rows: page.results.length });
  const maySeePeople = callerMay(ctx, 'customer.view');
  return {
    ...foundPage(new URL(path, publicUrl), { which, limit }, page),
    results: page.results.map((each) =>
      presentRow(each, { maySeePeople, publicUrl, sent: sent.get(each.invoice.sessionId) ?? [] }),
    ),
    ...(which.q !== undefined && {
      understood_as: readings.flatMap(({ understoodAs }) => understoodAs),
    }),
    ...beside,
  };
}

function presentRow(
  { invoice, transaction }: Pick<FoundInvoice, 'invoice' | 'transaction'>,
  {
    maySeePeople,
    publicUrl,
    sent,
  }: {
    readonly maySeePeople: boolean;
    readonly publicUrl: string;
    readonly sent: readonly MessageChannel[];
  },
) {
  const { totalInclTax } = invoice;
  const paidAt = settledAt(transaction);
  return defined({
    session_id: invoice.sessionId,
    invoice_id: invoice.invoiceId,
    invoice_number: invoice.number,
    status: invoice.status,
    amount: toDecimal(totalInclTax),
    currency_code: totalInclTax.currency,
    customer: presentCustomer(transaction, maySeePeople),
    company_name: invoice.companyName,
    due_date: invoice.dueDate,
    created: isoUtc(invoice.createdAt),
    paid_at: paidAt === undefined ? undefined : isoUtc(paidAt),
    sent,
    invoice_pdf_url: links(publicUrl).invoicePdf(invoice.sessionId),
  });
}

/** A day is one of due dates, which end in UTC: what is due on it is overdue from its end (contract/invoices#due-date). */
function dueIn({ due_after: after, due_before: before }: Partial<InvoiceQuery>) {
  const { from, until } = spanIn(after, before, { timeZone: 'UTC', now: Date.now() }) ?? {};
  if (from === undefined && until === undefined) return undefined;
  return defined({
    from: from === undefined ? undefined : from + behind(after),
    until: until === undefined ? undefined : until + behind(before),
  });
}

function behind(bound = ''): number {
  return isIsoDate(bound) ? 1 : 0;
}

function filterIn(
  query: Partial<InvoiceQuery>,
  zone: { readonly timeZone: string; readonly now: number },
) {
  const created = spanIn(query.created_after, query.created_before, zone);
  const due = dueIn(query);
  const { amountFrom, amountUntil, faults } = amountsIn(query);
  const { invoice_number: number } = query;
  const isStart = number?.endsWith('*') === true;
  const exact = one('invoice_number', isStart ? undefined : number && asWritten(number));
  const filter: InvoiceFilter = defined({
    terms: [exact, ...personTerms(query)].filter((group) => group.length > 0),
    statuses: among(INVOICE_STATUSES, query.status),
    currencies: eachOf(query.currency_code, currencyCode),
    numberStart: isStart ? number.slice(0, -1) : undefined,
    created,
    due,
    amountFrom,
    amountUntil,
  });
  return {
    filter,
    faults: {
      ...spanFaults('created', created),
      ...spanFaults('due', due),
      ...faults,
      ...(number === '*' && { invoice_number: ['Write how the number begins before the *.'] }),
    },
  };
}
