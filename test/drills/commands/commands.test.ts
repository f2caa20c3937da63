import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandsReport } from '../../../drills/commands/report.ts';
import { runCommands } from '../../../drills/commands/run.ts';

describe('commands that move money, while the worker is killed', function () {
  this.timeout(20 * 60_000);

  it('move it once, whether or not they have a key, when they are sent again as they are told', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-commands-'));
    const outcome = await runCommands({ kills: 1, seed: 5, dataDir, say: () => undefined });
    const report = commandsReport(outcome);
    assert.deepEqual(outcome.faults, [], `${report}\nThe logs are in ${join(dataDir, 'logs')}.`);
    assert.ok(outcome.wanted.length >= 8, report);
    rmSync(dataDir, { recursive: true, force: true });
  });
});
