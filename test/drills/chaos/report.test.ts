import assert from 'node:assert/strict';
import type { ChaosFault } from '../../../drills/chaos/judge.ts';
import { planOf } from '../../../drills/chaos/plan.ts';
import { chaosReport } from '../../../drills/chaos/report.ts';
import type { ChaosOutcome } from '../../../drills/chaos/run.ts';

const OUTCOME: ChaosOutcome = {
  plan: planOf({ seed: 7, payments: 3 }),
  evidence: {
    sales: [],
    strays: [],
    forged: 0,
    failedRuns: [],
    unreplayable: [],
    complaints: [],
    falls: [],
    turnedAway: [],
  },
  faults: [],
  counts: { kills: { api: 1, worker: 2, mongodb: 3, temporal: 4 }, repeatedStarts: 5, falls: [] },
  network: [
    { fault: 'answer-lost', on: ['create'], seen: 10, struck: 2 },
    { fault: 'answer-lost', on: ['create'], seen: 5, struck: 1 },
  ],
  repeats: 6,
  webhooks: { calls: 8, refused: 1 },
  tookMs: 61_234,
};

describe('the report of a chaos run', () => {
  it('acquits in one sentence, and says how to see the same again', () => {
    const report = chaosReport(OUTCOME);
    assert.match(report, /Nothing was lost, nothing was charged twice/);
    assert.match(report, /npm run drill:chaos -- --payments 3 --seed 7$/);
  });

  it('has the kills by kind, and the faults of all accounts together', () => {
    const report = chaosReport(OUTCOME);
    assert.match(report, /kills +1 api, 2 worker, 3 mongodb, 4 temporal/);
    assert.match(report, /answer-lost +3 of 15/);
  });

  it('says "none" where nothing could be measured', () => {
    assert.doesNotMatch(chaosReport(OUTCOME), /NaN|undefined/);
  });

  it('names each fault, and of very many the first and how many more there are', () => {
    const fault: ChaosFault = { kind: 'charged-twice', about: 'ORDER-1', detail: 'Twice.' };
    const few = chaosReport({ ...OUTCOME, faults: [fault] });
    assert.match(few, /1 faults?:\n {2}✘ charged-twice \(ORDER-1\): Twice\./);
    assert.match(
      chaosReport({ ...OUTCOME, faults: Array.from({ length: 100 }, () => fault) }),
      /and 40 more/,
    );
  });
});
