import Joi from 'joi';
import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';

/** The part of a query that says which page is wanted. */
export interface PageQuery {
  readonly limit?: string;
  readonly offset?: string;
}

const LIMITS = {
  100: /^(?:[1-9]\d?|100)$/,
  200: /^(?:[1-9]\d?|1\d\d|200)$/,
  500: /^(?:[1-9]\d?|[1-4]\d\d|500)$/,
} as const;

/** How many entries of a list are wanted, at most so many. */
export const pageLimit = (most: keyof typeof LIMITS) =>
  Joi.string()
    .pattern(LIMITS[most])
    .messages({ 'string.pattern.base': fieldSentence('whole-between', { least: 1, most }) });

/** How many entries of a list are passed over. */
export const pageOffset = Joi.string()
  .pattern(/^\d{1,6}$/)
  .messages({ 'string.pattern.base': fieldSentence('whole-between', { least: 0, most: 999_999 }) });

export const pageQuery = { limit: pageLimit(100), offset: pageOffset };

/** What lists by `limit` and `offset` say of their pages. */
export const pagesDoc = {
  limit: {
    description: 'How many of them; 10 when it is left out.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  offset: {
    description: 'How many to pass over.',
    schema: { type: 'integer', minimum: 0, maximum: 999_999 },
  },
} as const satisfies Readonly<Record<string, QueryDoc>>;

/** What lists say of the span in which what they show was made. */
export const createdDoc = {
  created_after: {
    description: 'This moment or later.',
    schema: { type: 'string', format: 'date-time' },
  },
  created_before: {
    description: 'Before this moment.',
    schema: { type: 'string', format: 'date-time' },
  },
} as const satisfies Readonly<Record<string, QueryDoc>>;

interface Found<R> {
  readonly count: number;
  readonly results: readonly R[];
}

/** The checked query and the page that it wants. Throws every fault. */
export function readQuery<T extends PageQuery>(schema: Joi.ObjectSchema<T>, ctx: Context) {
  const checked = check(schema, ctx.query);
  refuseFaults(checked.faults);
  const { limit = '10', offset = '0', ...filter } = faultless(checked);
  return { filter, limit: Number(limit), offset: Number(offset) };
}

/** A page in the contract's form (contract/requests#lists), at an address such as `https://pay.example/b/…/`. */
export function pageBody<R extends object>(
  address: string,
  {
    filter,
    limit,
    offset,
  }: { readonly filter: object; readonly limit: number; readonly offset: number },
  { count, results }: Found<R>,
) {
  const at = (start: number): string => {
    const url = new URL(address);
    const asked = { ...filter, limit: String(limit), offset: String(start) };
    url.search = String(new URLSearchParams(asked));
    return url.href;
  };
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}
