import assert from 'node:assert/strict';
import { startRetryOf } from '../../engine/start-retry.ts';
import { until } from '../support/http.ts';

/** In milliseconds, in place of a minute. */
const AGAIN = [5, 10, 20];

describe('what is kept and needs a run', () => {
  it('has one when Temporal takes it at once', async () => {
    const temporal = aTemporal({ fails: 0 });
    await temporal.opened();
    assert.deepEqual([temporal.runs, temporal.asked], [1, 1]);
  });

  it('has one soon after Temporal has stumbled, for which nobody has waited', async () => {
    const temporal = aTemporal({ fails: 3 });
    await temporal.opened();
    assert.deepEqual([temporal.runs, temporal.asked], [0, 1]);
    await until('the run', async () => temporal.runs === 1);
    assert.equal(temporal.asked, 4);
  });

  it('is left to the reviver when that lasts, and fails nobody', async () => {
    const temporal = aTemporal({ fails: 100 });
    await temporal.opened();
    await until('the last try', async () => temporal.asked === 1 + AGAIN.length);
    assert.equal(temporal.runs, 0);
  });

  it('is asked for within a second while somebody waits', async () => {
    const temporal = aTemporal({ fails: 0 });
    const before = Date.now();
    await temporal.opened();
    const within = (temporal.deadlines[0] ?? 0) - before;
    assert.ok(within >= 1000 && within <= 1000 + Date.now() - before, `${within} ms`);
  });
});

/** A Temporal that refuses so many times. */
function aTemporal({ fails }: { readonly fails: number }) {
  const temporal = {
    runs: 0,
    asked: 0,
    deadlines: [] as number[],
    opened: () => opened(open),
  };
  const open = async () => {
    temporal.asked += 1;
    if (temporal.asked <= fails) throw new Error('The deadline has passed.');
    temporal.runs += 1;
  };
  const opened = startRetryOf(
    {
      withDeadline: (deadline, call) => {
        temporal.deadlines.push(Number(deadline));
        return call();
      },
    },
    AGAIN,
  );
  return temporal;
}
