import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Line } from './lines.ts';
import { takeLock } from './lock-file.ts';

/** Lines that are only ever added. What is not in it did not happen. */
export interface Journal {
  /** Returns when the line is with the operating system, so that it survives a killed process. */
  append(line: Line): void;
  close(): void;
}

/** A journal that is forgotten when the process ends. */
export function memoryJournal(): Journal {
  return { append: () => undefined, close: () => undefined };
}

/**
 * Opens `<directory>/journal.jsonl`, hands every line in it to `replay`, then takes new ones. A last
 * line that was cut off in writing is removed: nobody was told of it. A damaged line elsewhere
 * throws, because an incomplete ledger must not look complete; so does a directory that another process has open,
 * because two would write entries of the same number.
 */
export function fileJournal(directory: string, replay: (line: Line) => void): Journal {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const release = claim(directory);
  try {
    const path = join(directory, 'journal.jsonl');
    if (existsSync(path)) replayFile(path, replay);
    const file = openSync(path, 'a', 0o600);
    return {
      append: (line) => {
        writeWhole(file, Buffer.from(`${JSON.stringify(line)}\n`));
      },
      close: () => {
        closeSync(file);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** Takes the directory for this process, and gives what lets it go; a process that was killed holds nothing. */
function claim(directory: string): () => void {
  const { release } = takeLock(
    join(realpathSync(directory), 'journal.pid'),
    (pid, file) =>
      `A simulator (process ${pid}) has the journal in ${directory} open. Stop it, or start with another SIMULATOR_DATA_DIR. ` +
      `When process ${pid} is something else, delete ${file} and start again.`,
  );
  return release;
}

function replayFile(path: string, replay: (line: Line) => void): void {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(path, end);
  for (const [index, text] of bytes.toString('utf8', 0, end).split('\n').slice(0, -1).entries())
    replay(parse(text, path, index + 1));
}

// Only this program writes the file, so a line that is JSON has the shape that was appended.
function parse(text: string, path: string, number: number): Line {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(
      `Line ${number} of ${path} is damaged. Restore the file from a copy, or start with another SIMULATOR_DATA_DIR.`,
    );
  }
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
