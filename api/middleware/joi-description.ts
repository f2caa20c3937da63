import type { Description, Schema } from 'joi';

/** The parts of joi's own description of a schema by which a body is read before joi looks at it. */
export interface JoiDescription extends Description {
  readonly type: string;
  readonly allow?: readonly unknown[];
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly keys?: Readonly<Record<string, JoiDescription>>;
  readonly items?: readonly JoiDescription[];
  readonly patterns?: readonly unknown[];
  readonly matches?: readonly { readonly schema?: JoiDescription }[];
  readonly rules?: readonly {
    readonly name: string;
    readonly args?: { readonly limit?: unknown };
  }[];
}

const known = new WeakMap<Schema, JoiDescription>();

/** What joi says of a schema, which never changes. */
export function descriptionOf(schema: Schema): JoiDescription {
  let said = known.get(schema);
  if (!said) {
    said = schema.describe() as JoiDescription;
    known.set(schema, said);
  }
  return said;
}
