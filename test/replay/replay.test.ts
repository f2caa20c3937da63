import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type WorkflowBundleOption } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { DEBIT_STORIES } from '../support/debit-stories.ts';
import { DISPUTE_STORIES } from '../support/dispute-stories.ts';
import { FILE_STORIES } from '../support/file-stories.ts';
import { OPERATION_STORIES } from '../support/operation-stories.ts';
import { WALLET_STORIES } from '../support/wallet-stories.ts';
import { quietRuntime } from '../../dev/servers/time-skipping.ts';
import { replayError } from '../support/replays.ts';
import { testBundle } from '../support/test-bundle.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** What every release has to prove; test/support/record-history.ts makes them. */
const STORIES = [
  'asked',
  'canceled',
  'card-paid',
  'cash',
  'cash-acknowledged',
  'declined-then-paid',
  'delivery',
  'expired',
  'invoice-overdue',
  'invoice-paid-late',
  'late-success',
  'archived',
  'webhook-handed-over',
  ...DEBIT_STORIES.map(({ name }) => name),
  ...DISPUTE_STORIES.map(({ name }) => name),
  ...FILE_STORIES.map(({ name }) => name),
  ...OPERATION_STORIES.map(({ name }) => name),
  ...WALLET_STORIES.map(({ name }) => name),
];
const FILES = readdirSync(HERE).filter((file) => file.endsWith('.json'));

describe('the workflows of now', function () {
  this.timeout(120_000);
  before(quietRuntime);

  it('are tried on a history of every story', () => {
    const stories = FILES.map((file) => file.replace(/\.\d+\.\d+\.\d+\.json$/, ''));
    assert.deepEqual(
      STORIES.filter((story) => !stories.includes(story)),
      [],
    );
  });

  for (const file of FILES)
    it(`replay ${file} as it was recorded`, async () => {
      const history = JSON.parse(historyIn(file));
      assert.ifError(await replayError({ workflowId: file, history }));
    });
});

describe('a replay', function () {
  this.timeout(120_000);
  before(quietRuntime);

  it('notices a workflow that does something that it did not do before', async () => {
    await assert.rejects(
      replay(await testBundle(), historyIn(oneOf('card-paid')), 'changed'),
      DeterminismViolationError,
    );
  });

  it('notices a history in which something else was done', async () => {
    const history = historyIn(oneOf('card-paid'));
    const tampered = history.replaceAll('"openAttempt"', '"inquireAttempt"');
    assert.notEqual(tampered, history);
    const error = await replayError({ workflowId: 'tampered', history: JSON.parse(tampered) });
    assert.ok(error instanceof DeterminismViolationError);
  });
});

function replay(workflowBundle: WorkflowBundleOption, history: string, id: string): Promise<void> {
  return SuspendableWorker.runReplayHistory({ workflowBundle }, JSON.parse(history), id);
}

function historyIn(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

function oneOf(story: string): string {
  const file = FILES.find((name) => name.startsWith(`${story}.`));
  assert.ok(file, `There is no history of ${story}.`);
  return file;
}
