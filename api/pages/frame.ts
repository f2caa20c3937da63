import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { PageFrame } from '../../render/pages/facts.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { STYLESHEET_PATH } from './static.ts';
import { type Language, nameIn } from '../../domain/language.ts';

/** The language that the payer chose on the page, else the transaction's, else English. */
export function languageOf(ctx: Context, transaction?: Transaction): Language {
  const asked = ctx.query['lang'];
  if (asked === 'en' || asked === 'ar') return asked;
  return transaction?.language ?? 'en';
}

/** What every page shows around its subject. */
export function frameFor(
  ctx: Context,
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  about: { readonly transaction?: Transaction; readonly merchant?: Merchant } = {},
): PageFrame {
  const { transaction, merchant } = about;
  const language = languageOf(ctx, transaction);
  const other = language === 'en' ? 'ar' : 'en';
  // A page that answers a POST is read again at its own address, not at the form's.
  const here = ctx.method === 'GET' ? ctx.path : ctx.path.replace(/(?:pay|cancel)\/?$/, '');
  return {
    language,
    languageToggleUrl: inLanguage(new URL(here, publicUrl).href, other),
    stylesheetUrl: STYLESHEET_PATH,
    isSandbox: transaction !== undefined && isSandbox(transaction),
    ...(merchant && { merchantName: nameIn(merchant, language) }),
    ...(merchant?.logo !== undefined && { merchantLogoUrl: links(publicUrl).logo(merchant.logo) }),
    ...(merchant?.timeZone !== undefined && { timeZone: merchant.timeZone }),
    ...(merchant?.supportEmail !== undefined && { supportEmail: merchant.supportEmail }),
  };
}

/** No real money moves. */
export function isSandbox({ methods }: Pick<Transaction, 'methods'>): boolean {
  return methods.some(({ sandbox }) => sandbox);
}
