import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { theBrowser } from '../../../support/browser.ts';
import { until, type Json } from '../../../support/http.ts';
import type { System } from '../../../support/system.ts';

const STRANGER = `for (const type of ['ready', 'done'])
  parent.postMessage({ source: 'sandbox-card-network', type, reference: 'cvv_stolen' }, '*');`;
const CALLBACKS = 'data-success="paid" data-cancel="notPaid" data-error="broken"';

/**
 * A page of a merchant with the web SDK and a policy that lets it do what the README asks for and nothing else. It keeps what
 * its callbacks were told. The stranger is a page of another origin that posts to whoever frames it, as if a code had been
 * typed in it.
 */
export async function aMerchantPage({ run }: System) {
  const configs: string[] = [];
  const stranger = createServer((request, response) => {
    const isScript = request.url === '/script.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? STRANGER : '<title>Stranger</title><script src="/script.js"></script>');
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const index = Number(searchParams.get('n'));
    const answer = (type: string, body: string) => {
      response.writeHead(200, {
        'Content-Type': `${type}; charset=utf-8`,
        'Content-Security-Policy': [
          "default-src 'none'",
          `script-src 'self' ${run.api}`,
          `connect-src ${run.api} https://google.com/pay https://pay.google.com ${run.simulator}`,
          `img-src ${run.api}`,
          `frame-src ${run.simulator} ${urlOf(stranger)}`,
        ].join('; '),
      });
      response.end(body);
    };
    if (pathname === '/page.js') return answer('text/javascript', scriptOf(configs[index] ?? ''));
    const { lang = 'en' } = JSON.parse(configs[index] ?? '{}');
    return answer(
      'text/html',
      `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><head><title>Shop</title>
       <meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Shop</h1>
       <div id="checkout"></div></main>
       <script src="${run.api}/assets/checkout/v3/checkout.min.js" ${searchParams.has('usual') ? '' : CALLBACKS}></script>
       <script src="/page.js?n=${index}"></script></body></html>`,
    );
  });
  for (const one of [server, stranger])
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const url = urlOf(server);
  return {
    stranger: `${urlOf(stranger)}/`,
    /** Opens the page; what is given here comes on top of a configuration that is right. */
    open: async (page: Page, session_id: string, more: Json = {}, usual = false): Promise<void> => {
      const api = new URL(run.api);
      const config = { selector: 'checkout', merchant_id: api.host, apiKey: run.keys.public };
      configs.push(JSON.stringify({ ...config, session_id, ...more }));
      await letTimePass(page);
      await page.goto(`${url}/?n=${configs.length - 1}${usual ? '&usual' : ''}`);
    },
    close: async () => {
      for (const one of [server, stranger]) {
        one.closeAllConnections();
        await new Promise<void>((resolve) => void one.close(() => resolve()));
      }
    },
  };
}

/** A visit in which requests fail or frames are closed to us, so that the console is not quiet. */
export async function visitNoisily(
  options: BrowserContextOptions,
  walk: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await (await theBrowser()).newContext(options);
  context.setDefaultTimeout(45_000);
  try {
    await walk(await context.newPage());
  } finally {
    await context.close();
  }
}

/** What the callbacks have been told until now, in their order. */
export function toldTo(page: Page): Promise<readonly (readonly [name: string, data: Json])[]> {
  return page.evaluate('told');
}

/** Waits for one more callback, and gives its name and data. */
export async function nextTold(page: Page, before = 0): Promise<readonly [string, Json]> {
  return until('the callback', async () => (await toldTo(page))[before]);
}

/** How it was told: once, by that callback, and as the server says it. */
export async function toldOnce(
  page: Page,
  callback: 'success' | 'cancel' | 'error',
  before = 0,
): Promise<Json> {
  const [name, data] = await nextTold(page, before);
  assert.equal(name, callback, JSON.stringify(data));
  // Whatever else comes would have come by the next look of the page, which is made to be due, and its answer.
  await page.clock.fastForward(3500);
  await page.waitForTimeout(500);
  assert.equal((await toldTo(page)).length, before + 1);
  return data;
}

const clocks = new WeakSet<BrowserContext>();

/** Time goes on as ever in the pages of this visit, and can be moved forward from now on. */
async function letTimePass(page: Page): Promise<void> {
  const context = page.context();
  if (clocks.has(context)) return;
  clocks.add(context);
  await context.clock.install();
}

function scriptOf(config: string): string {
  return `
    window.told = [];
    window.paid = (data) => { told.push(['success', data]); };
    window.notPaid = (data) => { told.push(['cancel', data]); };
    window.broken = (data) => { told.push(['error', data]); };
    Checkout.init(${config});
  `;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
