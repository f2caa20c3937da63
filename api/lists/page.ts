import Joi from 'joi';
import type { Context } from 'koa';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';

/** The part of a query that says which page is wanted. */
export interface PageQuery {
  readonly limit?: string;
  readonly offset?: string;
}

export const pageQuery = {
  limit: Joi.string().pattern(/^(?:[1-9]\d?|100)$/),
  offset: Joi.string().pattern(/^\d{1,6}$/),
};

interface Found {
  readonly count: number;
  readonly results: readonly object[];
}

/** The checked query and the page that it wants. Throws every fault. */
export function readQuery<T extends PageQuery>(schema: Joi.ObjectSchema<T>, ctx: Context) {
  const { value, faults } = check(schema, ctx.query);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  const { limit = '10', offset = '0', ...filter } = value as T;
  return { filter, limit: Number(limit), offset: Number(offset) };
}

/** A page in the contract's form (contract/api.md 0.6), at an address such as `https://pay.example/b/…/`. */
export function pageBody(
  address: string,
  {
    filter,
    limit,
    offset,
  }: { readonly filter: object; readonly limit: number; readonly offset: number },
  { count, results }: Found,
): object {
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
