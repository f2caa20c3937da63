import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds } from '../../bench/cpu.ts';

const BURN =
  'const end = Date.now() + 60_000; while (process.cpuUsage().user < 300_000 && Date.now() < end);';
const PARENT = `
  require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BURN)}]);
  console.log('burnt');
  setInterval(() => undefined, 1000);`;

describe('The CPU of a part', () => {
  it('is of its processes and of all that they started, also of what has ended', async () => {
    if (process.platform !== 'linux') return assert.throws(() => cpuSeconds({}), /which Linux has/);
    const child = spawn(process.execPath, ['-e', PARENT, 'counted-part'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      const { part, other } = cpuSeconds({ part: /counted-part/, other: /another-part/ });
      assert.ok((part ?? 0) >= 0.3, `${part} s`);
      assert.equal(other, 0);
    } finally {
      child.kill();
    }
  });
});
