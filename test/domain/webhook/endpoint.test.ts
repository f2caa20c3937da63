import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { healthAfter, isDisabled, type EndpointHealth } from '../../../domain/webhook/endpoint.ts';

const HOUR = 3_600_000;

/** What people were told at which hour, of calls at these hours that all failed. */
function told(hours: readonly number[]): readonly (readonly [hour: number, news: string])[] {
  let health: EndpointHealth = {};
  const news: [number, string][] = [];
  for (const hour of hours) {
    const after = healthAfter(health, { acknowledged: false, at: hour * HOUR });
    ({ health } = after);
    if (after.news) news.push([hour, after.news]);
  }
  return news;
}

const each = (step: number, until: number) =>
  Array.from({ length: Math.floor(until / step) + 1 }, (_, nth) => nth * step);

describe('the health of an endpoint', () => {
  it('is told at 72 hours of failures, and disabled at 120', () => {
    assert.deepEqual(told(each(1, 200)), [
      [72, 'failing'],
      [120, 'disabled'],
    ]);
  });

  it('is told at the first call after those hours', () => {
    assert.deepEqual(told(each(25, 200)), [
      [75, 'failing'],
      [125, 'disabled'],
    ]);
  });

  it('leaves a day between the warning and the end', () => {
    assert.deepEqual(told([0, 24, 48, 71, 100, 121, 123.9, 124]), [
      [100, 'failing'],
      [124, 'disabled'],
    ]);
  });

  it('begins anew after a yes, and after thirty hours without a call', () => {
    const { health } = healthAfter(
      { failingSince: 0, failedAt: HOUR, warnedAt: HOUR },
      { acknowledged: true, at: 2 * HOUR },
    );
    assert.deepEqual(health, {});
    assert.deepEqual(told([0, 24, 48, 71, 102, 130, 150]), []);
  });

  it('disables nobody within 120 hours of the last yes, and nobody without a warning a day before', () => {
    const calls = fc.array(
      fc.record({ after: fc.integer({ min: 1, max: 40 }), yes: fc.boolean() }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(calls, (all) => {
        let health: EndpointHealth = {};
        let at = 0;
        let lastYes = 0;
        let warned: number | undefined;
        for (const { after, yes } of all) {
          at += after * HOUR;
          // Hardly ever a yes, or nothing would come of it.
          const acknowledged = yes && after > 38;
          if (acknowledged) lastYes = at;
          const next = healthAfter(health, { acknowledged, at });
          if (next.news === 'failing') warned = at;
          if (next.news === 'disabled') {
            assert.ok(at - lastYes >= 120 * HOUR);
            assert.ok(warned !== undefined && at - warned >= 24 * HOUR && warned >= lastYes);
            return;
          }
          ({ health } = next);
        }
      }),
    );
  });

  it('is disabled by failures and by its merchant', () => {
    assert.equal(isDisabled({}), false);
    assert.equal(isDisabled({ disabledAt: 1 }), true);
    assert.equal(isDisabled({ paused: true }), true);
    assert.equal(isDisabled({ paused: false }), false);
  });
});
