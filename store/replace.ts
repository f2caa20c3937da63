import { isDeepStrictEqual } from 'node:util';
import { Error as MongooseError, type ClientSession, type Model, type Schema } from 'mongoose';
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
}

interface Replacing {
  readonly session?: ClientSession;
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
  { identity, filter = identity, document }: Replacement<Kept>,
  { session = openSession(), projection = { _id: 0 } }: Replacing = {},
): Promise<Before | undefined> {
  const within = session && { session };
  const wanted = { projection, ...within };
  try {
    return (await model.findOneAndReplace(filter, document, wanted).lean<Before>()) ?? undefined;
  } catch (error) {
    if (!(error instanceof MongooseError)) throw error;
    const newer = unknownIn(document, model.schema);
    const there = await model.findOne(identity, { _id: 0 }, within).lean<object>();
    if (newer.length === 0 || !there || !isSubset(newer, unknownIn(there, model.schema)))
      throw error;
    await new model(withoutUnknown(document, model.schema)).validate();
    const native = { ...wanted, ignoreUndefined: true };
    return ((await model.collection.findOneAndReplace(filter, document, native)) ?? undefined) as
      | Before
      | undefined;
  }
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

function withoutUnknown(document: object, schema: Schema): object {
  const known = Object.entries(document).flatMap(([key, value]): readonly [string, unknown][] => {
    const type = schema.path(key);
    if (!type) return [];
    const inner = type.schema;
    if (!inner || typeof value !== 'object' || value === null) return [[key, value]];
    const stripped = objectsIn(value).map((one) => withoutUnknown(one, inner));
    return [[key, Array.isArray(value) ? stripped : stripped[0]]];
  });
  return Object.fromEntries(known);
}

/** The objects of a list, or the one object. */
function objectsIn(value: unknown): readonly object[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is object => typeof one === 'object' && one !== null);
}

function isSubset(some: readonly Unknown[], all: readonly Unknown[]): boolean {
  return some.every((one) => all.some((other) => isDeepStrictEqual(one, other)));
}
