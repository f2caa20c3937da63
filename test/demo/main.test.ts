import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { anyPort, findPorts } from '../../dev/ports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function start(variables: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'demo/index.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function freePort(): Promise<string> {
  const { port } = await findPorts({ port: anyPort() });
  return String(port);
}

describe('the shop as a program', () => {
  it('lists all that is missing and ends with 1', async () => {
    const child = start({ DEMO_PORT: 'x' });
    assert.ok(child.stderr);
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(said, /DEMO_PORT is not a port[^]*SARRAF_PRIVATE_KEY is missing/);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`serves, and ends cleanly at ${signal}`, async () => {
      const port = await freePort();
      const child = start({
        DEMO_PORT: port,
        DEMO_PUBLIC_URL: `http://127.0.0.1:${port}`,
        SARRAF_API_URL: 'http://127.0.0.1:9',
        SARRAF_PRIVATE_KEY: 'private',
        SARRAF_WEBHOOK_KEY: 'webhook',
        DEMO_PG_CODES: 'sandbox',
      });
      assert.ok(child.stdout);
      const [line] = await once(child.stdout, 'data');
      assert.ok(JSON.parse(String(line)).listening);
      assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
      child.kill(signal);
      assert.deepEqual(await once(child, 'exit'), [0, null]);
    });
});
