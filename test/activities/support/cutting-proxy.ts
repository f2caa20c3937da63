import { EventEmitter, once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** Where a client dies: before its n-th command has left it, or when that was done and nobody has told it. */
export interface Cut {
  readonly nth: number;
  readonly when: 'before' | 'after';
}

/** What a driver asks of its own accord, and not for who uses it. */
const OF_THE_DRIVER: ReadonlySet<string> = new Set(['hello', 'isMaster', 'ismaster', 'ping']);

/**
 * Stands between a client and MongoDB, and takes all its connections away at one command, for good: to the database the
 * client has died there. `commands` has the names of those that came through, in their order.
 */
export async function cuttingProxy(to: URL, { nth, when }: Cut) {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let isDead = false;
  const deaths = new EventEmitter();
  const died = once(deaths, 'death');

  function die(): void {
    isDead = true;
    for (const socket of sockets) socket.destroy();
    deaths.emit('death');
  }

  const server = createServer((client) => {
    if (isDead) {
      client.destroy();
      return;
    }
    const database = connect(Number(to.port), to.hostname);
    let isLast = false;
    let rest = Buffer.alloc(0);
    for (const socket of [client, database]) {
      sockets.add(socket);
      // One goes with the other.
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy();
          database.destroy();
        });
    }
    client.on('data', (bytes) => {
      rest = Buffer.concat([rest, Buffer.from(bytes)]);
      while (!isDead && rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
        const message = rest.subarray(0, rest.readInt32LE(0));
        rest = rest.subarray(message.length);
        const name = commandOf(message);
        if (name !== undefined && !OF_THE_DRIVER.has(name)) {
          if (commands.length + 1 === nth && when === 'before') {
            die();
            return;
          }
          commands.push(name);
          isLast = commands.length === nth;
        }
        database.write(message);
      }
    });
    database.on('data', (bytes) => {
      if (isLast) die();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const uri = new URL(to);
  uri.port = String((server.address() as AddressInfo).port);
  return {
    uri,
    commands,
    died,
    close: () => {
      die();
      server.close();
    },
  };
}

const OP_MSG = 2013;
/** After the header of 16 bytes, flags and the kind of the first section, its document begins; then its length, and a type. */
const NAME_AT = 26;

/** The first key of a message's document is the name of its command; undefined for what is not a command. */
function commandOf(message: Buffer): string | undefined {
  if (message.readInt32LE(12) !== OP_MSG) return undefined;
  return message.toString('utf8', NAME_AT, message.indexOf(0, NAME_AT));
}
