import { fill } from '../../domain/notification/template.ts';
import type { RenderedMail, StaffMailFacts } from './facts.ts';
import { asHtml, asPlainText, type Letter } from './layout.tsx';
import { staffLabels, staffWords } from './staff-words.ts';

/** The mail to people who work for a merchant. */
export function renderStaffMail({ kind, merchantName, lines }: StaffMailFacts): RenderedMail {
  const { subject, text } = staffWords[kind];
  const title = fill(subject, { merchant_name: merchantName });
  const letter: Letter = {
    language: 'en',
    title,
    from: merchantName,
    heading: title,
    text,
    lines: lines.map(([label, value]) => ({ label: staffLabels[label], value, isCode: false })),
    links: [],
    footer: [],
  };
  return { subject: title, text: asPlainText(letter), html: asHtml(letter) };
}
