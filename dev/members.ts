import type { ProcessGroup } from './process-group.ts';
import type { Child } from './processes.ts';
import type { ProgramName } from './programs.ts';
import { supervisor, type Supervisor } from './supervisor.ts';

export type ServerName = 'temporal' | 'mongodb';
/** A process of the system. A server that the environment names is none. */
export type MemberName = ProgramName | ServerName;

/** A server of ours that runs. */
export interface OwnServer {
  readonly child: Child;
  readonly stop: () => Promise<void>;
  /** Starts it again on its port, with its data, and gives the new process once that is ready. */
  readonly restart: () => Promise<Child>;
}

/** What may be done to the processes of a system while it runs. */
export interface ProcessControl {
  /**
   * Stops a member when it runs, starts it again on its port with its data, and waits until it is ready. A program has `more` in
   * its environment until its next start.
   */
  readonly restart: (name: MemberName, more?: Readonly<Record<string, string>>) => Promise<void>;
  /**
   * Sends a signal to a member, and gives whether there was a process to get it. When it ends, the others go on without
   * it.
   */
  readonly kill: (name: MemberName, signal: NodeJS.Signals) => boolean;
  /** Resolves with how the member's process ended. From now on no end of this member stops the system. */
  readonly ended: (name: MemberName) => Promise<string>;
}

type StartAgain = (more?: Readonly<Record<string, string>>) => Promise<void>;

export interface Members {
  /** Takes in a process that was just started, and how another one is started in its place. */
  readonly enter: (name: MemberName, child: Child, again: StartAgain) => void;
  readonly enterServer: (name: ServerName, server: OwnServer) => void;
  readonly control: ProcessControl;
  /** The process that is the member now. */
  readonly pidOf: (name: MemberName) => number;
  /** From now on what ends by itself is started again, on its port and with its data, and each time that is told in a line. */
  readonly supervise: (tell: (line: string) => void) => Supervisor;
}

/** The processes of a process group by their names. */
export function membersOf(processGroup: ProcessGroup): Members {
  const members = new Map<MemberName, { child: Child; again: StartAgain }>();
  const supervised = new Set<MemberName>();

  const enter = (name: MemberName, child: Child, again: StartAgain, stop?: () => Promise<void>) => {
    members.set(name, { child, again });
    if (supervised.has(name)) processGroup.release(child);
    processGroup.add(child, stop);
  };
  const known = (name: MemberName) => {
    const member = members.get(name);
    if (member === undefined) throw new Error(`${name} was never started here.`);
    return member;
  };
  /** Whoever asks for a member wants to do something to it, so that its end is no surprise. */
  const one = (name: MemberName) => {
    const member = known(name);
    processGroup.release(member.child);
    return member;
  };

  return {
    enter: (name, child, again) => {
      enter(name, child, again);
    },
    enterServer: (name, { child, stop, restart }) => {
      const again = async () => {
        enter(name, await restart(), again);
      };
      enter(name, child, again, stop);
    },
    control: {
      restart: async (name, more) => {
        const { child, again } = one(name);
        await child.stop();
        await again(more);
      },
      kill: (name, signal) => {
        const { child } = one(name);
        const isRunning = child.isRunning();
        child.signal(signal);
        return isRunning;
      },
      ended: (name) => {
        supervised.add(name);
        return one(name).child.exited;
      },
    },
    pidOf: (name) => known(name).child.pid,
    supervise: (tell) => {
      const watcher = supervisor(tell);
      processGroup.onEnd((dead) => {
        const name = [...members.keys()].find((one) => members.get(one)?.child === dead);
        // One of an earlier start: another process has its place already.
        if (name === undefined) return;
        watcher.died({
          name,
          ending: async () => {
            const { child } = known(name);
            return child.isRunning()
              ? undefined
              : { how: await child.exited, logFile: child.logFile };
          },
          again: async () => {
            const { child, again } = known(name);
            await child.stop();
            await again();
          },
        });
      });
      return watcher;
    },
  };
}
