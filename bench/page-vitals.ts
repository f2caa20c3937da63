import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A slow phone on a slow network: 400 kbit/s, and 400 ms until anything comes back. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
};
const SMALL_PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };

/** What a page does to who waits for it, as browsers measure it (web.dev/vitals). */
export interface PageVitals {
  /** When the largest thing on the first screen was painted, after the page was asked for. Milliseconds. */
  readonly largestPaintMs: number;
  /** How much of what was there has moved without being touched: 0 where nothing has. */
  readonly shift: number;
  /** Of the page and all that it needs, as they came over the network. */
  readonly bytes: number;
}

/**
 * Loads a page as a browser that knows nothing yet, over a slow network, and scrolls it to its end. What is `late` comes when all else
 * has been painted; `init` is a script that the page has from its beginning.
 */
export async function vitalsOf(
  browser: Browser,
  url: string,
  { late, init }: { readonly late?: RegExp; readonly init?: string } = {},
): Promise<PageVitals> {
  const context = await browser.newContext(SMALL_PHONE);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    let bytes = 0;
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.addInitScript(OBSERVE);
    if (init !== undefined) await page.addInitScript(init);
    if (late)
      await page.route(late, async (route) => {
        await setTimeout(LATE_MS);
        await route.continue();
      });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Whatever is drawn late, such as a picture below, shifts what is around it only then.
    await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await page.waitForTimeout(LOOK_MS);
    return { ...(await seenBy(page)), bytes };
  } finally {
    await context.close();
  }
}

const LOOK_MS = 500;
const LATE_MS = 3000;

const OBSERVE = `
  window.vitals = { largestPaintMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) vitals.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) vitals.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

function seenBy(page: Page): Promise<Omit<PageVitals, 'bytes'>> {
  return page.evaluate('vitals');
}
