import Joi from 'joi';
import { PAYMENT_SERVICES, TAGS } from '../../domain/account.ts';
import { currencyText, url } from '../schema-parts.ts';
import { object } from '../infer.ts';

const several = <S extends Joi.AnySchema>(one: S) => Joi.array().items(one).required();
const service = Joi.string().valid(...PAYMENT_SERVICES);

const account = object({
  code: Joi.string().required(),
  name: Joi.string().required(),
  name_ar: Joi.string(),
  pg: Joi.string().required(),
  is_sandbox: Joi.boolean().required(),
  logo: url.required(),
  wallets: several(Joi.string()),
  payment_services: several(
    object({
      code: service.required(),
      name: Joi.string().max(16).required(),
      name_ar: Joi.string().max(16).required(),
    }),
  ),
  default_currency: currencyText.required(),
  accepted_currencies: several(currencyText),
  operation: Joi.string().valid('purchase', 'authorize').required(),
  operations: several(Joi.string().valid('refund', 'void')),
  is_tokenizable: Joi.boolean().required(),
  auto_debit_enabled: Joi.boolean().required(),
  tags: several(Joi.string().valid(...TAGS)),
  connector: object({
    identifier: Joi.string().required(),
    processor: Joi.string().required(),
  }).required(),
});

/** The accounts that fit a question with the routes that lead to any of them, and which of them the customer has paid with (contract/accounts#list). */
export const methodsAnswer = object({
  customer_payment_methods: several(Joi.string()),
  payment_methods: several(account),
  routes: Joi.array().items(
    object({
      code: Joi.string().required(),
      name: Joi.string().required(),
      name_ar: Joi.string(),
      pg_codes: several(Joi.string()),
    }),
  ),
});
