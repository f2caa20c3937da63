import assert from 'node:assert/strict';
import { chaosArguments } from '../../../drills/chaos/arguments.ts';

describe('what is written after npm run drill:chaos', () => {
  it('says how many payments and which seed', () => {
    const given = ['--payments', '1000', '--seed', '7'];
    assert.deepEqual(chaosArguments(given, 1), { payments: 1000, seed: 7, network: 'sandbox' });
  });

  it('may be nothing: fifty payments and any seed', () => {
    assert.deepEqual(chaosArguments([], 123), { payments: 50, seed: 123, network: 'sandbox' });
  });

  for (const given of [
    ['--payments', '0'],
    ['--payments', '1e3'],
    ['--payments', '1.5'],
    ['--payments=-4'],
    ['--payments', '100001'],
    ['--seed', '4294967296'],
    ['--seed', ''],
    ['--seed'],
    ['--sead', '7'],
    ['1000'],
  ])
    it(`is refused, with the usage, when it is ${given.join(' ')}`, () => {
      assert.throws(
        () => chaosArguments(given, 1),
        /Write npm run drill:chaos -- --payments 50 --seed 7/,
      );
    });
});
