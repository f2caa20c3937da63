import { hostname, userInfo } from 'node:os';
import { CommanderError, type Command } from 'commander';
import { openStore } from '../store/index.ts';
import type { Desk } from './desk.ts';
import { EXIT_CODES, No } from './no.ts';
import type { GlobalOptions } from './office.ts';
import { placeOf } from './place.ts';
import { adminProgram } from './program.ts';

// The program `npm run admin -- <noun> <verb>`.
const program = adminProgram(open, (text) => process.stdout.write(text));
for (const command of all(program)) command.exitOverride();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = tell(error);
}

async function open({ as, data }: GlobalOptions): Promise<Desk> {
  const { mongodbUri, keys } = placeOf(process.env, data);
  const store = await openStore(mongodbUri, keys);
  return { store, who: as ?? userInfo().username, from: hostname() };
}

/** Says why on standard error; gives the exit code. */
function tell(error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has said it already; an argument that was read late is told here.
    if (error.code === 'commander.invalidArgument' && !error.message.startsWith('error:'))
      process.stderr.write(`error: ${error.message}\n`);
    return error.exitCode === 0 ? 0 : EXIT_CODES.wrong;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${message}\n`);
  return error instanceof No ? EXIT_CODES[error.code] : 1;
}

function all(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(all)];
}
