import assert from 'node:assert/strict';
import { MockActivityEnvironment } from '@temporalio/testing';
import { inTheirTurn } from '../../activities/queue-delay.ts';
import { merchantId } from '../../domain/ids.ts';

const DAY = 24 * 3_600_000;

describe('what is done for an agreement in its turn', () => {
  const tables: readonly {
    readonly about: string;
    readonly agoMs: number;
    readonly late: number;
  }[] = [
    { about: 'four days after it was asked for is four days late', agoMs: 4 * DAY, late: 4 * DAY },
    { about: 'at once is on time', agoMs: 0, late: 0 },
    { about: 'by a clock that is behind the server is on time', agoMs: -60_000, late: 0 },
  ];
  for (const { about, agoMs, late } of tables)
    it(about, async () => {
      const heard: number[] = [];
      const activities = inTheirTurn({
        lookAtAgreement: async ({ now }) => {
          heard.push(now);
          return [];
        },
        advanceCycle: async ({ now }) => {
          heard.push(now);
          return { over: 'paid', tries: 1 };
        },
      });
      const ref = { merchantId: shop(), uuid: 'a', period: '2027-01-05' };
      const asked = Date.parse('2027-01-05T06:00Z');
      const environment = new MockActivityEnvironment({ scheduledTimestampMs: Date.now() - agoMs });
      await environment.run(() => activities.lookAtAgreement({ ...ref, now: asked }));
      await environment.run(() => activities.advanceCycle({ ...ref, now: asked }));
      assert.equal(heard.length, 2);
      for (const now of heard)
        assert.ok(now >= asked + late && now < asked + late + DAY, `${now - asked} ms late`);
    });
});

function shop() {
  const id = merchantId('acme');
  assert.ok(id);
  return id;
}
