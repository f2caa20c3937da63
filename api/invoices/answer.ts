import Joi from 'joi';
import { extended } from '../infer.ts';
import { INVOICE_STATUSES } from '../../domain/invoice/status.ts';
import { url } from '../fragments.ts';
import { currencyText, moneyText, transactionAnswer } from '../transactions/answer.ts';
import { invoiceItem } from './schema.ts';

const rateText = Joi.string().pattern(/^\d{1,3}\.\d{2}$/);
const wholeNumber = Joi.number().integer().min(1);

const itemAnswer = extended(invoiceItem, {
  id: wholeNumber.required(),
  invoice: wholeNumber.required(),
  unit_price: moneyText.required(),
  currency_code: currencyText.required(),
  tax_rate: rateText,
  discount_amount: moneyText.required(),
  discount_percentage: rateText,
  tax_amount: moneyText.required(),
  total_excl_tax: moneyText.required(),
  total_incl_tax: moneyText.required(),
});

/** An invoice as create and read give it: its transaction, and the bill with every figure. */
export const invoiceAnswer = extended(transactionAnswer, {
  invoice_id: wholeNumber.required(),
  invoice_number: Joi.string().max(255).required(),
  status: Joi.string()
    .valid(...INVOICE_STATUSES)
    .required(),
  due_date: Joi.string().required(),
  due_datetime: Joi.string().required(),
  company_name: Joi.string(),
  invoice_items: Joi.array().items(itemAnswer).required(),
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
  invoice_pdf_url: url.required(),
});
