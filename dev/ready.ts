import { setTimeout as wait } from 'node:timers/promises';
import { type Child, lastLines } from './processes.ts';

/** A cold start on a busy machine of two cores, bundling included, takes a quarter of this. */
const READY_MS = 120_000;
const LOOK_EVERY_MS = 150;

/**
 * Waits until the address answers 200, with the sign of this start where one is given (sign-answers.mjs). Fails with the child's
 * last lines when it ends before, or when two minutes are not enough; the last answer is named then.
 */
export async function untilReady(url: string, child: Child, sign?: string): Promise<void> {
  const end = Date.now() + READY_MS;
  let answer = 'nothing';
  while (Date.now() < end) {
    if (!child.isRunning()) throw new Error(endReason(child, await child.exited));
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      const isOwn = sign === undefined || response.headers.get('X-Start-Sign') === sign;
      if (response.status === 200 && isOwn) return;
      const text = (await response.text()).slice(0, 500);
      answer = isOwn ? `${response.status} ${text}` : 'by another program, which has its port';
    } catch (error) {
      answer = String(error);
    }
    await wait(LOOK_EVERY_MS);
  }
  throw new Error(
    `${child.name} was not ready after ${READY_MS / 1000} s: ${url} answered ${answer}.\n${tail(child)}`,
  );
}

/** Says which child ended, how, and its last words. */
export function endReason(child: Child, how: string): string {
  return `${child.name} ${how}.\n${tail(child)}`;
}

const tail = (child: Child) =>
  `Its last lines, of ${child.logFile}:\n${lastLines(child.logFile).replaceAll(/^/gm, '  ')}`;
