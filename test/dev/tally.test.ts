import assert from 'node:assert/strict';
import { announcement, eventOn } from '../../dev/mocha-events.ts';
import {
  count,
  NOTHING_YET,
  recap,
  summary,
  together,
  told,
  whyNotGreen,
} from '../../dev/tally.ts';

const line = (kind: string, content: object) => JSON.stringify([kind, content]);

/** The tally of a run that printed these lines. */
const after = (...lines: readonly string[]) =>
  lines
    .map((text) => eventOn(text.trimEnd()))
    .filter((event) => event !== undefined)
    .reduce(count, NOTHING_YET);

const PASS = line('pass', { title: 'works' });
const FAIL = line('fail', {
  fullTitle: 'it fails',
  file: 'a.test.ts',
  err: 'no',
  stack: 'Error: no',
});
const END = line('end', { pending: 0 });

describe('the tally of a test run', () => {
  it('counts what mocha tells, and nothing that a test prints itself', () => {
    const tally = after(
      line('start', { total: 3 }),
      PASS,
      '["pass"',
      '["note",{}]',
      'ok',
      FAIL,
      PASS,
      END,
    );
    assert.equal(summary(tally), '2 passed, 1 failed');
    assert.equal(whyNotGreen(tally), '1 of 3 tests failed.');
  });

  it('names skipped tests only when there are any', () => {
    assert.equal(summary(after(PASS, END)), '1 passed, 0 failed');
    assert.equal(
      summary(after(PASS, line('end', { pending: 2 }))),
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
    const tally = after(announcement({ file: 'a.test.ts', title: 'a thing hangs' }));
    assert.equal(tally.running, 'a.test.ts: a thing hangs');
  });

  it('is one of several runs side by side, green when each is', () => {
    const green = after(PASS, END);
    assert.equal(whyNotGreen(together([green, green])), undefined);
    assert.equal(summary(together([after(PASS, FAIL, END), green])), '2 passed, 1 failed');
    assert.match(whyNotGreen(together([green, after(PASS)])) ?? '', /did not come to their end/);
    const b = after(PASS, announcement({ file: 'b.test.ts', title: 'hangs' }));
    assert.equal(together([b, green, b]).running, 'b.test.ts: hangs | b.test.ts: hangs');
  });

  it('tells at the end once more what failed, in order, each in short', () => {
    const long = line('fail', {
      fullTitle: 'it is long',
      file: 'b.test.ts',
      err: 'first',
      stack: Array.from({ length: 40 }, (_, nth) => (nth === 0 ? 'first' : `line ${nth}`)).join(
        '\n',
      ),
    });
    const tally = after(FAIL, PASS, long, END);
    assert.match(recap(tally), /it fails\n {2}a\.test\.ts\n {4}Error: no\n\n✘ it is long\n/);
    assert.deepEqual(
      [/line 11$/m.test(recap(tally)), /line 12$/m.test(recap(tally))],
      [true, false],
    );
    assert.equal(recap(after(PASS, END)), '');
    const [, whole] = tally.failures;
    assert.ok(whole !== undefined && /line 39$/m.test(told(whole)));
  });

  it('tells a failure with its title, file, message and stack', () => {
    assert.deepEqual(eventOn(FAIL), {
      kind: 'failed',
      title: 'it fails',
      file: 'a.test.ts',
      detail: 'Error: no',
    });
    const changed = line('fail', { fullTitle: '', file: '', err: 'timeout', stack: 'Error: no' });
    assert.deepEqual(eventOn(changed), {
      kind: 'failed',
      title: '',
      file: '',
      detail: 'timeout\nError: no',
    });
  });
});
