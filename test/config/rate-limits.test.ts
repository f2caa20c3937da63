import assert from 'node:assert/strict';
import { rateLimits } from '../../config/rate-limits.ts';

describe('the setting of rate limits', () => {
  it('names limits, requests and seconds', () => {
    assert.deepEqual(rateLimits('general=100/60, pages=5/1'), {
      general: { points: 100, seconds: 60 },
      pages: { points: 5, seconds: 1 },
    });
  });

  const wrong = [
    ['pages', 'pages'],
    ['pages=60', 'pages=60'],
    ['pages=0/60', 'pages=0/60'],
    ['pages=60/0', 'pages=60/0'],
    ['pages=-1/60', 'pages=-1/60'],
    ['pages=1.5/60', 'pages=1.5/60'],
    ['pages=1e3/60', 'pages=1e3/60'],
    ['all=1/1', 'no limit "all"'],
    ['pages=1/1,pages=2/2', 'twice'],
    ['pages=1/1,', 'is not'],
  ] as const;
  for (const [text, said] of wrong)
    it(`cannot be ${text}`, () => {
      assert.throws(
        () => rateLimits(text),
        ({ message }: Error) => message.includes(said),
      );
    });
});
