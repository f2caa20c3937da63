import Joi from 'joi';
import { PAYMENT_SERVICES, TAGS } from '../../domain/account.ts';
import type { MethodQuery } from '../../domain/method-query.ts';
import { currency, slug, text } from '../schema-parts.ts';
import { object, oneOf, type ValueOf } from '../infer.ts';

const flag = oneOf(Joi.boolean(), Joi.string().valid('true', 'false')).messages({
  'alternatives.types': 'Must be true or false.',
  'alternatives.match': 'Must be true or false.',
  'any.only': 'Must be true or false.',
});
const listOf = <S extends Joi.SchemaInternals>(one: S) => Joi.array().items(one).max(200);

/** The body of a question for payment methods (contract/accounts#list). */
export const methodsBody = object({
  plugin: Joi.string().valid('payment_request', 'e_commerce').required(),
  currencies: listOf(currency),
  customer_id: text(64),
  operation: Joi.string().valid('purchase', 'authorize'),
  tokenizable: flag,
  auto_debit: flag,
  pg_names: listOf(slug(50)),
  type: Joi.string().valid('sandbox', 'production'),
  tags: listOf(Joi.string().valid(...TAGS)),
  payment_services: listOf(Joi.string().valid(...PAYMENT_SERVICES)),
});
export type MethodsBody = ValueOf<typeof methodsBody>;

/** What a body without faults asks for. A flag that is false asks for nothing: it excludes nobody. */
export function queryOf(body: MethodsBody): MethodQuery {
  const { plugin, currencies, operation, pg_names: gateways, type, tags } = body;
  const { payment_services: paymentServices } = body;
  return {
    plugin,
    tokenizable: isTrue(body.tokenizable),
    autoDebit: isTrue(body.auto_debit),
    ...(currencies && { currencies }),
    ...(operation && { operation }),
    ...(gateways && { gateways }),
    ...(type && { sandbox: type === 'sandbox' }),
    ...(tags && { tags }),
    ...(paymentServices && { paymentServices }),
  };
}

function isTrue(value: MethodsBody['tokenizable']): boolean {
  return value === true || value === 'true';
}
