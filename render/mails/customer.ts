import { fill, type Values } from '../../domain/notification/template.ts';
import { dayInShort, dayInWords, momentInWords } from '../calendar.ts';
import { figureIn } from '../figures.ts';
import { words } from '../locales/words.ts';
import type { CustomerMailFacts, RenderedMail } from './facts.ts';
import { asHtml, asPlainText, type MailContent, type MailLine } from './layout.tsx';
import { footerOf, inSentence, saidOf, spoken } from './shared.ts';
import { mailWords } from './words.ts';

/** The mail to a customer, in the language of the transaction, with money and dates as the pages print them. */
export function renderCustomerMail(facts: CustomerMailFacts): RenderedMail {
  const { language, kind, dueDatetime } = facts;
  const said = mailWords(language);
  const due_date = dueDatetime === undefined ? '' : dayInShort(dueDatetime, facts);
  const values: Values = { ...valuesOf(facts), due_date };
  const { subject, heading, text } = saidOf(kind, values, language);
  const shown = inSentence(values, language);
  const letter: MailContent = {
    language,
    title: fill(subject, values),
    from: facts.merchantName,
    ...(facts.brand && { brand: facts.brand }),
    ...(facts.isSandbox && { warning: words(language).common.testMode }),
    greeting: fill(values.customer_full_name ? said.greeting : said.greetingNobody, shown),
    heading,
    figure: figureIn(facts.amount, language),
    text: fill(text, shown),
    lines: linesOf(facts),
    links: linksOf(facts),
    footer: footerOf(facts, shown),
  };
  return { subject: fill(subject, shown), text: asPlainText(spoken(letter)), html: asHtml(letter) };
}

/** What templates may name, as text. */
export function valuesOf(facts: CustomerMailFacts): Values {
  const { language, merchantName, supportEmail, customerFirstName, customerLastName } = facts;
  const { amount, fee, charged, orderNo, referenceNumber, sessionId, gatewayName } = facts;
  const { happenedAt, dueDatetime, expiresAt, pageUrl, invoiceNumber, invoiceUrl } = facts;
  const names = [customerFirstName, customerLastName].filter((name) => name !== undefined);
  return {
    merchant_name: merchantName,
    merchant_email: supportEmail ?? '',
    customer_first_name: customerFirstName ?? '',
    customer_last_name: customerLastName ?? '',
    customer_full_name: names.join(' '),
    amount: figureIn(amount, language),
    operation_amount: figureIn(amount, language),
    currency_code: amount.currency,
    fee: fee ? figureIn(fee, language) : '',
    total: figureIn(charged ?? amount, language),
    order_no: orderNo ?? '',
    reference_number: referenceNumber ?? '',
    session_id: sessionId,
    gateway_name: gatewayName ?? '',
    payment_date: happenedAt === undefined ? '' : momentInWords(happenedAt, facts),
    due_datetime: dueDatetime === undefined ? '' : dueInWords(dueDatetime, facts),
    expires_at: expiresAt === undefined ? '' : momentInWords(expiresAt, facts),
    checkout_url: pageUrl,
    invoice_number: invoiceNumber ?? '',
    invoice_pdf_url: invoiceUrl ?? '',
    receipt_url: facts.receiptUrl ?? '',
  };
}

function linesOf(facts: CustomerMailFacts): readonly MailLine[] {
  const { language, fee, charged, exchange, fromWallet, orderNo, invoiceNumber } = facts;
  const { referenceNumber, gatewayName, happenedAt, dueDatetime, expiresAt } = facts;
  const { fields } = words(language);
  const said = mailWords(language);
  const moment = (iso: string | undefined) =>
    iso === undefined ? undefined : momentInWords(iso, facts);
  return [
    ...line(fields.orderNo, orderNo, true),
    ...line(said.invoiceNumber, invoiceNumber, true),
    ...line(fields.fee, fee && figureIn(fee, language), false),
    ...line(fields.exchangeRate, exchange?.rate, true),
    ...line(fields.paidByWallet, fromWallet && figureIn(fromWallet, language), false),
    ...line(fields.charged, charged && figureIn(charged, language), false),
    ...line(fields.gatewayName, gatewayName, false),
    ...line(fields.referenceNumber, referenceNumber, true),
    ...line(fields.paymentDate, moment(happenedAt), false),
    ...line(
      fields.dueDatetime,
      dueDatetime === undefined ? undefined : dueInWords(dueDatetime, facts),
      false,
    ),
    ...line(said.expires, moment(expiresAt), false),
  ];
}

function linksOf(facts: CustomerMailFacts) {
  const { language, kind, pageUrl, invoiceUrl, receiptUrl, attachment } = facts;
  const said = mailWords(language);
  return [
    { label: kind === 'created' ? said.pay : said.look, url: pageUrl },
    ...(invoiceUrl === undefined ? [] : [{ label: said.invoice, url: invoiceUrl }]),
    ...(receiptUrl === undefined
      ? []
      : [{ label: words(language).receipt.download, url: receiptUrl }]),
    ...(attachment
      ? [{ label: `${said.attachment}: ${attachment.name}`, url: attachment.url }]
      : []),
  ];
}

function line(label: string, value: string | undefined, isCode: boolean): readonly MailLine[] {
  return value === undefined ? [] : [{ label, value, isCode }];
}

/** A due date without a time of day is a day. */
function dueInWords(iso: string, facts: CustomerMailFacts): string {
  return /T/.test(iso) ? momentInWords(iso, facts) : dayInWords(iso, facts);
}
