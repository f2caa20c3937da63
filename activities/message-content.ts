import { nameIn } from '../domain/language.ts';
import { mintShortCode, type ShortCode } from '../domain/ids.ts';
import { links } from '../domain/links.ts';
import type { Merchant } from '../domain/merchant.ts';
import { isStillSo, type NotificationEvent } from '../domain/notification/event.ts';
import {
  isForStaff,
  isOfDebit,
  isOfTasks,
  OWN_WORDS,
  type MessageChannel,
  type Notification,
} from '../domain/notification/notification.ts';
import type { TemplateWords } from '../domain/notification/stored-template.ts';
import type { Values } from '../domain/notification/template.ts';
import { shortLinkEnd } from '../domain/short-link.ts';
import { hasReceipt } from '../domain/transaction/receipt.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { asUnit, type Unit } from '../domain/unit.ts';
import { renderCustomerMail, valuesOf } from '../render/mails/customer.ts';
import { renderDebitMail } from '../render/mails/debit.ts';
import type { RenderedMail } from '../render/mails/facts.ts';
import { renderWords } from '../render/mails/own-words.ts';
import { withPicture } from '../render/mails/layout.tsx';
import { renderStaffMail } from '../render/mails/staff.ts';
import { renderTaskMail, type TaskMailFacts } from '../render/mails/tasks.ts';
import { mailWords } from '../render/mails/words.ts';
import { renderText } from '../render/texts/text.ts';
import { textWords } from '../render/texts/words.ts';
import type { Store } from '../store/index.ts';
import { accountLinks, type AccountLinkStores } from './account-links.ts';
import { customerMailFacts, debitMailFacts } from './mail-facts.ts';
import { staffLinesOf } from './staff-mails.ts';
import { templateValues } from './template-values.ts';

export interface ContentStores extends AccountLinkStores {
  readonly transactions: Pick<Store['transactions'], 'find'>;
  readonly templates: Pick<Store['templates'], 'wordsFor'>;
  readonly units: Pick<Store['units'], 'find'>;
  readonly shortLinks: Pick<Store['shortLinks'], 'ensure'>;
  readonly invoices: Pick<Store['invoices'], 'findForPayer'>;
}

/** What a message says. A text has no subject and no HTML. */
export interface Content extends Partial<Pick<RenderedMail, 'subject' | 'html'>> {
  readonly text: string;
  readonly unitCode?: string;
  /** The transaction it is about, as it was read, and its merchant with the settings of its unit. */
  readonly about?: { readonly transaction: Transaction; readonly merchant: Merchant };
}

