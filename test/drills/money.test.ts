import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietRuntime } from '../../dev/servers/time-skipping.ts';
import { chaosReport } from '../../drills/chaos/report.ts';
import { chaosIn } from '../../drills/chaos/run.ts';
import { commandsReport } from '../../drills/commands/report.ts';
import { sendCommands } from '../../drills/commands/run.ts';
import {
  openConcurrencyEnvironment,
  type ConcurrencyEnvironment,
} from '../../drills/concurrency/environment.ts';
import { concurrencyReport } from '../../drills/concurrency/report.ts';
import { proofsIn } from '../../drills/concurrency/run.ts';

/** More than the ten updates that Temporal allows in flight. */
const CROWD = 16;
const CONCURRENCY_SEED = Number(process.env['CONCURRENCY_SEED'] ?? 7);
const PAYMENTS = 16;
const CHAOS_SEED = Number(process.env['CHAOS_SEED'] ?? 20);
/** The figure of a quiet machine is a minute, by `npm run drill:chaos`; here it is only asked that the end comes. */
const FINAL_WITHIN_MS = 240_000;
/** A delivery that failed twice waits five minutes for its third call, unless the merchant asks for it. */
const REPLAY_EVERY_MS = 10_000;

/**
 * The drills at their shortest. They share a system, whose start is dearer than most of them: the last one judges the runs and calls
 * of those before it, too, and ends it.
 */
describe('money', function () {
  this.timeout(20 * 60_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-money-'));
  const ofTheLogs = `The logs are in ${join(dataDir, 'logs')}.`;
  let environment: ConcurrencyEnvironment;
  before(async () => {
    quietRuntime();
    environment = await openConcurrencyEnvironment(dataDir, CHAOS_SEED);
  });
  after(async function () {
    await environment?.close();
    const hasFailed = this.test?.parent?.tests.some((test) => test.isFailed());
    if (environment && !hasFailed) rmSync(dataDir, { recursive: true, force: true });
  });

  it('that is operated on at the worst moments is never more than there is, never moves twice, and everybody is answered; what a command moves while the worker is killed moves once, whether or not it has a key, when it is sent again as it is told', async () => {
    // What is done twice is done late: it has the time of the proofs for that.
    const sent = await sendCommands(environment, { kills: 1, seed: 5, say: () => undefined });
    const lines: string[] = [];
    const outcome = await proofsIn(environment, {
      rounds: 1,
      crowd: CROWD,
      agreements: 2,
      days: 8,
      seed: CONCURRENCY_SEED,
      say: (line) => lines.push(line),
    });
    const report = concurrencyReport(outcome);
    assert.deepEqual(outcome.faults, [], `${report}\n${ofTheLogs}`);

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

    const commands = await sent.judged();
    assert.deepEqual(commands.faults, [], `${commandsReport(commands)}\n${ofTheLogs}`);
    assert.ok(commands.wanted.length >= 8, commandsReport(commands));
  });

  it(`of ${PAYMENTS} payments while API, worker, MongoDB and Temporal are killed is charged once or not at all, each becomes final, and is told`, async () => {
    const lines: string[] = [];
    const outcome = await chaosIn(environment, {
      payments: PAYMENTS,
      seed: CHAOS_SEED,
      finalWithinMs: FINAL_WITHIN_MS,
      replayEveryMs: REPLAY_EVERY_MS,
      say: (line) => lines.push(line),
    });
    const report = chaosReport(outcome);
    assert.deepEqual(outcome.faults, [], `${report}\n${ofTheLogs}`);

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
