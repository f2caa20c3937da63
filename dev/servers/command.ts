import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  /** Gets each line that the program writes, as it comes. */
  readonly onLine?: (line: string) => void;
}

/**
 * Runs a program to its end and gives all that it wrote. Fails with its last lines when it cannot be run, does not
 * end in time or ends with another code than 0.
 */
export async function run(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const { code, output } = await outcome(command, args, options);
  if (code === 0) return output;
  const lines = output.trimEnd().split('\n').slice(-5).join('\n');
  throw new Error(`\`${[command, ...args].join(' ')}\` failed: ${lines || `code ${code}`}`);
}

/** As `run`, for programs whose exit code says nothing. Rejects only when the program cannot be run. */
export function outcome(
  command: string,
  args: readonly string[],
  { env = process.env, cwd, timeoutMs = 20_000, onLine }: CommandOptions = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    });
    const end = () => void child.kill('SIGKILL');
    const late = setTimeout(() => {
      output += `\nIt did not end within ${timeoutMs / 1000} s.`;
      end();
    }, timeoutMs);
    // A build of minutes must not go on alone when we are told to end.
    process.once('exit', end);
    let output = '';
    const collect = (chunk: string) => {
      output = (output + chunk).slice(-100_000);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', collect);
      if (onLine) createInterface({ input: stream }).on('line', onLine);
    }
    const settle = () => {
      clearTimeout(late);
      process.off('exit', end);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code) => {
      settle();
      resolve({ code, output });
    });
  });
}

/** The program of this name in the first directory of PATH that has it. */
export function onPath(name: string, path = process.env['PATH'] ?? ''): string | undefined {
  return path
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
