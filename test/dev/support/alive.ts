import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** True when a process with this id runs. One that ended and waits for somebody to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return true; // No /proc on this system.
  }
}

/** Waits until the process is gone; false when that takes more than five seconds. */
export async function isGoneSoon(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 250 && isAlive(pid); tries += 1) await wait(20);
  return !isAlive(pid);
}
