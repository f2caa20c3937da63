import Joi from 'joi';
import { extended, object } from '../infer.ts';
import { INVOICE_STATUSES } from '../../domain/invoice/status.ts';
import { currencyText, moneyText, url } from '../schema-parts.ts';
import { transactionAnswer } from '../transactions/answer.ts';
import { previewFields } from '../transactions/preview.ts';
import { invoiceItem } from './schema.ts';

const rateText = Joi.string().pattern(/^\d{1,3}\.\d{2}$/);
const wholeNumber = Joi.number().integer().min(1);

const lineAnswer = extended(invoiceItem, {
  unit_price: moneyText.required(),
  currency_code: currencyText.required(),
  tax_rate: rateText,
  discount_amount: moneyText.required(),
  discount_percentage: rateText,
  tax_amount: moneyText.required(),
  total_excl_tax: moneyText.required(),
  total_incl_tax: moneyText.required(),
});
const itemAnswer = extended(lineAnswer, {
  id: wholeNumber.required(),
  invoice: wholeNumber.required(),
});

/** What a bill says and comes to, beside its lines. */
const billed = {
  invoice_number: Joi.string().max(255).required(),
  due_date: Joi.string().required(),
  due_datetime: Joi.string().required(),
  company_name: Joi.string(),
  tax_rate: rateText,
  discount_amount: moneyText.required(),
  discount_percentage: rateText,
  shipping_excl_tax: moneyText,
  shipping_method: Joi.string(),
  shipping_tax_rate: rateText,
  subtotal: moneyText.required(),
  tax_amount: moneyText.required(),
  total_excl_tax: moneyText.required(),
  total_incl_tax: moneyText.required(),
  shipping_incl_tax: moneyText.required(),
};

/** An invoice as create and read give it: its transaction, and the bill with every figure. */
export const invoiceAnswer = extended(transactionAnswer, {
  invoice_id: wholeNumber.required(),
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .required(),
  invoice_items: Joi.array().items(itemAnswer).required(),
  ...billed,
  invoice_pdf_url: url.required(),
});

/** What a draft would come to (contract/invoices#previewing). */
export const draftAnswer = object({
  ...previewFields,
  ...billed,
  invoice_items: Joi.array().items(lineAnswer).required(),
});
