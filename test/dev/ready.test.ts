import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { startChild } from '../../dev/processes.ts';
import { untilReady } from '../../dev/ready.ts';
import { loopbackUrl } from '../support/listening.ts';
import { temporaryDirectory } from './support/temporary.ts';

describe('the readiness of a child', () => {
  const directory = temporaryDirectory();

  it('is its own, not that of another program that answers on its port', async () => {
    const other = createServer((_request, response) => response.end('ready'));
    const url = await loopbackUrl(other.listen(0, '127.0.0.1'));
    const wasAsked = once(other, 'request');
    const child = await startChild({
      name: 'api',
      command: '/bin/sh',
      args: ['-c', 'exec sleep 60'],
      logFile: join(directory(), 'api.log'),
    });
    try {
      const refused = assert.rejects(
        untilReady(`${url}/readyz`, child, 'a sign of its own'),
        /^Error: api was ended by SIGTERM/,
      );
      await wasAsked;
      // A program ends so, seconds later, when it wants to listen there itself.
      await child.stop();
      await refused;
    } finally {
      await child.stop();
      other.close();
    }
  });
});
