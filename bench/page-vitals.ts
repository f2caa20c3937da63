import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** On what a page is looked at. */
export interface Slowness {
  /** Bits a second. */
  readonly bandwidth: number;
  /** Until anything comes back, in milliseconds. */
  readonly latency: number;
  /** So many times slower than this machine's processor. */
  readonly processor: number;
  readonly browser: BrowserContextOptions;
}

/** A small phone on a slow network. */
const PHONE: Slowness = {
  bandwidth: 400_000,
  latency: 400,
  processor: 1,
  browser: { viewport: { width: 360, height: 740 } },
};

/** What a page does to who waits for it, as browsers measure it (web.dev/vitals). */
export interface PageVitals {
  /** When the largest thing on the first screen was painted, after the page was asked for. Milliseconds. */
  readonly largestPaintMs: number;
  /** How much of what was there has moved without being touched: 0 where nothing has. */
  readonly shift: number;
  /** How long it has answered nobody: of each task of more than 50 ms what is more. Milliseconds. */
  readonly blockedMs: number;
  /** Of the page and all that it needs, as they came over the network. */
  readonly bytes: number;
  /** Of how many requests. */
  readonly requests: number;
}

/**
 * Loads a page as a browser that knows nothing yet, or nothing but the page `before`, over a slow network, and scrolls it to its end.
 * What is `late` comes when all else has been painted; `init` is a script that the page has from its beginning.
 */
export async function vitalsOf(
  browser: Browser,
  url: string,
  {
    late,
    init,
    before,
    slow = PHONE,
  }: {
    readonly late?: RegExp;
    readonly init?: string;
    readonly before?: string;
    readonly slow?: Slowness;
  } = {},
): Promise<PageVitals> {
  const context = await browser.newContext(slow.browser);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.latency,
      downloadThroughput: slow.bandwidth / 8,
      uploadThroughput: slow.bandwidth / 8,
    });
    await client.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
    const sent = { bytes: 0, requests: 0 };
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sent.bytes += encodedDataLength;
      // What the browser had kept has come over no network.
      if (encodedDataLength > 0) sent.requests += 1;
    });
    await page.addInitScript(OBSERVE);
    if (init !== undefined) await page.addInitScript(init);
    if (late)
      await page.route(late, async (route) => {
        await setTimeout(LATE_MS);
        await route.continue();
      });
    if (before !== undefined) await page.goto(before, { waitUntil: 'networkidle' });
    Object.assign(sent, { bytes: 0, requests: 0 });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Whatever is drawn late, such as a picture below, shifts what is around it only then.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.waitForTimeout(LOOK_MS);
    return { ...(await seenBy(page)), ...sent };
  } finally {
    await context.close();
  }
}

const LOOK_MS = 500;
const LATE_MS = 3000;

const OBSERVE = `
  window.vitals = { largestPaintMs: 0, shift: 0, blockedMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) vitals.blockedMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
`;

function seenBy(page: Page): Promise<Omit<PageVitals, 'bytes' | 'requests'>> {
  return page.evaluate('vitals');
}
