import type { ComponentChildren, JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';

interface Titled {
  readonly language: Language;
  readonly orderNo?: string;
}

/** What the page of a payment is called, by its order where it has one. */
export function paymentTitle({ language, orderNo }: Titled): string {
  const { title, titleBare } = officeWords(language).payment;
  return orderNo === undefined ? titleBare : title.replace('{order}', () => orderNo);
}

/** The same where others have written a part of it. */
export function PaymentTitle({ language, orderNo }: Titled): JSX.Element {
  const { title, titleBare } = officeWords(language).payment;
  if (orderNo === undefined) return <>{titleBare}</>;
  return <Fill text={title} with={{ order: <Code>{orderNo}</Code> }} />;
}

/** A part of such a page, to which links of it lead. */
export function TitledPart({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="part" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
