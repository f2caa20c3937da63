import type { Column, ColumnSource } from '../domain/report/columns.ts';
import type { Layout } from '../domain/report/report.ts';
import type { ReportFilter } from '../domain/report/selection.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** The objects that reports and their schedules both have. */

const text = { type: String };
const texts = { type: [String], default: undefined };

export const filterFields = {
  types: texts,
  plugins: texts,
  states: texts,
  pgCodes: texts,
  currencies: texts,
  orderNo: text,
  unitCode: text,
} satisfies FieldsOf<ReportFilter>;

/** Of each kind. */
const sourceSchema = subdocument<ColumnSource>({
  kind: text,
  field: text,
  path: text,
  value: text,
});
const columnSchema = subdocument<Column>({
  name: text,
  labelEn: text,
  labelAr: text,
  source: { type: sourceSchema },
});

export const layoutSchema = subdocument<Layout>({
  format: text,
  language: text,
  columns: { type: [columnSchema], default: undefined },
  bom: { type: Boolean },
});
