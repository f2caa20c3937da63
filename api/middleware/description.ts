import type { Description, Schema } from 'joi';

/** The parts of joi's own description of a schema by which a body is read before joi looks at it. */
export interface Said extends Description {
  readonly type: string;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly keys?: Readonly<Record<string, Said>>;
  readonly items?: readonly Said[];
  readonly patterns?: readonly unknown[];
  readonly matches?: readonly { readonly schema?: Said }[];
  readonly rules?: readonly {
    readonly name: string;
    readonly args?: { readonly limit?: unknown };
  }[];
}

const known = new WeakMap<Schema, Said>();

/** What joi says of a schema, which never changes. */
export function described(schema: Schema): Said {
  let said = known.get(schema);
  if (!said) {
    said = schema.describe() as Said;
    known.set(schema, said);
  }
  return said;
}
