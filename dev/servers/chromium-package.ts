import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { addToCache } from './cache.ts';
import { onPath, run } from './command.ts';
import type { FetchWay } from './finder.ts';
import { tellingSize } from './how-far.ts';
import type { VersionOf } from './ways.ts';

/** The release that is fetched. */
const VERSION = '143.0.4';
const MINUTES = 60_000;

/**
 * The headless Chromium inside an npm package, unpacked here without running anything of the package. It brings the
 * libraries that small systems lack, and Latin letters only: page tests in Arabic run, but show boxes.
 */
export const packagedChromium = (directory: string, versionOf: VersionOf): FetchWay => ({
  kind: 'fetch',
  name: 'the npm package of Chromium',
  doing: 'Getting Chromium from the npm registry (about 65 MB)',
  lacks: () =>
    Promise.resolve(
      process.platform !== 'linux' || process.arch !== 'x64'
        ? `its program is for Linux on x64, and this is ${process.platform} on ${process.arch}`
        : onPath('npm') === undefined
          ? 'npm is not installed'
          : undefined,
    ),
  async fetch(tell) {
    const home = await addToCache(`chromium-${VERSION}`, directory, (workshop) =>
      tellingSize(workshop, tell, () => unpack(workshop)),
    );
    const path = join(home, 'chromium');
    return { path, version: await versionOf(path), how: 'from the npm registry' };
  },
});

async function unpack(workshop: string): Promise<string> {
  await run(
    'npm',
    ['pack', '--silent', '--pack-destination', workshop, `@sparticuz/chromium@${VERSION}`],
    { cwd: workshop, timeoutMs: 10 * MINUTES },
  );
  const archive = (await readdir(workshop)).find((name) => name.endsWith('.tgz'));
  if (archive === undefined) throw new Error('npm brought no package');
  await run('tar', ['-xzf', join(workshop, archive), '-C', workshop], { timeoutMs: MINUTES });

  const packed = join(workshop, 'package', 'bin');
  const home = join(workshop, 'chromium-home');
  await mkdir(home);
  await decompress(join(packed, 'chromium.br'), join(home, 'headless-shell'));
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const tar = join(workshop, `${name}.tar`);
    await decompress(join(packed, `${name}.tar.br`), tar);
    await run('tar', ['-xf', tar, '-C', home], { timeoutMs: MINUTES });
  }
  await writeFile(join(home, 'chromium'), LAUNCHER);
  for (const name of ['headless-shell', 'chromium']) await chmod(join(home, name), 0o755);
  return home;
}

const decompress = (from: string, to: string) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));

const LAUNCHER = `#!/bin/sh
here="$(cd "$(dirname "$0")" && pwd)"
export LD_LIBRARY_PATH="$here/lib:$here\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$here/headless-shell" "$@"
`;
