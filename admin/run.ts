import { hostname, userInfo } from 'node:os';
import { CommanderError } from 'commander';
import { openStore } from '../store/index.ts';
import type { AuditContext } from './audit-context.ts';
import { EXIT_CODES, CliError } from './cli-error.ts';
import type { GlobalOptions } from './command-context.ts';
import { adminConnectionOf } from './connection.ts';
import { adminProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs one command, given as the words after `npm run admin --`, and gives its exit code. Whatever goes wrong is a
 * sentence on the terminal, never an error thrown. `storeAt` opens the database that the command works on, and closes with it.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  storeAt: typeof openStore = openStore,
): Promise<number> {
  let isRight = true;
  const flag = () => {
    isRight = false;
  };
  try {
    await adminProgram({ open, terminal, flag }).parseAsync(args, { from: 'user' });
    return isRight ? 0 : 1;
  } catch (error) {
    return tell(error);
  }

  async function open({ as, data }: GlobalOptions): Promise<AuditContext> {
    const { mongodbUri, keys } = adminConnectionOf(terminal.env, data);
    // Nothing that may fail follows the opening: nobody would close the store then.
    const actor = { who: as ?? nameHere(), from: hostname() };
    return { ...actor, store: await storeAt(mongodbUri, keys) };
  }

  /** Says why on standard error; gives the exit code. */
  function tell(error: unknown): number {
    if (error instanceof CommanderError) {
      // Commander has said it already; an argument that was read late is told here.
      if (error.code === 'commander.invalidArgument' && !error.message.startsWith('error:'))
        terminal.err(`error: ${error.message}\n`);
      return error.exitCode === 0 ? 0 : EXIT_CODES.wrong;
    }
    const message = error instanceof Error ? error.message : String(error);
    terminal.err(`error: ${message}\n`);
    return error instanceof CliError ? EXIT_CODES[error.code] : 1;
  }
}

/** Whose process this is. A container may run under a uid that the machine has no name for. */
function nameHere(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
