import { setTimeout as wait } from 'node:timers/promises';
import type { ProcessControl } from '../../dev/members.ts';
import { VICTIMS, type Kill, type Victim } from './plan.ts';

/** Kills by the plan, and starts again whatever ended, as an orchestrator does. */
export interface ChaosSupervisor {
  /** Carries the plan out and gives the instant of the last kill, in epoch milliseconds. */
  readonly carryOut: (kills: readonly Kill[]) => Promise<number>;
  readonly counts: () => KillCounts;
  /** Leaves everything as it is; the system may be stopped then. */
  readonly close: () => Promise<void>;
}

export interface KillCounts {
  readonly kills: Readonly<Record<Victim, number>>;
  /** Starts that failed because another victim was down, and were repeated. */
  readonly repeatedStarts: number;
  /** What ended while it ran, and nobody had killed it. */
  readonly falls: readonly string[];
}

const LOOK_EVERY_MS = 50;
/** Before something is started again that ended by itself. */
const PAUSE_MS = 500;

export function supervise(system: ProcessControl): ChaosSupervisor {
  const kills: Record<Victim, number> = { api: 0, worker: 0, mongodb: 0, temporal: 0 };
  const falls: string[] = [];
  const killed = new Map<Victim, number>();
  let repeatedStarts = 0;
  let closing = false;

  /** Waits until the victim has a process, which may still be starting, and ends it. */
  async function kill({ victim, downMs }: Kill): Promise<number> {
    killed.set(victim, downMs);
    while (!system.kill(victim, 'SIGKILL')) await wait(LOOK_EVERY_MS);
    kills[victim] += 1;
    return Date.now();
  }

  async function watchOver(victim: Victim): Promise<void> {
    let isReady = true;
    for (;;) {
      const how = await system.ended(victim);
      if (closing) return;
      const downMs = killed.get(victim);
      killed.delete(victim);
      if (downMs === undefined && isReady) falls.push(`${victim} ${how}`);
      else if (downMs === undefined) repeatedStarts += 1;
      await wait(downMs ?? PAUSE_MS);
      if (closing) return;
      isReady = await start(victim);
      if (closing) return;
    }
  }

  /** True when it got ready; a start may fail while another victim is down, and is repeated then. */
  async function start(victim: Victim): Promise<boolean> {
    try {
      await system.restart(victim);
      return true;
    } catch {
      return false;
    }
  }

  function endAll(): void {
    for (const victim of VICTIMS) system.kill(victim, 'SIGKILL');
  }

  const watches = VICTIMS.map(watchOver);
  return {
    carryOut: async (plan) => {
      const began = Date.now();
      const instants = await Promise.all(
        plan.map(async (one) => {
          await wait(Math.max(0, began + one.atMs - Date.now()));
          return kill(one);
        }),
      );
      return Math.max(...instants);
    },
    counts: () => ({ kills: { ...kills }, repeatedStarts, falls: [...falls] }),
    close: async () => {
      closing = true;
      endAll();
      // Again and again: what was just about to start would wait for ever for what is gone.
      const again = setInterval(endAll, LOOK_EVERY_MS);
      await Promise.all(watches);
      clearInterval(again);
    },
  };
}
