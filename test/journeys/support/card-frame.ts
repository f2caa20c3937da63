import type { FrameLocator, Page } from 'playwright-core';
import { EXPIRY } from '../../../drills/networks/card-expiry.ts';

/** The network's frame in our payment page, once its fields are there. */
export async function cardFrameOf(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('.frame-place iframe');
  await frame.locator('#number').waitFor();
  return frame;
}

/** Fills a card into the network's frame, as a browser does that knows it: who types it key by key is in newcomer.test.ts. */
export async function typeInFrame(page: Page, number: string): Promise<void> {
  await typeInto(await cardFrameOf(page), number);
}

/** The same into that frame, wherever it stands. */
export async function typeInto(frame: FrameLocator, number: string): Promise<void> {
  for (const [field, value] of [
    ['number', number],
    ['expiry', EXPIRY.replace('/', '')],
    ['cvv', '123'],
    ['name', 'Sara Al-Ali'],
  ] as const)
    await frame.locator(`#${field}`).fill(value);
}
