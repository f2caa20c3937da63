import assert from 'node:assert/strict';
import type { Context } from 'koa';
import { deprecated, type Deprecation } from '../../../api/middleware/deprecated.ts';

const NOTICE = { since: '2026-01-31', sunset: '2027-01-31', successor: '/b/pbl/v2/payment/cash/' };

/** What a middleware sets in an answer, by the time that the next one runs. */
async function headersOf(
  middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>,
): Promise<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  let seen: Readonly<Record<string, string>> = {};
  const ctx = {
    set: (first: string | Record<string, string>, value = '') =>
      void Object.assign(headers, typeof first === 'string' ? { [first]: value } : first),
  };
  await middleware(ctx as unknown as Context, async () => {
    seen = { ...headers };
  });
  return seen;
}

describe('a deprecated route', () => {
  it('says so before it does anything, and says what to use instead', async () => {
    assert.deepEqual(await headersOf(deprecated(NOTICE)), {
      Deprecation: 'true',
      Sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
      Link: '</b/pbl/v2/payment/cash/>; rel="successor-version"',
    });
  });

  it('has no link when nothing takes its place', async () => {
    const { since, sunset } = NOTICE;
    assert.ok(!('Link' in (await headersOf(deprecated({ since, sunset })))));
  });

  const wrong: readonly (readonly [string, Deprecation])[] = [
    ['a day short of twelve months', { since: '2026-01-31', sunset: '2027-01-30' }],
    ['without an end', { since: '2026-01-31', sunset: 'some day' }],
    ['without a beginning', { since: '', sunset: '2027-01-31' }],
  ];
  for (const [what, notice] of wrong)
    it(`cannot be made ${what}`, () => {
      assert.throws(() => deprecated(notice), RangeError);
    });

  it('has twelve months also from a leap day on', () => {
    assert.doesNotThrow(() => deprecated({ since: '2028-02-29', sunset: '2029-03-01' }));
  });
});
