import type { CellsOfRow } from '../../domain/bulk/bulk.ts';
import { MOST_BULK_COLUMNS } from '../../domain/bulk/columns.ts';
import { cardDataFaults } from '../middleware/card-data.ts';

/** Two columns that the file of wrong rows adds. */
export const ADDED = ['row', 'errors'] as const;

/**
 * The cells of a row as they may be kept: without card data, whatever the column is called (contract/cards#no-card-data), and without
 * what says nothing.
 */
export function keptCells(cells: Iterable<readonly [string, string]>): CellsOfRow {
  return [...cells].filter(
    ([name, cell]) =>
      cell.trim() !== '' &&
      !isAdded(name) &&
      [name, ...name.split('.')].every((part) => !isCardData(part, cell)),
  );
}

function isCardData(name: string, value: unknown): boolean {
  return Object.keys(cardDataFaults({ [name]: value })).length > 0;
}

/** An object of JSON as a row of a file: with dots for what is inside, and bars between the parts of a list. A field with card data in it is left out. */
export function cellsOfObject(given: Readonly<Record<string, unknown>>): CellsOfRow {
  return Object.entries(given).flatMap(([name, value]): CellsOfRow => {
    if (isCardData(name, value)) return [];
    if (typeof value !== 'object' || value === null) return [[name, textOf(value)]];
    if (Array.isArray(value)) return [[name, value.map(textOf).join('|')]];
    return Object.entries(value).map(([inner, one]: readonly [string, unknown]) => [
      `${name}.${inner}`,
      Array.isArray(one) ? one.map(textOf).join('|') : textOf(one),
    ]);
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Collects the names of columns as rows come, in the order in which they come first; so many at most. */
export function columnsSeen() {
  const seen = new Set<string>();
  let last: readonly string[] | undefined;
  return {
    see: (names: readonly string[]): void => {
      // All rows of a file of CSV have the same.
      if (names === last) return;
      last = names;
      for (const name of names)
        if (seen.size < MOST_BULK_COLUMNS && name !== '' && !isAdded(name)) seen.add(name);
    },
    all: (): readonly string[] => [...seen],
  };
}

function isAdded(name: string): boolean {
  return ADDED.some((added) => added === name);
}