/** Words a message as things are now. Undefined when it would not be true any more, or is about what was removed. */
export function contents(
  stores: ContentStores,
  { publicUrl, officeUrl }: { readonly publicUrl: string; readonly officeUrl?: string | undefined },
) {
  const linkOf = accountLinks(stores);
  return async (found: Notification, merchant: Merchant): Promise<Content | undefined> => {
    const content = await worded(found, merchant);
    const { openToken } = found;
    if (content?.html === undefined || openToken === undefined) return content;
    const picture = links(publicUrl).mailPicture(openToken);
    return { ...content, html: withPicture(content.html, picture) };
  };

  async function worded(found: Notification, merchant: Merchant): Promise<Content | undefined> {
    const { event, merchantId, sessionId, unitCode } = found;
    if (event === OWN_WORDS)
      return {
        ...(found.facts as unknown as Content),
        ...(unitCode !== undefined && { unitCode }),
      };
    if (isOfTasks(event)) {
      const { language } = found;
      return renderTaskMail({
        ...(found.facts as unknown as Pick<TaskMailFacts, 'tasks' | 'count'>),
        event,
        language,
        timeZone: merchant.timeZone,
        merchantName: nameIn(merchant, language),
        ...(officeUrl !== undefined && { officeUrl }),
      });
    }
    if (isForStaff(event)) {
      const { language } = found;
      const link = await linkOf(found, officeUrl);
      if (link === 'untrue') return undefined;
      return renderStaffMail({
        kind: event,
        language,
        timeZone: merchant.timeZone,
        merchantName: nameIn(merchant, language),
        lines: staffLinesOf(found),
        ...(officeUrl !== undefined && { officeUrl }),
        ...(link !== undefined && { secretUrl: link.href }),
      });
    }
    const debit = debitMailFacts(found, merchant, publicUrl);
    if (debit) return renderDebitMail(debit);
    const transaction = sessionId && (await stores.transactions.find({ merchantId, sessionId }));
    if (!transaction || isOfDebit(event) || !isStillSo(event, transaction)) return undefined;
    const unit = await unitOf(transaction);
    const about = { transaction, merchant: asUnit(merchant, unit) };
    const dated = { ...about, transaction: await withDueDate(transaction) };
    return {
      ...(await saidOf(event, { ...dated, unit, notification: found })),
      ...(transaction.unitCode !== undefined && { unitCode: transaction.unitCode }),
      about,
    };
  }

  async function saidOf(
    event: NotificationEvent,
    about: {
      readonly transaction: Transaction;
      /** With the settings of the unit. */
      readonly merchant: Merchant;
      readonly unit: Unit | undefined;
      readonly notification: Notification;
    },
  ): Promise<Content> {
    const { transaction, merchant, unit, notification } = about;
    const { channel } = notification;
    const facts = customerMailFacts({ ...about, event, publicUrl });
    const { kind, language } = facts;
    const own = await ownWords(transaction, channel, event);
    if (channel === 'email' && !own) return renderCustomerMail(facts);
    const template = own ? `${own.text} ${own.html ?? ''}` : textWords(language)[kind];
    const codes = await shortCodes(template, transaction, merchant);
    const values: Values = {
      ...valuesOf(facts),
      ...templateValues({
        transaction,
        merchant,
        unit,
        ...codes,
        publicUrl,
      }),
      receipt_url: facts.receiptUrl ?? facts.pageUrl,
      state_label: mailWords(language).kinds[kind].heading,
    };
    if (channel === 'email' && own) return renderWords(own, values, facts);
    const text = renderText({ kind, language, values, ...(own && { own: own.text }) });
    return { text: text ?? '' };
  }

  /** An invoice is due on a day, also where nobody has named the hour: for words alone, because a paper has the day of its own. */
  async function withDueDate(transaction: Transaction): Promise<Transaction> {
    const { sessionId, invoiceNumber, dueDatetime } = transaction;
    if (invoiceNumber === undefined || dueDatetime !== undefined) return transaction;
    const invoice = await stores.invoices.findForPayer(sessionId);
    return invoice ? { ...transaction, dueDatetime: invoice.dueDate } : transaction;
  }

  function ownWords(
    { merchantId, unitCode, language }: Transaction,
    channel: MessageChannel,
    event: NotificationEvent,
  ): Promise<TemplateWords | undefined> {
    const unit = unitCode === undefined ? {} : { unitCode };
    return stores.templates.wordsFor({ merchantId, ...unit, channel, event, language });
  }

  async function unitOf({ merchantId, unitCode }: Transaction): Promise<Unit | undefined> {
    return unitCode === undefined ? undefined : stores.units.find(merchantId, unitCode);
  }

  /** The short links that a template names; where there is no receipt, the one to the payment is in its place. */
  async function shortCodes(template: string, transaction: Transaction, merchant: Merchant) {
    const named = (name: string) => template.includes(name);
    const receipt = named('receipt_short_url') && hasReceipt(transaction, merchant);
    const checkout = named('checkout_short_url') || (named('receipt_short_url') && !receipt);
    return {
      ...(checkout && { checkoutCode: await shortCode(transaction, 'checkout') }),
      ...(receipt && { receiptCode: await shortCode(transaction, 'receipt') }),
    };
  }

  /**
   * A short link, also where the merchant asked for none: a message by telephone has little room. One that was handed out is the same, and
   * lives on from now.
   */
  function shortCode(
    { merchantId, sessionId, expiresAt: overAt }: Transaction,
    kind: 'checkout' | 'receipt',
  ): Promise<ShortCode> {
    const expiresAt = shortLinkEnd(overAt, Date.now());
    return stores.shortLinks.ensure({ merchantId, sessionId, kind, expiresAt }, () =>
      mintShortCode(crypto.getRandomValues(new Uint8Array(8))),
    );
  }
}
