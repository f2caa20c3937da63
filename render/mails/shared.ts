import { fill, type Values } from '../../domain/notification/template.ts';
import { isolated, leftToRight } from '../isolates.ts';
import { words } from '../locales/words.ts';
import type { Language } from '../../domain/language.ts';
import type { MailSaid } from './en.ts';
import type { MailKind } from './facts.ts';
import type { MailContent } from './layout.tsx';
import { mailWords } from './words.ts';

/** Whom to write to, and why this mail came. */
export function footerOf(
  {
    language,
    supportEmail,
  }: { readonly language: Language; readonly supportEmail?: string | undefined },
  values: Values,
): readonly string[] {
  const { support } = words(language).common;
  const email = supportEmail === undefined ? undefined : leftToRight(supportEmail);
  return [
    ...(email === undefined ? [] : [support.replace('{email}', () => email)]),
    fill(mailWords(language).footer, values),
  ];
}

/** What our own mail says; a request to pay an invoice is named by it, where its number and its day are known. */
export function saidOf(kind: MailKind, values: Values, language: Language): MailSaid {
  const { kinds, invoiceDue } = mailWords(language);
  const isInvoice = kind === 'created' && values.invoice_number && values.due_date;
  return isInvoice ? { ...kinds.created, subject: invoiceDue } : kinds[kind];
}

/** Plain text has no markup that would keep figures in order. */
export function spoken(letter: MailContent): MailContent {
  if (letter.language !== 'ar') return letter;
  return {
    ...letter,
    ...(letter.figure !== undefined && { figure: isolated(letter.figure) }),
    lines: letter.lines.map((line) => ({
      ...line,
      value: line.isCode ? leftToRight(line.value) : isolated(line.value),
    })),
  };
}

/** What stays as it is: an address that is broken by a mark, and texts of several lines. */
const AS_IT_IS = /_url$|^message$|^disclaimer$/;

/** In a sentence that runs from right to left, figures keep their order and names turn nothing around them. */
export function inSentence(values: Values, language: Language): Values {
  if (language !== 'ar') return values;
  const entries = Object.entries(values).map(([name, value]): [string, string | undefined] => [
    name,
    value === undefined || value === '' || AS_IT_IS.test(name) ? value : isolated(value),
  ]);
  return Object.fromEntries(entries);
}
