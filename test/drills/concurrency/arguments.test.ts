import assert from 'node:assert/strict';
import { concurrencyArguments } from '../../../drills/concurrency/arguments.ts';

describe('what is written after npm run drill:concurrency', () => {
  it('says how many rounds, which agreements and which seed', () => {
    const given = ['--rounds', '40', '--seed', '7', '--agreements', '100', '--days', '744'];
    assert.deepEqual(concurrencyArguments(given, 1), {
      rounds: 40,
      agreements: 100,
      days: 744,
      seed: 7,
      network: 'sandbox',
    });
  });

  it('may be nothing: three rounds of six agreements, and any seed', () => {
    assert.deepEqual(concurrencyArguments([], 123), {
      rounds: 3,
      agreements: 6,
      days: 62,
      seed: 123,
      network: 'sandbox',
    });
  });

  for (const given of [
    ['--rounds', '0'],
    ['--rounds', 'x'],
    ['--agreements', '0'],
    ['--days', '2001'],
    ['--seed', '4294967296'],
    ['9'],
  ])
    it(`is refused, with the usage, when it is ${given.join(' ')}`, () => {
      assert.throws(
        () => concurrencyArguments(given, 1),
        /Write npm run drill:concurrency -- --rounds 3 --agreements 6/,
      );
    });
});
