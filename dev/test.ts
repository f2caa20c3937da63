import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { stopOnInterrupt } from './interrupts.ts';
import { lanesOf } from './mocha-arguments.ts';
import type { MochaSettings } from './mocha-arguments.ts';
import { eventOn } from './mocha-events.ts';
import { lastLines, startChild, stopAll } from './processes.ts';
import type { Child } from './processes.ts';
import { printedProgress } from './progress.ts';
import { makeDataDir } from './servers/data-dir.ts';
import { count, NOTHING_YET, recap, summary, told, together, whyNotGreen } from './tally.ts';
import type { Tally } from './tally.ts';
import { testEnvironment, testPrograms } from './test-environment.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROGRESS_EVERY_MS = 10_000;
const LINGER_MS = 20_000;

const settings: MochaSettings = JSON.parse(readFileSync(join(ROOT, '.mocharc.json'), 'utf8'));
const lanes = lanesOf(process.argv.slice(2), settings, allTests());
const tallies: Tally[] = lanes.map(() => NOTHING_YET);
process.exitCode = 1;
stopOnInterrupt(stopAll, 130);
try {
  const programs = await testPrograms(printedProgress(process.stdout));
  const ticking = setInterval(tell, PROGRESS_EVERY_MS);
  await Promise.all(
    lanes.map(async (args, lane) => {
      const ports = `${20_000 + 3000 * lane}-${23_000 + 3000 * lane}`;
      await runMocha(lane, args, await testEnvironment(programs, ports));
    }),
  );
  clearInterval(ticking);
  const why = whyNotGreen(together(tallies));
  if (why === undefined) process.exitCode = 0;
  else console.log(`${recap(together(tallies))}\n${why}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
await stopAll();
console.log(summary(together(tallies)));
process.exit();

async function runMocha(
  lane: number,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  const logFile = join(makeDataDir('tests').path, 'mocha.log');
  const output = new PassThrough();
  const ending: { child?: Child; late?: NodeJS.Timeout } = {};
  const printed: string[] = [];
  const lines = createInterface({ input: output });
  const allRead = once(lines, 'close');
  const tally = () => tallies[lane] ?? NOTHING_YET;
  lines.on('line', (line) => {
    const event = eventOn(line);
    if (event === undefined) {
      printed.push(line);
      // Whoever names tests is looking at them, and wants to see what they print.
      if (process.argv.length > 2) console.log(line);
      return;
    }
    tallies[lane] = count(tally(), event);
    if (event.kind === 'failed') console.log(told(event));
    if (event.kind === 'ended') {
      ending.late = setTimeout(() => {
        console.log('All tests ended, but something that they opened kept mocha alive.');
        ending.child?.signal('SIGKILL');
      }, LINGER_MS);
    }
  });
  ending.child = await startChild({
    name: 'mocha',
    command: process.execPath,
    args: ['--import', 'tsx', ...mochaCommand(args)],
    cwd: ROOT,
    env: { ...process.env, ...environment },
    logFile,
    graceMs: 2_000,
    onOutput: (text) => output.write(text),
  });
  const how = await ending.child.exited;
  clearTimeout(ending.late);
  output.end();
  await allRead;
  if (!tally().ended) {
    console.log(`\nMocha ${how}, in ${tally().running || 'the loading of the tests'}.`);
    console.log([...printed.slice(-30), lastLines(logFile, 40)].join('\n'));
  }
}

/** In the order in which mocha would find them. */
function allTests(): readonly string[] {
  return readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join('test', name))
    .toSorted();
}

function mochaCommand(args: readonly string[]): string[] {
  return [
    join(ROOT, 'node_modules/mocha/bin/mocha.js'),
    '--reporter=json-stream',
    `--require=${join(ROOT, 'dev/mocha-hooks.ts')}`,
    ...(process.env['CI'] === undefined ? [] : ['--forbid-only']),
    ...args,
  ];
}

function tell(): void {
  const { passed, failed, running } = together(tallies);
  console.log(`  ${passed} passed, ${failed} failed … ${running}`);
}
