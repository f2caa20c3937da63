import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Opens a port of the loopback that leads to another one, as a server that comes up late; returns how to close it. It keeps no process alive. */
export async function relay(port: number, to: number): Promise<() => void> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ port: to, host: '127.0.0.1' });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.unref().on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
}
