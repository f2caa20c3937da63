import type { ComponentChild, JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { BillFacts, Share } from './facts.ts';
import { Figure } from './figure.tsx';
import type { Language } from '../../domain/language.ts';

interface InvoiceSumsProps {
  readonly bill: BillFacts;
  readonly language: Language;
}

/** What leads from the items to what is to be paid; what is not there has no line. */
export function InvoiceSums({ bill, language }: InvoiceSumsProps): JSX.Element {
  const said = words(language).invoice;
  const { currency, subtotal, discount, tax, shipping, shippingMethod, total } = bill;
  const line = (label: ComponentChild, value: string, more = '') => (
    <div class={`line${more}`}>
      <dt>{label}</dt>
      <dd>
        <Figure amount={{ value, currency }} language={language} />
      </dd>
    </div>
  );
  return (
    <dl class="sums">
      {line(said.subtotal, subtotal)}
      {discount && line(rated(said.discount, discount), `-${discount.amount}`)}
      {tax && line(rated(said.tax, tax), tax.amount)}
      {shipping && line(noted(said.shipping, shippingMethod), shipping.amount)}
      {line(said.total, total, ' total')}
    </dl>
  );
}

function rated(label: string, { rate }: Share): JSX.Element {
  return rate === undefined ? (
    <>{label}</>
  ) : (
    <>
      {label} (<bdi dir="ltr">{rate}%</bdi>)
    </>
  );
}

function noted(label: string, note: string | undefined): JSX.Element {
  return note === undefined ? (
    <>{label}</>
  ) : (
    <>
      {label} (<bdi>{note}</bdi>)
    </>
  );
}
