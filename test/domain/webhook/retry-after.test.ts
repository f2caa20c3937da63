import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { retryAfterMs } from '../../../domain/webhook/retry-after.ts';

const DAY = 86_400_000;
/** Sunday, 2026-01-18, 08:49:37 in UTC. */
const NOW = Date.UTC(2026, 0, 18, 8, 49, 37);

describe('Retry-After', () => {
  const READ: readonly (readonly [header: string, ms: number])[] = [
    ['1', 1000],
    ['120', 120_000],
    ['007', 7000],
    [' 30 ', 30_000],
    ['86400', DAY],
    ['86401', DAY],
    ['99999999999999999999999999', DAY],
    ['Sun, 18 Jan 2026 08:49:38 GMT', 1000],
    ['Sun, 18 Jan 2026 09:49:37 GMT', 3_600_000],
    ['Mon, 19 Jan 2026 08:49:36 GMT', DAY - 1000],
    ['Fri, 18 Dec 2099 08:49:37 GMT', DAY],
    ['Sunday, 18-Jan-26 08:50:37 GMT', 60_000],
    ['Sun Jan 18 08:50:37 2026', 60_000],
    ['Sun Feb  1 08:50:37 2026', DAY],
  ];
  for (const [header, ms] of READ)
    it(`of ${JSON.stringify(header)} is ${ms} ms`, () => {
      assert.equal(retryAfterMs(header, NOW), ms);
    });

  const UNREAD = [
    '',
    '0',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '120, 120',
    '١٢',
    'Sun, 18 Jan 2026 08:49:37 GMT',
    'Sun, 18 Jan 2026 08:49:36 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sun Jan  4 08:49:37 2026',
    '2026-01-19T00:00:00Z',
    'Mon, 19 Jan 2026 08:49:37 +0300',
    'Mon, 19 Jan 2026 08:49:37',
    'Mon, 19 Foo 2026 08:49:37 GMT',
    'Mon, 19 Jan 2026',
  ];
  for (const header of UNREAD)
    it(`of ${JSON.stringify(header)} asks for nothing`, () => {
      assert.equal(retryAfterMs(header, NOW), undefined);
    });

  it('may be missing', () => {
    assert.equal(retryAfterMs(undefined, NOW), undefined);
  });

  it('is read from any date of today’s form as its distance from now', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 86_400 }),
        fc.nat({ max: 4_000_000_000 }),
        (ahead, from) => {
          const now = from * 1000;
          const header = new Date(now + ahead * 1000).toUTCString();
          assert.equal(retryAfterMs(header, now), ahead * 1000, header);
        },
      ),
    );
  });

  it('never asks for more than a day, and never for less than nothing', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const asked = retryAfterMs(header, NOW);
        assert.ok(asked === undefined || (asked > 0 && asked <= DAY), `${asked}`);
      }),
    );
  });
});
