import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { EXPIRY } from '../../../drills/networks/card-expiry.ts';
import type { System } from '../../support/system.ts';
import { send } from '../../support/http.ts';

/** The groups of methods in the order in which the shop offers them (dev/seed.ts). */
export const METHODS = { cardOrCash: '1', hold: '2', oneAttempt: '3', fee: '4' } as const;

/** Orders the coffee as the shop's form does, and gives the session id once the checkout page shows. */
export async function buyCoffee(
  page: Page,
  { run }: System,
  { methods = 'cardOrCash' }: { readonly methods?: keyof typeof METHODS } = {},
): Promise<string> {
  const { headers } = await send(`${run.demo}/buy`, {
    method: 'POST',
    body: new URLSearchParams({ product: 'coffee', lang: 'en', methods: METHODS[methods] }),
  });
  await page.goto(headers.get('Location') ?? '');
  return sessionInAddress(page);
}

/** The session id that the address of our page names. */
export function sessionInAddress(page: Page): string {
  const [, id] = /\/(?:checkout|result)\/([0-9a-f]{40})/u.exec(page.url()) ?? [];
  assert.ok(id, `${page.url()} names no session`);
  return id;
}

/** Chooses the card on the checkout page, when there is a choice, and goes to the network. */
export async function payByCard(page: Page, code = 'sandbox'): Promise<void> {
  await page.check(`input[value="${code}"]`);
  await page.click('button.pay');
  await page.waitForURL(/\/pay\/pay_/u);
}

/** Types a card at the network and sends it. */
export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.fill('#name', 'Sara Al-Ali');
  await page.fill('#number', number);
  await page.fill('#expiry', EXPIRY);
  await page.fill('#cvv', '123');
  await page.click('button.main');
}

/** Waits for the shop's page about the order, and gives what it says of the order's standing. */
export async function backAtShop(page: Page): Promise<string | null> {
  // By what the page has and not by its address: a second press ends the first navigation, and with it such a wait.
  const standing = await page.getAttribute('[data-standing]', 'data-standing');
  assert.match(page.url(), /\/orders\//u);
  return standing;
}

/** Waits for our summary page, and gives its heading. */
export async function onSummary(page: Page): Promise<string> {
  await page.waitForURL(/\/b\/checkout\/result\//u);
  return page.innerText('h1');
}

/** Waits until the checkout says how the last try ended, and gives what it says. */
export async function onCheckoutAgain(page: Page): Promise<string> {
  await page.waitForSelector('.checkout [role=alert]');
  return page.innerText('[role=alert]');
}

/** What the shop answers to webhooks from now on. */
export async function shopAnswers({ run }: System, answer: '200' | '201' | '500'): Promise<void> {
  const { status } = await send(`${run.demo}/settings`, {
    method: 'POST',
    body: new URLSearchParams({ answer }),
  });
  assert.equal(status, 303);
}
