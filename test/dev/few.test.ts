import assert from 'node:assert/strict';
import { fewOf } from '../../dev/few.ts';

describe('the first few of a kind', () => {
  it('are named, and the others counted', () => {
    assert.deepEqual(told(), []);
    assert.deepEqual(told(...numbered(10)), numbered(10));
    assert.deepEqual(told(...numbered(1000)), [...numbered(10), 'And 990 more merchants.']);
  });

  it('count once what is told again', () => {
    assert.deepEqual(told('No 0.', ...numbered(2)), numbered(2));
    assert.deepEqual(told(...numbered(11), 'No 10.'), [...numbered(10), 'And 1 more merchants.']);
  });
});

function told(...sentences: readonly string[]): readonly string[] {
  const few = fewOf('merchants');
  for (const one of sentences) few.add(one);
  return few.sentences();
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_one, nth) => `No ${nth}.`);
}
