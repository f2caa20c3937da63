import type { MerchantId } from '../ids.ts';
import type { FieldErrors } from '../refusal.ts';
import type { Language } from '../language.ts';
import { IN_BRACES, unknownPlaceholders } from './template.ts';
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
 * not have, and what `htmlFaults` finds in its HTML.
 */
export function templateFaults(
  { channel }: Pick<TemplateName, 'channel'>,
  { subject, text, html }: Partial<TemplateWords>,
  htmlFaults: (html: string) => readonly string[],
): FieldErrors {
  const isMail = channel === 'email';
  const faults = {
    subject: isMail
      ? [...(subject === undefined ? ['This field is required.'] : []), ...unknownIn(subject)]
      : notHere(subject),
    text: unknownIn(text),
    html: isMail
      ? [...unknownIn(html), ...(html === undefined ? [] : htmlFaults(html))]
      : notHere(html),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, said]) => said.length > 0));
}

function unknownIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const unknown = unknownPlaceholders(text).map((name) => `{{${name}}}`);
  if (unknown.length > 0) return [`There is no placeholder ${unknown.join(', ')}.`];
  const rest = text.replace(IN_BRACES, '');
  return rest.includes('{{') || rest.includes('}}') ? ['A placeholder is not closed.'] : [];
}

function notHere(value: string | undefined): readonly string[] {
  return value === undefined ? [] : ['Only templates of e-mails have it.'];
}
