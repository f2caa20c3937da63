import type { TemplateWords } from '../../domain/notification/stored-template.ts';
import type { TemplateEvent } from '../../domain/notification/template-id.ts';
import { fill, type Values } from '../../domain/notification/template.ts';
import { words } from '../locales/words.ts';
import type { MailBrand } from '../../domain/theme.ts';
import type { Language } from '../../domain/language.ts';
import type { RenderedMail } from './facts.ts';
import { asHtml, asPlainText, type MailContent, type MailLine } from './layout.tsx';
import { footerOf, inSentence, saidOf, spoken } from './shared.ts';
import { fillHtml } from './merchant-html.ts';
import { mailWords } from './words.ts';

/** Who speaks, in which language. */
export interface Speaker {
  readonly language: Language;
  readonly merchantName: string;
  readonly supportEmail?: string;
  readonly isSandbox?: boolean;
  readonly brand?: MailBrand;
}

/** A mail that a merchant's program has asked for by a template, with the values that it has named. */
export interface OwnMail extends Speaker {
  readonly event: TemplateEvent;
  readonly values: Values;
  /** The merchant's own template; ours where it has none. */
  readonly own?: TemplateWords;
  readonly subject?: string;
  /** Said where the template says nothing with these values. */
  readonly body?: string;
}

/** Undefined where there is nothing to say. */
export function renderOwnMail(mail: OwnMail): RenderedMail | undefined {
  const { event, language, own, subject, body } = mail;
  const values: Values = { merchant_name: mail.merchantName, ...mail.values };
  const said = mailWords(language);
  const ours = event === 'communication' ? said.communication : saidOf(event, values, language);
  const template = { ...(own ?? ours), ...(subject !== undefined && { subject }) };
  if (fill(template.text, values).trim() === '')
    return body === undefined
      ? undefined
      : renderWords({ subject: template.subject ?? ours.subject, text: body }, values, mail);
  if (own) return renderWords(template, values, mail);
  const shown = inSentence(values, language);
  const figure = event === 'communication' ? undefined : values.amount;
  const letter: MailContent = {
    ...frameOf(mail, values),
    title: fill(template.subject ?? '', values),
    ...(values.customer_full_name && { greeting: fill(said.greeting, shown) }),
    heading: fill(ours.heading, shown),
    ...(figure && { figure }),
    text: fill(ours.text, shown),
    lines: linesOf(values, language),
    links: values.checkout_url
      ? [{ label: event === 'created' ? said.pay : said.look, url: values.checkout_url }]
      : [],
  };
  return rendered(letter, fill(template.subject ?? '', shown));
}

/** A mail in the merchant's own words, in the frame that all our mails have. */
export function renderWords(
  { subject = '', text, html }: TemplateWords,
  values: Values,
  speaker: Speaker,
): RenderedMail {
  const shown = inSentence(values, speaker.language);
  const fragment = html === undefined ? undefined : fillHtml(html, values);
  const letter: MailContent = {
    ...frameOf(speaker, values),
    title: fill(subject, values),
    text: fill(text, shown).trim(),
    ...(fragment !== undefined && { fragment }),
    lines: [],
    links: [],
  };
  return rendered(letter, fill(subject, shown));
}

function rendered(letter: MailContent, subject: string): RenderedMail {
  return { subject, text: asPlainText(spoken(letter)), html: asHtml(letter) };
}

function frameOf(speaker: Speaker, values: Values) {
  const { language, merchantName, isSandbox, brand } = speaker;
  const named = inSentence({ ...values, merchant_name: merchantName }, language);
  return {
    language,
    from: merchantName,
    ...(brand && { brand }),
    ...(isSandbox && { warning: words(language).common.testMode }),
    footer: footerOf(speaker, named),
  };
}

/** The values that a person wants to see in a list, those that are known. */
function linesOf(values: Values, language: Language): readonly MailLine[] {
  const { fields } = words(language);
  const said = mailWords(language);
  return [
    ...line(fields.orderNo, values.order_no, true),
    ...line(said.invoiceNumber, values.invoice_number, true),
    ...line(fields.fee, values.fee, false),
    ...line(fields.gatewayName, values.gateway_name, false),
    ...line(fields.referenceNumber, values.reference_number, true),
    ...line(fields.paymentDate, values.payment_date, false),
    ...line(fields.dueDatetime, values.due_datetime ?? values.due_date, false),
    ...line(said.expires, values.expires_at, false),
  ];
}

function line(label: string, value: string | undefined, isCode: boolean): readonly MailLine[] {
  return value === undefined || value === '' ? [] : [{ label, value, isCode }];
}
