import assert from 'node:assert/strict';
import { wishIn } from '../../prove/arguments.ts';

describe('what is written after npm run prove', () => {
  it('says how many rounds and which seed', () => {
    assert.deepEqual(wishIn(['--rounds', '40', '--seed', '7'], 1), { rounds: 40, seed: 7 });
  });

  it('may be nothing: three rounds and any seed', () => {
    assert.deepEqual(wishIn([], 123), { rounds: 3, seed: 123 });
  });

  for (const given of [['--rounds', '0'], ['--rounds', 'x'], ['--seed', '4294967296'], ['9']])
    it(`is refused, with the usage, when it is ${given.join(' ')}`, () => {
      assert.throws(() => wishIn(given, 1), /Write npm run prove -- --rounds 3 --seed 7/);
    });
});
