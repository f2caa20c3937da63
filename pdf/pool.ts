import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Sheet } from '../render/files/paper.ts';
import type { Printed } from './typesetter.ts';

/** No document can be had right now: too many are waiting, or the typesetter does not answer. Asking again is safe. */
export class PdfPoolBusy extends Error {
  override readonly name = 'PdfPoolBusy';
}

/** Makes PDF documents, one after the other. */
export interface PdfPool {
  readonly print: (sheet: Sheet) => Promise<Buffer>;
  /** Ends the typesetter; what is not printed yet is not printed any more. */
  readonly close: () => void;
}

export interface PdfPoolLimits {
  /** The typesetter loses some memory with each document, so it is replaced after so many. */
  readonly sheetsPerChild: number;
  /** A document that takes longer, in milliseconds, is given up with the typesetter that has it. */
  readonly deadlineMs: number;
  /** A typesetter that takes longer to begin is given up; nobody waits for it longer than for a document. */
  readonly startMs: number;
  /** So many may wait; more are told to come back. */
  readonly waiting: number;
}

const LIMITS: PdfPoolLimits = {
  sheetsPerChild: 500,
  deadlineMs: 10_000,
  startMs: 60_000,
  waiting: 100,
};

/** A process that sets documents, and what it will say once it can be asked: `false` when it has come to nothing. */
interface Typesetter {
  readonly child: ChildProcess;
  readonly isReady: Promise<boolean>;
}

/**
 * The typesetter is a process of its own: it never gives back all memory that a document took, and while it works it
 * does nothing else. It is started with the first document and does not keep this process alive.
 */
export function openPdfPool(others: Partial<PdfPoolLimits> = {}): PdfPool {
  const limits = { ...LIMITS, ...others };
  let hired: Typesetter | undefined;
  let printed = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function typesetter(): Typesetter {
    if (hired?.child.connected && printed < limits.sheetsPerChild) return hired;
    end();
    hired = hire(limits.startMs);
    printed = 0;
    return hired;
  }

  function end(): void {
    hired?.child.kill();
    hired = undefined;
  }

  async function printNow(sheet: Sheet): Promise<Buffer> {
    const { child, isReady } = typesetter();
    // It goes on beginning: on a busy machine nobody would ever get a document from one that is begun anew.
    const begun = await within(limits.deadlineMs, isReady);
    if (begun === undefined) throw gone('is not ready yet');
    try {
      if (!begun) throw gone('did not begin');
      const answer = await answerOf(child, sheet, limits.deadlineMs);
      printed += 1;
      if ('pdf' in answer) return Buffer.from(answer.pdf);
      throw new Error(`The document cannot be set: ${answer.fault}`);
    } catch (error) {
      if (error instanceof PdfPoolBusy) end();
      throw error;
    }
  }

  return {
    print: async (sheet) => {
      if (waiting >= limits.waiting)
        throw new PdfPoolBusy('Too many documents are waiting; ask again in a moment.');
      waiting += 1;
      const turn = last.then(() => printNow(sheet));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    close: end,
  };
}

function hire(startMs: number): Typesetter {
  const program = new URL(`typesetter${extname(import.meta.url)}`, import.meta.url);
  const child = fork(fileURLToPath(program), { serialization: 'advanced' });
  child.unref();
  child.channel?.unref();
  const isReady = beginningOf(child, startMs);
  // Not before: among busy processes it would hardly ever begin.
  void isReady.then((is) => is && giveWay(child));
  return { child, isReady };
}

function beginningOf(child: ChildProcess, startMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isReady: boolean) => () => {
      clearTimeout(late);
      if (!isReady) child.kill();
      resolve(isReady);
    };
    const late = setTimeout(end(false), startMs).unref();
    child.once('message', end(true));
    child.once('exit', end(false));
    child.once('error', end(false));
  });
}

/** Undefined when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const passed = new AbortController();
  const late = wait(ms, undefined, { signal: passed.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    passed.abort();
  }
}

/** Papers can wait; whoever is about to pay shall not have to wait for them. */
function giveWay({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or this system does not let us: it prints all the same.
  }
}

/** One question, one answer: the next sheet is sent when this one is printed. */
function answerOf(child: ChildProcess, sheet: Sheet, deadlineMs: number): Promise<Printed> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => finish(() => reject(gone('did not answer'))), deadlineMs);
    const onMessage = (printed: Printed) => finish(() => resolve(printed));
    const onExit = () => finish(() => reject(gone('ended')));
    function finish(settle: () => void): void {
      clearTimeout(late);
      child.off('message', onMessage);
      child.off('exit', onExit);
      child.off('error', onExit);
      child.channel?.unref();
      settle();
    }
    child.on('message', onMessage);
    child.on('exit', onExit);
    child.on('error', onExit);
    // While somebody waits, this process must not end for lack of anything else to do.
    child.channel?.ref();
    child.send(sheet, (error) => {
      if (error) onExit();
    });
  });
}

function gone(how: string): PdfPoolBusy {
  return new PdfPoolBusy(`The typesetter ${how}; ask again in a moment.`);
}
