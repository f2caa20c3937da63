import Joi from 'joi';
import { date, identifier, slug, text } from '../schema-parts.ts';
import { optional, requestOptions } from '../transactions/schema.ts';
import { object, type ValueOf } from '../infer.ts';

/** A bill of more lines than people read; its PDF has thirty pages. The body's own limit is 1 MB. */
export const MOST_ITEMS = 1000;

/** Digits: what they mean is the domain's business, which says it better than a pattern. */
const decimal = Joi.string();

export const invoiceItem = object({
  sku: identifier(255).required(),
  description: text(255).required(),
  quantity: decimal.required(),
  unit_price: decimal.required(),
  tax_rate: decimal,
  discount_amount: decimal,
  discount_percentage: decimal,
  tax_amount: decimal,
  total_excl_tax: decimal,
  total_incl_tax: decimal,
});

/** The body of POST: what a transaction may say, and the bill (contract/invoices#creating). Its amount is computed. */
export const invoiceBody = object({
  type: Joi.string().valid('e_commerce', 'payment_request').required(),
  currency_code: Joi.string().required(),
  pg_codes: Joi.array().items(slug(50)).min(1).max(50).required(),
  invoice_number: identifier(255).required(),
  due_date: date.required(),
  invoice_items: Joi.array().items(invoiceItem).min(1).max(MOST_ITEMS).required(),
  company_name: text(64),
  tax_rate: decimal,
  discount_amount: decimal,
  discount_percentage: decimal,
  shipping_excl_tax: decimal,
  shipping_method: text(128),
  shipping_tax_rate: decimal,
  amount: decimal,
  subtotal: decimal,
  tax_amount: decimal,
  total_excl_tax: decimal,
  total_incl_tax: decimal,
  shipping_incl_tax: decimal,
  ...optional,
  ...requestOptions,
});
export type InvoiceBody = ValueOf<typeof invoiceBody>;
