import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOnInterrupt } from '../../dev/interrupts.ts';
import { stopAll } from '../../dev/processes.ts';
import { SEEDS } from './numbers.ts';

/** Something that a person starts with arguments, and that is judged at its end. */
interface Trial<Arguments extends object, Outcome extends { readonly faults: readonly unknown[] }> {
  /** Of the directory that it plays in. */
  readonly name: string;
  /** What was written behind the command. Throws with the usage. */
  readonly argumentsOf: (given: readonly string[], anySeed: number) => Arguments;
  /** The arguments in words. */
  readonly title: (request: Arguments) => string;
  readonly run: (
    setting: Arguments & { readonly dataDir: string; readonly say: (line: string) => void },
  ) => Promise<Outcome>;
  readonly reportOf: (outcome: Outcome) => string;
}

/** Plays it once for whoever sits before the terminal, and ends the process: 1 when there are faults, whose logs stay. */
export async function byHand<
  Arguments extends object,
  Outcome extends { readonly faults: readonly unknown[] },
>({ name, argumentsOf, title, run, reportOf }: Trial<Arguments, Outcome>): Promise<void> {
  stopOnInterrupt(stopAll, 130);
  try {
    const request = argumentsOf(process.argv.slice(2), randomInt(SEEDS));
    console.log(title(request));
    const dataDir = mkdtempSync(join(tmpdir(), `sarraf-${name}-`));
    const outcome = await run({ ...request, dataDir, say: console.log });
    console.log(reportOf(outcome));
    if (outcome.faults.length > 0) {
      console.log(`The logs are in ${join(dataDir, 'logs')}.`);
      process.exitCode = 1;
    } else rmSync(dataDir, { recursive: true, force: true });
  } catch (error) {
    console.error(error instanceof Error ? withCause(error) : error);
    process.exitCode = 1;
  }
  await stopAll();
  process.exit();
}

/** The message of a call that failed says nothing: its cause does. */
function withCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
