import assert from 'node:assert/strict';
import { agreementSweep } from '../../activities/sweep-agreements.ts';
import { dayOf } from '../../domain/agreement/ending.ts';
import { anAgreement } from '../support/builders.ts';

const unseen = anAgreement({ uuid: 'u-1' });
const broken = anAgreement({ uuid: 'u-2' });
const overdue = anAgreement({ uuid: 'u-3' });

/** A round over these; what it has done, in its order. */
function sweep(looks = [unseen], fails: readonly string[] = []) {
  const done: string[] = [];
  const act = async (what: string) => {
    if (fails.includes(what)) throw new Error('The server is away.');
    done.push(what);
  };
  const activities = agreementSweep(
    {
      agreements: {
        unseen: async () => looks,
        overdue: async (day, limit) =>
          day === dayOf(Date.now()) && Number.isFinite(limit) ? [overdue] : [],
        end: async (agreement) => {
          await act(`end ${agreement.uuid}`);
          return overdue;
        },
      },
    },
    (agreement) => act(`look at ${agreement.uuid}`),
  );
  return { done, swept: activities.sweepAgreements() };
}

describe('the sweep of agreements', () => {
  it('has those looked at that nobody has seen in time, and ends those whose last day is over', async () => {
    const { done, swept } = sweep();
    assert.deepEqual(await swept, { looked: 1, ended: 1 });
    assert.deepEqual(done, ['look at u-1', 'end u-3']);
  });

  it('is stopped by nothing that fails, and says what has failed', async () => {
    const { done, swept } = sweep([broken, unseen], ['look at u-2']);
    await assert.rejects(swept, /1 of 3 could not be dealt with: u-2/);
    assert.deepEqual(done, ['look at u-1', 'end u-3']);
  });
});
