import { setTimeout as sleep } from 'node:timers/promises';
import { chained, linkOf, type ChainedEntry, type Link } from './audit-chain.ts';
import type { AuditEntry } from './audit-entry.ts';

/** Where the chain is kept. */
export interface Chain {
  /** The last entry's place. */
  readonly head: () => Promise<Link>;
  /**
   * Adds entries in their order. Gives how many of them are in: fewer than all when somebody else's entry stands where
   * the next one should.
   */
  readonly add: (entries: readonly ChainedEntry[]) => Promise<number>;
}

/** How many entries are written at once. */
const BATCH = 500;
/** How long an entry that nobody waits for may wait for others to be written with. */
const LINGER_MS = 50;

interface Waiting {
  readonly entry: AuditEntry;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Puts entries into the chain, one write after another: what comes while one is under way is written together with the
 * next. Several processes may add to one chain; one that finds its place taken reads the head and goes on behind it.
 */
export function auditQueue(chain: Chain) {
  let head: Link | undefined;
  let waiting: Waiting[] = [];
  let isWriting = false;

  /** Resolves when the entry is in the chain. Rejects when that is not known. */
  function put(entry: AuditEntry): Promise<void> {
    const done = new Promise<void>((written, failed) => {
      waiting.push({ entry, written, failed });
    });
    return done;
  }

  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      await writeBatch(batch);
    }
    isWriting = false;
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    let rest = batch;
    while (rest.length > 0) {
      try {
        const count = await add(rest.map(({ entry }) => entry));
        for (const { written } of rest.slice(0, count)) written();
        rest = rest.slice(count);
      } catch (error) {
        head = undefined;
        for (const { failed } of rest) failed(error);
        return;
      }
    }
  }

  /** Gives how many are in; fewer than all when another process was faster. */
  async function add(entries: readonly AuditEntry[]): Promise<number> {
    let last = head ?? (await chain.head());
    const links = entries.map((entry) => {
      const link = chained(entry, last);
      last = linkOf(link);
      return link;
    });
    const count = await chain.add(links);
    head = count === links.length ? last : undefined;
    return count;
  }

  return {
    /** Writes an entry at once; resolves when it is in the chain. */
    now: (entry: AuditEntry): Promise<void> => {
      const done = put(entry);
      void write();
      return done;
    },

    /** Writes an entry with the next one, or after a moment; resolves when it is in the chain. */
    soon: async (entry: AuditEntry): Promise<void> => {
      const done = put(entry);
      const lingered = sleep(LINGER_MS).then(write);
      await Promise.all([done, lingered]);
    },
  };
}
