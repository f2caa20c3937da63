import { Schema } from 'mongoose';

/**
 * A field of the schema for each field of a document, and of the objects in it. One that is forgotten would be refused with
 * every save, for ever: so it does not compile, and neither does one too many, nor one that is required although it may be
 * left out. A document of several forms has the fields of all of them.
 */
export type FieldsOf<Document> = {
  readonly [Name in NameIn<Document>]-?: Field<
    Exclude<ValueIn<Document, Name>, undefined>,
    IsOptionalIn<Document, Name>
  >;
};

/** A list that may be left out says so: mongoose would make an empty one. */
type Field<Value, IsOptional> = {
  readonly type: TypeOf<Value>;
  readonly required?: IsOptional extends true ? false : boolean;
  readonly enum?: readonly Value[];
  readonly match?: RegExp;
  readonly maxlength?: number;
  readonly validate?: (value: never) => boolean;
} & ([Value, IsOptional] extends [readonly unknown[], true]
  ? { readonly default: undefined }
  : { readonly default?: Value | undefined });

type TypeOf<Value> = unknown extends Value
  ? typeof Schema.Types.Mixed
  : [Value] extends [string]
    ? StringConstructor
    : [Value] extends [number]
      ? NumberConstructor
      : [Value] extends [boolean]
        ? BooleanConstructor
        : [Value] extends [bigint]
          ? BigIntConstructor
          : [Value] extends [Date]
            ? DateConstructor
            : [Value] extends [Uint8Array]
              ? BufferConstructor
              : [Value] extends [readonly (infer One)[]]
                ? readonly TypeOf<One>[]
                : [Value] extends [object]
                  ? string extends keyof Value
                    ? typeof Schema.Types.Mixed
                    : SubdocumentOf<Value>
                  : typeof Schema.Types.Mixed;

type NameIn<Document> = Document extends unknown ? keyof Document : never;

type ValueIn<Document, Name> = Document extends unknown
  ? Name extends keyof Document
    ? Document[Name]
    : never
  : never;

type IsOptionalIn<Document, Name> = true extends (
  Document extends unknown
    ? Document extends { readonly [N in Name & PropertyKey]: unknown }
      ? false
      : true
    : never
)
  ? true
  : false;

declare const fields: unique symbol;

/** The schema of an object in a document. */
export type SubdocumentOf<Value> = Schema & {
  readonly [fields]: (fields: FieldsOf<Value>) => FieldsOf<Value>;
};

/** Empty objects that others have sent stay: what is read must be what was written, or it looks like somebody else's. */
const SUBDOCUMENT = { _id: false, id: false, strict: 'throw', minimize: false } as const;

/** The schema of an object in a document, which takes what it names and nothing else. */
export function subdocument<Value>(fieldsOfIt: FieldsOf<Value>): SubdocumentOf<Value> {
  return new Schema(fieldsOfIt, SUBDOCUMENT) as Schema as SubdocumentOf<Value>;
}

/** The same field under each of these names. */
export function each<Name extends string, F>(names: readonly Name[], field: F): Record<Name, F> {
  return Object.fromEntries(names.map((name) => [name, field])) as Record<Name, F>;
}

/**
 * What merchants and networks fill as they like, by names that are theirs: no schema of ours knows those names, and none may
 * refuse them. Where the domain knows them, this does not compile.
 */
export const ANYTHING = { type: Schema.Types.Mixed } as const;
