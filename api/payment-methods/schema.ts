import Joi from 'joi';
import {
  PAYMENT_SERVICES,
  TAGS,
  type PaymentService,
  type AccountTag,
} from '../../domain/account.ts';
import { currencyCode } from '../../domain/currencies.ts';
import type { MethodQuery } from '../../domain/method-query.ts';
import type { Kind, TransactionType } from '../../domain/transaction/type.ts';
import { slug, text } from '../fragments.ts';

type Flag = boolean | 'true' | 'false';

/** The body of a question for payment methods (contract/accounts#list). */
export interface MethodsBody {
  readonly plugin: TransactionType;
  readonly currencies?: string[];
  readonly customer_id?: string;
  readonly operation?: Kind;
  readonly tokenizable?: Flag;
  readonly auto_debit?: Flag;
  readonly pg_names?: string[];
  readonly type?: 'sandbox' | 'production';
  readonly tags?: AccountTag[];
  readonly payment_services?: PaymentService[];
}

const flag = Joi.alternatives(Joi.boolean(), Joi.string().valid('true', 'false')).messages({
  'alternatives.types': 'Must be true or false.',
  'alternatives.match': 'Must be true or false.',
  'any.only': 'Must be true or false.',
});
const currency = Joi.string().custom((code: string) => {
  if (currencyCode(code) === undefined)
    throw new Error(`"${code}" is not a currency code of ISO 4217.`);
  return code;
});
const listOf = (one: Joi.StringSchema) => Joi.array().items(one).max(200);

export const methodsBody = Joi.object<MethodsBody, true>({
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

/** Clients send what they have: null and empty texts are not given. */
export function givenFields(
  body: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== ''),
  );
}

function isTrue(value: Flag | undefined): boolean {
  return value === true || value === 'true';
}
