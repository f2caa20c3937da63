import { mkdirSync, writeFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { find } from '../../dev/servers/finder.ts';
import { testServer } from '../../dev/servers/test-server.ts';
import { printedProgress } from '../../dev/progress.ts';
import { timeTravelArguments } from './arguments.ts';
import { tableOf } from './table.ts';
import { simulate } from './run.ts';

/*
 * A time of agreements in seconds: the real workflows and rules on a skipped clock, the sandbox network as the judge, and an
 * engine that dies again and again. Prints what happens and draws it.
 */
const PICTURE = '.data/simulated.svg';
const request = timeTravelArguments(process.argv.slice(2), randomInt(2 ** 32));
const server = await find(testServer(), printedProgress(process.stderr));
process.env['TEMPORAL_TEST_SERVER'] ??= server.path;
const say = (line: string) => process.stdout.write(`${line}\n`);

say(`${request.agreements} agreements, ${request.months} months, seed ${request.seed}`);
const simulated = await simulate(request, say);
mkdirSync('.data', { recursive: true });
writeFileSync(PICTURE, simulated.picture);
for (const line of tableOf(simulated)) say(line);
say(`The picture: ${PICTURE}`);
process.exitCode = simulated.faults.length === 0 ? 0 : 1;
