import { rmSync } from 'node:fs';
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
  // At the very end: what a test closes last may still start one of its programs, or load a module.
  process.once('exit', () => rmSync(OURS, { recursive: true, force: true }));
  await build(OURS, { checked: false });
  return OURS;
}
