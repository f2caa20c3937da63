import { fileURLToPath } from 'node:url';
import { stopOnInterrupt } from './interrupts.ts';
import { stopAll } from './processes.ts';
import type { RunInfo } from './run-file.ts';
import { startSarraf } from './sarraf.ts';
import type { RunningSarraf } from './sarraf.ts';

const dataDir = fileURLToPath(new URL('../.data', import.meta.url));
let running: RunningSarraf | undefined;
let stopping = false;

stopOnInterrupt(async () => {
  stopping = true;
  console.log('\nStopping …');
  await (running?.stop() ?? stopAll());
});

try {
  const fresh = process.argv.includes('--fresh');
  running = await startSarraf({
    dataDir,
    fresh,
    servers: 'environment',
    keepsBuild: true,
    supervise: (line) => console.log(line),
  });
  console.log(table(running.run));
} catch (error) {
  // What fails while we stop fails because we stop.
  if (!stopping) {
    console.error(`\nSarraf stopped: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}

function table(run: RunInfo): string {
  const rows = [
    ['Demo shop', run.demo],
    ['API', run.api],
    ['Back office', `${run.api}/office/`],
    ['Sandbox gateway', run.simulator],
    ['Mailbox', run.mailbox],
    ['Temporal UI', run.temporal_ui],
    ['Temporal', run.temporal],
    ['MongoDB', run.mongodb],
    ['Private key', run.keys.private],
    ['Public key', run.keys.public],
    ['Webhook key', run.keys.webhook],
    ['Gateways', run.pg_codes.join(', ')],
    ...Object.entries(run.users).map(([role, user]) => [
      `User ${role}`,
      `${user.username}:${user.password}`,
    ]),
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(16)} ${value}`);
  return `\nSarraf is ready. The same as JSON: .data/run.json\n\n${lines.join('\n')}\n\nWhat dies is started again. Ctrl-C stops everything; the data stay in .data (npm start -- --fresh empties it).`;
}
