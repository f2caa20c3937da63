import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAINS, programArguments } from '../../dev/programs.ts';

const PROGRAM = programArguments(MAINS.simulator, process.env['SARRAF_BUILT']);

describe('the simulator as a program', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`says where it listens, in JSON, and ends cleanly at ${signal}`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
      const child = start({ SIMULATOR_PORT: '0', SIMULATOR_DATA_DIR: dataDir });
      const url = await new Promise<string>((resolve) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          const found = /"message":"listening","url":"([^"]+)"/u.exec(chunk.toString());
          if (found?.[1] !== undefined) resolve(found[1]);
        });
      });
      assert.equal((await fetch(`${url}/readyz`)).status, 200);
      const ended = endOf(child);
      child.kill(signal);
      assert.equal(await ended, 0);
      rmSync(dataDir, { recursive: true });
    });

  it('says what to set when it has no port', async () => {
    const child = start({ SIMULATOR_PORT: '' });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    assert.equal(await endOf(child), 1);
    assert.match(said, /Set SIMULATOR_PORT/u);
  });
});

function start(env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, PROGRAM, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}
