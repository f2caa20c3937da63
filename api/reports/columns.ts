import type { Context } from 'koa';
import {
  areAmong,
  commonColumn,
  contactsAmong,
  defaultColumns,
  isCommonColumn,
  MOST_REPORT_COLUMNS,
  withBreakdown,
  withoutContacts,
  type Column,
  type ColumnSource,
} from '../../domain/report/columns.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { callerMay, refuseUnless } from '../access/caller.ts';
import { InvalidFields } from '../middleware/errors.ts';
import type { ColumnBody, LayoutBody } from './schema.ts';

/** The usual columns that the caller may see. */
export function usualColumns(ctx: Context, more: boolean): readonly Column[] {
  const usual = defaultColumns(more);
  return callerMay(ctx, 'customer.view') ? usual : withoutContacts(usual);
}

/**
 * The columns of a report in their order; those that are switched off are left out. Throws every fault, row by row, and 403 for
 * those that the caller may not see, unless the report has them already (`known`).
 */
export function columnsOf(
  ctx: Context,
  { columns, add_breakdown_columns: more }: LayoutBody,
  known: readonly Column[] = [],
): readonly Column[] {
  if (!columns) return usualColumns(ctx, more === true);
  const faults = columns.map(faultsOf);
  if (faults.some((row) => Object.keys(row).length > 0))
    throw new InvalidFields({ columns: faults });
  const active = columns.filter(({ is_active: isActive = true }) => isActive);
  if (active.length === 0) throw new InvalidFields({ columns: ['Switch on one column at least.'] });
  const chosen = active
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
    .map(columnOf);
  if (!areAmong(contactsAmong(chosen), known)) refuseUnless(ctx, 'customer.view');
  return chosen;
}

/** The columns of a schedule after a change of it: a body that says nothing of columns of its own keeps those that were. */
export function columnsAfter(
  ctx: Context,
  known: readonly Column[],
  body: Pick<LayoutBody, 'columns' | 'add_breakdown_columns'>,
): readonly Column[] {
  const { columns, add_breakdown_columns: more } = body;
  if (columns) return columnsOf(ctx, body, known);
  if (more === undefined) return known;
  const next = withBreakdown(known, more);
  if (next.length > 0 && next.length <= MOST_REPORT_COLUMNS) return next;
  throw new InvalidFields({
    add_breakdown_columns: [
      `That would make ${next.length} columns; send columns, 1 to ${MOST_REPORT_COLUMNS} of them.`,
    ],
  });
}

/** A column as merchants read it. */
export function presentColumn({ name, labelEn, labelAr, source }: Column) {
  return {
    kind: source.kind,
    name,
    label_en: labelEn,
    label_ar: labelAr,
    ...('path' in source && { path: source.path }),
    ...('value' in source && { value: source.value }),
  };
}

function faultsOf({ kind, name, path, value }: ColumnBody): Readonly<Record<string, string[]>> {
  switch (kind) {
    case 'common':
      return isCommonColumn(name)
        ? {}
        : { name: ['There is no such column; GET /b/api/v1/reports/columns/ lists them.'] };
    case 'static':
      return value === undefined ? { value: ['This field is required.'] } : {};
    case 'config_field':
    case 'gateway_response':
      return path === undefined ? { path: ['This field is required.'] } : {};
    default:
      return unreachable(kind);
  }
}

function columnOf(body: ColumnBody): Column {
  const { name, label_en: en, label_ar: ar } = body;
  const known = isCommonColumn(name) && body.kind === 'common' ? commonColumn(name) : undefined;
  const labelEn = en ?? known?.labelEn ?? name;
  return {
    name,
    labelEn,
    labelAr: ar ?? known?.labelAr ?? labelEn,
    source: known?.source ?? sourceOf(body),
  };
}

function sourceOf({ kind, path = '', value = '' }: ColumnBody): ColumnSource {
  return kind === 'config_field' || kind === 'gateway_response'
    ? { kind, path }
    : { kind: 'static', value };
}
