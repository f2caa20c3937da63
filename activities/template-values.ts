import { dateAt } from '../domain/agreement/calendar.ts';
import { inLanguage, links } from '../domain/links.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isPositive, subtract, toDecimal, type Money } from '../domain/money.ts';
import { merchantValues } from '../domain/notification/merchant-values.ts';
import type { Values } from '../domain/notification/template.ts';
import { sumOf } from '../domain/operation/amounts.ts';
import { inWords } from '../domain/plugins.ts';
import { askedOfPayer } from '../domain/transaction/before-paying.ts';
import { toldAttempt } from '../domain/transaction/settled.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { Unit } from '../domain/unit.ts';
import type { ShortCode } from '../domain/ids.ts';
import type { JsonValue } from '../domain/json.ts';
import type { Language } from '../domain/language.ts';
import { declineReason } from '../domain/card/decline-reason.ts';
import { figureIn } from '../render/figures.ts';
import { words } from '../render/locales/words.ts';
import { isInLanguage } from '../render/in-language.ts';

interface About {
  readonly transaction: Transaction;
  readonly merchant: Merchant;
  /** Whose settings are the merchant's already. */
  readonly unit?: Unit | undefined;
  readonly checkoutCode?: ShortCode | undefined;
  readonly receiptCode?: ShortCode | undefined;
  readonly publicUrl: string;
}

/** What a merchant's own template may name beside what our own mails say (contract/messages#templates). */
export function templateValues(about: About): Values {
  const { transaction, merchant, unit, publicUrl } = about;
  const { state, dueDatetime, invoiceNumber, language } = transaction;
  return {
    state,
    ...merchantValues(merchant, { language, publicUrl }),
    unit_title: unit?.name ?? '',
    due_date: dueDatetime === undefined ? '' : dueDay(dueDatetime, merchant),
    invoice_number: invoiceNumber ?? '',
    card_number: cardNumber(transaction),
    message: whyNot(transaction),
    ...amounts(transaction),
    ...addresses(about),
    ...merchantsWords(about),
    ...extras(transaction),
  };
}

function amounts(transaction: Transaction): Values {
  const { amount, settledAmount, amountEditable, language } = transaction;
  const done = (kind: 'refund' | 'capture' | 'void') => sumOf(transaction, kind, 'done');
  // What the payer chose not to pay, where that was theirs to choose.
  const rest = amountEditable && settledAmount ? subtract(amount, settledAmount) : undefined;
  return {
    settled_amount: figure(settledAmount, language),
    remaining_amount: figure(rest, language),
    refunded_amount: figure(done('refund'), language),
    voided_amount: figure(done('void'), language),
    captured_amount: figure(done('capture'), language),
  };
}

function addresses({ transaction, publicUrl, checkoutCode, receiptCode }: About): Values {
  const { sessionId, language, attachment, handouts, invoiceNumber } = transaction;
  const to = links(publicUrl);
  const code = checkoutCode ?? handouts?.checkoutCode;
  const short = code === undefined ? '' : to.short(code);
  const attachmentCode = handouts?.attachmentCode;
  return {
    checkout_short_url: short,
    // Without a receipt the short link of the payment, which leads to how it stands once it is over.
    receipt_short_url: receiptCode === undefined ? short : to.short(receiptCode),
    qr_code_url: to.qrCode(sessionId, 'png'),
    invoice_pdf_url:
      invoiceNumber === undefined ? '' : inLanguage(to.invoicePdf(sessionId), language),
    attachment_short_url:
      attachmentCode === undefined
        ? attachment
          ? to.attachment(attachment.file)
          : ''
        : to.short(attachmentCode),
  };
}

function merchantsWords({ transaction, merchant }: About): Values {
  const { language } = transaction;
  const { disclaimer, terms } = askedOfPayer(transaction, merchant);
  return {
    disclaimer: disclaimer ? inWords(disclaimer, language) : '',
    terms_url: terms?.url ?? '',
  };
}

/** Texts and numbers of the merchant's `extra`, one level deep. */
function extras({ extra = {} }: Transaction): Values {
  const said = Object.entries(extra).flatMap(([key, value]): [string, string][] => {
    const text = plain(value);
    return text === undefined ? [] : [[`extra.${key}`, text]];
  });
  return Object.fromEntries(said);
}

function plain(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** The day on which it is due at the merchant's place; a date stays what it is. */
function dueDay(iso: string, { timeZone = 'UTC' }: Merchant): string {
  return /T/.test(iso) ? dateAt(Date.parse(iso), timeZone) : iso.slice(0, 10);
}

/** Why it failed: in our words where the network's code says so, else in the network's, where they are of this language. */
function whyNot(transaction: Transaction): string {
  const { decline, message = '' } = toldAttempt(transaction) ?? {};
  const { language } = transaction;
  const reason = decline && declineReason(decline);
  if (reason) return words(language).declines.reasons[reason];
  return isInLanguage(message, language) ? message : '';
}

function cardNumber(transaction: Transaction): string {
  const { card, charges } = toldAttempt(transaction) ?? {};
  const lastFour = card?.lastFour ?? charges?.lastFour;
  return lastFour === undefined ? '' : `**** ${lastFour}`;
}

function figure(money: Money | undefined, language: Language): string {
  if (!money || !isPositive(money)) return '';
  return figureIn({ value: toDecimal(money), currency: money.currency }, language);
}
