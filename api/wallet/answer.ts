import Joi from 'joi';
import { WALLET_STATUSES } from '../../domain/wallet/account.ts';
import { DIRECTIONS, ENTRY_TYPES } from '../../domain/wallet/entry.ts';
import { currencyText, moneyText, sessionIdText } from '../schema-parts.ts';
import { object } from '../infer.ts';

const text = Joi.string();
const number = Joi.number().integer();

const beside = object({
  cursor: number.required(),
  direction: text.valid('forward', 'backward').required(),
  per_page: number.required(),
})
  .allow(null)
  .required();

const pageOf = <S extends Joi.AnySchema>(one: S) =>
  object({
    results: Joi.array().items(one).required(),
    count: number.required(),
    next: beside,
    previous: beside,
  });

/** A wallet of a customer (contract/wallets#reading). */
export const walletAnswer = object({
  id: text.required(),
  customer_id: text.required(),
  currency: currencyText.required(),
  status: text.valid(...WALLET_STATUSES).required(),
  balance: moneyText.required(),
  available_balance: moneyText.required(),
  created_at: text.required(),
  updated_at: text.required(),
  is_sandbox: Joi.boolean().valid(true),
});

/** Wallets of a customer, page by page. */
export const accountsAnswer = pageOf(walletAnswer);

const line = {
  entry_type: text.valid(...ENTRY_TYPES).required(),
  direction: text.valid(...DIRECTIONS).required(),
  amount: moneyText.required(),
  currency: currencyText.required(),
  status: text.valid('pending', 'completed', 'failed').required(),
  created_at: text.required(),
};
const session = sessionIdText.allow(null).required();

export const entriesAnswer = pageOf(
  object({
    ...line,
    session_id: session,
    pg_code: text.allow(null).required(),
    is_sandbox: Joi.boolean().valid(true),
  }),
);

export const walletOperationAnswer = object({
  operation_type: text
    .valid('refund', 'reservation', 'deduction', 'adjustment', 'reversal')
    .required(),
  status: text
    .valid('pending', 'completed', 'expired', 'canceled', 'failed', 'reversed', 'requires_review')
    .required(),
  session_id: session,
  entries: Joi.array()
    .items(object({ id: number.required(), ...line }))
    .required(),
});

export const finalizationAnswer = object({
  status: text.valid('SUCCEEDED', 'FAILED', 'CANCELLED', 'PENDING', 'UNKNOWN').required(),
  payment_transaction_id: sessionIdText.required(),
  last_updated_at: text.required(),
  source: text.valid('inquiry').required(),
});
