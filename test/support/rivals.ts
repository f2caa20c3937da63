import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTORIES = 200;

/**
 * Has two processes claim the same directories below `root`, each at the same moment, and gives how many of them neither or both
 * got. In each is the file `left`, by a process that is gone. `claim` is an expression of the modules' exports `module` that claims `directory`.
 */
export async function misjudged(
  root: string,
  { module, claim, left }: Readonly<Record<'module' | 'claim' | 'left', string>>,
): Promise<number> {
  const directories = Array.from({ length: DIRECTORIES }, (_, index) => join(root, String(index)));
  for (const directory of directories) {
    mkdirSync(directory);
    writeFileSync(join(directory, left), JSON.stringify({ pid: 2 ** 22 + 1 }));
  }
  const rivals = ['one', 'other'].map((me, index, names) => {
    const script = `
      import { existsSync, writeFileSync } from 'node:fs';
      const module = await import(${JSON.stringify(module)});
      const held = [];
      for (const [index, directory] of ${JSON.stringify(directories)}.entries()) {
        writeFileSync(directory + '-${me}', '');
        while (!existsSync(directory + '-${names[1 - index]}'));
        try {
          ${claim};
          held.push(index);
        } catch {}
      }
      process.stdin.resume(); // They stay claimed until both have been asked.
      console.log(JSON.stringify(held));`;
    const node = ['--import', 'tsx', '--no-warnings', '--input-type=module', '--eval', script];
    return spawn(process.execPath, node, { stdio: ['pipe', 'pipe', 'inherit'] });
  });
  try {
    const held = await Promise.all(
      rivals.map(async (rival): Promise<readonly number[]> => {
        const said = once(rival.stdout.setEncoding('utf8'), 'data');
        const [text] = await Promise.race([said, once(rival, 'exit')]);
        return JSON.parse(text);
      }),
    );
    return directories.filter((_, index) => held.filter((all) => all.includes(index)).length !== 1)
      .length;
  } finally {
    for (const rival of rivals) rival.kill('SIGKILL');
  }
}
