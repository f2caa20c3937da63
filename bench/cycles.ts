import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { storeKeys } from '../dev/keys.ts';
import { openStore } from '../store/index.ts';
import { agreementsOn } from './agreements.ts';
import { percentile, rate } from './clients.ts';
import { openBenchEnvironment } from './environment.ts';
import { subjects } from './subjects.ts';

/** As many at once as a worker has under way of them (config/defaults.ts). */
const LOAD = { clients: 8, times: 60 };
const ROUNDS = 3;
/** Every charge is due, wherever its agreement lies on the spread. */
const AGO_MS = 70 * 60_000;

/**
 * Cycles a second, where no rate holds them back: due, charged by the sandbox network and settled, beside bare workflows with
 * two activities. In a system of its own.
 */
export async function measureCycles(): Promise<void> {
  const environment = await openBenchEnvironment({ DEBITS_PER_SECOND: '10000' });
  const store = await openStore(environment.run.mongodb, storeKeys(environment.dataDir));
  try {
    const { put, startCycle } = agreementsOn(environment, store);
    const { bare } = subjects(environment);
    const rates: { readonly bare: number; readonly ours: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const due = [
        ...(await put({
          count: LOAD.times,
          dueAt: Math.floor((Date.now() - AGO_MS) / 60_000) * 60_000,
          rhythm: { every: 'days', days: 1 },
          shares: [0, 1],
        })),
      ];
      const ids = await Promise.all(due.map(() => bare.prepare()));
      const once = await rate(() => bare.work(ids.pop() ?? ''), LOAD);
      const ours = await rate(async () => {
        const one = due.pop();
        assert.ok(one);
        const cycle = await startCycle(one, 0);
        assert.equal(await cycle.result(), 'paid');
      }, LOAD);
      // The first round is for warming up.
      if (round > 0) rates.push({ bare: once, ours });
      console.log(`  round ${round}: ${ours.toFixed(1)} cycles a second, bare ${once.toFixed(1)}`);
    }
    const ratios = rates.map(({ bare: of, ours }) => ours / of);
    const [least, median, most] = [0, 0.5, 1].map((share) => percentile(ratios, share).toFixed(2));
    const [cycles, workflows] = (['ours', 'bare'] as const).map((name) =>
      percentile(
        rates.map((one) => one[name]),
        0.5,
      ).toFixed(1),
    );
    console.log(
      `cycles beside bare workflows, ${LOAD.clients} at once, load average ${loadavg()[0]?.toFixed(1)}: ${cycles} a second beside ${workflows}, ratio ${median} (${least}–${most})\n`,
    );
  } finally {
    await store.close();
    await environment.close();
  }
}
