import { gzipSync } from 'node:zlib';
import { loadavg } from 'node:os';
import mongoose from 'mongoose';
import { chromium as browserType } from 'playwright-core';
import { chromium } from '../../dev/servers/chromium.ts';
import { find } from '../../dev/servers/finder.ts';
import { printedProgress } from '../../dev/progress.ts';
import { storeKeys } from '../../dev/keys.ts';
import { merchantId } from '../../domain/ids.ts';
import { openStore } from '../../store/index.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import { percentile } from '../clients.ts';
import type { BenchEnvironment } from '../environment.ts';
import { vitalsOf, type PageVitals, type Slowness } from '../page-vitals.ts';
import { anAsker } from './asker.ts';
import { fillPayments, madePayment } from './fill.ts';

const ROUNDS = 5;
const PAYMENTS = 1000;
/** A small office behind a slow line. */
const SLOW: Slowness = {
  bandwidth: 1_600_000,
  latency: 150,
  processor: 4,
  browser: { viewport: { width: 1280, height: 800 } },
};
/** Bytes packed, requests and milliseconds, of the first page of a day and of those after it. */
const MOST = {
  first: { bytes: 60_000, requests: 5, paintMs: 1800 },
  next: { bytes: 15_000, requests: 5, paintMs: 1000 },
} as const;
const MOST_BLOCKED_MS = 50;

/** What a page of the office weighs, and how long somebody waits for it: the first one, and one after another. Told, never asserted. */
export async function measureWeight(environment: BenchEnvironment): Promise<void> {
  const { run, dataDir } = environment;
  const keys = storeKeys(dataDir);
  const demo = merchantId('demo');
  if (!demo) throw new Error('That is a name of a merchant.');
  const store = await openStore(run.mongodb, keys);
  const database = await mongoose.createConnection(run.mongodb).asPromise();
  const model = await madePayment(environment, database);
  await fillPayments(database, {
    merchantId: demo,
    count: PAYMENTS,
    model,
    tokens: searchTokens(keys.search),
  });
  const { browser: headers } = (await anAsker(store, demo)).headers;
  await database.close();
  await store.close();
  const found = await find(chromium(), printedProgress(process.stdout));
  const browser = await browserType.launch({
    executablePath: found.path,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const [, login = ''] = /=(.*)/.exec(headers['Cookie'] ?? '') ?? [];
  const cookie = {
    name: '__Host-office',
    value: login,
    domain: new URL(run.api).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax' as const,
  };
  const slow = {
    ...SLOW,
    browser: { ...SLOW.browser, storageState: { cookies: [cookie], origins: [] } },
  };
  try {
    console.log(
      `\n  ${'page of the office, as it came'.padEnd(34)} requests, kB, kB packed, largest paint (least–most), moved, blocked`,
    );
    for (const [name, path] of [
      ['inbox', '/office/inbox'],
      ['payments', '/office/payments'],
      ['payments in Arabic', '/office/payments?lang=ar'],
      ['payment', `/office/payments/${model.sessionId}`],
      ['question of a refund', `/office/payments/${model.sessionId}/refund`],
      ['new payment', '/office/payments/new'],
      ['requests by file', '/office/bulk'],
      ['account', '/office/account'],
    ] as const) {
      const url = `${run.api}${path}`;
      const packed = await packedBytes(url, headers);
      for (const which of ['first', 'next'] as const) {
        const seen: PageVitals[] = [];
        for (let round = 0; round < ROUNDS; round += 1)
          seen.push(
            await vitalsOf(browser, url, {
              slow,
              ...(which === 'next' && { before: `${run.api}/office/payments?state=paid` }),
            }),
          );
        show(`${name}, ${which}`, seen, { most: MOST[which], packed: packed[which] });
      }
    }
    console.log(`  load average ${loadavg()[0]?.toFixed(1)}\n`);
  } finally {
    await browser.close();
  }
}

function show(
  name: string,
  seen: readonly PageVitals[],
  { most, packed }: { readonly most: (typeof MOST)['first' | 'next']; readonly packed: number },
): void {
  const paints = seen.map(({ largestPaintMs }) => largestPaintMs);
  const [least, middle, longest] = [0, 0.5, 1].map((share) => percentile(paints, share));
  const greatest = (of: keyof PageVitals) => Math.max(...seen.map((one) => one[of]));
  const requests = greatest('requests');
  const blocked = percentile(
    seen.map(({ blockedMs }) => blockedMs),
    0.5,
  );
  const over = [
    packed > most.bytes && 'BYTES',
    requests > most.requests && 'REQUESTS',
    (middle ?? 0) > most.paintMs && 'PAINT',
    greatest('shift') > 0 && 'MOVED',
    blocked > MOST_BLOCKED_MS && 'BLOCKED',
  ].filter((one) => one !== false);
  console.log(
    `  ${name.padEnd(34)}`,
    String(requests).padStart(2),
    (greatest('bytes') / 1000).toFixed(1).padStart(7),
    (packed / 1000).toFixed(1).padStart(6),
    `${middle?.toFixed(0)} (${least?.toFixed(0)}–${longest?.toFixed(0)})`.padStart(19),
    greatest('shift').toFixed(3),
    blocked.toFixed(0).padStart(4),
    over.join(' '),
  );
}

/** What a page, and its style besides, would be where whatever stands before us packs it. */
async function packedBytes(url: string, headers: Readonly<Record<string, string>>) {
  const html = await (await fetch(url, { headers })).text();
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const css = await (await fetch(new URL(style, url))).text();
  const next = gzipSync(html).length;
  return { next, first: next + gzipSync(css).length };
}
