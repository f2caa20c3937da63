import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { eventOn, lineOf } from '../../dev/mocha-events.ts';
import {
  count,
  NOTHING_YET,
  recap,
  slowest,
  summary,
  together,
  failureText,
  whyNotGreen,
} from '../../dev/tally.ts';

/** The tally of a run that printed these lines. */
const after = (...lines: readonly string[]) =>
  lines
    .map((text) => eventOn(text.trimEnd()))
    .filter((event) => event !== undefined)
    .reduce(count, NOTHING_YET);

const FAILURE = { title: 'it fails', file: 'a.test.ts', detail: 'Error: no' };
const PASS = lineOf({ kind: 'passed' });
const FAIL = lineOf({ kind: 'failed', ...FAILURE });
const END = lineOf({ kind: 'ended', skipped: 0 });
const running = (file: string) => lineOf({ kind: 'running', file, title: 'hangs' });
const suite = (file: string, ms: number) => lineOf({ kind: 'suite', file, ms });

describe('the tally of a test run', () => {
  it('counts what mocha tells, and nothing that a test prints itself', () => {
    const tally = after(
      lineOf({ kind: 'started', loadedMs: 3 }),
      PASS,
      '{"kind":"passed"}',
      'ok',
      FAIL,
      PASS,
      END,
    );
    assert.equal(summary(tally), '2 passed, 1 failed');
    assert.equal(whyNotGreen(tally), '1 of 3 tests failed.');
  });

  it('reads a line to its end, whatever stands in it', async () => {
    const event = {
      kind: 'running',
      file: 'a.test.ts',
      title: 'a\u2028b\u2029c\nd\r\u0085e',
    } as const;
    const told: unknown[] = [];
    for await (const line of createInterface({ input: Readable.from([lineOf(event), PASS]) }))
      told.push(eventOn(line));
    assert.deepEqual(told, [event, { kind: 'passed' }]);
  });

  it('names skipped tests only when there are any', () => {
    assert.equal(summary(after(PASS, END)), '1 passed, 0 failed');
    assert.equal(
      summary(after(PASS, lineOf({ kind: 'ended', skipped: 2 }))),
      '1 passed, 0 failed, 2 skipped',
    );
  });

  it('is green when all passed and mocha came to its end', () => {
    assert.equal(whyNotGreen(after(PASS, END)), undefined);
  });

  it('is not green when no test ran', () => {
    assert.match(whyNotGreen(after(END)) ?? '', /No test ran/);
  });

  it('is not green when mocha crashed after passes', () => {
    assert.match(whyNotGreen(after(PASS)) ?? '', /did not come to their end/);
  });

  it('knows which test runs', () => {
    assert.equal(after(running('a.test.ts')).running, 'a.test.ts: hangs');
  });

  it('is one of several runs side by side, green when each is', () => {
    const green = after(PASS, END);
    assert.equal(whyNotGreen(together([green, green])), undefined);
    assert.equal(summary(together([after(PASS, FAIL, END), green])), '2 passed, 1 failed');
    assert.match(whyNotGreen(together([green, after(PASS)])) ?? '', /did not come to their end/);
    const b = after(PASS, running('b.test.ts'));
    assert.equal(together([b, green, b]).running, 'b.test.ts: hangs | b.test.ts: hangs');
  });

  it('tells at the end once more what failed, in order, each in short', () => {
    const lines = Array.from({ length: 40 }, (_, nth) => (nth === 0 ? 'first' : `line ${nth}`));
    const detail = lines.join('\n');
    const long = lineOf({ kind: 'failed', title: 'it is long', file: 'b.test.ts', detail });
    const tally = after(FAIL, PASS, long, END);
    assert.match(recap(tally), /it fails\n {2}a\.test\.ts\n {4}Error: no\n\n✘ it is long\n/);
    assert.deepEqual(
      [/line 11$/m.test(recap(tally)), /line 12$/m.test(recap(tally))],
      [true, false],
    );
    assert.equal(recap(after(PASS, END)), '');
    const [, whole] = tally.failures;
    assert.ok(whole !== undefined && /line 39$/m.test(failureText(whole)));
  });

  it('names what was tried once more, and why', () => {
    const tally = after(lineOf({ kind: 'retried', ...FAILURE }), PASS, END);
    assert.equal(summary(tally), '1 passed, 0 failed');
    assert.match(
      tally.retries.map((one) => failureText(one)).join(''),
      /once more: it fails[^]*no/,
    );
  });

  it('tells which files took longest, all their suites together', () => {
    const tally = after(suite('a', 1000), suite('b', 2500), suite('a', 2000), suite('c', 1));
    assert.equal(slowest(tally, 2), '     3.0 s  a\n     2.5 s  b');
  });
});

/** Mocha runs a file with a suite that does all that a suite can do, as `npm test` has it. */
describe('what mocha tells', () => {
  it('is read as it was told', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sarraf-reporter-')), 'all.test.cjs');
    writeFileSync(
      file,
      `let tries = 0;
       describe('all', () => {
         it('passes', () => console.log('printed'));
         it('fails', () => { const e = new Error('one'); String(e.stack); e.message = 'changed'; throw e; });
         it('waits');
         it('recovers', function () { this.retries(1); if ((tries += 1) < 2) throw new Error('two'); });
       });`,
    );
    const mocha = ['node_modules/mocha/bin/mocha.js', '--no-config'];
    const reporter = `--reporter=${join(process.cwd(), 'dev/mocha-reporter.ts')}`;
    const child = spawn(process.execPath, ['--import', 'tsx', ...mocha, reporter, file]);
    const output: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) output.push(line);
    rmSync(dirname(file), { recursive: true });
    const events = output.flatMap((line) => eventOn(line) ?? []);
    assert.deepEqual(
      events.map(({ kind }) => kind),
      'started running passed running failed skipped running retried running passed suite ended'.split(
        ' ',
      ),
    );
    const tally = after(...output);
    assert.equal(summary(tally), '2 passed, 1 failed, 1 skipped');
    assert.match(tally.failures[0]?.detail ?? '', /^changed\nError: one\n/);
    assert.match(tally.retries[0]?.detail ?? '', /^Error: two\n/);
    assert.deepEqual([...tally.durations.keys()], [relative(process.cwd(), file)]);
  });
});
