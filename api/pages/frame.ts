import type { Context } from 'koa';
import type { Merchant } from '../../domain/merchant.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { PageFrame } from '../../render/pages/facts.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../../domain/links.ts';
import { payersAddress } from './in-app.ts';
import { SCRIPT_PATH, stylesheetPath } from './static.ts';
import { type Language, nameIn } from '../../domain/language.ts';

/** The language that the payer chose on the page, else the transaction's, else English. */
export function languageOf(ctx: Context, transaction?: Transaction): Language {
  const asked = ctx.query['lang'];
  if (asked === 'en' || asked === 'ar') return asked;
  return transaction?.language ?? 'en';
}

/** Where the page is in the other language. */
export interface LanguageSwitch {
  readonly url: (other: Language) => string;
  /** What the payer has put into this form until they switch stands in the other page, too. */
  readonly form?: string;
}

/** The page in the other language, which begins with what the payer has put into this form until they switch. */
export function keepingForm(ctx: Context, form: string, url: string): LanguageSwitch {
  return { form, url: (other) => payersAddress(ctx, url, other) };
}

/** The page that is asked for, in the other language. One that answers a POST is read again at its own address, not at the form's. */
export function switchHere(ctx: Context, publicUrl: string): LanguageSwitch {
  const here =
    ctx.method === 'GET' ? ctx.path : ctx.path.replace(/\/(?:pay|cancel|pay-by\/\w+)\/?$/, '/');
  return { url: (other) => payersAddress(ctx, new URL(here, publicUrl).href, other) };
}

/** What every page shows around its subject. */
export function frameFor(
  ctx: Context,
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  about: {
    readonly transaction?: Transaction;
    readonly merchant?: Merchant;
    readonly languageSwitch?: LanguageSwitch | undefined;
  } = {},
): PageFrame {
  const { transaction, merchant, languageSwitch = switchHere(ctx, publicUrl) } = about;
  const language = languageOf(ctx, transaction);
  const favicon = merchant?.favicon ?? merchant?.logo;
  return {
    language,
    languageToggleUrl: languageSwitch.url(language === 'en' ? 'ar' : 'en'),
    ...(languageSwitch.form !== undefined && { languageForm: languageSwitch.form }),
    stylesheetUrl: stylesheetPath(merchant?.accent),
    scriptUrl: SCRIPT_PATH,
    isSandbox: transaction !== undefined && isSandbox(transaction),
    ...(merchant && { merchantName: nameIn(merchant, language) }),
    ...(merchant?.logo !== undefined && { merchantLogoUrl: links(publicUrl).logo(merchant.logo) }),
    ...(favicon !== undefined && { faviconUrl: links(publicUrl).logo(favicon) }),
    ...(merchant?.timeZone !== undefined && { timeZone: merchant.timeZone }),
    ...(merchant?.supportEmail !== undefined && { supportEmail: merchant.supportEmail }),
  };
}

/** No real money moves. */
export function isSandbox({ methods }: Pick<Transaction, 'methods'>): boolean {
  return methods.some(({ sandbox }) => sandbox);
}
