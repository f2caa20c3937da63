import type { Context } from 'koa';
import type { Language } from '../../domain/language.ts';
import { inLanguage } from '../../domain/links.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { backToShop } from '../../domain/webhook/return-destination.ts';

/** Under which the address of a page says so. */
const CHANNEL = 'channel';
const IN_APP = 'mobile_sdk';

/** Whether the page stands in a web view above an app, which closes where payers come back to it (contract/sdk#in-an-app). */
export function isInApp(ctx: Context): boolean {
  return ctx.query[CHANNEL] === IN_APP;
}

/** The address of another page for the same payer: in a language, and in the app where this one is. */
export function payersAddress(ctx: Context, url: string, language: Language): string {
  const spoken = new URL(inLanguage(url, language));
  if (isInApp(ctx)) spoken.searchParams.set(CHANNEL, IN_APP);
  return spoken.href;
}

/** The way to the shop for who has not paid; none above an app, which is the shop, and has a button that closes the page. */
export function wayToShop(ctx: Context, transaction: Transaction): string | undefined {
  return isInApp(ctx) ? undefined : backToShop(transaction);
}
