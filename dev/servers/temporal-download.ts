import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tell } from '../progress.ts';
import { run } from './command.ts';
import { downloadJson, downloadTo, unreachableServer } from './download.ts';

const ORIGIN = 'https://temporal.download';
const PLATFORMS: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' };
const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
};

/** What this machine lacks for Temporal's official download; nothing when it may work. */
export async function downloadLacks(): Promise<string | undefined> {
  if (platform() === undefined) return `there is none for ${process.platform} ${process.arch}`;
  return unreachableServer(ORIGIN);
}

/**
 * Fetches a program from the place that Temporal's SDKs use, into the directory, and gives its path.
 * The protocol is that of the SDK core: a description first, then the archive that it names.
 */
export async function downloadProgram(
  artifact: 'cli' | 'temporal-test-server',
  version: string,
  directory: string,
  tell: Tell,
): Promise<string> {
  const description = await downloadJson(
    `${ORIGIN}/${artifact}/${version}?${platform()}&format=tar.gz`,
  );
  const { archiveUrl, fileToExtract } = checked(description);
  const archive = join(directory, 'archive.tar.gz');
  await downloadTo(archive, archiveUrl, tell);
  await run('tar', ['-xzf', archive, '-C', directory], { timeoutMs: 120_000 });
  const program = join(directory, fileToExtract);
  await chmod(program, 0o755);
  return program;
}

function platform(): string | undefined {
  const os = PLATFORMS[process.platform];
  const arch = ARCHITECTURES[process.arch];
  return os === undefined || arch === undefined ? undefined : `platform=${os}&arch=${arch}`;
}

function checked(description: unknown): { archiveUrl: string; fileToExtract: string } {
  if (
    typeof description === 'object' &&
    description !== null &&
    'archiveUrl' in description &&
    typeof description.archiveUrl === 'string' &&
    'fileToExtract' in description &&
    typeof description.fileToExtract === 'string'
  ) {
    const { archiveUrl, fileToExtract } = description;
    return { archiveUrl, fileToExtract };
  }
  throw new Error(`${ORIGIN} described its download in a way that this program does not know`);
}
