import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from './build.ts';
import { bundleTests } from './bundled-tests.ts';
import { stopOnInterrupt } from './interrupts.ts';
import { lanesOf, mochaArguments, type MochaSettings } from './mocha-arguments.ts';
import { eventOn } from './mocha-events.ts';
import { lastLines, startChild, stopAll, type Child } from './processes.ts';
import { printedProgress } from './progress.ts';
import { makeDataDir } from './servers/data-dir.ts';
import { addSingleFiles } from './single-file.ts';
import {
  count,
  NOTHING_YET,
  recap,
  slowest,
  summary,
  failureText,
  together,
  whyNotGreen,
  type TestTally,
} from './tally.ts';
import { testEnvironment, testPrograms } from './test-environment.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUILT = join(ROOT, '.data', `built-${process.pid}`);
const BUNDLED = join(ROOT, '.data', `tests-${process.pid}`);
const REPORTER = 'dev/mocha-reporter.ts';
const LANE = 'dev/mocha-lane.ts';
const PROGRESS_EVERY_MS = 10_000;
const LINGER_MS = 20_000;

const settings: MochaSettings = JSON.parse(readFileSync(join(ROOT, '.mocharc.json'), 'utf8'));
const durationsFile = join(ROOT, 'dev/test-durations.json');
/** Seconds by file. */
const durations: Readonly<Record<string, number>> = JSON.parse(readFileSync(durationsFile, 'utf8'));
const given = process.argv.slice(2);
/** By lane. */
const tallies: TestTally[] = [];
process.exitCode = 1;
stopOnInterrupt(stopAll, 130);
try {
  const progress = printedProgress(process.stdout);
  const building = given.length === 0 ? builtCommands() : undefined;
  building?.catch(() => undefined); // Who waits for it below is told.
  const programs = await testPrograms(progress);
  const [served, commands] = await Promise.all([
    testEnvironment(programs, '29000-29900'),
    building
      ? progress.step('Building the programs and the tests', () => building)
      : [sourceCommand()],
  ]);
  const environment = given.length === 0 ? { ...served, SARRAF_BUILT: BUILT } : served;
  tallies.push(...commands.map(() => NOTHING_YET));
  const began = performance.now();
  const secondsUntilNow = () => Math.round((performance.now() - began) / 1000);
  const ticking = setInterval(tell, PROGRESS_EVERY_MS);
  const laneSeconds = await Promise.all(
    commands.map(async (command, lane) => {
      const ports = `${20_000 + 1500 * lane}-${21_500 + 1500 * lane}`;
      await runMocha(lane, command, { ...environment, SARRAF_PORTS: ports });
      return secondsUntilNow();
    }),
  );
  clearInterval(ticking);
  const all = together(tallies);
  const why = whyNotGreen(all);
  if (given.length === 0) {
    // One that ends long before the others has left a processor idle.
    console.log(`\nThe lanes ended after ${laneSeconds.join(', ')} s.`);
    console.log(`The files that took longest:\n${slowest(all)}\n`);
    if (all.ended && process.env['KEEP_DURATIONS']) keepDurations(all.durations);
  }
  if (why === undefined) process.exitCode = 0;
  else console.log(`${recap(all)}\n${why}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
}
await stopAll();
for (const made of [BUILT, BUNDLED]) rmSync(made, { recursive: true, force: true });
console.log(summary(together(tallies)));
process.exit();

async function runMocha(
  lane: number,
  command: readonly string[],
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
      if (given.length > 0) console.log(line);
      return;
    }
    tallies[lane] = count(tally(), event);
    if (event.kind === 'failed' || event.kind === 'retried') console.log(failureText(event));
    if (event.kind === 'skipped') console.log(`\n– skipped: ${event.title}\n  ${event.file}`);
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
    // Tests leave much behind that nobody asks for again: half as many collections, for memory that is there.
    args: ['--max-semi-space-size=128', ...command],
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

/** For the lanes of the runs to come (mocha-arguments.ts); in version control, since every machine has the same ratios. */
function keepDurations(measured: ReadonlyMap<string, number>): void {
  const seconds = [...measured]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([file, ms]) => [file, Math.ceil(ms / 100) / 10]);
  writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(seconds), undefined, 2)}\n`);
}

/** All tests, and the programs under test as a release has them, for all lanes; somebody who names tests may need none. */
async function builtCommands(): Promise<readonly (readonly string[])[]> {
  const tests = allTests();
  const [bundled] = await Promise.all([
    bundleTests([...tests, LANE], { directory: BUNDLED, release: BUILT }),
    build(BUILT, { checked: false }).then(() => addSingleFiles(BUILT)),
  ]);
  return lanesOf(tests, durations).map((files) => [
    bundled(LANE),
    String(settings.timeout),
    ...files.map(bundled),
  ]);
}

function sourceCommand(): string[] {
  return [
    '--import',
    'tsx',
    join(ROOT, 'node_modules/mocha/bin/mocha.js'),
    `--reporter=${join(ROOT, REPORTER)}`,
    ...(process.env['CI'] === undefined ? [] : ['--forbid-only']),
    ...mochaArguments(given, settings),
  ];
}

function tell(): void {
  const { passed, failed, running } = together(tallies);
  console.log(`  ${passed} passed, ${failed} failed … ${running}`);
}
