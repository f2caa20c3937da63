/** Amounts, rates and quantities: their numbers are read by the rules of texts, digit by digit. */
const DECIMALS: ReadonlySet<string> = new Set([
  'amount',
  'max_amount_per_cycle',
  'quantity',
  'unit_price',
  'tax_rate',
  'tax_amount',
  'discount_amount',
  'discount_percentage',
  'subtotal',
  'total_excl_tax',
  'total_incl_tax',
  'shipping_excl_tax',
  'shipping_incl_tax',
  'shipping_tax_rate',
]);
/** Texts that are all digits in some countries, so that programs send them as numbers. */
const DIGITS: ReadonlySet<string> = new Set(['customer_address_postal_code']);
/** Where such fields stand: in the body itself and in these of its objects and lists. What is free, as `extra`, is left as it is. */
const PLACES: ReadonlySet<string> = new Set(['rows', 'invoice_items', 'agreement']);
/** All values in here are printed for people. */
const PRINTED = 'context';

/** Which numbers of an object of a request's body are kept as the text that was sent. */
export type NumberTexts = 'decimals' | 'all' | 'none';

/** The same, of the object or list that stands in a field of another one. */
export function numberTextsIn(outer: NumberTexts, field: string): NumberTexts {
  if (outer !== 'decimals') return outer;
  if (field === PRINTED) return 'all';
  return PLACES.has(field) ? 'decimals' : 'none';
}

/** Whether a number in this field is kept as its text. */
export function isNumberText(texts: NumberTexts, field: string): boolean {
  return texts === 'all' || (texts === 'decimals' && (DECIMALS.has(field) || DIGITS.has(field)));
}

/** Whether a field is an amount, a rate or a quantity. */
export function isDecimal(field: string): boolean {
  return DECIMALS.has(field);
}
