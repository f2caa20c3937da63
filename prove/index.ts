import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOnInterrupt } from '../dev/interrupts.ts';
import { stopAll } from '../dev/processes.ts';
import { wishIn } from './arguments.ts';
import { reportOf } from './report.ts';
import { runProofs } from './run.ts';

/*
 * Asks for money at the worst moments, and has the network's own ledger judge what came of it. The house has its own
 * ports and data, so it runs beside `npm start`.
 */
stopOnInterrupt(stopAll, 130);
try {
  const wish = wishIn(process.argv.slice(2), randomInt(2 ** 32));
  console.log(`${wish.rounds} rounds, seed ${wish.seed}`);
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-prove-'));
  const outcome = await runProofs({ ...wish, dataDir, say: console.log });
  console.log(reportOf(outcome));
  if (outcome.faults.length > 0) {
    console.log(`The logs are in ${join(dataDir, 'logs')}.`);
    process.exitCode = 1;
  } else rmSync(dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await stopAll();
process.exit();
