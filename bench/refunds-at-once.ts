import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { percentile, timed } from './clients.ts';
import type { BenchEnvironment } from './environment.ts';
import { paymentSteps } from './payment.ts';

const REFUNDS = 50;
const ROUNDS = 5;
const MOST_MS = 3000;

/**
 * So many refunds of one payment that are asked for at the same moment: each is answered 200, the last of them within three seconds. The
 * first round is for warming up.
 */
export async function measureRefundsAtOnce({ run }: BenchEnvironment): Promise<void> {
  const { create, pay, settle, refund } = paymentSteps(run);
  const lasts: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const session = await create();
    await settle(await pay(session));
    const took = await timed(() => refund(session), { clients: REFUNDS, times: REFUNDS });
    const [median, last] = [percentile(took, 0.5), percentile(took, 1)];
    console.log(
      `  round ${round}: ${REFUNDS} refunds of one payment, p50 ${median.toFixed(0)} ms, the last ${last.toFixed(0)} ms`,
    );
    if (round > 0) lasts.push(last);
  }
  const [least, middle, most] = [0, 0.5, 1].map((share) => percentile(lasts, share).toFixed(0));
  console.log(
    `the last of ${REFUNDS} at once, load average ${loadavg()[0]?.toFixed(1)}: ${middle} ms (${least}–${most})\n`,
  );
  assert.ok(percentile(lasts, 0.5) <= MOST_MS, 'The last refund is not answered in three seconds.');
}
