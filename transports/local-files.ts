import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, lstat, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files, StoredFile } from './files.ts';
import type { FileKey } from './file-key.ts';

/** Files in a directory of this machine, or of a disk that all machines of the system share. */
export function localFiles(directory: string): Files {
  const pathOf = (key: FileKey) => join(directory, key);
  return {
    create: async (key, bytes) =>
      inWorkshop(pathOf(key), async (workshop, path) => {
        await writeWhole(workshop, only(bytes));
        return nameIt(workshop, path);
      }),
    write: async (key, chunks) =>
      inWorkshop(pathOf(key), async (workshop, path) => {
        const size = await writeWhole(workshop, chunks);
        await rename(workshop, path);
        return size;
      }),
    open: (key) => opened(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
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

/** Works under a name of its own beside the path, of which nothing is left. */
async function inWorkshop<T>(
  path: string,
  work: (workshop: string, path: string) => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  const workshop = join(dirname(path), `.new-${randomBytes(8).toString('hex')}`);
  try {
    return await work(workshop, path);
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
