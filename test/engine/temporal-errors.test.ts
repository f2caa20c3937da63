import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, NamespaceNotFoundError } from '@temporalio/common';
import { isOutage, isPassing } from '../../engine/temporal-errors.ts';
import { temporalAt } from '../../temporal/open.ts';

/** The codes of gRPC, https://grpc.io/docs/guides/status-codes/. */
const status = {
  CANCELLED: 1,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

/** What the client throws for a call that gRPC ended with a code, bare or as the cause of an error of its own. */
const ended = (code: number) =>
  Object.assign(new Error(`${code}`), { code, details: '', metadata: {} });

describe('a command that was not answered', () => {
  const table: readonly (readonly [number, boolean, boolean, string])[] = [
    [status.CANCELLED, true, false, 'our deadline'],
    [status.DEADLINE_EXCEEDED, true, false, 'the deadline'],
    [status.UNAVAILABLE, true, false, 'no server'],
    [status.RESOURCE_EXHAUSTED, true, true, 'too many updates under way'],
    [status.FAILED_PRECONDITION, false, true, 'a workflow task that failed'],
    [status.ABORTED, false, true, 'a run that was closing'],
    [status.NOT_FOUND, false, true, 'a run that had closed'],
    [status.INVALID_ARGUMENT, false, false, 'a fault of ours'],
    [status.INTERNAL, false, false, 'a fault of the server'],
  ];
  for (const [code, outage, passing, why] of table)
    it(`because of ${why} is ${passing ? 'sent again' : outage ? 'an outage' : 'an error'}`, () => {
      for (const error of [ended(code), new Error('Update failed', { cause: ended(code) })])
        assert.deepEqual([isOutage(error), isPassing(error)], [outage, passing]);
    });

  it('because a server whose database stumbles knows no namespace is an outage, and sent again', () => {
    const error = new NamespaceNotFoundError('default');
    assert.deepEqual([isOutage(error), isPassing(error)], [true, true]);
  });

  // What the server says in place of the run.
  for (const [type, why] of [
    ['UnprocessedUpdate', 'whose task ended without a word of it'],
    ['AcceptedUpdateCompletedWorkflow', 'that had closed with it'],
  ])
    it(`because of a run ${why} is sent again`, () => {
      const error = failed(ApplicationFailure.nonRetryable('So the server.', type));
      assert.deepEqual([isOutage(error), isPassing(error)], [false, true]);
    });

  it('because the task of its run ended without a word of it is what this server says', async () => {
    const address = process.env['TEMPORAL_ADDRESS'] ?? '';
    const connection = await temporalAt({ address, namespace: 'default' })();
    const client = new Client({ connection });
    const taskQueue = randomUUID();
    // A worker that begins no update: each task ends with nothing.
    const work = () =>
      connection.withDeadline(Date.now() + 60_000, async () => {
        const who = { namespace: 'default', identity: taskQueue };
        const asked = { ...who, taskQueue: { name: taskQueue } };
        const { taskToken } = await connection.workflowService.pollWorkflowTaskQueue(asked);
        await connection.workflowService.respondWorkflowTaskCompleted({ ...who, taskToken });
      });
    const run = await client.workflow.start('silent', { taskQueue, workflowId: taskQueue });
    try {
      await work();
      const [, error] = await Promise.all([
        work(),
        run.executeUpdate('command', { args: [] }).catch((reason: unknown) => reason),
      ]);
      assert.deepEqual([isOutage(error), isPassing(error)], [false, true]);
    } finally {
      await run.terminate();
      await connection.close();
    }
  });

  it('because the run has refused or failed is not sent again', () => {
    for (const type of ['TooLate', 'AnyOther'])
      assert.equal(isPassing(failed(ApplicationFailure.nonRetryable('So the run.', type))), false);
    assert.equal(isPassing(ApplicationFailure.nonRetryable('Ours.', 'UnprocessedUpdate')), false);
  });

  it('because the client finds no run is sent again', () => {
    assert.equal(isPassing(new WorkflowNotFoundError('update not found', 'id', undefined)), true);
  });
});

const failed = (cause: ApplicationFailure) =>
  new WorkflowUpdateFailedError('Workflow Update failed', cause);
