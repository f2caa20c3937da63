import type { ObjectSchema } from 'joi';
import type { Context } from 'koa';
import { bodyOf } from './body.ts';
import { refuseFaults } from './errors.ts';
import { descriptionOf } from './joi-description.ts';
import { check, type Checked, faultless } from './validate.ts';

/** The body of a request, which a route checks by its declared schema when it is time to. */
export interface SentBody<T> {
  /** All of it. Throws every fault at once. */
  readonly read: () => T;
  /** What is right of it, and the faults of the rest, for who has more to say about it before it is refused. */
  readonly checked: () => Checked<T>;
}

export function sentBody<T extends object>(
  ctx: Context,
  {
    body: schema,
    emptyCounts = false,
  }: { readonly body: ObjectSchema<T>; readonly emptyCounts?: boolean },
): SentBody<T> {
  const checked = () => {
    const given = bodyOf(ctx);
    return check(schema, emptyCounts ? given : givenFields(schema, given));
  };
  return {
    checked,
    read: () => {
      const whole = checked();
      refuseFaults(whole.faults);
      return faultless(whole);
    },
  };
}

/** Clients send what they have: null is not given, nor an empty text, but where the schema allows it: there it takes away what was. */
export function givenFields(schema: ObjectSchema, given: object): object {
  const { keys = {} } = descriptionOf(schema);
  const kept = Object.entries(given).filter(
    ([name, value]) =>
      value !== null &&
      (value !== '' || (Object.hasOwn(keys, name) && keys[name]?.allow?.includes('') === true)),
  );
  return Object.fromEntries(kept);
}
