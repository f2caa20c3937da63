import type { Context } from 'koa';
import type { ObjectSchema } from 'joi';
import { bodyOf } from '../middleware/body.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check, type Checked } from '../middleware/validate.ts';

/** The checked body; a field that is null or empty counts as left out. Throws every fault at once. */
export function bodyFor<T extends object>(schema: ObjectSchema<T>, ctx: Context): Partial<T> {
  const { value, faults } = checkedBody(schema, ctx);
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
  return value;
}

/** The same, for who has more to say about it before it is refused. */
export function checkedBody<T extends object>(schema: ObjectSchema<T>, ctx: Context): Checked<T> {
  const given = Object.entries(bodyOf(ctx)).filter(([, value]) => value !== null && value !== '');
  return check(schema, Object.fromEntries(given));
}
