import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import type { FetchWay, Server } from './finder.ts';
import { tellingSize } from './how-far.ts';
import { cacheWay, pathWay } from './ways.ts';

/** The release of Debian that has Swift as a package, and what its tests need. */
const RELEASE = 'trixie';
const VERSION = '6.0';
const PACKAGES = 'swiftlang swiftlang-dev libc6-dev libstdc++-14-dev git ca-certificates'.split(
  ' ',
);
/** The first that knows the package's way to say what is public within it. */
const OLDEST = [5, 9] as const;
const MINUTES = 60_000;

/** The compiler of the iOS library and of its tests. */
export function swift(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: 'Swift',
    ways: [
      pathWay(['swift'], swiftVersion),
      cacheWay({ name: 'swift', directory, program: 'swift', versionOf: swiftVersion }),
      debianOfItsOwn(directory),
    ],
    advice:
      'Install Swift 5.9 or later and have it on PATH (swift.org, or Xcode on a Mac). On Debian and Ubuntu it is enough to have debootstrap and to be ' +
      'root: then npm run test:ios makes a Debian of its own in the cache, of 2.7 GB, with Swift in it.',
  };
}

/** Fails for another program of this name (OpenStack has one), and for an old one. */
async function swiftVersion(path: string): Promise<string> {
  const output = await run(path, ['--version'], { timeoutMs: MINUTES });
  const [, version, major, minor] = /Swift version ((\d+)\.(\d+)[.\d]*)/.exec(output) ?? [];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  const [oldestMajor, oldestMinor] = OLDEST;
  const isNew =
    Number(major) > oldestMajor || (Number(major) === oldestMajor && Number(minor) >= oldestMinor);
  if (!isNew) throw new Error(`it is Swift ${version}, and ${OLDEST.join('.')} is needed`);
  return version;
}

const debianOfItsOwn = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: 'a Debian of its own',
  doing: `Making a Debian with Swift (about 900 MB to download)`,
  lacks: () =>
    Promise.resolve(
      process.platform !== 'linux'
        ? 'it is for Linux'
        : process.getuid?.() !== 0
          ? 'it needs root'
          : ['debootstrap', 'apt-get', 'unshare'].every((name) => onPath(name) !== undefined)
            ? undefined
            : 'debootstrap, apt-get or unshare is not installed',
    ),
  async fetch(tell) {
    const home = await addToCache(`swift-${VERSION}-${RELEASE}`, directory, (workshop) =>
      tellingSize(workshop, tell, () => make(workshop)),
    );
    const path = join(home, 'swift');
    return { path, version: await swiftVersion(path), how: 'in a Debian of its own' };
  },
});

async function make(workshop: string): Promise<string> {
  const home = join(workshop, 'swift-home');
  const root = join(home, 'root');
  await mkdir(root, { recursive: true });
  await apart(['debootstrap', '--variant=minbase', RELEASE, root, await mirror()]);
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', ...PACKAGES];
  const inRoot = 'mount --bind /proc "$0/proc" && exec chroot "$0" "$@"';
  await apart(['sh', '-c', inRoot, root, ...install]);
  await apart(['chroot', root, 'apt-get', 'clean']);
  const program = join(home, 'swift');
  await writeFile(program, LAUNCHER);
  await chmod(program, 0o755);
  return home;
}

/** What such a command mounts is seen by it alone, and goes with it. */
function apart(command: readonly string[]): Promise<string> {
  return run('unshare', ['--mount', ...command], { timeoutMs: 60 * MINUTES });
}

/** Where this machine has its own packages from. */
async function mirror(): Promise<string> {
  const output = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)']);
  const found = output.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri));
  return found ?? 'http://deb.debian.org/debian';
}

/** Swift in that Debian, with the directory from which it is called at its own place. */
const LAUNCHER = `#!/bin/sh
here="$(cd "$(dirname "$0")" && pwd)"
exec unshare --mount sh -c '
  root="$0" directory="$1"
  shift
  mkdir -p "$root$directory" &&
    mount --bind /proc "$root/proc" &&
    mount --bind "$directory" "$root$directory" &&
    exec chroot "$root" sh -c "cd \\"\\$0\\" && exec swift \\"\\$@\\"" "$directory" "$@"
' "$here/root" "$PWD" "$@"
`;
