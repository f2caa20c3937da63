import { connect, createServer } from 'node:net';
import { outcome } from './servers/command.ts';

const HOST = '127.0.0.1';
const TRIES = 200;

/**
 * Gives each name a free port on the loopback: its preferred one, or the next free one above it. No port is given
 * twice. Fails when 200 ports in a row are taken.
 */
export async function findPorts<Name extends string>(
  preferred: Readonly<Record<Name, number>>,
): Promise<Record<Name, number>> {
  const given = new Set<number>();
  const ports: Record<Name, number> = { ...preferred };
  for (const name in preferred) {
    const port = await nextFreePort(preferred[name], given);
    given.add(port);
    ports[name] = port;
  }
  return ports;
}

/**
 * A place to begin looking for a port that nobody expects. It lies below the range from which the kernel takes ports
 * for outgoing connections, so that no connection of ours can take it between the look and the use. Tests that run side by
 * side have each a range of their own in `SARRAF_PORTS` (20000-23000), so that none takes what another one has found.
 */
export function anyPort(range = process.env['SARRAF_PORTS']): number {
  const [from = 20_000, to = 30_000] = range?.split('-').map(Number) ?? [];
  return from + Math.floor(Math.random() * (to - from));
}

/** True when this process may listen on the port of the loopback now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: HOST, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Where another process has one of the ports that were chosen for this: fails with which process, and what to do. */
export async function refuseTaken(
  name: string,
  ports: readonly number[],
  cause?: unknown,
): Promise<void> {
  for (const port of ports)
    if (!(await isFree(port)))
      throw new Error(
        `Port ${port}, which was chosen for ${name}, is taken by another process now${await holderOf(port)}. Start again: then another one is chosen.`,
        { cause },
      );
}

/** True when something answers on the port of the loopback now. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** Which process listens on the port, as the end of a sentence; nothing where this machine has no `lsof`, or it may not see. */
async function holderOf(port: number): Promise<string> {
  const asked = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
  const output = await outcome('lsof', asked).then(
    (answer) => answer.output,
    () => '',
  );
  const [, pid, program] = /^p(\d+)\nc(.+)$/m.exec(output) ?? [];
  return pid === undefined ? '' : `, ${pid} (${program})`;
}

async function nextFreePort(from: number, taken: ReadonlySet<number>): Promise<number> {
  for (let port = from; port < from + TRIES && port < 65_536; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(
    `No free port between ${from} and ${from + TRIES}. End what listens there, then start again.`,
  );
}
