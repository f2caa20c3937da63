import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the doctor', function () {
  this.timeout(60_000);

  it('ends without a stack where nobody reads on, as head does', async () => {
    // A first run is transpiled in a thread, whose output is piped into ours: Node lets faults of console.log pass in silence only without that.
    const env = { ...process.env, TSX_DISABLE_CACHE: '1' };
    const child = spawn(process.execPath, ['--import', 'tsx', 'dev/doctor.ts'], { cwd: ROOT, env });
    child.stdout.destroy();
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(said, '');
  });
});
