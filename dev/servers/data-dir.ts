import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DataDir {
  readonly path: string;
  /** Removes the directory when it is temporary; keeps what a person named. */
  readonly remove: () => void;
}

/**
 * The place of a server's data: the one that was named, made when it is missing, or else a temporary one, which goes
 * at the latest when this process exits.
 */
export function makeDataDir(name: string, named?: string): DataDir {
  if (named !== undefined) {
    mkdirSync(named, { recursive: true });
    return { path: named, remove: () => undefined };
  }
  const path = mkdtempSync(join(tmpdir(), `sarraf-${name}-`));
  const remove = () => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { path, remove };
}
