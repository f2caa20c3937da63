import assert from 'node:assert/strict';
import { counted } from '../../../api/lists/merged.ts';

describe('how many a list says that fit', () => {
  for (const [many, said] of [
    [undefined, {}],
    [0, { count: 0 }],
    [1000, { count: 1000 }],
    [1001, { count: 1000, count_more: true }],
  ] as const)
    it(`is ${JSON.stringify(said)} for ${many}`, () => {
      assert.deepEqual(counted(many), said);
    });
});
