import type { Layout } from '../../domain/report/report.ts';
import { csvWriter } from './csv.ts';
import { xlsxWriter } from './xlsx.ts';
import type { ReportWriter } from './report-format.ts';

/** The writer of a format. */
export function reportWriter({ format }: Pick<Layout, 'format'>): ReportWriter {
  return { csv: csvWriter, xlsx: xlsxWriter }[format];
}
