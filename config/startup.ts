import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface StartupNeed<T> {
  /** The server in an operator's words, such as "MongoDB". */
  readonly what: string;
  /** Where it is, without credentials, and the variable that says so. */
  readonly where: string;
  readonly variable: string;
  readonly connect: () => Promise<T>;
  /** Which faults pass when the server is there again; all when it does not say. The others are thrown at once. */
  readonly passes?: (error: unknown) => boolean;
}

export interface StartupPatience {
  readonly patienceMs: number;
  readonly lookEveryMs: number;
  readonly logger: Logger;
}

/**
 * Connects to a server that may not be there yet, with a line for each look, for as long as the patience lasts. Fails
 * with a sentence that says what is missing, where it was looked for and what to do.
 */
export async function untilThere<T>(
  { what, where, variable, connect, passes = () => true }: StartupNeed<T>,
  { patienceMs, lookEveryMs, logger }: StartupPatience,
): Promise<T> {
  const started = Date.now();
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!passes(error)) throw error;
      const waitedMs = Date.now() - started;
      const why = reasonOf(error);
      if (waitedMs + lookEveryMs > patienceMs)
        throw new Error(
          `${what} at ${where} could not be used for ${Math.round(waitedMs / 1000)} s (${why}). ` +
            `Start it, or correct ${variable}, then start this program again.`,
          { cause: error },
        );
      logger.warn({ what, where, why, waitedMs }, 'waiting for a server');
      await sleep(lookEveryMs);
    }
  }
}

/** The hosts of a MongoDB address: what stands before the @ is a secret. */
export function hostsOf(mongodbUri: string): string {
  return (
    /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?]+)/.exec(mongodbUri)?.[1] ?? 'an address that cannot be read'
  );
}

/**
 * Makes a program that cannot start say why in one line, without the stack that nobody needs for a wrong variable, and
 * end with code 1. Told to stop before it has started it ends at once, also as the first process of a container, whom
 * the kernel sends no signal that it does not listen for. The returned function says that it has started: what is
 * thrown later is a bug, and keeps its stack.
 */
export function tellWhyNot(name: string): () => void {
  const tell = (error: unknown) => {
    process.stderr.write(`${name} cannot run: ${whyNot(error)}\n`);
    process.exit(1);
  };
  process.once('uncaughtException', tell).once('SIGTERM', leave).once('SIGINT', leave);
  return () => {
    process.off('uncaughtException', tell).off('SIGTERM', leave).off('SIGINT', leave);
  };
}

/** What is wrong and, where the message of a library does not say it, what to do. */
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error && error.code === 'EADDRINUSE')) return error.message;
  const port = 'port' in error ? error.port : 'of this program';
  return `Port ${String(port)} is taken by another process. End that one, or set the variable of this port to another one.`;
}

function leave(): never {
  process.exit(0);
}

/** Calls `stop` at the first signal to stop. Further ones change nothing: what is under way is ended in order. */
export function whenToldToStop(stop: (signal: NodeJS.Signals) => void): void {
  let told = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (told) return;
      told = true;
      stop(signal);
    });
}

/** Libraries wrap what happened; the reason is at the bottom. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // A refused connection to a name with several addresses has a code, but no message.
  return error.message || ('code' in error ? String(error.code) : error.name);
}
