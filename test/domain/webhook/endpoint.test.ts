import assert from 'node:assert/strict';
import { aMerchant } from '../../support/builders.ts';
import * as fc from 'fast-check';
import {
  healthAfter,
  isDisabled,
  readdressed,
  type EndpointHealth,
  type WebhookEndpoint,
} from '../../../domain/webhook/endpoint.ts';

const HOUR = 3_600_000;

/** The warning and the end, with the hour at which people were told, of calls at these hours that all failed. */
function told(hours: readonly number[]) {
  return allTold(hours).filter(([, news]) => news !== 'not-acknowledged');
}

/** What people were told at which hour. */
function allTold(hours: readonly number[]): readonly (readonly [hour: number, news: string])[] {
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

describe('an endpoint that moves', () => {
  const still: WebhookEndpoint = {
    id: 'whe_1',
    merchantId: aMerchant().id,
    url: 'https://old.example.test/',
    registered: true,
    events: [],
    createdAt: 0,
    version: 3,
  };
  const failing: WebhookEndpoint = {
    ...still,
    failingSince: 1,
    failedAt: 100 * HOUR,
    toldAt: 90 * HOUR,
    warnedAt: 80 * HOUR,
  };
  const url = 'https://new.example.test/';

  it('is not judged by what the server before did', () => {
    const moved = readdressed(failing, url);
    assert.deepEqual(moved, { ...still, url });
    const first = { acknowledged: false, at: 121 * HOUR };
    assert.equal(healthAfter(failing, first).news, 'disabled');
    assert.equal(healthAfter(moved, first).news, 'not-acknowledged');
  });

  it('stays disabled until it is enabled', () => {
    const moved = readdressed({ ...failing, disabledAt: 120 * HOUR }, url);
    assert.deepEqual([moved.disabledAt, moved.warnedAt], [120 * HOUR, undefined]);
  });

  it('is as it was where it has not moved', () => {
    assert.equal(readdressed(failing, failing.url), failing);
  });
});

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

  it('is told at the first failure, and once a day as long as it goes on', () => {
    assert.deepEqual(allTold([0, 0.1, 1, 23.9, 24.5, 30, 48, 50, 71, 72, 73, 97, 121, 140]), [
      [0, 'not-acknowledged'],
      [24.5, 'not-acknowledged'],
      [50, 'not-acknowledged'],
      [72, 'failing'],
      [97, 'not-acknowledged'],
      [121, 'disabled'],
    ]);
  });

  it('is told again when it fails after a yes', () => {
    const { health } = healthAfter({}, { acknowledged: false, at: 0 });
    assert.equal(healthAfter(health, { acknowledged: false, at: HOUR }).news, undefined);
    const well = healthAfter(health, { acknowledged: true, at: 2 * HOUR });
    assert.equal(well.news, undefined);
    const again = healthAfter(well.health, { acknowledged: false, at: 3 * HOUR });
    assert.equal(again.news, 'not-acknowledged');
  });

  it('is told of one that was failing before anybody was told of first failures', () => {
    const before = { failingSince: 0, failedAt: HOUR };
    const { news } = healthAfter(before, { acknowledged: false, at: 2 * HOUR });
    assert.equal(news, 'not-acknowledged');
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
