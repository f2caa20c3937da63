import assert from 'node:assert/strict';
import { overtaken } from '../../activities/failures.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { charged, FIRST } from './support/lines.ts';
import { onStage } from './support/stage.ts';

// A task that comes to nothing may leave its saves behind: what was done in its place then stands nowhere.
describe('a save that was overtaken', () => {
  const stage = onStage();

  it('is made again on top of what there is, whoever asked for it', async () => {
    const { world, engine, born, pay, run, document } = stage();
    const opened = await born();
    await pay(opened);
    const before = document(opened);
    const other: Transaction = { ...before, version: before.version + 1, orderNo: 'left behind' };
    let isLeft = false;
    world.script.beforeKeep = ({ version }) => {
      if (version !== other.version) return;
      if (!isLeft) world.insert(other);
      isLeft = true;
      throw overtaken(opened.sessionId);
    };
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const { state, orderNo, attempts } = document(opened);
    assert.deepEqual(
      [state, orderNo, attempts[0]?.referenceNumber],
      ['paid', 'left behind', FIRST],
    );
  });
});
