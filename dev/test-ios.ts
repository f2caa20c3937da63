import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { printedProgress } from './progress.ts';
import { find, findLocally } from './servers/finder.ts';
import { swift } from './servers/swift.ts';

/** The tests of the iOS library: `npm run test:ios`, and with `--if-there` only where Swift is on this machine already. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = 'clients/ios';
const SOURCES = ['Package.swift', 'Sources', 'Tests'].map((name) => `${PACKAGE}/${name}`);

const given = process.argv.slice(2);
const options = given.filter((one) => one !== '--if-there');
process.exitCode = await main(given.length > options.length);

async function main(isIfThere: boolean): Promise<number> {
  try {
    const server = swift();
    const found = isIfThere
      ? await findLocally(server)
      : await find(server, printedProgress(process.stdout));
    if (found === undefined) {
      console.log(
        `The iOS library was not tested: there is no Swift here. ${server.advice} Then: npm run test:ios`,
      );
      return 0;
    }
    console.log(`Swift ${found.version}, ${found.how}`);
    return (
      (await ended(found.path, ['format', 'lint', '--strict', '--recursive', ...SOURCES])) ||
      (await ended(found.path, [
        'test',
        `--package-path=${PACKAGE}`,
        '--scratch-path=.data/swift',
        ...options,
      ]))
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function ended(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, [...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code]: readonly unknown[] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
