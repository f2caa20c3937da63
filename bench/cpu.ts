import { readdirSync, readFileSync } from 'node:fs';

/** What `getconf CLK_TCK` says on every Linux that we know. */
const TICKS_PER_SECOND = 100;

/** A process as proc(5) has it. */
interface Process {
  readonly parent: string;
  readonly seconds: number;
  readonly command: string;
}

/**
 * CPU seconds so far of each part: of the children of this process whose command line is of the part, with all that they have
 * started themselves, also what has ended since. Throws elsewhere than on Linux.
 */
export function cpuSeconds(
  parts: Readonly<Record<string, RegExp>>,
): Readonly<Record<string, number>> {
  if (process.platform !== 'linux')
    throw new Error(`CPU is counted by /proc, which Linux has and ${process.platform} has not.`);
  const all = new Map(processes());
  const sums: Record<string, number> = {};
  for (const name of Object.keys(parts)) sums[name] = 0;
  for (const one of all.values()) {
    let child: Process | undefined = one;
    while (child && child.parent !== `${process.pid}`) child = all.get(child.parent);
    const part = Object.entries(parts).find(([, command]) => child && command.test(child.command));
    if (part) sums[part[0]] = (sums[part[0]] ?? 0) + one.seconds;
  }
  return sums;
}

function* processes(): Generator<readonly [string, Process]> {
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = fileOf(pid, 'stat');
    // What follows the name of the program, which may contain anything: proc(5), fields 3 and on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // In user code and in the kernel, and the same of children that have ended.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const command = fileOf(pid, 'cmdline').replaceAll('\0', ' ');
    yield [pid, { parent: fields[1] ?? '', seconds: ticks / TICKS_PER_SECOND, command }];
  }
}

/** A process may end while it is looked at. */
function fileOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
