/**
 * The form of the documents in the database. It grows when a release writes what the release before cannot read, and
 * then the page for operators says how to go from one to the other.
 */
export const SCHEMA_VERSION = 1;
