import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventOn, type MochaEvent } from '../../dev/mocha-events.ts';
import { count, NOTHING_YET, summary } from '../../dev/tally.ts';

/** What is opened by whoever needs it first, for all in one process. */
const SHARED = `
  let opened;
  exports.theOne = () => (opened ??= 'open in ' + process.pid);
  after('it closes', () => console.log('closed', opened));`;
const suite = (name: string, body: string) => `describe('${name}', () => { ${body} });`;
const USER = `const { theOne } = require('./shared.cjs');`;
/** Slower than the others, whenever the lane that has them begins. */
const SLOW = suite(
  'a slow one',
  `it('ends', async () => {
    const ended = () => require('fs').readdirSync(__dirname).filter((name) => name.endsWith('.ended'));
    while (ended().length < 3) await new Promise((done) => setTimeout(done, 10));
    console.log(theOne());
  });`,
);
const QUICK = suite(
  'a quick one',
  `it('ends', () => {
    console.log(theOne());
    require('fs').writeFileSync(__filename + '.ended', '');
  });`,
);

describe('mochas side by side', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'sarraf-lanes-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  /** Writes these files, and runs them in some lanes. */
  async function run(lanes: number, files: Readonly<Record<string, string>>) {
    const paths = Object.entries(files).map(([name, text]) => {
      const path = join(directory, name);
      writeFileSync(path, text);
      return path;
    });
    const tests = paths.filter((path) => path.endsWith('.test.cjs'));
    return Promise.all(Array.from({ length: lanes }, () => aLane(tests)));
  }

  it('run each file once, the next where one is free, and close at the end what theirs have shared', async () => {
    const lanes = await run(2, {
      'shared.cjs': SHARED,
      'one.test.cjs': USER + SLOW,
      ...Object.fromEntries(
        ['two', 'three', 'four'].map((name) => [`${name}.test.cjs`, USER + QUICK]),
      ),
    });
    const printed = lanes.map((lane) => lane.printed).toSorted((a, b) => a.length - b.length);
    const [slow = [], quick = []] = printed.map((lines) => new Set(lines));
    assert.deepEqual(
      printed.map(({ length }) => length),
      [2, 4],
    );
    for (const lines of [slow, quick]) {
      const [opened = '', closed = ''] = [...lines];
      assert.match(opened, /^open in \d+$/);
      assert.equal(closed, `closed ${opened}`);
    }
    assert.deepEqual(lanes.map(({ tally }) => summary(tally)).toSorted(), [
      '1 passed, 0 failed',
      '3 passed, 0 failed',
    ]);
    const files = lanes.flatMap(({ tally }) => [...tally.durations.keys()]);
    assert.deepEqual(files.map((file) => file.replace(/.*\//, '')).toSorted(), [
      'four.test.cjs',
      'one.test.cjs',
      'three.test.cjs',
      'two.test.cjs',
    ]);
    assert.ok(lanes.every(({ tally }) => tally.ended));
  });

  for (const [name, text, why] of [
    ['does not load', `throw new Error('it breaks');`, /it breaks/],
    ['has a test outside of a suite', `it('is lost', () => {});`, /into a suite/],
    ['has a hook that counts for others', `beforeEach(() => {});`, /into a suite/],
    ['would be run alone', `describe['only']('alone', () => {});`, /`\.only` forbidden/],
  ] as const)
    it(`fail by a file that ${name}`, async () => {
      const file = `${name.replaceAll(' ', '-')}.test.cjs`;
      const [lane] = await run(1, { [file]: text });
      const { failed, failures } = lane?.tally ?? NOTHING_YET;
      assert.equal(failed, 1);
      assert.match(failures[0]?.file ?? '', new RegExp(`${file}$`));
      assert.match(failures[0]?.detail ?? '', why);
    });

  it('fail by an error that nothing has caught, and go on', async () => {
    const late = `it('waits', () => new Promise(() => setTimeout(() => { throw new Error('late'); })));`;
    const [lane] = await run(1, {
      'throwing.test.cjs': suite('one', late),
      'next.test.cjs': suite('two', `it('passes', () => {});`),
    });
    assert.equal(summary(lane?.tally ?? NOTHING_YET), '1 passed, 1 failed');
    assert.match(lane?.tally.failures[0]?.detail ?? '', /late/);
  });
});

async function aLane(files: readonly string[]) {
  const lane = ['--import', 'tsx', 'dev/mocha-lane.ts', '100000', ...files];
  const child = spawn(process.execPath, lane, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  const events = lines.map(eventOn);
  return {
    printed: lines.filter((_, nth) => events[nth] === undefined),
    tally: events
      .filter((event): event is MochaEvent => event !== undefined)
      .reduce(count, NOTHING_YET),
  };
}
