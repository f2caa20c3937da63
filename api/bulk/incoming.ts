import type { CellsOfRow } from '../../domain/bulk/bulk.ts';
import type { FieldErrors } from '../../domain/refusal.ts';

/** A row as it comes in a file: its fields as in a request, or why it has none. Counted from 1. */
export interface IncomingRow {
  readonly row: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly errors?: FieldErrors;
  /** Of the file; where there is no line of names, those of its cells. */
  readonly columns?: readonly string[];
  /** As it came, for who wants to correct it; also what was left out of the fields. */
  readonly cells: () => CellsOfRow;
}

/** Where names that mean nothing here are told. */
export type TellUnknown = (name: string) => void;

/** Who hears, while a file is read, of such names and of each part of the file. */
export interface Listener {
  readonly unknown: TellUnknown;
  readonly part: (part: Buffer | string) => void;
}

export const MOST_ROWS = 100_000;

/** A row longer than this is no row: a quote was left open, and the rest of the file would be one cell. */
export const ROW_CHARACTERS = 100_000;
