import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Json } from '../../../support/http.ts';
import type { System } from '../../../support/system.ts';

/** What Swift makes of two sets of parameters; its own tests compare it with this file. */
export const PAGES: Readonly<Record<'list' | 'sheet', AppPage>> = JSON.parse(
  readFileSync(packageFile('Tests/fixtures/pages.json'), 'utf8'),
);

interface AppPage {
  readonly style: string;
  readonly settings: {
    readonly config: Json & { readonly lang: string };
    readonly display: Json;
  };
}

export function packageFile(name: string): URL {
  return new URL(`../../../../clients/ios/${name}`, import.meta.url);
}

/**
 * Opens the page of the iOS library as its web view does: with the settings that Swift has made, as a document of the API, and
 * a stand-in for the app which keeps what it was told. The app's answer to a message is what `answers` has under its type.
 */
export async function openInApp(
  page: Page,
  { run }: System,
  {
    kind,
    session,
    answers = {},
    preload,
    display,
  }: {
    readonly kind: 'list' | 'sheet';
    readonly session: string;
    readonly answers?: Json;
    readonly preload?: Json;
    readonly display?: Json;
  },
): Promise<void> {
  const { style, settings } = PAGES[kind];
  const config = {
    ...settings.config,
    merchant_id: new URL(run.api).host,
    apiKey: run.keys.public,
    session_id: session,
    ...(preload && { setupPreload: preload }),
  };
  const given = { ...settings, base: run.api, config, ...(display && { display }) };
  const { lang } = settings.config;
  const values: Readonly<Record<string, string>> = {
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    title: 'Payment',
    base: run.api,
    frames: 'http: https:',
    nonce: 'nonce',
    style: readFileSync(resource('page.css'), 'utf8') + style,
    settings: JSON.stringify(given).replaceAll('<', '\\u003c'),
    script: readFileSync(resource('page.js'), 'utf8'),
  };
  const html = readFileSync(resource('page.html'), 'utf8').replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  );
  await page.addInitScript(`
    window.told = [];
    const answers = ${JSON.stringify(answers)};
    window.webkit = { messageHandlers: { checkout: { postMessage: async (text) => {
      const message = JSON.parse(text);
      told.push(message);
      return answers[message.type] ?? null;
    } } } };
  `);
  // Chromium takes a page that came from the test for one of the Internet, which may frame nothing of this machine.
  await page.context().grantPermissions(['local-network-access']);
  const url = `${run.api}/in-the-app`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(url);
}

/** What the app has been told of one type until now, in its order. */
export async function toldToApp(page: Page, type: string): Promise<readonly Json[]> {
  return page.evaluate(`told.filter((one) => one.type === ${JSON.stringify(type)})`);
}

/** The gateway's page opens above the app, so the checkout stays: gives where the payer was led. */
export async function ledTo(page: Page, origin: string, press: () => Promise<void>) {
  const away = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().startsWith(origin),
  );
  await page.route(`${origin}/**`, (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await press();
  return (await away).url();
}

function resource(name: string): URL {
  return packageFile(`Sources/CheckoutCore/Resources/${name}`);
}
