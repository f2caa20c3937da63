import assert from 'node:assert/strict';
import { TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import type { sweep } from '../../workflows/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { onStage, type Stage } from './support/stage.ts';

describe('the sweep', () => {
  const stage = onStage();

  it('says how many workflows it started and how many callbacks it signaled', async () => {
    const { script } = stage().world;
    script.sweepBirths = () => ({ started: 3 });
    script.sweepInbox = () => ({ signaled: 2 });
    script.sweepUnbegun = () => ({ started: 4 });
    assert.deepEqual(await round(stage(), 'sweep-1'), { started: 7, signaled: 2 });
  });

  it('is found by its alert when money came for what was removed, and by none otherwise', async () => {
    const { time, world } = stage();
    const alertOf = async (id: string) => {
      await round(stage(), id);
      const { typedSearchAttributes } = await time.client.workflow.getHandle(id).describe();
      return typedSearchAttributes.get(SEARCH_ATTRIBUTES.Alert);
    };
    assert.equal(await alertOf('sweep-4'), undefined);
    world.script.sweepInbox = () => ({ signaled: 1, late: 1 });
    assert.equal(await alertOf('sweep-5'), 'late-money');
  });

  it('fails loudly, and at once, when a round cannot be made; the next one is a minute away', async () => {
    let rounds = 0;
    stage().world.script.sweepBirths = () => {
      rounds += 1;
      throw new Error('The database is gone.');
    };
    await assert.rejects(round(stage(), 'sweep-2'));
    assert.equal(rounds, 1);
  });

  it('signals callbacks although no workflow could be started, and fails afterwards', async () => {
    const { script } = stage().world;
    let signaled = 0;
    script.sweepBirths = () => {
      throw new Error('One document cannot be read.');
    };
    script.sweepInbox = () => {
      signaled += 1;
      return { signaled };
    };
    await assert.rejects(round(stage(), 'sweep-3'));
    assert.equal(signaled, 1);
  });

  it('fails when what nobody has begun cannot be looked for', async () => {
    stage().world.script.sweepUnbegun = () => {
      throw new Error('One file cannot be read.');
    };
    await assert.rejects(round(stage(), 'sweep-6'));
  });
});

function round({ time }: Stage, workflowId: string) {
  const options = { workflowId, taskQueue: TRANSACTIONS_QUEUE };
  return time.client.workflow.execute<typeof sweep>('sweep', options);
}
