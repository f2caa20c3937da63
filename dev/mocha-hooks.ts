import { relative } from 'node:path';
import { announcement } from './mocha-events.ts';

/** Loaded into mocha: tells which test begins, so that a test that hangs has a name. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeEach(this: Mocha.Context) {
    const test = this.currentTest;
    if (test === undefined) return;
    const file = relative(process.cwd(), test.file ?? '');
    process.stdout.write(announcement({ file, title: test.fullTitle() }));
  },
};
