import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { CACHED_WORKFLOWS } from '../config/defaults.ts';
import { percentile, timed } from './clients.ts';
import type { BenchEnvironment } from './environment.ts';
import { paymentSteps } from './payment.ts';
import { residentOf, watchMemory } from './resident.ts';

/** Payments that are made while the cache is full, unless `BENCH_PAYMENTS` says otherwise. */
const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 20_000);
const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 8);
/** A worker of any build, by its command line. */
const WORKER = 'worker/index.';
const MIB = 2 ** 20;
const TENTHS = 10;
/** What has an end by itself has ended, and what was let go is collected in part. */
const SETTLED_MS = 3000;

const MOST_A_RUN = MIB;
const MOST_FULL = 700 * MIB;
/** The heap is collected now and then: the median of some tenths beside that of earlier ones, and what that may differ. */
const MOST_GROWTH = 1.1;
/** On a busy machine a step may be told to come again; that many payments are given up, and the rest say as much of memory. */
const MOST_GIVEN_UP = 0.01;

/**
 * The memory of the worker: empty, with a cache full of payments that wait for their payer, and at each tenth of many payments that
 * are made besides. Fails when a cached run holds more than a mebibyte, when the worker has more than 700 with a full cache,
 * or when the later tenths have more than the middle ones.
 */
export async function measureMemory({ run, control }: BenchEnvironment): Promise<void> {
  const { create, view, pay, settle } = paymentSteps(run);
  const wait = async () => {
    const session = await create();
    await view(session);
    return pay(session);
  };
  const givenUp: unknown[] = [];
  const whole = async () => {
    try {
      await settle(await wait());
    } catch (error) {
      givenUp.push(error);
      if (givenUp.length > PAYMENTS * MOST_GIVEN_UP) throw error;
    }
  };
  // Its first start may have made the bundle of the workflows, which takes more memory than all its work.
  await control.restart('worker');
  // What is loaded by the first payments is no part of a run.
  await timed(wait, { clients: CLIENTS, times: CLIENTS });
  await pause(SETTLED_MS);
  const empty = residentOf(WORKER);
  console.log(`  worker: ${inMib(empty)} MiB with ${CLIENTS} runs cached`);
  await timed(wait, { clients: CLIENTS, times: CACHED_WORKFLOWS - CLIENTS });
  await pause(SETTLED_MS);
  const full = residentOf(WORKER);
  const each = (full - empty) / (CACHED_WORKFLOWS - CLIENTS);
  console.log(
    `  ${inMib(full)} MiB with ${CACHED_WORKFLOWS} cached, ${(each / MIB).toFixed(2)} MiB each`,
  );

  const memory = watchMemory(WORKER);
  const tenths: number[] = [];
  for (let tenth = 1; tenth <= TENTHS; tenth += 1) {
    await timed(whole, { clients: CLIENTS, times: Math.ceil(PAYMENTS / TENTHS) });
    tenths.push(residentOf(WORKER));
    console.log(`  ${inMib(tenths.at(-1) ?? 0)} MiB after ${tenth} tenths of ${PAYMENTS} payments`);
  }
  memory.stop();
  const growth = median(tenths.slice(-3)) / median(tenths.slice(3, 6));
  console.log(
    `  ${inMib(memory.peak())} MiB at most; the last tenths beside the middle ones ${growth.toFixed(2)}; ${givenUp.length} payments given up\n`,
  );
  assert.ok(each <= MOST_A_RUN, 'A cached run holds more than a mebibyte.');
  assert.ok(full <= MOST_FULL, 'The worker has more than 700 MiB with a full cache.');
  assert.ok(growth <= MOST_GROWTH, 'The worker grows with the payments that it has done.');
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

const inMib = (bytes: number): string => (bytes / MIB).toFixed(0);
