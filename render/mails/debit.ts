import { fill, type Values } from '../../domain/notification/template.ts';
import { dayInWords } from '../calendar.ts';
import { figureIn } from '../figures.ts';
import { isolated } from '../isolates.ts';
import { words } from '../locales/words.ts';
import { debitWords } from './debit-words.ts';
import type { DebitMailFacts, RenderedMail } from './facts.ts';
import { asHtml, asPlainText, type MailContent } from './layout.tsx';
import { footerOf, spoken } from './shared.ts';
import { mailWords } from './words.ts';

/** The mail to a customer whose agreement the engine charges, in the language of their first payment. */
export function renderDebitMail(facts: DebitMailFacts): RenderedMail {
  const { language, kind, merchantName, customerName, amount, agreementId, dueOn } = facts;
  const { agreed, fee } = facts;
  const { fields } = words(language);
  const said = debitWords(language);
  const { subject, heading, text } = said.kinds[kind];
  const figure = figureIn(amount, language);
  const due = dayInWords(dueOn, facts);
  const values: Values = {
    merchant_name: merchantName,
    amount: figure,
    customer_full_name: customerName ?? '',
    due_date: due,
  };
  // In a sentence that runs from right to left figures keep their order, and names turn nothing around them.
  const shown: Values =
    language === 'ar'
      ? {
          merchant_name: isolated(merchantName),
          amount: isolated(figure),
          customer_full_name: isolated(customerName ?? ''),
          due_date: isolated(due),
        }
      : values;
  const { greeting, greetingNobody } = mailWords(language);
  const letter: MailContent = {
    language,
    title: fill(subject, values),
    from: merchantName,
    ...(facts.brand && { brand: facts.brand }),
    ...(facts.isSandbox && { warning: words(language).common.testMode }),
    greeting: fill(customerName === undefined ? greetingNobody : greeting, shown),
    heading,
    figure,
    text: fill(text, shown),
    lines: [
      ...(agreed
        ? [{ label: fields.amount, value: figureIn(agreed, language), isCode: false }]
        : []),
      ...(fee ? [{ label: fields.fee, value: figureIn(fee, language), isCode: false }] : []),
      { label: said.agreement, value: agreementId, isCode: true },
      { label: said.dueOn, value: due, isCode: false },
    ],
    links: [],
    footer: footerOf(facts, shown),
  };
  return { subject: fill(subject, shown), text: asPlainText(spoken(letter)), html: asHtml(letter) };
}
