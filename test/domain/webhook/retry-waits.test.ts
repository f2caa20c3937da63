import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { callsAfter, waitBefore } from '../../../domain/webhook/retry-waits.ts';

const HOUR = 3_600_000;
const PLAN_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const CALLS = PLAN_SECONDS.map((_, index) => index + 1);

describe('the calendar of a delivery', () => {
  for (const [index, seconds] of PLAN_SECONDS.entries())
    it(`waits ${seconds} s and at most a fifth more before call ${index + 1}, for any event`, () => {
      fc.assert(
        fc.property(fc.uuid(), (id) => {
          const wait = waited(index + 1, id);
          assert.ok(Number.isInteger(wait), `${wait}`);
          assert.ok(wait >= seconds * 1000 && wait <= seconds * 1200, `${wait}`);
        }),
      );
    });

  for (const call of [0, -1, 1.5, 11, 12, Number.NaN])
    it(`has no call ${call}`, () => {
      assert.equal(waitBefore(call, 'any'), undefined);
    });

  it('makes the first call at once', () => {
    assert.equal(waitBefore(1, 'any'), 0);
  });

  it('spans 75 to 91 hours in ten calls, for any id', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), fc.string()), (id) => {
        const total = CALLS.reduce((sum, call) => sum + waited(call, id), 0);
        assert.ok(total >= 75 * HOUR && total <= 91 * HOUR, `${total / HOUR} h`);
      }),
    );
  });

  it('says when the calls that are left follow, the next one no earlier than was asked for', () => {
    const id = 'any';
    const all = callsAfter(1, { eventId: id, at: 1000 });
    assert.equal(all.length, 9);
    assert.deepEqual(
      [all[0], all[1]],
      [1000 + waited(2, id), 1000 + waited(2, id) + waited(3, id)],
    );
    assert.deepEqual(callsAfter(9, { eventId: id, at: 5 }), [5 + waited(10, id)]);
    assert.deepEqual(callsAfter(10, { eventId: id, at: 5 }), []);
    const retryAfterMs = HOUR;
    const [next, second] = callsAfter(1, { eventId: id, at: 0, retryAfterMs });
    assert.deepEqual([next, second], [HOUR, HOUR + waited(3, id)]);
  });

  it('waits the same time whenever it is asked', () => {
    const id = '6f1c9b52-7d0e-5b8a-9c3f-2a4d5e6f7081';
    assert.deepEqual(
      CALLS.map((call) => waitBefore(call, id)),
      [0, ...STORED],
    );
  });

  it('spreads the events of an outage over the whole fifth, ids that differ at their end only included', () => {
    const ids = Array.from(
      { length: 1000 },
      (_, n) => `6f1c9b52-7d0e-5b8a-9c3f-${String(n).padStart(12, '0')}`,
    );
    const tenths = ids.map((id) =>
      Math.min(9, Math.floor(((waited(10, id) / HOUR - 24) / 4.8) * 10)),
    );
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const share = tenths.filter((found) => found === tenth).length;
      assert.ok(share > 60 && share < 140, `tenth ${tenth} has ${share} of 1000`);
    }
    assert.ok(new Set(ids.map((id) => waited(10, id))).size > 990);
  });

  it('waits as long as the merchant asked when that is longer', () => {
    assert.equal(waitBefore(2, 'any', 3_600_000), 3_600_000);
  });

  it('waits its own time when the merchant asked for less', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...CALLS), (id, call) => {
        const wait = waited(call, id);
        for (const asked of [0, wait - 1, wait]) assert.equal(waitBefore(call, id, asked), wait);
        assert.equal(waitBefore(call, id, wait + 1), wait + 1);
      }),
    );
  });

  it('ends however long the merchant asked', () => {
    assert.equal(waitBefore(11, 'any', 1000), undefined);
  });

  it('draws anew for each call of one event', () => {
    const id = '6f1c9b52-7d0e-5b8a-9c3f-2a4d5e6f7081';
    const added = CALLS.slice(1).map(
      (call) => waited(call, id) / 1000 / (PLAN_SECONDS[call - 1] ?? 0),
    );
    assert.equal(new Set(added.map((factor) => factor.toFixed(4))).size, added.length);
  });
});

/** What running deliveries were told (recomputed apart from the code): another hash would break their replay. */
const STORED: readonly number[] = [
  5374, 328_896, 2_154_309, 8_083_085, 19_506_972, 41_971_202, 58_777_961, 74_029_162, 97_134_837,
];

function waited(call: number, id: string): number {
  const wait = waitBefore(call, id);
  assert.ok(wait !== undefined, `call ${call} is missing`);
  return wait;
}
