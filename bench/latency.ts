import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { startSarraf } from '../dev/sarraf.ts';
import { percentile, timed } from './clients.ts';
import { subjects, type Subject } from './subjects.ts';

/*
 * Latency of creating and of paying beside a bare workflow with two activities, on one server in one run. The machine's
 * speed drifts, so the subjects take turns in rounds, and the ratio to the bare workflow is what counts.
 */
const ROUNDS = 5;
const TIMES: Readonly<Record<number, number>> = { 1: 20, 16: 80 };
const QUEUE = 'bench';

Runtime.install({ logger: new DefaultLogger('WARN') });
const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-bench-'));
const house = await startSarraf({ dataDir, ports: 'free', env: { LOG_LEVEL: 'warn' } });
const native = await NativeConnection.connect({ address: house.run.temporal });
const worker = await Worker.create({
  connection: native,
  taskQueue: QUEUE,
  workflowsPath: fileURLToPath(new URL('bare-workflow.ts', import.meta.url)),
  activities: { first: async () => undefined, second: async () => undefined },
});
const running = worker.run();
const connection = await Connection.connect({ address: house.run.temporal });
const all = subjects(house.run, new Client({ connection }), QUEUE);

console.log(`node ${process.version}, ${ROUNDS} rounds, milliseconds\n`);
for (const clients of [1, 16]) await compare(clients);

worker.shutdown();
await running;
await native.close();
await connection.close();
await house.stop();
rmSync(dataDir, { recursive: true });

async function compare(clients: number): Promise<void> {
  const took = new Map<Subject, number[]>(all.map((subject) => [subject, []]));
  for (const subject of all) await measure(subject, clients); // Warm-up, not counted.
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const subject of all) took.get(subject)?.push(...(await measure(subject, clients)));
    console.log(`${clients} client(s): round ${round} of ${ROUNDS}`);
  }
  const bare = percentile(took.get(all[0] as Subject) ?? [], 0.5);
  console.log(`\n${clients} client(s)`.padEnd(46), 'p50', '   p99', '   p50 / bare');
  for (const [{ name }, times] of took) {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    console.log(
      `  ${name}`.padEnd(44),
      p50.toFixed(1).padStart(6),
      p99.toFixed(1).padStart(7),
      (p50 / bare).toFixed(2).padStart(8),
    );
  }
  console.log('');
}

async function measure(subject: Subject, clients: number): Promise<readonly number[]> {
  const times = TIMES[clients] ?? 20;
  const prepared: string[] = [];
  for (let index = 0; index < times; index += 1) prepared.push(await subject.prepare());
  return timed(() => subject.work(prepared.pop() ?? ''), { clients, times });
}
