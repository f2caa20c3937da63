import { relative } from 'node:path';
import Mocha from 'mocha';
import { lineOf } from './mocha-events.ts';
import { atSources } from './source-places.ts';

const {
  EVENT_RUN_BEGIN,
  EVENT_RUN_END,
  EVENT_SUITE_BEGIN,
  EVENT_SUITE_END,
  EVENT_TEST_BEGIN,
  EVENT_TEST_FAIL,
  EVENT_TEST_PASS,
  EVENT_TEST_PENDING,
  EVENT_TEST_RETRY,
} = Mocha.Runner.constants;

/** Tells what mocha does on standard output, a line for each event (mocha-events.ts), for whoever started it. */
// oxlint-disable-next-line import/no-default-export -- Mocha takes the reporter of a file by this name.
export default class Reporter extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    let began = 0;
    runner.once(EVENT_RUN_BEGIN, () => tell({ kind: 'started', loadedMs: performance.now() }));
    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (suite.parent?.root) began = performance.now();
    });
    runner.on(EVENT_SUITE_END, (suite) => {
      const ms = performance.now() - began;
      if (suite.parent?.root && !isLoading(suite)) tell({ kind: 'suite', file: fileOf(suite), ms });
    });
    // So that a test that hangs has a name.
    runner.on(EVENT_TEST_BEGIN, (test) => {
      if (test.file !== undefined)
        tell({ kind: 'running', file: fileOf(test), title: test.fullTitle() });
    });
    runner.on(EVENT_TEST_PASS, (test) => {
      if (!isLoading(test.parent)) tell({ kind: 'passed' });
    });
    runner.on(EVENT_TEST_FAIL, (test, error) => tell({ kind: 'failed', ...named(test, error) }));
    runner.on(EVENT_TEST_PENDING, (test) =>
      tell({ kind: 'skipped', file: fileOf(test), title: test.fullTitle() }),
    );
    runner.on(EVENT_TEST_RETRY, (test, error) => tell({ kind: 'retried', ...named(test, error) }));
    runner.once(EVENT_RUN_END, () => tell({ kind: 'ended', skipped: this.stats.pending }));
  }
}

function tell(event: Parameters<typeof lineOf>[0]): void {
  process.stdout.write(lineOf(event));
}

/** A suite that loads a file is in none (mocha-lane.ts). */
const isLoading = (suite: Mocha.Suite | undefined): boolean =>
  suite?.root === false && suite.file === undefined;

/** By its source, also where it was bundled before (bundled-tests.ts). */
const fileOf = ({ file }: Mocha.Test | Mocha.Suite): string =>
  relative(process.cwd(), file ?? '').replace(/^\.data\/tests-\d+\/(.+)\.js$/, '$1');

/** The stack begins with the message, except when the message was changed after the error was made. */
function named(test: Mocha.Test, { message, stack = '', cause }: Error) {
  const told = stack.includes(message) ? stack : `${message}\n${stack}`;
  const detail = [told, ...causes(cause)].join('\n');
  return { title: test.fullTitle(), file: fileOf(test), detail: atSources(detail) };
}

const causes = (cause: unknown): string[] =>
  cause instanceof Error
    ? [`caused by ${cause.name}: ${cause.message}`, ...causes(cause.cause)]
    : [];
