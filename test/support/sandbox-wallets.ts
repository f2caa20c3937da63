import type { Page } from 'playwright-core';
import type { System } from './system.ts';

/** The pages of this visit have the wallets of the sandbox network from now on, in place of a browser's own. */
export async function withWallets(page: Page, { run }: Pick<System, 'run'>): Promise<void> {
  const script = await walletsScript({ run });
  await page.context().addInitScript({
    content: `${script}
      window.sheetTold = [];
      addEventListener('sandbox-wallet-told', ({ detail }) => sheetTold.push(detail));`,
  });
}

/** What the sandbox network serves for pages that want its wallets. */
export async function walletsScript({ run }: Pick<System, 'run'>): Promise<string> {
  return (await fetch(`${run.simulator}/assets/wallets.js`)).text();
}

/** Pays in the wallet's sheet with the test card of that name. */
export async function payInSheet(page: Page, card = 'visa'): Promise<void> {
  await page.selectOption('.sandbox-wallet select', card);
  await page.click('.sandbox-wallet button[value]');
}

/** What the sheets on this page were told. */
export function toldToSheet(page: Page): Promise<readonly string[]> {
  return page.evaluate('sheetTold');
}
