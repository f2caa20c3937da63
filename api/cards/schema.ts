import Joi from 'joi';
import type { ParsedUrlQuery } from 'node:querystring';
import { slug, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';

const owner = {
  customer_id: text(64).required(),
  type: Joi.string().valid('sandbox', 'production').required(),
};

/** Whose cards are wanted, and which of them (contract/cards#list). */
export const cardsBody = object({
  ...owner,
  pg_codes: Joi.array().items(slug(50)).max(50),
  agreement_id: text(128),
});
export type CardsBody = ValueOf<typeof cardsBody>;

/** Whose card is deleted, and at which account; without one at each that keeps it. */
export const deletionQuery = object({ ...owner, pg_code: slug(50) });

/** A query as the body that asks for the same: codes stand in it several times, or once with commas between. */
export function bodyOfQuery({ pg_codes: codes, ...query }: ParsedUrlQuery): object {
  if (codes === undefined || codes === '') return query;
  return { ...query, pg_codes: [codes].flat().flatMap((code) => code.split(',')) };
}
