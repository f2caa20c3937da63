import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files, StoredFile } from './files.ts';
import type { FileKey } from './file-key.ts';

/** Files in a directory of this machine, or of a disk that all machines of the house share. */
export function localFiles(directory: string): Files {
  const pathOf = (key: FileKey) => join(directory, key);
  return {
    create: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o750 });
      const workshop = join(dirname(path), `.new-${randomBytes(8).toString('hex')}`);
      try {
        await writeWhole(workshop, bytes);
        return await nameIt(workshop, path);
      } finally {
        await rm(workshop, { force: true });
      }
    },
    open: (key) => opened(pathOf(key)),
    ping: async () => {
      await mkdir(directory, { recursive: true, mode: 0o750 });
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    },
  };
}

/** On the disk when it returns: a crash later must not leave half of a file under its name. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
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
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (MISSING.has(codeOf(error))) return undefined;
    throw error;
  }
}

/** No such file, a file where a folder should be, or a link that somebody else has laid. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
