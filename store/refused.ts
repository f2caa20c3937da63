import { Error as MongooseError } from 'mongoose';
import { isDuplicate } from './connection.ts';

/** Why the database does not take a document, and never will from this release. */
export interface RefusedDocument {
  /** Names of fields, never what they hold. */
  readonly fields: readonly string[];
  /** Goes on after "field x". */
  readonly why: string;
}

/**
 * What an error says of a document that no repetition gets into the database: a field without a schema, a value of another
 * type, a name that another document has. Undefined for every error that may pass, as of a database that is away.
 */
export function refusedDocument(error: unknown): RefusedDocument | undefined {
  if (error instanceof MongooseError.StrictModeError)
    return { fields: [error.path], why: 'is not in schema' };
  if (error instanceof MongooseError.CastError)
    return { fields: [error.path], why: `is no ${error.kind}` };
  if (error instanceof MongooseError.ValidationError) {
    const [first] = Object.values(error.errors);
    const why = refusedDocument(first)?.why ?? 'is not valid by its schema';
    return { fields: Object.keys(error.errors), why };
  }
  if (isDuplicate(error)) {
    const { keyPattern = {} } = error as { readonly keyPattern?: object };
    return { fields: Object.keys(keyPattern), why: 'is that of another document already' };
  }
  return undefined;
}
