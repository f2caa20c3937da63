import { loadavg } from 'node:os';
import { newMerchant } from '../admin/acts/merchants.ts';
import { storeKeys } from '../dev/keys.ts';
import { merchantId } from '../domain/ids.ts';
import { openStore } from '../store/index.ts';
import { percentile, timed } from './clients.ts';
import type { BenchEnvironment } from './environment.ts';

/** Tries at each way to log in, half of them with a name that somebody has. `BENCH_TIMES` says otherwise. */
const TRIES = Number(process.env['BENCH_TIMES'] ?? 2000);
const WARM_UP = 40;

/**
 * Whether the time of an answer tells that a user exists: a wrong password for somebody and for nobody, in turns, at the page and at the
 * API. What counts is how often a try of the one kind took longer than one of the other, which is half where nothing is told.
 */
export async function measureLogins({ run, dataDir }: BenchEnvironment): Promise<void> {
  const store = await openStore(run.mongodb, storeKeys(dataDir));
  const id = merchantId('logins');
  if (!id) throw new Error('That is a name of a merchant.');
  try {
    await store.merchants.put(newMerchant(id, 'Logins', {}), 'whk_logins');
    await store.users.create({
      merchantId: id,
      username: 'somebody-real',
      email: 'somebody@shop.example',
      active: true,
      superuser: true,
      service: false,
      permissions: [],
      password: 'correct horse battery staple',
    });
  } finally {
    await store.close();
  }
  const ways = {
    'login page': (username: string, password: string) =>
      fetch(`${run.api}/office/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: new URL(run.api).origin },
        body: new URLSearchParams({ username, password }),
      }),
    Basic: (username: string, password: string) =>
      fetch(`${run.api}/b/me/v1/profile/`, {
        headers: {
          Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
      }),
  };
  console.log(`\n${TRIES} wrong passwords, half of them of somebody, milliseconds`);
  for (const [way, ask] of Object.entries(ways)) {
    let turn = 0;
    const wrong = (username: string) => async () => {
      const response = await ask(username, `wrong password ${(turn += 1)}`);
      await response.text();
      if (response.status !== 401) throw new Error(`${way} answered ${response.status}`);
    };
    const [somebody, nobody] = [wrong('somebody-real'), wrong('nobody-at-all')];
    await timed(somebody, { clients: 1, times: WARM_UP });
    await timed(nobody, { clients: 1, times: WARM_UP });
    const took = { somebody: [] as number[], nobody: [] as number[] };
    for (let pair = 0; pair < TRIES / 2; pair += 1) {
      // Neither is always behind the other one.
      const order =
        pair % 2 === 0 ? (['somebody', 'nobody'] as const) : (['nobody', 'somebody'] as const);
      for (const who of order)
        took[who].push(...(await timed({ somebody, nobody }[who], { clients: 1, times: 1 })));
    }
    const share = shareLonger(took.somebody, took.nobody);
    const noise = 1.96 * Math.sqrt((TRIES + 1) / (12 * (TRIES / 2) ** 2));
    console.log(
      `  ${way.padEnd(12)}`,
      ...(['somebody', 'nobody'] as const).map(
        (who) =>
          `${who} p50 ${percentile(took[who], 0.5).toFixed(2)}, p95 ${percentile(took[who], 0.95).toFixed(2)};`,
      ),
      `somebody took longer in ${share.toFixed(3)} of all pairs; noise ${(0.5 - noise).toFixed(3)}–${(0.5 + noise).toFixed(3)} (95 %): ${Math.abs(share - 0.5) <= noise ? 'tells nothing' : 'TELLS'}`,
    );
  }
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}\n`);
}

/** In what share of all pairs of one and another the first is longer (Mann and Whitney's U beside all pairs); ties are half of one. */
function shareLonger(some: readonly number[], others: readonly number[]): number {
  const sum = some.reduce(
    (total, one) =>
      total +
      others.reduce((count, other) => count + (one > other ? 1 : one === other ? 0.5 : 0), 0),
    0,
  );
  return sum / (some.length * others.length);
}
