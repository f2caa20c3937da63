import { setTimeout as wait } from 'node:timers/promises';
import { restarts, type Restarts } from './restarts.ts';

/** A member as the supervisor sees it: its process may be another one after each start. */
export interface Patient {
  readonly name: string;
  /** How its process ended, as the end of a sentence, and where its log is; undefined while it runs. */
  readonly ending: () => Promise<{ readonly how: string; readonly logFile: string } | undefined>;
  /** Starts it again where it was, and resolves when it is ready. */
  readonly again: () => Promise<void>;
}

export interface Supervisor {
  /** Takes in that a member has died. Once is enough for as long as it is being started again. */
  readonly died: (patient: Patient) => void;
  /** Starts nothing any more; resolves when no start is under way. */
  readonly close: () => Promise<void>;
}

/** Starts again what has died, with a pause that grows when it dies again soon, and tells of it in one line each time. */
export function supervisor(tell: (line: string) => void): Supervisor {
  const closing = new AbortController();
  const { signal } = closing;
  const underWay = new Map<string, Promise<void>>();
  const counts = new Map<string, Restarts & { since: number }>();

  async function revive({ name, ending, again }: Patient): Promise<void> {
    const count = counts.get(name) ?? { ...restarts(), since: -Infinity };
    counts.set(name, count);
    let why = '';
    for (;;) {
      const end = await ending();
      if (end === undefined && why === '') return;
      const delayMs = count.delayAfter(Date.now() - count.since);
      const ended = end === undefined ? `${name} did not get ready (${why})` : `${name} ${end.how}`;
      const log = end === undefined ? '' : ` (its log: ${end.logFile})`;
      tell(`✘ ${ended}${log}. It is started again in ${delayMs / 1000} s.`);
      await wait(delayMs, undefined, { signal });
      try {
        await again();
        why = '';
        tell(`✔ ${name} runs again`);
      } catch (error) {
        signal.throwIfAborted();
        why = firstLine(error);
      } finally {
        count.since = Date.now();
      }
    }
  }

  return {
    died(patient) {
      const { name } = patient;
      if (signal.aborted || underWay.has(name)) return;
      const revival = revive(patient).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      underWay.set(
        name,
        revival.finally(() => underWay.delete(name)),
      );
    },
    async close() {
      closing.abort();
      await Promise.all(underWay.values());
    },
  };
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
