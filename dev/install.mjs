// Installs the locked packages before `npm start` and `npm test`, and only when they are missing or older than the
// lock file. Plain JavaScript without imports from npm: on a fresh machine this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const wanted = new URL('../package-lock.json', import.meta.url);
const installed = new URL('../node_modules/.package-lock.json', import.meta.url);

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** True when every package that this platform needs is installed in its locked version. */
function upToDate() {
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  return Object.entries(packagesOf(wanted)).every(
    ([path, entry]) =>
      path === '' || entry.optional === true || have[path]?.version === entry.version,
  );
}

if (!upToDate()) {
  console.log('Installing the locked packages …');
  // Not `npm ci`: it refuses a lock file that lacks builds of optional packages for other platforms, which happens
  // where a registry does not carry all of them. This keeps to the locked versions and hashes, and writes no lock.
  const npm = spawnSync(
    'npm',
    [
      'install',
      '--no-save',
      '--include=dev',
      // Programs that packages bring for this moment are not needed, and one of them reports to its maker.
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    {
      cwd: new URL('..', import.meta.url),
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (npm.status !== 0) {
    console.error(
      'npm install failed. Look at the lines above; a registry that cannot be reached is the usual cause.',
    );
    process.exit(npm.status ?? 1);
  }
}
