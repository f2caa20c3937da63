import assert from 'node:assert/strict';
import { isFaultless, mergedFaults, withAllRows } from '../../domain/field-errors.ts';

describe('faults of two checks', () => {
  it('stand side by side, and one after the other where they are about one field', () => {
    assert.deepEqual(mergedFaults({ a: ['1'], b: ['2'] }, { b: ['3'], c: ['4'] }), {
      a: ['1'],
      b: ['2', '3'],
      c: ['4'],
    });
  });

  it('are merged inside of objects and rows', () => {
    assert.deepEqual(
      mergedFaults(
        { o: { a: ['1'] }, rows: [{}, { a: ['1'] }] },
        { o: { b: ['2'] }, rows: [{ c: ['3'] }, { a: ['2'] }, {}] },
      ),
      { o: { a: ['1'], b: ['2'] }, rows: [{ c: ['3'] }, { a: ['1', '2'] }, {}] },
    );
  });

  it('of different kinds are the first: a field of the wrong shape has no faults of meaning', () => {
    assert.deepEqual(mergedFaults({ rows: ['Expected a list.'] }, { rows: [{ a: ['1'] }] }), {
      rows: ['Expected a list.'],
    });
    assert.deepEqual(mergedFaults({ rows: [{ a: ['1'] }] }, { rows: { a: ['2'] } }), {
      rows: [{ a: ['1'] }],
    });
    assert.deepEqual(mergedFaults({ o: { a: ['1'] } }, { o: ['2'] }), { o: { a: ['1'] } });
  });

  it('have an entry for each row, when rows are at fault', () => {
    assert.deepEqual(withAllRows({ rows: [{ a: ['1'] }] }, 'rows', 3), {
      rows: [{ a: ['1'] }, {}, {}],
    });
    assert.deepEqual(withAllRows({ rows: ['Expected a list.'] }, 'rows', 3), {
      rows: ['Expected a list.'],
    });
    assert.deepEqual(withAllRows({}, 'rows', 3), {});
  });

  it('are none when there is no field', () => {
    assert.ok(isFaultless({}));
    assert.ok(!isFaultless({ a: ['1'] }));
  });
});
