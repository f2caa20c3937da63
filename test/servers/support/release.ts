import { fileURLToPath } from 'node:url';
import { build } from '../../../dev/build.ts';

const RELEASE = fileURLToPath(new URL('../../../.data/release-for-tests', import.meta.url));
let made: Promise<void> | undefined;

/** Builds a release once for this run of the tests, and gives its directory. */
export async function theRelease(): Promise<string> {
  await (made ??= build(RELEASE));
  return RELEASE;
}
