import type { StartProgress, Tell } from '../progress.ts';

export interface FoundServer {
  readonly path: string;
  readonly version: string;
  /** Where it came from, as words: "on PATH", "in the cache". */
  readonly how: string;
}

/** Looks without changing anything; a sentence says why it was not found. */
export interface LocalWay {
  readonly kind: 'local';
  readonly name: string;
  look(): Promise<FoundServer | string>;
}

/** Gets the thing into the cache or the system. */
export interface FetchWay {
  readonly kind: 'fetch';
  readonly name: string;
  /** What a person reads meanwhile. */
  readonly doing: string;
  /** What this machine lacks for this way; nothing when it may work. Fast. */
  lacks(): Promise<string | undefined>;
  /** Tells how far it is, where that can be counted. */
  fetch(tell: Tell): Promise<FoundServer>;
}

export interface Server {
  readonly name: string;
  readonly ways: readonly (LocalWay | FetchWay)[];
  /** What a person can do when every way failed. */
  readonly advice: string;
}

/** Finds the server, or gets it, by the first way that works. Fails with every way and why it did not work. */
export async function find(server: Server, progress: StartProgress): Promise<FoundServer> {
  const failures: string[] = [];
  for (const way of server.ways) {
    const result = way.kind === 'local' ? await looked(way) : await fetched(way, progress);
    if (typeof result !== 'string') return result;
    failures.push(`  - ${way.name}: ${result}`);
  }
  throw new Error(
    `${server.name} could not be found, and no way to get it worked:\n${failures.join('\n')}\n${server.advice}`,
  );
}

/** Finds what is on this machine already, fetching nothing. */
export async function findLocally(server: Server): Promise<FoundServer | undefined> {
  for (const way of server.ways) {
    const result = way.kind === 'local' ? await looked(way) : undefined;
    if (typeof result === 'object') return result;
  }
  return undefined;
}

const looked = (way: LocalWay): Promise<FoundServer | string> => way.look().catch(reason);

async function fetched(way: FetchWay, progress: StartProgress): Promise<FoundServer | string> {
  try {
    const lack = await way.lacks();
    if (lack !== undefined) return lack;
    return await progress.step(way.doing, (tell) => way.fetch(tell));
  } catch (error) {
    return reason(error);
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
