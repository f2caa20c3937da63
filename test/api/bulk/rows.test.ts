import assert from 'node:assert/strict';
import { rowsIn } from '../../../api/bulk/file.ts';
import { MOST_ROWS } from '../../../api/bulk/incoming.ts';
import { uploadQueryOf } from '../../../api/bulk/schema.ts';
import { InvalidFields, RequestError } from '../../../api/middleware/errors.ts';
import { contextOf } from '../support/body-context.ts';

const CARD_NUMBER = '4000056655665556';
const LISTENER = { unknown: () => undefined, part: () => undefined };

/** How many rows a file gave, and why it was read no further. */
async function read(body: string, type: string, partBytes?: number) {
  let rows = 0;
  try {
    for await (const { row } of rowsIn(contextOf(body, type, partBytes), LISTENER)) rows = row;
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

  it('are refused as text/csv where they are more than 50 MB', async () => {
    // In one part, of which nothing is read as CSV: that would take seconds.
    const { rows, error } = await read('x'.repeat(50_000_001), 'text/csv', 60_000_000);
    assert.ok(error instanceof RequestError);
    assert.deepEqual(
      [rows, error.status, error.code, error.message],
      [0, 413, 'request_too_large', 'The file is larger than 50 MB.'],
    );
  });

  it('tell no name that is a card number, whatever it stands for', async () => {
    const told: string[] = [];
    const listener = { ...LISTENER, unknown: (name: string) => told.push(name) };
    const body = `{"rows":[{"amount":"1","${CARD_NUMBER}":"x","color":"red"}]}`;
    for await (const { errors } of rowsIn(contextOf(body, 'application/json'), listener))
      assert.deepEqual(Object.keys(errors ?? {}), ['non_field_errors']);
    assert.deepEqual(told, ['color']);
  });
});

describe('what the address of a file says', () => {
  for (const name of ['June\nfees', 'June\u0000', 'June \u202efees', 'June\u2028'])
    it(`calls it nothing that is no line of text: ${JSON.stringify(name)}`, () => {
      assert.throws(
        () => uploadQueryOf({ query: { name } }),
        (error) =>
          error instanceof InvalidFields &&
          JSON.stringify(error.fields).startsWith('{"name":["Control characters'),
      );
    });

  for (const query of [{ name: `June ${CARD_NUMBER}` }, { [CARD_NUMBER]: 'x' }, { cvv: '123' }])
    it(`holds no card data, and none is said again: ${Object.keys(query).join('')}`, () => {
      assert.throws(
        () => uploadQueryOf({ query }),
        (error) =>
          error instanceof InvalidFields &&
          /card/i.test(JSON.stringify(error.fields)) &&
          !JSON.stringify(error.fields).includes(CARD_NUMBER),
      );
    });
});
