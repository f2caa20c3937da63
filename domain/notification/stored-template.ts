import type { MerchantId } from '../ids.ts';
import type { FieldErrors } from '../refusal.ts';
import type { Language } from '../transaction/transaction.ts';
import { unknownPlaceholders } from './template.ts';
import type { TemplateName } from './template-id.ts';

/** Which template of a merchant, or of one of its units, in which language. */
export interface TemplateKey extends TemplateName {
  readonly merchantId: MerchantId;
  readonly unitCode?: string;
  readonly language: Language;
}

/** What a merchant says in place of our own words. A mail has a subject, and may have HTML beside the text. */
export interface TemplateWords {
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
}

/** Times are epoch milliseconds. */
export interface StoredTemplate extends TemplateKey, TemplateWords {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Every fault of a template that is about meaning: placeholders that nothing ever stands for, parts that its channel does
 * not have, and HTML that is more than a part of a mail.
 */
export function templateFaults(
  { channel }: Pick<TemplateName, 'channel'>,
  { subject, text, html }: Partial<TemplateWords>,
): FieldErrors {
  const isMail = channel === 'email';
  const faults = {
    subject: isMail
      ? [...(subject === undefined ? ['This field is required.'] : []), ...unknownIn(subject)]
      : notHere(subject),
    text: unknownIn(text),
    html: isMail ? [...unknownIn(html), ...faultsOfHtml(html)] : notHere(html),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, said]) => said.length > 0));
}

function unknownIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const unknown = unknownPlaceholders(text).map((name) => `{{${name}}}`);
  if (unknown.length > 0) return [`There is no placeholder ${unknown.join(', ')}.`];
  const rest = text.replace(/\{\{.*?\}\}/gs, '');
  return rest.includes('{{') || rest.includes('}}') ? ['A placeholder is not closed.'] : [];
}

function notHere(value: string | undefined): readonly string[] {
  return value === undefined ? [] : ['Only templates of e-mails have it.'];
}

/** What makes a mail act, or reach beyond its own part. Mail programs drop most of it; we do not send it. */
const ELEMENTS =
  /<\s*\/?\s*(script|iframe|frame|frameset|object|embed|applet|form|input|button|select|textarea|link|meta|base|html|head|body|title|svg|math|template|noscript|audio|video|dialog)(?![\w-])/i;

function faultsOfHtml(html: string | undefined): readonly string[] {
  if (html === undefined) return [];
  const [, element] = ELEMENTS.exec(html) ?? [];
  if (element !== undefined)
    return [`<${element.toLowerCase()}> has no place in a mail; send the part inside of <body>.`];
  if (/<!|<\?/.test(html)) return ['Comments and declarations have no place here.'];
  const tags = tagsIn(html);
  if (tags === undefined) return ['A tag or a quote is not closed.'];
  if (tags.some((tag) => /[\s"'/]on[a-z]+\s*=/i.test(unquoted(tag))))
    return ['Attributes that run scripts, such as onclick, have no place in a mail.'];
  if (tags.some((tag) => /(?:javascript|vbscript|data)\s*:/i.test(decoded(tag))))
    return ['Addresses that run scripts have no place in a mail.'];
  if (tags.some((tag) => unquoted(tag).includes('{{')))
    return ['In a tag, a placeholder must stand in an attribute with quotes around it.'];
  return [];
}

/** The tags, each from its bracket to the one that closes it; undefined when one is not closed. */
function tagsIn(html: string): readonly string[] | undefined {
  const tags: string[] = [];
  let start: number | undefined;
  let quote = '';
  for (let at = 0; at < html.length; at += 1) {
    const letter = html[at] ?? '';
    if (start === undefined) {
      if (letter === '<' && /[a-z/]/i.test(html[at + 1] ?? '')) start = at;
    } else if (quote !== '') {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') {
      tags.push(html.slice(start, at + 1));
      start = undefined;
    }
  }
  return start === undefined ? tags : undefined;
}

function unquoted(tag: string): string {
  return tag.replace(/"[^"]*"|'[^']*'/g, '""');
}

/** Entities and blanks with which an address hides what it begins with. */
function decoded(tag: string): string {
  return tag
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => letterOf(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => letterOf(Number(digits)))
    .replace(/&(?:colon|tab|newline);/gi, (name) => (/colon/i.test(name) ? ':' : ''))
    .replace(/[\s\p{Cc}]+/gu, '');
}

function letterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
