import assert from 'node:assert/strict';
import { anAgreement } from '../../support/builders.ts';
import { reconciling } from './support.ts';

const unseen = anAgreement({ uuid: 'u-1' });
const broken = anAgreement({ uuid: 'u-2' });
const overdue = anAgreement({ uuid: 'u-3' });

/** Looks at these; what they have done, in its order. */
function stage(unseenOnes = [unseen]) {
  const done: string[] = [];
  const begunAt = Date.now();
  const look = reconciling(
    {
      agreements: {
        unseen: async () => unseenOnes,
        overdue: async (now, limit) =>
          now >= begunAt && now <= Date.now() && Number.isFinite(limit) ? [overdue] : [],
        endIfOver: async ({ uuid }) => {
          done.push(`end ${uuid}`);
          return overdue;
        },
      },
    },
    {
      look: async (agreement) => {
        if (agreement === broken) throw new Error('The server is away.');
        done.push(`look at ${agreement.uuid}`);
      },
    },
  );
  return { done, look };
}

describe('unseenAgreements', () => {
  it('has those looked at that nobody has seen in time', async () => {
    const { done, look } = stage();
    assert.deepEqual(await look('unseenAgreements'), { mended: 1, failed: [] });
    assert.deepEqual(done, ['look at u-1']);
  });

  it('is stopped by nothing that fails, and says what has failed', async () => {
    const { done, look } = stage([broken, unseen]);
    assert.deepEqual(await look('unseenAgreements'), {
      mended: 1,
      failed: ['agreement u-2 (Error: The server is away.)'],
    });
    assert.deepEqual(done, ['look at u-1']);
  });
});

describe('endedAgreements', () => {
  it('ends those whose last day is over', async () => {
    const { done, look } = stage();
    assert.deepEqual(await look('endedAgreements'), { mended: 1, failed: [] });
    assert.deepEqual(done, ['end u-3']);
  });
});
