import assert from 'node:assert/strict';
import { overtaken } from '../../activities/failures.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { begin } from '../../domain/transaction/attempt.ts';
import { CARD } from '../support/builders.ts';
import { charged, FIRST, SECOND } from './support/lines.ts';
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

  it('leaves an attempt whose page nobody has asked for: the next press asks', async () => {
    const { world, born, pay, document } = stage();
    const opened = await born({}, withAttempt(FIRST));
    const [one, other] = await Promise.all([pay(opened), pay(opened, { referenceNumber: SECOND })]);
    assert.deepEqual(
      [one, other].map(({ to, referenceNumber }) => [to, referenceNumber]),
      [
        ['gateway', FIRST],
        ['gateway', FIRST],
      ],
    );
    assert.equal(world.opens.length, 1);
    assert.equal(document(opened).attempts.length, 1);
  });

  it('leads nobody to an attempt that stands nowhere, when two presses come at once', async () => {
    const { world, born, pay, document } = stage();
    const opened = await born();
    const left = withAttempt(SECOND)({ ...opened, version: opened.version + 1 });
    let isLeft = false;
    world.script.beforeKeep = ({ version }) => {
      if (version !== left.version) return;
      if (!isLeft) world.insert(left);
      isLeft = true;
      throw overtaken(opened.sessionId);
    };
    const answers = await Promise.all([pay(opened), pay(opened, { referenceNumber: SECOND })]);
    assert.deepEqual(
      answers.map(({ to, referenceNumber }) => [to, referenceNumber]),
      [
        ['gateway', SECOND],
        ['gateway', SECOND],
      ],
    );
    assert.deepEqual(
      document(opened).attempts.map(({ referenceNumber }) => referenceNumber),
      [SECOND],
    );
  });
});

/** The transaction with an attempt that was kept, and nothing more was done. */
function withAttempt(referenceNumber: typeof FIRST) {
  return (transaction: Transaction): Transaction => {
    const now = transaction.createdAt;
    const beginning = begin(transaction, { pgCode: CARD, referenceNumber, now });
    assert.ok(beginning.step === 'new');
    return beginning.transaction;
  };
}
