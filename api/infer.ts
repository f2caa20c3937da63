import Joi from 'joi';

/**
 * The type of what a schema lets pass. Joi's own types forget which keys of an object are required, which values are valid
 * and whether null is; the declarations below make its schemas remember. What runs is joi, and nothing else.
 */
export type ValueOf<S extends AnySchema> =
  | (S extends Only<infer V> ? V : S extends Of<infer V> ? V : never)
  | (S extends Also<infer V> ? V : never);

/** The same as an answer has it: nobody changes it. */
export type AnswerOf<S extends AnySchema> = Unchanging<ValueOf<S>>;

/** An object of these keys, of which those that are required have to be there. */
export function object<F extends Fields>(fields: F): Joi.ObjectSchema<ObjectOf<F>> {
  return Joi.object<ObjectOf<F>>(fields);
}

/** The object with more keys, or with others in place of its own. */
export function extended<T, F extends Fields>(
  schema: Joi.ObjectSchema<T>,
  fields: F,
): Joi.ObjectSchema<Flat<Omit<T, keyof F> & ObjectOf<F>>> {
  return schema.append<Flat<Omit<T, keyof F> & ObjectOf<F>>>(fields);
}

/** What one of the schemas lets pass. */
export function oneOf<S extends readonly AnySchema[]>(
  ...schemas: S
): Joi.AlternativesSchema<ValueOf<S[number]>> {
  return Joi.alternatives<ValueOf<S[number]>>(...schemas);
}

declare const VALUE: unique symbol;
declare const REQUIRED: unique symbol;
declare const ONLY: unique symbol;
declare const ALSO: unique symbol;

interface Of<V> {
  readonly [VALUE]: V;
}
interface IsRequired {
  readonly [REQUIRED]: true;
}
interface Only<V> {
  readonly [ONLY]: V;
}
interface Also<V> {
  readonly [ALSO]: V;
}

/** Not `Joi.Schema`, which is of `any`: by that `Joi.string()` in its place would be of `any`, too. */
type AnySchema = Joi.SchemaInternals;
type Fields = Readonly<Record<string, AnySchema>>;
type Primitive = string | number | boolean | null;
type Unchanging<T> = T extends readonly (infer E)[]
  ? readonly Unchanging<E>[]
  : T extends object
    ? // Of any object nothing is known by which to go into it.
      string extends keyof T
      ? T
      : {
          readonly [K in keyof T]: Unchanging<T[K]> | (undefined extends T[K] ? undefined : never);
        }
    : T;
type Flat<T> = { [K in keyof T]: T[K] };

type ObjectOf<F extends Fields> = Flat<
  {
    readonly [K in keyof F as F[K] extends IsRequired ? K : never]: ValueOf<F[K]>;
  } & {
    readonly [K in keyof F as F[K] extends IsRequired ? never : K]?: ValueOf<F[K]>;
  }
>;

declare module 'joi' {
  interface AnySchema<TSchema> {
    readonly [VALUE]: TSchema;
    required(): this & IsRequired;
    valid<const V extends Primitive>(...values: readonly V[]): this & Only<V>;
    allow<const V extends Primitive>(...values: readonly V[]): this & Also<V>;
  }
  interface ArraySchema<TSchema> {
    items<S extends SchemaInternals>(schema: S): ArraySchema<ValueOf<S>[]>;
  }
}
