import type { CurrencyCode } from '../currencies.ts';
import { readingsOf, type Meaning, type QueryReading } from './query.ts';
import type { TermKind } from './terms.ts';

/** What an invoice says from the beginning: neither a card nor a gateway. */
const MEANINGS: readonly (Meaning['field'] & TermKind)[] = [
  'order_no',
  'invoice_number',
  'customer_email',
  'customer_phone',
  'customer_name',
  'customer_id',
  'amount',
];

/** How a text can be read where invoices are looked for (contract/search#invoices), the likeliest first. */
export function invoiceReadings(
  text: string,
  currencies: readonly CurrencyCode[],
): readonly QueryReading[] {
  return readingsOf(text, currencies)
    .map((reading) => ({
      ...reading,
      understoodAs: reading.understoodAs.filter(({ field }) => isMeant(field)),
      terms: reading.terms.map((group) => group.filter(({ kind }) => isMeant(kind))),
    }))
    .filter(({ understoodAs }) => understoodAs.length > 0);
}

function isMeant(name: Meaning['field'] | TermKind): boolean {
  return name === 'session_id' || MEANINGS.some((one) => one === name);
}
