import type { Cell } from '../../domain/report/cells.ts';
import type { Layout } from '../../domain/report/report.ts';

/** Rows of a report in groups, as they come. */
export type CellRows = AsyncIterable<readonly (readonly Cell[])[]>;

/** Turns rows into the bytes of a file, a few at a time: nothing of what was written stays in memory. */
export type ReportWriter = (rows: CellRows, layout: Layout) => AsyncIterable<Uint8Array>;
