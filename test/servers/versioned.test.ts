import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { sessionId } from '../../domain/ids.ts';
import { transactionWorkflowId, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { until } from '../support/http.ts';
import { leaveCluster, theCluster, type Cluster, type Program } from './support/cluster.ts';
import { theBuild } from '../support/built.ts';
import { createSession, payWithCard } from './support/shopper.ts';

const DEPLOYMENT = 'sarraf';
const FORMER = 'a'.repeat(40);
const LATTER = 'b'.repeat(40);

describe('releases that Temporal keeps apart', function () {
  this.timeout(240_000);
  let cluster: Cluster;
  let client: Client;
  let release: string;
  let asBuilt: string;
  before(async () => {
    cluster = await theCluster({ asItIs: true });
    client = new Client({
      connection: await Connection.connect({ address: cluster.run.temporal }),
    });
    release = join(await theBuild(), 'build.json');
    asBuilt = await readFile(release, 'utf8');
  });
  after(async () => {
    await writeFile(release, asBuilt);
    await makeCurrent('');
    for (const worker of cluster.workers) cluster.startLater(worker);
    await client.connection.close();
  });
  after(leaveCluster);

  it('go on with what each has begun, while all that is new begins with the current one', async () => {
    const [former, latter] = cluster.workers;
    await anewOf(former, FORMER);
    await makeCurrent(buildOf(FORMER));
    const early = await begun('6.001');
    assert.equal(await pinnedTo(early), buildOf(FORMER));

    await anewOf(latter, LATTER);
    await makeCurrent(buildOf(LATTER));
    const late = await begun('6.002');
    assert.equal(await pinnedTo(late), buildOf(LATTER));

    for (const sale of [early, late])
      assert.equal((await payWithCard(cluster, sale)).state, 'paid');
    assert.equal(await pinnedTo(early), buildOf(FORMER));
    assert.equal(await pinnedTo(late), buildOf(LATTER));
  });

  /** A payment whose run has had its first task, which comes with the first view. */
  async function begun(amount: string): Promise<string> {
    const session = await createSession(cluster, { amount });
    const page = await fetch(new URL(`/checkout/${session}`, cluster.balancer.url));
    assert.equal(page.status, 200);
    return session;
  }

  const buildOf = (commit: string) =>
    `${String(JSON.parse(asBuilt).version)}-${commit.slice(0, 12)}`;

  async function anewOf(worker: Program, commit: string): Promise<void> {
    await writeFile(release, JSON.stringify({ ...JSON.parse(asBuilt), commit }));
    await anew(worker, { WORKER_DEPLOYMENT: DEPLOYMENT });
  }

  /** What an operator does by `temporal worker deployment set-current-version`. */
  async function makeCurrent(buildId: string): Promise<void> {
    await until(`${buildId || 'no version'} is the current one`, () =>
      client.workflowService
        .setWorkerDeploymentCurrentVersion({
          namespace: client.options.namespace,
          deploymentName: DEPLOYMENT,
          buildId,
          identity: 'operator',
        })
        // Temporal hears of a version, and of each of its queues, by its polls.
        .catch(() => false),
    );
    // A queue hears of it a moment later, and gives tasks to the former ones until then.
    await until(`the queue knows ${buildId || 'no version'} as the current one`, async () => {
      const { versioningInfo } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: TRANSACTIONS_QUEUE },
        taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
      });
      return (versioningInfo?.currentDeploymentVersion?.buildId ?? '') === buildId;
    });
  }

  /** The build whose workers the run of a transaction is left to, once it has had its first task. */
  async function pinnedTo(session: string): Promise<string | undefined> {
    const id = sessionId(session);
    assert.ok(id);
    const info = await until('the run has a version', async () => {
      const { raw } = await client.workflow.getHandle(transactionWorkflowId(id)).describe();
      const { versioningInfo } = raw.workflowExecutionInfo ?? {};
      return versioningInfo?.deploymentVersion ? versioningInfo : undefined;
    });
    // PINNED, as workflows/versioned.ts says of it.
    assert.equal(info.behavior, 1);
    return info.deploymentVersion?.buildId ?? undefined;
  }
});

async function anew(worker: Program, more: Readonly<Record<string, string>> = {}): Promise<void> {
  worker.signal('SIGTERM');
  await worker.ended();
  await worker.start(more);
}
