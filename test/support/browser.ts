import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

export const DESKTOP = { width: 1200, height: 800 };
export const PHONE = { width: 360, height: 740 };

let launched: Promise<Browser> | undefined;

/** The one Chromium of this run of the tests. */
export function theBrowser(): Promise<Browser> {
  return (launched ??= chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--disable-gpu',
      // A script that runs once on a page, as axe does, is not worth optimizing.
      '--js-flags=--no-opt,--no-maglev',
    ],
  }));
}

after('the browser closes', async function () {
  this.timeout(120_000);
  if (launched !== undefined) await (await launched).close();
});

/**
 * A customer's visit with a browser that knows nothing yet. The test fails when a page breaks its own content
 * security policy, writes an error to the console, or loads anything from another machine.
 */
export async function visit(
  options: BrowserContextOptions,
  walk: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await theBrowser();
  const context = await browser.newContext({ viewport: DESKTOP, ...options });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  const complaints = listenTo(page);
  try {
    await walk(page);
  } catch (error) {
    const heard = complaints().join('\n');
    throw new Error(`${String(error)}\nThe browser was at ${page.url()}\n${heard}`, {
      cause: error,
    });
  } finally {
    await context.close();
  }
  assert.deepEqual(complaints(), []);
}

/** Fails when axe finds a fault on the page, or when it scrolls sideways. */
export async function isAccessible(page: Page): Promise<void> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(AXE);
  assert.deepEqual(await page.evaluate(FAULTS), [], `axe finds faults on ${page.url()}`);
  await fits(page);
}

/** Fails when the page scrolls sideways. */
export async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(overflow, 0, `${page.url()} scrolls sideways`);
}

/** The same in the light and in the dark. */
export async function isAccessibleInBothColorSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await isAccessible(page);
  }
}

/** `npm run drills` looks at every page in each form; `npm test` at few. */
export const isThorough = Boolean(process.env['BOTH_COLOR_SCHEMES']);

/** The ways of one journey: `npm test` has the first alone. */
export const waysOf = <const T>(first: T, ...others: readonly T[]): readonly T[] =>
  isThorough ? [first, ...others] : [first];

/**
 * Light in English and dark in Arabic, for a journey that is made in both: what colours do to a page does not depend on its
 * language. `npm run drills` looks at each in both.
 */
export async function isAccessibleIn(page: Page, language: 'en' | 'ar'): Promise<void> {
  if (isThorough) return isAccessibleInBothColorSchemes(page);
  await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' });
  await isAccessible(page);
}

/** From now on pages with this path stay: the browser is one that does not follow their `refresh`. */
export async function ignoreRefresh(page: Page, path: RegExp): Promise<void> {
  await page.route(
    (url) => path.test(url.pathname),
    async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const body = await response.text();
      await route.fulfill({
        response,
        body: body.replace(/<meta http-equiv="refresh"[^>]*>/u, ''),
      });
    },
  );
}

/** Writing direction and language of the page as the browser has them. */
export function direction(page: Page): Promise<unknown> {
  return page.evaluate('[document.documentElement.dir, document.documentElement.lang]');
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs in the page, after AXE, once no colour is on its way; answers one line for each violation. */
const FAULTS = `Promise.all(document.getAnimations().map(({ finished }) => finished))
  .then(() => axe.run({ resultTypes: ['violations'] }))
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`;

function listenTo(page: Page): () => readonly string[] {
  const complaints: string[] = [];
  const statuses: { readonly url: string; readonly text: string }[] = [];
  const documents = new Set<string>();
  page.on('console', (message) => {
    const [text, { url }] = [message.text(), message.location()];
    if (/responded with a status of/u.test(text)) statuses.push({ url, text });
    else if (message.type() === 'error' || /Content.Security.Policy/iu.test(text))
      complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== '127.0.0.1')
      complaints.push(`a request left this machine: ${request.url()}`);
    if (request.isNavigationRequest()) documents.add(request.url());
  });
  // That a whole page has a status such as 404 is its business; a part of a page that is missing is a fault.
  return () => [
    ...complaints,
    ...statuses.filter(({ url }) => !documents.has(url)).map(({ url, text }) => `${url}: ${text}`),
  ];
}

/** Takes the network from the browser, or gives it back; one that has none but this machine's own sees no change, and is told. */
export async function connect(page: Page, isConnected: boolean): Promise<void> {
  const isCutOff: boolean = await page.evaluate('!navigator.onLine');
  await page.context().setOffline(!isConnected);
  if (isCutOff === (await page.evaluate('!navigator.onLine')))
    await page.evaluate(`dispatchEvent(new Event('${isConnected ? 'online' : 'offline'}'))`);
}
