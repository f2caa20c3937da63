import assert from 'node:assert/strict';
import { entryOf, type Operation } from '../../../domain/operation/operation.ts';
import { restartOperation } from '../../../activities/reconcile/missing-runs.ts';
import { aNumberedOperation } from '../../domain/operation/support.ts';
import { aTransaction } from '../../support/builders.ts';

describe('an operation without a run', () => {
  it('gets one that begins with what was kept', async () => {
    const kept = aNumberedOperation(1, { version: 2 });
    assert.deepEqual(await dealtWith(kept, kept), { started: [kept], told: [] });
  });

  it('that was only promised is for its payment, which does it or begins a run for it', async () => {
    const kept = aNumberedOperation(1);
    assert.deepEqual(await dealtWith(kept, kept), { started: [], told: [kept] });
  });

  it('counts as begun anew where its payment had no run either, and goes on with it after seconds', async () => {
    const kept = aNumberedOperation(1);
    const engine = {
      isOpen: async () => false,
      isOperationOpen: async () => false,
      resumeOperation: async () => assert.fail('It is for its payment.'),
      tellPayment: async ({ version }: Operation) => ({ kept: version }),
    };
    const stores = {
      operations: { find: async () => kept },
      transactions: { find: async () => aTransaction({ operations: [entryOf(kept)] }) },
    };
    assert.equal(await restartOperation(stores, engine, kept), true);
  });

  it('gets none when one is open, when it is over, and when nothing is kept', async () => {
    const kept = aNumberedOperation(1);
    const over = aNumberedOperation(1, { state: 'done' });
    const nothing = { started: [], told: [] };
    assert.deepEqual(await dealtWith(kept, kept, true), nothing);
    assert.deepEqual(await dealtWith(over, over), nothing);
    assert.deepEqual(await dealtWith(undefined, kept), nothing);
  });

  it('gets none that would ask again for what its payment knows to have failed: that is kept first', async () => {
    const kept = aNumberedOperation(1, { version: 2 });
    const failed = aNumberedOperation(1, { version: 3, state: 'failed' });
    const { started, told } = await dealtWith(kept, failed);
    assert.deepEqual(started, []);
    assert.deepEqual(
      told.map(({ version, state }) => [version, state]),
      [[3, 'failed']],
    );
  });
});

/** What is done about it: whom a run was started for, and what its payment was told. */
async function dealtWith(kept: Operation | undefined, known: Operation, isOpen = false) {
  const started: Operation[] = [];
  const told: Operation[] = [];
  const isStarted = await restartOperation(
    {
      operations: { find: async () => kept },
      transactions: { find: async () => aTransaction({ operations: [entryOf(known)] }) },
    },
    {
      isOpen: async () => true,
      isOperationOpen: async () => isOpen,
      resumeOperation: async (operation) => {
        started.push(operation);
        return true;
      },
      tellPayment: async (operation) => {
        told.push(operation);
        return { kept: operation.version };
      },
    },
    known,
  );
  assert.equal(isStarted, started.length === 1);
  return { started, told };
}
