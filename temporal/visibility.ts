import type { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../workflows/visibility.ts';

/** Temporal's numbers of the types that we use (enums/v1/common.proto, IndexedValueType). */
const TYPES = { KEYWORD: 2, INT: 3, BOOL: 5, DATETIME: 6 } as const;

/** Registers the search attributes that the namespace lacks; harmless when all are there. */
export async function registerSearchAttributes(
  connection: Connection,
  namespace: string,
): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(
    ({ name }) => !(name in customAttributes),
  );
  if (missing.length === 0) return;
  await connection.operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map(({ name, type }) => [name, TYPES[type]])),
  });
}
