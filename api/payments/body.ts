import type { Context } from 'koa';
import type { ObjectSchema } from 'joi';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';

/** The checked body; a field that is null or empty counts as left out. Throws every fault at once. */
export function bodyFor<T extends object>(schema: ObjectSchema<T>, ctx: Context): Partial<T> {
  const given = Object.entries(bodyOf(ctx)).filter(([, value]) => value !== null && value !== '');
  const { value, faults } = check(schema, Object.fromEntries(given));
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return value;
}
