import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chaosReport } from '../../../drills/chaos/report.ts';
import { runChaos } from '../../../drills/chaos/run.ts';
import { quietRuntime } from '../../../dev/servers/time-skipping.ts';

const PAYMENTS = 16;
const SEED = Number(process.env['CHAOS_SEED'] ?? 20);
/** The figure of a quiet machine is a minute, by `npm run drill:chaos`; here it is only asked that the end comes. */
const FINAL_WITHIN_MS = 240_000;
/** A delivery that failed twice waits five minutes for its third call, unless the merchant asks for it. */
const REPLAY_EVERY_MS = 10_000;
const PATIENCE_MS = 15 * 60_000;

describe('while API, worker, MongoDB and Temporal are killed', function () {
  this.timeout(PATIENCE_MS);
  before(quietRuntime);

  it(`${PAYMENTS} payments are charged once or not at all, become final, and are told`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-chaos-'));
    const lines: string[] = [];
    const outcome = await runChaos({
      payments: PAYMENTS,
      seed: SEED,
      finalWithinMs: FINAL_WITHIN_MS,
      replayEveryMs: REPLAY_EVERY_MS,
      dataDir,
      say: (line) => lines.push(line),
    });
    const report = chaosReport(outcome);
    assert.deepEqual(outcome.faults, [], `${report}\nThe logs are in ${join(dataDir, 'logs')}.`);
    rmSync(dataDir, { recursive: true, force: true });

    const { kills } = outcome.counts;
    assert.ok(Math.min(...Object.values(kills)) >= 1, `not everybody was killed: ${report}`);
    const lost = outcome.network.filter(({ fault }) => fault === 'answer-lost');
    assert.ok(
      lost.some(({ struck }) => struck > 0),
      `no answer was lost: ${report}`,
    );
    const attempts = outcome.evidence.sales.flatMap(({ documents }) =>
      documents.flatMap((document) => document.attempts),
    );
    assert.ok(
      attempts.some(({ after }) => after),
      `no account was asked after another: ${report}`,
    );
    const paid = outcome.evidence.sales.filter(({ documents }) => documents[0]?.state === 'paid');
    assert.ok(paid.length > PAYMENTS / 2, `few have paid: ${report}`);
    assert.match(lines.join('\n'), /payers \d+ have come/);
  });
});
