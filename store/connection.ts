import mongoose, { type Connection } from 'mongoose';

// Without this a replacement that the schema does not know is dropped silently, with everything around it.
mongoose.set('runValidators', true);

/**
 * Opens the database. Saves are acknowledged by majority and journal before anything is answered, and reads go to the
 * primary (contract/engine#durability). A database that cannot be found within 3 seconds, or does not answer
 * within 5, is an error to the caller, never a wait; its URI may name another time by `socketTimeoutMS`.
 */
export async function connectStore(uri: string): Promise<Connection> {
  const connection = mongoose.createConnection(uri, {
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    serverSelectionTimeoutMS: 3000,
    ...(!/[?&]socketTimeoutMS=/i.test(uri) && { socketTimeoutMS: 5000 }),
    maxPoolSize: 50,
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
  });
  return connection.asPromise();
}

/** True for the one error that a unique index gives. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11000;
}

/**
 * The form of the documents in the database. It grows when a release writes what the release before cannot read, and
 * then the page for operators says how to go from one to the other.
 */
export const SCHEMA_VERSION = 1;
