import type { Context } from 'koa';
import { fieldsOf, isColumn } from '../../domain/bulk/columns.ts';
import { ROW_STATES, type RowState } from '../../domain/bulk/bulk.ts';
import { InvalidFields } from '../middleware/errors.ts';

/** What the address of an upload says beside the file. */
export interface UploadWish {
  readonly name: string;
  /** The file is looked at, and nothing is kept. */
  readonly dryRun: boolean;
  /** Rows at fault are left out; else nothing of the file is taken. */
  readonly skipInvalid: boolean;
  /** Fields for rows that do not say them. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

const FLAGS = ['dry_run', 'skip_invalid'] as const;

/** Reads the query of an upload. Throws every fault of it. */
export function wishOf({ query }: Pick<Context, 'query'>): UploadWish {
  const faults: Record<string, readonly string[]> = {};
  const given = Object.entries(query).map(([key, value]): [string, string] => {
    if (Array.isArray(value)) faults[key] = ['Say it once.'];
    return [key, typeof value === 'string' ? value : ''];
  });
  for (const [key, value] of given) {
    const isFlag = FLAGS.some((flag) => flag === key);
    if (isFlag && !['true', 'false'].includes(value)) faults[key] = ['Must be true or false.'];
    else if (!isFlag && key !== 'name' && !isColumn(key))
      faults[key] = ['This is neither an option nor a column that a file can have.'];
  }
  const said = new Map(given);
  const name = said.get('name') ?? '';
  if (name.length > 128) faults['name'] = ['Ensure this field has no more than 128 characters.'];
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return {
    name,
    dryRun: said.get('dry_run') === 'true',
    skipInvalid: said.get('skip_invalid') === 'true',
    defaults: fieldsOf(given),
  };
}

/** Which rows are wanted, and in which form. */
export interface RowsWish {
  readonly after: number;
  readonly limit: number;
  readonly state?: RowState;
  readonly isCsv: boolean;
}

const MOST_AT_ONCE = 1000;

/** Reads the query of a list of rows. Throws every fault of it. */
export function rowsWishOf({ query }: Pick<Context, 'query'>): RowsWish {
  const { after = '0', limit = '100', state, format = 'json' } = query;
  const wanted = ROW_STATES.find((known) => known === state);
  const faults = {
    ...(!isNumber(after) && { after: ['A row number is required.'] }),
    ...(!(isNumber(limit) && Number(limit) >= 1 && Number(limit) <= MOST_AT_ONCE) && {
      limit: [`A number from 1 to ${MOST_AT_ONCE} is required.`],
    }),
    ...(state !== undefined &&
      !wanted && { state: [`Not a valid choice; use one of ${ROW_STATES.join(', ')}.`] }),
    ...(format !== 'json' &&
      format !== 'csv' && { format: ['Not a valid choice; use one of json, csv.'] }),
  };
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return {
    after: Number(after),
    limit: Number(limit),
    ...(wanted && { state: wanted }),
    isCsv: format === 'csv',
  };
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,9}$/.test(value);
}
