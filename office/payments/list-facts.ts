import type { searchAnswer } from '../../api/transactions/row.ts';
import type { Language } from '../../domain/language.ts';
import type { AnswerOf } from '../../api/infer.ts';
import { namedIn } from '../language.ts';
import type { Chip, PaymentRow, PaymentsFacts } from '../../render/office/payments-facts.ts';
import type { HiddenField } from '../../render/pages/facts.ts';

export type SearchAnswer = AnswerOf<typeof searchAnswer>;
type Row = SearchAnswer['results'][number];
type Asked = Readonly<Record<string, string>>;

const PATH = '/office/payments';
/** What is about the page, not about which payments. */
const OF_THE_PAGE = [
  'cursor',
  'limit',
  'sort',
  'lang',
  'exported',
  'kept',
  'columns',
  'was',
  'ticked',
];

/** What the list shows of what was asked for. */
export function chipsOf(asked: Asked): readonly Chip[] {
  return Object.entries(asked)
    .filter(([name]) => !OF_THE_PAGE.includes(name))
    .map(([name, value]) => ({ name, value, href: addressOf(asked, { [name]: undefined }) }));
}

/** How the box was read, each with the list that asks for that alone. */
export function readingChips(
  asked: Asked,
  { understood_as: read = [] }: SearchAnswer,
): readonly Chip[] {
  return read.map(({ field, value }) => ({
    name: field,
    value,
    // An amount is a bound on both sides, of a currency that the box need not have named.
    href:
      field === 'amount'
        ? addressOf(asked, {})
        : addressOf(asked, { q: undefined, [field]: value }),
  }));
}

/** The list with these filters in place of its own, from its first page on. */
export function addressOf(asked: Asked, changes: Readonly<Record<string, string | undefined>>) {
  const all = {
    ...asked,
    cursor: undefined,
    lang: undefined,
    exported: undefined,
    kept: undefined,
    was: undefined,
    ticked: undefined,
    ...changes,
  };
  const given = Object.entries<string | undefined>(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? PATH : `${PATH}?${new URLSearchParams(given)}`;
}

/** The filters that an address has. */
export function filtersOf(query: string): Asked {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The pages of a list, as the office has them. */
export function pagesOf(
  asked: Asked,
  {
    next,
    searched_until: searchedUntil,
    search_key_lost: isKeyLost,
    index_complete_after: completeAfter,
  }: SearchAnswer,
): Pick<
  PaymentsFacts,
  'nextUrl' | 'firstUrl' | 'searchedUntil' | 'isSearchKeyLost' | 'completeAfter'
> {
  const cursor = next === null ? null : new URL(next).searchParams.get('cursor');
  return {
    ...(cursor !== null && { nextUrl: addressOf(asked, { cursor }) }),
    ...(asked['cursor'] !== undefined && { firstUrl: addressOf(asked, {}) }),
    ...(searchedUntil !== undefined && { searchedUntil }),
    ...(isKeyLost === true && { isSearchKeyLost: true }),
    ...(completeAfter !== undefined && { completeAfter }),
  };
}

/** A payment as a row. */
export function rowOf(row: Row, language: Language): PaymentRow {
  const { pg_name: name, pg_name_ar } = row;
  const { currency_code: currency, refunded_amount: refunded, customer, card, alerts } = row;
  const contact = customer?.email ?? customer?.phone ?? customer?.id;
  return {
    href: `${PATH}/${row.session_id}`,
    sessionId: row.session_id,
    state: row.state,
    amount: { value: row.amount, currency },
    createdAt: row.created,
    ...(row.paid_at !== undefined && { paidAt: row.paid_at }),
    attempts: row.attempts,
    alerts: alerts.map(({ kind, handled: isHandled }) => ({ kind, isHandled })),
    ...(row.order_no !== undefined && { orderNo: row.order_no }),
    ...(row.invoice_number !== undefined && { invoiceNumber: row.invoice_number }),
    ...(refunded !== undefined && { refunded: { value: refunded, currency } }),
    isRefundedWhole: row.refunded === 'all',
    ...(customer?.name !== undefined && { customerName: customer.name }),
    ...(contact !== undefined && { customerContact: contact }),
    ...(name !== undefined && { methodName: namedIn({ name, name_ar: pg_name_ar }, language) }),
    ...(card && { card: cardInShort(card) }),
    ...(row.unit_code !== undefined && { unitCode: row.unit_code }),
    ...(row.initiator && { madeBy: row.initiator.username }),
    ...(row.approval_pending === true && { isApprovalPending: true }),
    isSandbox: row.is_sandbox,
    isDeleted: row.is_deleted === true,
  };
}

/** As statements have it: "VISA ·· 1881". */
export function cardInShort({
  brand,
  last4,
}: {
  readonly brand?: string | undefined;
  readonly last4?: string | undefined;
}): string {
  return [brand, last4 === undefined ? undefined : `·· ${last4}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Whether a decimal of the API is nothing: text is compared, nothing is computed. */
export function isNothing(decimal: string | undefined): boolean {
  return decimal === undefined || !/[1-9]/.test(decimal);
}

/** What an export takes of the filters, and how it names them. */
const EXPORTED = [
  'state',
  'type',
  'created_after',
  'created_before',
  'pg_code',
  'currency_code',
  'unit_code',
  'order_no',
];

/** What an export with these filters asks for; undefined where it knows one of them not. */
export function exportable(asked: Asked): readonly HiddenField[] | undefined {
  // This order shows what was paid, and no other payment.
  if (asked['sort'] === '-paid') return undefined;
  const filters = Object.entries(asked).filter(([name]) => !OF_THE_PAGE.includes(name));
  const isKnown = filters.every(
    ([name, value]) =>
      EXPORTED.includes(name) &&
      // A moment is no day, and the beginning of an order number is no order number.
      !(name.startsWith('created_') && value.includes('T')) &&
      !(name === 'order_no' && value.endsWith('*')) &&
      !(name === 'unit_code' && value.includes(',')),
  );
  return isKnown ? filters.map(([name, value]) => ({ name, value })) : undefined;
}

/** The body of an export of what a list shows. */
export function exportBodyOf(fields: (name: string) => string) {
  const given = EXPORTED.map((name) => [name, fields(name)] as const).filter(
    ([, value]) => value !== '',
  );
  return Object.fromEntries(
    given.map(([name, value]) => [name, LISTS.has(name) ? value.split(',') : value]),
  );
}

const LISTS: ReadonlySet<string> = new Set(['state', 'type', 'pg_code', 'currency_code']);
