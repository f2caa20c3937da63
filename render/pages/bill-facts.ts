import { isoUtc } from '../../domain/duration.ts';
import type { Invoice, InvoiceItem } from '../../domain/invoice/invoice.ts';
import { printRate } from '../../domain/invoice/arithmetic.ts';
import { isPositive, toDecimal, type Money } from '../../domain/money.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Address } from '../../domain/customer.ts';
import type { BillFacts, BillRow, Share } from './facts.ts';
import { nameIn, type Language } from '../../domain/language.ts';
import { countryName } from '../addresses.ts';
import { leftToRight } from '../isolates.ts';
import { words } from '../locales/words.ts';

interface Billed {
  readonly invoice: Invoice;
  readonly transaction: Transaction;
  readonly merchant: Pick<Merchant, 'name' | 'nameAr' | 'legal'>;
}

/** The bill in words and digits: what is nothing has no line. */
export function billFacts(
  { invoice, transaction, merchant }: Billed,
  language: Language,
): BillFacts {
  const { shippingInclTax, shippingTaxRate, shippingMethod } = invoice;
  const { customer, billingAddress, shippingAddress } = transaction;
  const customerName = fullName(customer.firstName, customer.lastName);
  return {
    number: invoice.number,
    status: invoice.status,
    createdAt: isoUtc(invoice.createdAt),
    dueDate: invoice.dueDate,
    ...(transaction.dueDatetime !== undefined && { dueDatetime: transaction.dueDatetime }),
    ...(customerName !== undefined && { customerName }),
    currency: invoice.totalInclTax.currency,
    rows: invoice.items.map(rowOf),
    subtotal: toDecimal(invoice.subtotal),
    ...shareOf('discount', invoice.discount, invoice.discountPercentage),
    ...shareOf('tax', invoice.taxAmount, invoice.taxRate),
    ...shareOf('shipping', shippingInclTax, shippingTaxRate),
    ...(shippingMethod !== undefined && { shippingMethod }),
    total: toDecimal(invoice.totalInclTax),
    billTo: known([
      invoice.companyName,
      customerName,
      ...addressLines(billingAddress, language),
      customer.email,
      customer.phone,
    ]),
    shipTo: shippingAddress
      ? known([
          fullName(shippingAddress.firstName, shippingAddress.lastName),
          ...addressLines(shippingAddress, language),
          shippingAddress.email,
          shippingAddress.phone,
        ])
      : [],
    seller: sellerLines(merchant, language),
    ...(merchant.legal?.memo !== undefined && { memo: merchant.legal.memo }),
  };
}

/** Its name alone stands in the letterhead already. */
function sellerLines(
  { legal, ...names }: Billed['merchant'],
  language: Language,
): readonly string[] {
  const { address = [], taxNumber, registrationNumber } = legal ?? {};
  const said = words(language).invoice;
  const told = known([
    ...address,
    taxNumber && `${said.taxNumber}: ${leftToRight(taxNumber)}`,
    registrationNumber && `${said.registrationNumber}: ${leftToRight(registrationNumber)}`,
  ]);
  return told.length === 0 ? [] : [nameIn(names, language), ...told];
}

function rowOf(item: InvoiceItem): BillRow {
  return {
    description: item.description,
    sku: item.sku,
    quantity: item.quantity,
    unitPrice: toDecimal(item.unitPrice),
    ...shareOf('discount', item.discount, item.discountPercentage),
    ...shareOf('tax', item.taxAmount, item.taxRate),
    total: toDecimal(item.totalInclTax),
  };
}

/** A share that was named by its rate is shown even where it comes to nothing. */
function shareOf<K extends string>(
  key: K,
  amount: Money,
  rate: Invoice['taxRate'],
): Partial<Record<K, Share>> {
  const shares: Partial<Record<K, Share>> = {};
  if (rate !== undefined || isPositive(amount))
    shares[key] = {
      amount: toDecimal(amount),
      ...(rate !== undefined && { rate: printRate(rate) }),
    };
  return shares;
}

function addressLines(
  address: Address | undefined,
  language: Language,
): readonly (string | undefined)[] {
  if (!address) return [];
  const { line1, line2, city, state, postalCode, country } = address;
  return [
    line1,
    line2,
    known([city, state, postalCode]).join(', '),
    countryName(country, language),
  ];
}

function fullName(first: string | undefined, last: string | undefined): string | undefined {
  const name = known([first, last]).join(' ');
  return name === '' ? undefined : name;
}

function known(lines: readonly (string | undefined)[]): readonly string[] {
  return lines.flatMap((line) => (line === undefined || line === '' ? [] : [line]));
}
