import type { MerchantId } from '../ids.ts';
import type { Language } from '../language.ts';
import type { Initiator } from '../initiator.ts';
import type { Column } from './columns.ts';
import type { Selection } from './selection.ts';
import type { RowsTotal } from './totals.ts';

/** How often a report is made by itself; one that somebody asks for has no interval (contract/reports#schedules). */
export const INTERVALS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type Interval = (typeof INTERVALS)[number];

export const FORMATS = ['csv', 'xlsx'] as const;
export type Format = (typeof FORMATS)[number];

/** Made by a schedule, or asked for. */
export const SOURCES = ['auto', 'manual'] as const;
export type Source = (typeof SOURCES)[number];

/** `failed`: it could not be made in a day, and nobody tries any more. */
export const REPORT_STATUSES = ['in_progress', 'finished', 'expired', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** How a file looks. */
export interface Layout {
  readonly format: Format;
  /** Of the labels in its first row. */
  readonly language: Language;
  readonly columns: readonly Column[];
  /** A CSV begins with a byte order mark, which Excel needs to see that it is UTF-8. */
  readonly bom: boolean;
}

/** What a report says, and to whom it is sent. */
export interface ReportOrder {
  /** 40 hex characters; names its workflow, and is never shown to merchants. */
  readonly id: string;
  readonly merchantId: MerchantId;
  /** The file's name without its ending. */
  readonly name: string;
  readonly source: Source;
  readonly interval?: Interval;
  /** The schedule that it belongs to. */
  readonly scheduleId?: string;
  readonly selection: Selection;
  readonly layout: Layout;
  /** Who has asked for it, or for its schedule; left out where that was a program. */
  readonly initiator?: Initiator;
  /** Who is told of it by mail; nobody where it is empty. */
  readonly emails: readonly string[];
  /** The mail has the file, where that is no larger than a mail may be. */
  readonly sentByMail?: boolean;
  readonly createdAt: number;
}

/** One report. Times are epoch milliseconds. */
export interface Report extends ReportOrder {
  /** What merchants call it: opaque, the same for ever. */
  readonly encryptedId: string;
  readonly status: ReportStatus;
  /** Counts the tries to write it: each has a file of its own, and only the last one may finish. */
  readonly tries: number;
  /** Rows that the try under way has written; those of the file when it is finished. */
  readonly rows: number;
  readonly finishedAt?: number;
  readonly expiresAt?: number;
  /** Bytes of the file. */
  readonly size?: number;
  /** What its rows come to on the accounts of the ledger. */
  readonly sums?: readonly RowsTotal[];
}

/** Who is meant: no query goes without the merchant. */
export interface ReportRef {
  readonly merchantId: MerchantId;
  readonly id: string;
}

/** What a finished try has written. */
export interface WrittenReport {
  readonly rows: number;
  readonly size: number;
  readonly sums: readonly RowsTotal[];
}

/** For so long a file can be downloaded (contract/reports#files). */
export const KEPT_MS = 90 * 24 * 3_600_000;

/** The most reports of one merchant that are written or wait for it: one merchant must not fill the queue of all. */
export const MOST_UNDER_WAY = 10;

export function reportContentType(format: Format): string {
  return format === 'csv'
    ? 'text/csv; charset=utf-8'
    : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
}

/** The name that the file has for whoever downloads it. */
export function fileName({ name, layout }: Pick<ReportOrder, 'name' | 'layout'>): string {
  return `${name}.${layout.format}`;
}

/** What a prefix may have, so that the name of a file is one on every system. */
export const PREFIX = /^[-A-Za-z0-9_]{0,50}$/;

/** `{prefix}{plugin}_{interval or manual}_{from}_{to}` (contract/reports#list). */
export function reportName(about: {
  readonly prefix?: string;
  readonly plugins?: readonly string[];
  readonly interval?: Interval;
  readonly from: string;
  readonly to: string;
}): string {
  const { prefix = '', plugins = [], interval = 'manual', from, to } = about;
  const [only] = plugins;
  const what = plugins.length === 1 && only !== undefined ? only : 'transactions';
  return `${prefix}${what}_${interval}_${from}_${to}`;
}
