import { isDeepStrictEqual } from 'node:util';
import { Error as MongooseError, type Model, type Schema } from 'mongoose';
import { openSession } from './atomically.ts';

/** A field that a schema does not know: where it is, without the places in lists, and what it holds. */
interface Unknown {
  readonly path: string;
  readonly value: unknown;
}

interface Replacement<Kept> {
  /** Finds the document whatever its version. */
  readonly identity: object;
  /** The document as it may be replaced; whatever it is, unless given. */
  readonly filter?: object;
  readonly document: Kept;
  /** What is wanted of the document before. */
  readonly projection?: Readonly<Record<string, number>>;
}

/**
 * Writes a document in place of one that was read before, and gives what it replaced; undefined when nothing fits the
 * filter. What the schema does not know is refused, unless it stands in the document already: while two releases run side
 * by side, the older one must neither stumble over the fields of the newer one nor lose them.
 */
export async function replace<Kept extends object, Before = Kept>(
  model: Model<Kept>,
  { identity, filter = identity, document, projection = { _id: 0 } }: Replacement<Kept>,
): Promise<Before | undefined> {
  refuseInvalid(document, model.schema);
  const newer = unknownIn(document, model.schema);
  const [first] = newer;
  if (first) {
    const there = await model.findOne(identity, { _id: 0 }).lean<object>();
    if (!there || !isSubset(newer, unknownIn(there, model.schema)))
      throw new MongooseError.StrictModeError(first.path);
  }
  // Not by the model, which makes an object of each part with what it needs to be changed: every change of a payment passes here.
  const session = openSession();
  const native = { projection, ...(session && { session }), ignoreUndefined: true };
  const before: unknown = await model.collection.findOneAndReplace(filter, document, native);
  return (before ?? undefined) as Before | undefined;
}

/**
 * Writes a new document, refused as `replace` refuses it where it is not what the schema says. Rejects with the driver's error where
 * a unique index has it already.
 */
export async function insertWhole<Kept extends object>(
  model: Model<Kept>,
  document: Kept,
): Promise<void> {
  refuseInvalid(document, model.schema);
  const [unknown] = unknownIn(document, model.schema);
  if (unknown) throw new MongooseError.StrictModeError(unknown.path);
  // Not by the model, for the same reason; the driver puts the name into what it is given.
  const session = openSession();
  const native = { ...(session && { session }), ignoreUndefined: true };
  await model.collection.insertOne({ ...document }, native);
}

function unknownIn(document: object, schema: Schema, prefix = ''): readonly Unknown[] {
  return Object.entries(document).flatMap(([key, value]): readonly Unknown[] => {
    const path = `${prefix}${key}`;
    const known = schema.path(key);
    if (!known) return [{ path, value: value as unknown }];
    const inner = known.schema;
    if (!inner) return [];
    return objectsIn(value).flatMap((one) => unknownIn(one, inner, `${path}.`));
  });
}

/** Throws what the model would throw where a field is missing, of another type, or not valid by its schema. */
function refuseInvalid(document: object, schema: Schema, prefix = ''): void {
  schema.eachPath((key, { instance, isRequired, schema: inner, validators }) => {
    const path = `${prefix}${key}`;
    const value: unknown = (document as Readonly<Record<string, unknown>>)[key];
    if (value === undefined || value === null) {
      if (isRequired) throw invalid(path, 'required');
      return;
    }
    if (TYPES[instance]?.(value) === false)
      throw new MongooseError.CastError(instance, undefined, path);
    if (inner) {
      const parts = objectsIn(value);
      if (Array.isArray(value) && parts.length < value.length)
        throw new MongooseError.CastError(instance, undefined, path);
      for (const one of parts) refuseInvalid(one, inner, `${path}.`);
    }
    for (const { type = 'valid', validator } of validators)
      if (
        typeof validator === 'function' &&
        type !== 'required' &&
        !validator.call(document, value)
      )
        throw invalid(path, type);
  });
}

/** By mongoose's names. What is not here may be anything. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === 'string',
  Number: (value) => typeof value === 'number' && !Number.isNaN(value),
  Boolean: (value) => typeof value === 'boolean',
  Array: (value) => Array.isArray(value),
  Embedded: (value) => typeof value === 'object' && !Array.isArray(value),
};

function invalid(path: string, type: string): MongooseError.ValidationError {
  const error = new MongooseError.ValidationError();
  const message = `${path} is not ${type}`;
  error.addError(path, new MongooseError.ValidatorError({ path, type, message }));
  return error;
}

/** The objects of a list, or the one object. */
function objectsIn(value: unknown): readonly object[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is object => typeof one === 'object' && one !== null);
}

function isSubset(some: readonly Unknown[], all: readonly Unknown[]): boolean {
  return some.every((one) => all.some((other) => isDeepStrictEqual(one, other)));
}
