import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../../dev/build.ts';

let made: Promise<string> | undefined;

/** The programs as a release has them, built once for a run of the tests: by `npm test`, or by whoever asks first. */
export function theBuild(): Promise<string> {
  const built = process.env['SARRAF_BUILT'];
  return (made ??= built === undefined ? buildOurs() : Promise.resolve(built));
}

/** A release resolves its packages from inside of the repository. */
const OURS = fileURLToPath(new URL(`../../.data/built-${process.pid}`, import.meta.url));

async function buildOurs(): Promise<string> {
  await build(OURS, { checked: false });
  return OURS;
}

after('what was built for this run is removed', async () => {
  if (made) await rm(OURS, { recursive: true, force: true });
});
