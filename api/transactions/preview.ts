import Joi from 'joi';
import type { Context } from 'koa';
import { formatDuration, isoUtc } from '../../domain/duration.ts';
import { chargeOf } from '../../domain/exchange.ts';
import { feeWordsIn } from '../../domain/fee.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal } from '../../domain/money.ts';
import type { PaymentMethod, Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { currencyText, moneyText } from '../schema-parts.ts';
import { hiddenMethods } from './answer.ts';
import { checkedCreation, opened } from './commands.ts';
import { presentHidden } from './present.ts';

/** What a creation would come to: by each method what the payer would be charged (contract/transactions#previewing). */
export const previewFields = {
  type: Joi.string().required(),
  operation: Joi.string().valid('purchase', 'authorize').required(),
  payment_type: Joi.string().valid('one_off', 'save_card', 'auto_debit').required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  expiration_time: Joi.string().required(),
  expires_at: Joi.string().isoDate().required(),
  payment_methods: Joi.array()
    .items(
      object({
        code: Joi.string().required(),
        name: Joi.string().required(),
        pg: Joi.string().required(),
        currency_code: currencyText.required(),
        sub_total: moneyText.required(),
        fee: moneyText.required(),
        fee_description: Joi.string(),
        total: moneyText.required(),
        exchange_rate: Joi.string(),
        is_sandbox: Joi.boolean().required(),
      }),
    )
    .required(),
  hidden_payment_methods: hiddenMethods,
};

export const previewAnswer = object(previewFields);

/** Throws what creating the payment would throw, and keeps nothing. */
export async function previewByRequest(deps: ApiDeps, ctx: Context) {
  const checked = await checkedCreation(deps, ctx);
  return presentPreview(opened(claimedSessionId(ctx), checked));
}

/** What a transaction that was not made would come to. */
export function presentPreview(transaction: Transaction) {
  const { type, kind, paymentType, amount, expirationSeconds, expiresAt, methods } = transaction;
  return defined({
    type,
    operation: kind,
    payment_type: paymentType,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    expiration_time: formatDuration(expirationSeconds),
    expires_at: isoUtc(expiresAt),
    payment_methods: methods.map((method) => presentCost(transaction, method)),
    hidden_payment_methods: presentHidden(transaction),
  });
}

function presentCost({ amount, language }: Transaction, method: PaymentMethod) {
  const { amount: subTotal, fee, total } = chargeOf(amount, method);
  return defined({
    code: method.pgCode,
    name: method.name,
    pg: method.gatewayName,
    currency_code: total.currency,
    sub_total: toDecimal(subTotal),
    fee: toDecimal(fee),
    fee_description: feeWordsIn(method, language),
    total: toDecimal(total),
    exchange_rate: method.exchange?.rate,
    is_sandbox: method.sandbox,
  });
}
