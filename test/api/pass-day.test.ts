import assert from 'node:assert/strict';
import { passDay } from '../../api/agreements/pass-day.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import { look, type Running } from '../../domain/agreement/look.ts';
import { lookOf } from '../../workflows/starts.ts';
import { anAutopayRequest, aPaidAgreement } from '../domain/agreement/agreements.ts';
import { DAY_MS, SHOP } from '../support/builders.ts';

describe('a day that a merchant lets pass', () => {
  it('is looked at by its own look, even where one with an older clock is still under way', async () => {
    const now = Date.now();
    const request = anAutopayRequest({
      startsOn: '2020-01-01',
      rhythm: { every: 'days', days: 1 },
    });
    let agreement = begunBy(aPaidAgreement(), { ...request, cycles: 10_000 }, now);
    let ahead = 0;
    // Temporal gives the run that there is to whoever starts the same one, and none of these ends.
    const underWay = new Set([lookOf(agreement, { ahead }).workflowId]);
    const looked: number[] = [];
    const day = () =>
      passDay(
        {
          store: {
            clocks: { advance: async (_merchant, ms) => (ahead += ms) },
            agreements: { unsettled: async () => [agreement] },
          },
          engine: {
            look: async (one, { ahead: byThen } = { ahead: 0 }) => {
              const { workflowId } = lookOf(one, { ahead: byThen });
              if (underWay.has(workflowId)) return;
              underWay.add(workflowId);
              looked.push(byThen);
              agreement = atRest(agreement, now + byThen);
            },
          },
        },
        SHOP,
      );
    await day();
    await day();
    assert.deepEqual(looked, [DAY_MS, 2 * DAY_MS]);
  });
});

/** As a look leaves it, with all that was due over; somebody has to look again half a day later. */
function atRest(agreement: Running, now: number): Running {
  const looked = look(agreement, now);
  const history = looked.autopay.history.map((cycle) => ({ ...cycle, state: 'paid' as const }));
  const lookAt = now + DAY_MS / 2;
  // Nothing else changes, its version neither.
  return { ...looked, autopay: { ...looked.autopay, history, lookAt } };
}
