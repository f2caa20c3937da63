// Installs the locked packages before `npm start` and `npm test`, and only when they are missing or older than the
// lock file; then the Node that runs all the rest (link-node.ts), where npm has an older one. Plain JavaScript without imports from npm:
// on a fresh machine this runs before anything is installed, by whatever Node is there.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const wanted = new URL('package-lock.json', root);
const installed = new URL('node_modules/.package-lock.json', root);
const linked = new URL('node_modules/.bin/node', root);

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
  // By the Node that npm was started by: that of a distribution runs by its own one alone.
  const { npm_execpath: script = '', npm_node_execpath: itsNode = '' } = process.env;
  const [program, ...first] = script.endsWith('npm-cli.js') ? [itsNode, script] : ['npm'];
  const npm = spawnSync(
    program,
    [
      ...first,
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
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (npm.status !== 0) {
    console.error(
      'npm install failed. Look at the lines above; a registry that cannot be reached is the usual cause.',
    );
    process.exit(npm.status ?? 1);
  }
}

/** True when what runs this is of the line that is tested, or of a later one, or npm has the tested release linked, or a later one. */
function hasNode() {
  const { version: wanted } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    .devEngines.runtime;
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(wanted, 10)) return true;
  const said = spawnSync(fileURLToPath(linked), ['--version']).stdout?.toString().trim() ?? '';
  return said.startsWith('v') && said.slice(1).localeCompare(wanted, 'en', { numeric: true }) >= 0;
}

if (!hasNode()) {
  const linking = spawnSync(process.execPath, ['--import', 'tsx', 'dev/link-node.ts'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (linking.status !== 0) process.exit(linking.status ?? 1);
}
