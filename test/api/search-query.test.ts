import assert from 'node:assert/strict';
import { filterIn, searchDoc, searchQuery } from '../../api/transactions/search-query.ts';
import { cursorFor, placeAfter } from '../../api/lists/cursor.ts';
import { InvalidFields } from '../../api/middleware/errors.ts';

const KUWAIT = { timeZone: 'Asia/Kuwait', now: Date.UTC(2026, 10, 25) };
const spanOf = (query: Parameters<typeof filterIn>[0]) => {
  const { filter, faults } = filterIn(query, KUWAIT);
  assert.deepEqual(faults, {});
  const { from, until } = filter.created ?? {};
  return [from, until].map((instant) => instant && new Date(instant).toISOString());
};

describe('the parameters of the search', () => {
  it('take a day for the whole day of the merchant, and a moment as it is', () => {
    assert.deepEqual(spanOf({ created_after: '2026-11-01', created_before: '2026-11-30' }), [
      '2026-10-31T21:00:00.000Z',
      '2026-11-30T21:00:00.000Z',
    ]);
    assert.deepEqual(
      spanOf({
        created_after: '2026-11-01T10:00:00Z',
        created_before: '2026-11-01T14:00+03:00',
      })[0],
      '2026-11-01T10:00:00.000Z',
    );
    assert.deepEqual(spanOf({ created_after: '2026-11-01T10:00:00Z' }), [
      '2026-11-01T10:00:00.000Z',
      undefined,
    ]);
    assert.deepEqual(spanOf({ created_before: '2026-11-01T10:00:00Z' }), [
      undefined,
      '2026-11-01T10:00:00.000Z',
    ]);
    assert.deepEqual(spanOf({ created_after: '2026-11-30', created_before: '2026-11-30' }), [
      '2026-11-29T21:00:00.000Z',
      '2026-11-30T21:00:00.000Z',
    ]);
  });

  it('may not end before they begin', () => {
    for (const query of [
      { created_after: '2026-11-02', created_before: '2026-11-01' },
      { created_after: '2026-11-01T10:00:00Z', created_before: '2026-11-01T10:00:00Z' },
    ])
      assert.deepEqual(Object.keys(filterIn(query, KUWAIT).faults), ['created_before']);
  });

  it('are in the description of the API, each of them', () => {
    const { keys } = searchQuery.describe() as { readonly keys: object };
    assert.deepEqual(Object.keys(searchDoc).toSorted(), Object.keys(keys).toSorted());
  });
});

describe('the cursor of a list', () => {
  const place = { at: Date.UTC(2026, 0, 15), id: '65a4f0c2b1d2e3f405060708' };

  it('leads to its place for the same question, in whatever order it is asked', () => {
    const cursor = cursorFor(place, { state: 'paid', q: 'x' });
    assert.deepEqual(placeAfter(cursor, { q: 'x', state: 'paid' }), place);
  });

  it('leads to what was due before 1970, too', () => {
    const early = { ...place, at: Date.UTC(1, 0, 1) };
    assert.deepEqual(placeAfter(cursorFor(early, {}), {}), early);
  });

  it('is refused for another question, and when it was changed', () => {
    const cursor = cursorFor(place, { state: 'paid' });
    assertRefused(cursor, {}, /of another list/);
    assertRefused(`${cursor}x`, { state: 'paid' }, /as it came/);
    assertRefused('', {}, /as it came/);
    for (const id of ['x', '65a4f0c2b1d2e3f40506070', 'Z5a4f0c2b1d2e3f405060708'])
      assertRefused(cursorFor({ ...place, id }, {}), {}, /as it came/);
  });
});

function assertRefused(cursor: string, asked: object, why: RegExp): void {
  assert.throws(
    () => placeAfter(cursor, asked),
    (error) => error instanceof InvalidFields && why.test(JSON.stringify(error.fields)),
  );
}
