import { fill } from '../../domain/notification/template.ts';
import type { RenderedMail, StaffMailFacts } from './facts.ts';
import { asHtml, asPlainText, type Letter } from './layout.tsx';
import { staffLabels, staffWords } from './staff-words.ts';

/** The mail to people who work for a merchant. */
export function renderStaffMail({ kind, merchantName, lines }: StaffMailFacts): RenderedMail {
  const { subject, text } = staffWords[kind];
  const title = `${fill(subject, { merchant_name: merchantName })}${endOf({ kind, lines })}`;
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

/** Each webhook that failed is of one payment: mailboxes show which by the subject (contract/events-and-pages.md 1.6). */
function endOf({ kind, lines }: Pick<StaffMailFacts, 'kind' | 'lines'>): string {
  if (kind !== 'webhook-failed') return '';
  const said = new Map(lines);
  const payment = said.get('order') ?? said.get('payment');
  return payment === undefined ? '' : ` – ${payment}`;
}
