import Joi from 'joi';
import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { fieldsOf, isColumn } from '../../domain/bulk/columns.ts';
import { ROW_STATES, type RowState } from '../../domain/bulk/bulk.ts';
import { TEMPLATE_COLUMNS } from '../../domain/bulk/template.ts';

import { object } from '../infer.ts';
import { unknownParameters } from '../lists/cursor.ts';
import { refuseCardData } from '../middleware/card-data.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import { isOneLine } from '../schema-parts.ts';

/** What the address of an upload says beside the file. */
export interface UploadQuery {
  readonly name: string;
  /** The file is looked at, and nothing is kept. */
  readonly dryRun: boolean;
  /** Rows at fault are left out; else nothing of the file is taken. */
  readonly skipInvalid: boolean;
  /** Nothing is made until the upload is confirmed. */
  readonly confirmLater: boolean;
  /** The payments are those of the old endpoints. */
  readonly legacy: boolean;
  /** Fields for rows that do not say them. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** How an upload stands once it is taken. */
export function stateOnceTaken({ confirmLater }: Pick<UploadQuery, 'confirmLater'>) {
  return confirmLater ? ('unconfirmed' as const) : ('scheduling' as const);
}

const FLAGS = ['dry_run', 'skip_invalid', 'confirm_later', 'legacy'] as const;

/** Reads the query of an upload. Throws every fault of it. */
export function uploadQueryOf({ query }: Pick<Context, 'query'>): UploadQuery {
  const faults: Record<string, readonly string[]> = {};
  const given = Object.entries(query).map(([key, value]): [string, string] => {
    if (Array.isArray(value)) faults[key] = [fieldSentence('once')];
    return [key, typeof value === 'string' ? value : ''];
  });
  refuseCardData(Object.fromEntries(given));
  for (const [key, value] of given) {
    const isFlag = FLAGS.some((flag) => flag === key);
    if (isFlag && !['true', 'false'].includes(value)) faults[key] = [fieldSentence('boolean')];
    else if (!isFlag && key !== 'name' && !isColumn(key))
      faults[key] = [fieldSentence('unknown-column')];
  }
  const said = new Map(given);
  const name = said.get('name') ?? '';
  if (name.length > 128) faults['name'] = [fieldSentence('max-length', { limit: 128 })];
  if (!isOneLine(name)) faults['name'] = [fieldSentence('control-characters')];
  refuseFaults(faults);
  return {
    name,
    dryRun: said.get('dry_run') === 'true',
    skipInvalid: said.get('skip_invalid') === 'true',
    confirmLater: said.get('confirm_later') === 'true',
    legacy: said.get('legacy') === 'true',
    defaults: fieldsOf(given),
  };
}

const templateQuery = object({
  language: Joi.string().valid('en', 'ar'),
  columns: Joi.string().valid(...TEMPLATE_COLUMNS),
});

/** Which template is wanted. Throws every fault of the query. */
export function templateQueryOf(ctx: Pick<Context, 'query'>) {
  const checked = check(templateQuery, ctx.query);
  refuseFaults({ ...checked.faults, ...unknownParameters(ctx, ['language', 'columns']) });
  const { language = 'en', columns = 'required' } = faultless(checked);
  return { language, columns };
}

/** Which bulks are wanted. */
export interface ListQuery {
  readonly limit: number;
  /** Those that are older than the one with this id. */
  readonly before?: string;
  /** How many of their rows have come to what is told, too. */
  readonly progress: boolean;
}

const MOST_LISTED = 100;

/** Reads the query of a list of bulks. Throws every fault of it. */
export function listQueryOf({ query }: Pick<Context, 'query'>): ListQuery {
  const { limit = String(MOST_LISTED), before, progress = 'false' } = query;
  refuseFaults({
    ...limitFaults(limit, MOST_LISTED),
    ...(before !== undefined && !isBulkId(before) && { before: [NO_BULK] }),
    ...(progress !== 'true' && progress !== 'false' && { progress: [fieldSentence('boolean')] }),
  });
  return {
    limit: Number(limit),
    progress: progress === 'true',
    ...(isBulkId(before) && { before }),
  };
}

/** Why a list cannot begin behind a bulk. */
export const NO_BULK = 'There is no bulk with this bulk_id.';

function isBulkId(given: unknown): given is string {
  return typeof given === 'string' && /^[0-9a-f]{32}$/.test(given);
}

/** What a list of rows can be asked for: `wrong` are those of which nothing was made, also those that were left out. */
export const ROWS_WANTED = [...ROW_STATES, 'wrong'] as const;

/** Which rows are wanted. */
export interface RowsQuery {
  readonly after: number;
  readonly limit: number;
  readonly state?: (typeof ROWS_WANTED)[number];
}

const MOST_AT_ONCE = 1000;

/** Reads the query of a list of rows. Throws every fault of it. */
export function rowsQueryOf(ctx: Pick<Context, 'query'>): RowsQuery {
  const { after = '0', limit = '100' } = ctx.query;
  refuseFaults({
    ...stateFaults(ctx, ROWS_WANTED),
    ...(!isNumber(after) && { after: ['A row number is required.'] }),
    ...limitFaults(limit, MOST_AT_ONCE),
  });
  const state = knownState(ctx, ROWS_WANTED);
  return { after: Number(after), limit: Number(limit), ...(state && { state }) };
}

/** The state that a query names, if it names one. Throws its fault. */
export function stateOf(ctx: Pick<Context, 'query'>): RowState | undefined {
  refuseFaults(stateFaults(ctx, ROW_STATES));
  return knownState(ctx, ROW_STATES);
}

function knownState<S extends string>(
  { query }: Pick<Context, 'query'>,
  states: readonly S[],
): S | undefined {
  return states.find((known) => known === query['state']);
}

function stateFaults(
  ctx: Pick<Context, 'query'>,
  states: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return ctx.query['state'] === undefined || knownState(ctx, states) !== undefined
    ? {}
    : { state: [fieldSentence('choice', { choices: states.join(', ') })] };
}

function limitFaults(limit: unknown, most: number): Readonly<Record<string, readonly string[]>> {
  return isNumber(limit) && Number(limit) >= 1 && Number(limit) <= most
    ? {}
    : { limit: [`A number from 1 to ${most} is required.`] };
}

function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\d{1,9}$/.test(value);
}
