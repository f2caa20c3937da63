import assert from 'node:assert/strict';
import { stallDetector } from '../../worker/stall-detector.ts';

describe('the stall detector', () => {
  let tick: () => void;
  let stalls: number;
  let closed: boolean;
  beforeEach(() => {
    [stalls, closed] = [0, false];
  });
  const detector = () =>
    stallDetector(() => (stalls += 1), {
      every: (_ms, each) => {
        tick = each;
        return () => (closed = true);
      },
    });
  const ticks = (count: number) => Array.from({ length: count }, () => tick());

  it('tells once of calls that do not end while the process runs', () => {
    const { during } = detector();
    void during(new Promise(() => undefined));
    ticks(59);
    assert.deepEqual([stalls, closed], [0, false]);
    ticks(1);
    assert.deepEqual([stalls, closed], [1, true]);
  });

  it('begins anew with every call that ends or fails, and waits for nothing where none is under way', async () => {
    const { during } = detector();
    ticks(100);
    void during(new Promise(() => undefined));
    ticks(59);
    assert.equal(await during(Promise.resolve('result')), 'result');
    ticks(59);
    await assert.rejects(during(Promise.reject(new Error('why'))), /why/);
    ticks(59);
    assert.equal(stalls, 0);
    ticks(1);
    assert.equal(stalls, 1);
  });
});
