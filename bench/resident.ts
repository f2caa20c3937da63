import { readdirSync, readFileSync } from 'node:fs';

/**
 * Watches the memory of a program that this process has started, by a part of its command line. Gives the most that it held
 * since then, in bytes, whenever it is asked. Linux only: /proc knows.
 */
export function watchMemory(program: string): { readonly peak: () => number; stop: () => void } {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, residentOf(program));
  };
  look();
  const timer = setInterval(look, 500);
  return {
    peak: () => {
      look();
      return peak;
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** What it holds now, in bytes; 0 while it does not run. */
export function residentOf(program: string): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const status = linesOf(`/proc/${pid}/status`);
    if (Number(fieldOf(status, 'PPid')) !== process.pid) continue;
    if (!linesOf(`/proc/${pid}/cmdline`).includes(program)) continue;
    return Number.parseInt(fieldOf(status, 'VmRSS'), 10) * 1024;
  }
  return 0;
}

function fieldOf(status: string, name: string): string {
  return new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? '0';
}

/** A process may end while it is looked at. */
function linesOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
