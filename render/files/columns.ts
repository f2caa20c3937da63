import { breakable, isolated } from '../isolates.ts';

export interface PaperCell {
  readonly text: string;
  /** Below it, and smaller. */
  readonly note?: string;
}

/** A column of a table on paper, of rows of one kind. */
export interface PaperColumn<Row> {
  readonly label: string;
  readonly cell: (row: Row) => PaperCell;
  /** How much of the width that is left it takes, beside the others; as much as its words need where nothing is said. */
  readonly share?: number;
  /** Words, which begin where lines begin; numbers end where lines end. */
  readonly word?: true;
}

/** A table as the templates take it. */
export function tabled<Row>(columns: readonly PaperColumn<Row>[], rows: readonly Row[]) {
  return {
    columns: columns.map(({ label, share = 0, word = false }) => ({ label, share, word })),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}

/** What somebody else has written: of any script, and of any length. */
export function named(text: string): string {
  return isolated(breakable(text));
}
