import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concurrencyReport } from '../../../drills/concurrency/report.ts';
import { runProofs } from '../../../drills/concurrency/run.ts';

/** More than the ten updates that Temporal allows in flight. */
const CROWD = 16;
const SEED = Number(process.env['CONCURRENCY_SEED'] ?? 7);

describe('money operations at the worst moments', function () {
  this.timeout(20 * 60_000);

  it('never take more than there is, never twice, and answer everybody', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-prove-'));
    const lines: string[] = [];
    const outcome = await runProofs({
      rounds: 1,
      crowd: CROWD,
      agreements: 2,
      days: 8,
      seed: SEED,
      dataDir,
      say: (line) => lines.push(line),
    });
    const report = concurrencyReport(outcome);
    assert.deepEqual(outcome.faults, [], `${report}\nThe logs are in ${join(dataDir, 'logs')}.`);
    rmSync(dataDir, { recursive: true, force: true });

    const crowd = outcome.cases.find(({ about }) => about === 'crowd-1');
    assert.equal(crowd?.asked.length, CROWD, report);
    for (const answer of ['done', 'refused'] as const)
      assert.ok(
        crowd.asked.some((asked) => asked.answer === answer),
        `nobody was told "${answer}": ${report}`,
      );
    assert.equal(outcome.cases.length, 5, report);
    assert.match(outcome.requests[0] ?? '', /^roles-1 +\d+ requests, [1-9]\d* of them done$/);
    const debits =
      /^debits-1 +2 agreements, 8 days: \d+ cycles, (\d+) paid.*killed [1-9] times$/.exec(
        outcome.requests[1] ?? '',
      );
    assert.ok(Number(debits?.[1]) > 1, report);
    assert.match(lines.join('\n'), /round 1 of 1: crowd, nothing wrong/);
  });
});
