import { keysOf } from '../keys.ts';
import type { JsonValue } from '../json.ts';
import { unreachable } from '../unreachable.ts';
import { redacted } from '../webhook/redact.ts';
import type { Language } from '../language.ts';
import { COMMON, type CommonColumn } from './common-columns.ts';
import { cellOf, type Cell } from './cells.ts';
import type { Row } from './rows.ts';

/** Where a column takes its values from (contract/reports#columns). */
export type ColumnSource =
  | { readonly kind: 'common'; readonly field: CommonColumn }
  /** A field of the merchant's own: a path into `extra`, or a field of the old endpoints. */
  | { readonly kind: 'config_field'; readonly path: string }
  /** A path into what the gateway has said of the payment, or of other money. */
  | { readonly kind: 'gateway_response'; readonly path: string }
  | { readonly kind: 'static'; readonly value: string };

/** A column of a report, with what stands in its first row. */
export interface Column {
  readonly name: string;
  readonly labelEn: string;
  readonly labelAr: string;
  readonly source: ColumnSource;
}

export const MOST_REPORT_COLUMNS = 60;

/** The columns of which a report has two only when it is asked to (`add_breakdown_columns`). */
const BREAKDOWN: readonly CommonColumn[] = ['refunded_amount', 'voided_amount'];

/** The columns that say how to reach a customer: who sees them needs `customer.view` (contract/reports#contacts). */
export const CONTACT_COLUMNS: readonly CommonColumn[] = ['customer_email', 'customer_phone'];

/** The columns of a report that names none. */
export function defaultColumns(withBreakdown: boolean): readonly Column[] {
  return keysOf(COMMON)
    .filter((field) => withBreakdown || !BREAKDOWN.includes(field))
    .map(commonColumn);
}

/** Those of these columns that say how to reach a customer. */
export function contactsAmong(columns: readonly Column[]): readonly Column[] {
  return columns.filter(isContact);
}

/** These columns without those that say how to reach a customer. */
export function withoutContacts(columns: readonly Column[]): readonly Column[] {
  return columns.filter((column) => !isContact(column));
}

function isContact({ source }: Column): boolean {
  return source.kind === 'common' && CONTACT_COLUMNS.includes(source.field);
}

/**
 * The same columns with the breakdown or without it: the usual ones have it at its place, a merchant's own at their end
 * unless they have it already.
 */
export function withBreakdown(columns: readonly Column[], wanted: boolean): readonly Column[] {
  if ([true, false].some((one) => areSame(columns, defaultColumns(one))))
    return defaultColumns(wanted);
  if ([true, false].some((one) => areSame(columns, withoutContacts(defaultColumns(one)))))
    return withoutContacts(defaultColumns(wanted));
  if (!wanted) return columns.filter(({ source }) => !isBreakdown(source));
  const missing = BREAKDOWN.filter(
    (field) => !columns.some(({ source }) => source.kind === 'common' && source.field === field),
  );
  return [...columns, ...missing.map(commonColumn)];
}

/** Whether they are these usual ones, with their usual names. */
function areSame(columns: readonly Column[], usual: readonly Column[]): boolean {
  return (
    columns.length === usual.length &&
    columns.every(({ name, labelEn, labelAr, source }, index) => {
      const other = usual[index];
      const isField = source.kind === 'common' && source.field === other?.name;
      return (
        isField && name === source.field && labelEn === other.labelEn && labelAr === other.labelAr
      );
    })
  );
}

/** Whether these columns take their values from nowhere else than those, whatever they are called. */
export function areAmong(columns: readonly Column[], others: readonly Column[]): boolean {
  return columns.every(({ source }) => others.some((other) => isSameSource(other.source, source)));
}

function isSameSource(one: ColumnSource, other: ColumnSource): boolean {
  return one.kind === other.kind && whereFrom(one) === whereFrom(other);
}

function whereFrom(source: ColumnSource): string {
  switch (source.kind) {
    case 'common':
      return source.field;
    case 'static':
      return source.value;
    case 'config_field':
    case 'gateway_response':
      return source.path;
    default:
      return unreachable(source);
  }
}

function isBreakdown(source: ColumnSource): boolean {
  return source.kind === 'common' && BREAKDOWN.includes(source.field);
}

export function commonColumn(field: CommonColumn): Column {
  const [labelEn, labelAr] = COMMON[field].labels;
  return { name: field, labelEn, labelAr, source: { kind: 'common', field } };
}

export function isCommonColumn(text: string): text is CommonColumn {
  return Object.hasOwn(COMMON, text);
}

/** The first row. */
export function labelsOf(columns: readonly Column[], language: Language): readonly string[] {
  return columns.map(({ labelEn, labelAr }) => (language === 'ar' ? labelAr : labelEn));
}

/** What turns rows into cells, for one set of columns of a report that is made at this instant. */
export function cellsOf(columns: readonly Column[], now: number): (row: Row) => readonly Cell[] {
  const values = columns.map(({ source }) => valueOf(source, now));
  return (row) => values.map((value) => value(row));
}

function valueOf(source: ColumnSource, now: number): (row: Row) => Cell {
  switch (source.kind) {
    case 'common': {
      const { of } = COMMON[source.field];
      return (row) => of(row, now);
    }
    case 'static':
      return () => source.value;
    case 'config_field': {
      const parts = source.path.split('.');
      return ({ transaction: { extra, legacy } }) =>
        cellOf(at(extra, parts) ?? legacy?.fields?.[source.path]);
    }
    case 'gateway_response': {
      const parts = source.path.split('.');
      // What it has said of operations is not kept.
      return ({ attempt, operation }) =>
        operation ? undefined : cellOf(readable(at(attempt?.gatewayResponse, parts), parts));
    }
    default:
      return unreachable(source);
  }
}

/** Without what looks like a secret or a card number, as where people look at a payment (contract/search#detail). */
function readable(value: JsonValue | undefined, parts: readonly string[]): JsonValue | undefined {
  const name = parts.at(-1) ?? '';
  return value === undefined ? undefined : redacted({ [name]: value })[name];
}

/** What stands at a path; a number in it is a place in a list. */
function at(value: JsonValue | undefined, parts: readonly string[]): JsonValue | undefined {
  return parts.reduce<JsonValue | undefined>((inner, part) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.getOwnPropertyDescriptor(inner, part)?.value;
  }, value);
}
