import { mkdirSync } from 'node:fs';
import Mocha from 'mocha';
import Reporter from './mocha-reporter.ts';

/**
 * One of several mochas side by side: `mocha-lane.ts MILLISECONDS FILE...` runs those of its files that no other has taken, the next when
 * it is free. They are one run, so what a module of theirs opens serves all that follow, and its `after` closes it at the end.
 */
const [, , timeout, ...files] = process.argv;
const mocha = new Mocha({ timeout: Number(timeout), reporter: Reporter, forbidOnly: true });
const root = mocha.suite;
const { constants } = Mocha.Suite;

Error.stackTraceLimit = 30;
for (const late of [
  constants.EVENT_SUITE_ADD_TEST,
  constants.EVENT_SUITE_ADD_HOOK_BEFORE_ALL,
  constants.EVENT_SUITE_ADD_HOOK_BEFORE_EACH,
  constants.EVENT_SUITE_ADD_HOOK_AFTER_EACH,
])
  root.on(late, () => {
    throw new Error(
      'Put it into a suite: out here it comes too late, or counts for other files too.',
    );
  });
loadNext();
mocha.run();

/** By a suite of its own, which is in no file, since mocha asks only for suites whether more have come. */
function loadNext(): void {
  const next = Mocha.Suite.create(root, 'The file');
  const loading = new Mocha.Test('loads', async () => {
    if (loading.file === undefined) return;
    mocha.files = [loading.file];
    await mocha.loadFilesAsync();
    loadNext();
  });
  next.timeout(0);
  next.beforeAll(() => {
    // What another has taken stays taken.
    do loading.file = files.shift();
    while (loading.file !== undefined && !isFree(loading.file));
  });
  next.addTest(loading);
}

/** Taken by whoever first makes a directory beside it. */
function isFree(file: string): boolean {
  try {
    mkdirSync(`${file}.taken`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
