import assert from 'node:assert/strict';
import { restarts } from '../../dev/restarts.ts';

describe('the pauses before what has died is started again', () => {
  it('double with each quick death, up to half a minute', () => {
    const { delayAfter } = restarts();
    const delays = Array.from({ length: 9 }, () => delayAfter(100));
    assert.deepEqual(delays, [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('begin anew after a minute of life', () => {
    const { delayAfter } = restarts();
    assert.equal(delayAfter(0), 500);
    assert.equal(delayAfter(59_999), 1000);
    assert.equal(delayAfter(60_000), 500);
    assert.equal(delayAfter(0), 1000);
  });
});
