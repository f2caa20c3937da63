import type { ComponentChildren } from 'preact';
import type { Payment } from '../payment.ts';
import type { Texts } from '../texts/texts.ts';

interface SummaryProps {
  readonly payment: Payment;
  readonly merchant: string;
  readonly texts: Texts;
}

/** Who is paid how much and for what; it carries the page's one main heading. */
export function Summary({ payment, merchant, texts }: SummaryProps) {
  return (
    <section class="summary" aria-labelledby="summary">
      <h1 id="summary">{texts.payTo(merchant)}</h1>
      <p class="total">
        <Amount of={payment} />
      </p>
      <dl>
        {payment.description !== undefined && (
          <Row term={texts.description}>
            <span dir="auto">{payment.description}</span>
          </Row>
        )}
        <Row term={texts.reference}>
          <bdi>{payment.merchantReference}</bdi>
        </Row>
      </dl>
    </section>
  );
}

/** One line of a list of terms. */
export function Row({
  term,
  children,
}: {
  readonly term: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="row">
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The exact amount, read from left to right in every language. */
export function Amount({ of }: { readonly of: Payment }) {
  return (
    <bdi dir="ltr" class="amount">
      {of.amount} {of.currency}
    </bdi>
  );
}
