import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { anyPort } from '../../dev/ports.ts';
import { silent } from '../../dev/progress.ts';
import { find } from '../../dev/servers/finder.ts';
import { startTemporal, type RunningTemporal } from '../../dev/servers/start-temporal.ts';
import { temporalServer } from '../../dev/servers/temporal.ts';
import { NAMESPACE } from '../../dev/servers/time-skipping.ts';
import { engineOn } from '../../engine/engine.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { registerSearchAttributes } from '../../temporal/visibility.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import type { transaction } from '../../workflows/index.ts';
import { aMethod, aTransaction, DAY_MS, sessionOf } from '../support/builders.ts';
import { fakeWorld } from '../support/fake-activities.ts';
import { runFakeWorkers, type FakeWorkers } from '../support/worker.ts';
import { until } from '../support/http.ts';
import { aSubmission, charged, said, SECOND } from './support/lines.ts';

/** Of so many commands a run of this server takes no more; of others 2,000. */
const MOST_COMMANDS = 20;
/** The gateway is asked so late that nobody asks it here. */
const INQUIRY = { ...DEFAULT_INQUIRY, firstAfterSeconds: 20 * 3600 };
const THROTTLE = { firstAfterSeconds: 3600, everySeconds: 3600, perDay: 1 };

describe('a run that has heard all that it may hear', function () {
  this.timeout(120_000);
  let temporal: RunningTemporal;
  let connection: Connection;
  let native: NativeConnection;
  let workers: FakeWorkers;
  const world = fakeWorld();

  before(async () => {
    const { path: program } = await find(temporalServer(), silent);
    temporal = await startTemporal({
      program,
      port: anyPort(),
      uiPort: anyPort(),
      limits: [`history.maxTotalUpdates=${MOST_COMMANDS}`],
    });
    const { address } = temporal;
    connection = await Connection.connect({ address });
    native = await NativeConnection.connect({ address });
    await registerSearchAttributes(connection, NAMESPACE);
    workers = await runFakeWorkers({ native }, world.activities);
  });
  after(async () => {
    await workers.stop();
    await native.close();
    await connection.close();
    await temporal.stop();
  });

  it('ends, and the next message begins another one of the same payment', async () => {
    const client = new Client({ connection, namespace: NAMESPACE });
    const engine = engineOn(client, connection, 10_000);
    const now = Date.now();
    const opened = aTransaction({
      sessionId: sessionOf('f1'),
      methods: [aMethod({ inquiry: INQUIRY })],
      createdAt: now,
      expiresAt: now + 60 * DAY_MS,
      expirationSeconds: 60 * 24 * 60 * 60,
    });
    world.insert(opened);
    await engine.start(opened);
    await engine.submit(opened, aSubmission(), randomUUID());
    const run = client.workflow.getHandle<typeof transaction>(
      transactionWorkflowId(opened.sessionId),
    );
    const runIds = new Set<string>();
    for (let asked = 0; asked < 3 * MOST_COMMANDS; asked += 1) {
      assert.ok('waitSeconds' in (await engine.ask(opened, { throttle: THROTTLE, tell: false })));
      runIds.add((await run.describe()).runId);
    }
    assert.ok(runIds.size >= 3, `It took ${runIds.size} runs.`);
    await until('the run waits for what is due', async () => {
      const { events } = await run.fetchHistory();
      return events?.some((event) => event.timerStartedEventAttributes);
    });

    await engine.report(opened, said('failed'));
    await world.until(() => world.document(opened.sessionId).state === 'attempted');
    await engine.submit(opened, aSubmission({ referenceNumber: SECOND }), randomUUID());
    await engine.report(opened, charged(SECOND));
    assert.equal(await run.result(), 'paid');
  });
});
