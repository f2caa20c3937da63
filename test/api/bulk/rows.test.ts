import assert from 'node:assert/strict';
import { rowsIn } from '../../../api/bulk/file.ts';
import { MOST_ROWS } from '../../../api/bulk/incoming.ts';
import { RequestError } from '../../../api/middleware/errors.ts';
import { contextOf } from '../support/body-context.ts';

const LISTENER = { unknown: () => undefined, part: () => undefined };

/** How many rows a file gave, and why it was read no further. */
async function read(body: string, type: string) {
  let rows = 0;
  try {
    for await (const { row } of rowsIn(contextOf(body, type), LISTENER)) rows = row;
  } catch (error) {
    return { rows, error };
  }
  return { rows };
}

describe('the rows of a file', () => {
  for (const [type, fileOf] of [
    ['text/csv', (count: number) => `amount\n${'1\n'.repeat(count)}`],
    ['application/json', (count: number) => `{"rows":[${'{},'.repeat(count - 1)}{}]}`],
  ] as const)
    it(`are at most ${MOST_ROWS} as ${type}, and one more is refused`, async () => {
      assert.deepEqual(await read(fileOf(MOST_ROWS), type), { rows: MOST_ROWS });
      const { error } = await read(fileOf(MOST_ROWS + 1), type);
      assert.ok(error instanceof RequestError);
      assert.deepEqual(
        [error.status, error.code, error.message],
        [413, 'request_too_large', 'A file has at most 100000 rows.'],
      );
    });
});
