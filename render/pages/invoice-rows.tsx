import type { JSX } from 'preact';
import { grouped } from '../figures.ts';
import { words } from '../locales/words.ts';
import type { BillFacts, Share } from './facts.ts';
import type { Language } from '../../domain/language.ts';

interface InvoiceRowsProps {
  readonly bill: BillFacts;
  readonly language: Language;
}

/** What is billed, item by item. Discount and tax have a column when any item has them. */
export function InvoiceRows({ bill, language }: InvoiceRowsProps): JSX.Element {
  const said = words(language).invoice;
  const hasDiscount = bill.rows.some(({ discount }) => discount !== undefined);
  const hasTax = bill.rows.some(({ tax }) => tax !== undefined);
  return (
    <div class="rows" role="region" aria-label={said.items} tabIndex={0}>
      <table>
        <caption>{said.items}</caption>
        <thead>
          <tr>
            <th scope="col" class="words">
              {said.description}
            </th>
            <th scope="col" class="words">
              {said.sku}
            </th>
            <th scope="col">{said.quantity}</th>
            <th scope="col">{said.unitPrice}</th>
            {hasDiscount && <th scope="col">{said.discount}</th>}
            {hasTax && <th scope="col">{said.tax}</th>}
            <th scope="col">{said.total}</th>
          </tr>
        </thead>
        <tbody>
          {bill.rows.map((row) => (
            <tr>
              <th scope="row" class="words">
                <bdi>{row.description}</bdi>
              </th>
              <td class="words" data-label={said.sku}>
                <bdi>{row.sku}</bdi>
              </td>
              <td data-label={said.quantity}>{number(row.quantity)}</td>
              <td data-label={said.unitPrice}>{number(row.unitPrice)}</td>
              {hasDiscount && <td data-label={said.discount}>{share(row.discount)}</td>}
              {hasTax && <td data-label={said.tax}>{share(row.tax)}</td>}
              <td data-label={said.total}>{number(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function number(value: string): JSX.Element {
  return (
    <bdi dir="ltr" class="figure">
      {grouped(value)}
    </bdi>
  );
}

function share(part: Share | undefined): JSX.Element | null {
  if (!part) return null;
  return (
    <>
      {number(part.amount)}
      {part.rate !== undefined && (
        <span class="small">
          <bdi dir="ltr">{part.rate}%</bdi>
        </span>
      )}
    </>
  );
}
