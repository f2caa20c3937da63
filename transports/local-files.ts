import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, lstat, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Files, StoredFile } from './files.ts';
import type { FileKey } from './file-key.ts';

/** Files in a directory of this machine, or of a disk that all machines of the system share. */
export function localFiles(directory: string): Files {
  const pathOf = (key: FileKey) => join(directory, key);
  return {
    create: async (key, bytes) => {
      const path = pathOf(key);
      // Several may want the key: each writes under a name of its own.
      const workshop = workshopOf(path, randomBytes(8).toString('hex'));
      return inWorkshop(workshop, async () => {
        await writeWhole(workshop, only(bytes));
        return nameIt(workshop, path);
      });
    },
    write: async (key, chunks) => {
      const path = pathOf(key);
      const workshop = workshopOf(path);
      await rm(workshop, { force: true });
      return inWorkshop(workshop, async () => {
        const size = await writeWhole(workshop, chunks);
        await rename(workshop, path);
        return size;
      });
    },
    open: (key) => opened(pathOf(key)),
    remove: async (key) => {
      const path = pathOf(key);
      // A writer that was killed has left what it had written.
      for (const one of [path, workshopOf(path)]) await rm(one, { force: true });
    },
    handOver: async (key) => {
      const path = pathOf(key);
      const stats = await lstat(path).catch(unlessMissing);
      return stats?.isFile() ? { kind: 'path', path, size: stats.size } : undefined;
    },
    ping: async () => {
      await mkdir(directory, { recursive: true, mode: 0o750 });
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

/** Where a file is written before it has its name: beside it, where no key leads. */
function workshopOf(path: string, name = basename(path)): string {
  return join(dirname(path), `.new-${name}`);
}

/** Works under a name of which nothing is left. */
async function inWorkshop<T>(workshop: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(workshop), { recursive: true, mode: 0o750 });
  try {
    return await work();
  } finally {
    await rm(workshop, { force: true });
  }
}

/** On the disk when it returns: a crash later must not leave half of a file under its name. */
async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o640);
  try {
    let size = 0;
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.sync();
    return size;
  } finally {
    await file.close();
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A link takes a free name only, and takes it at once: readers see no file or the whole one. */
async function nameIt(from: string, path: string): Promise<boolean> {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function opened(path: string): Promise<StoredFile | undefined> {
  const file = await handleOf(path);
  if (!file) return undefined;
  const stats = await file.stat();
  if (stats.isFile()) return { size: stats.size, stream: file.createReadStream() };
  await file.close();
  return undefined;
}

async function handleOf(path: string): Promise<FileHandle | undefined> {
  return open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unlessMissing);
}

function unlessMissing(error: unknown): undefined {
  if (!MISSING.has(codeOf(error))) throw error;
}

/** No such file, a file where a folder should be, or a link that somebody else has laid. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
