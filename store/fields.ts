/**
 * A field of the schema for each field of a document. One that is forgotten would be refused with every save, for ever:
 * so it does not compile, and neither does one too many.
 */
export type FieldsOf<Document> = { readonly [Name in keyof Document]-?: unknown };
