import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory for one test, removed after it; call it inside `describe`. */
export function temporaryDirectory(): () => string {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'sarraf-dev-test-'));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));
  return () => path;
}
