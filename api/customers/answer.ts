import Joi from 'joi';
import { agreementAnswer } from '../agreements/answer.ts';
import { cardAnswer } from '../cards/answer.ts';
import { currencyText, moneyText, url } from '../schema-parts.ts';
import { extended, object } from '../infer.ts';
import { foundAnswer } from '../lists/found.ts';
import { walletAnswer } from '../wallet/answer.ts';

const text = Joi.string();
const time = text.isoDate();
const many = Joi.number().integer().min(0);

/** Who somebody is, as their newest payments say it. */
const contact = {
  customer_id: text.required(),
  first_name: text,
  last_name: text,
  email: text,
  phone: text,
  phone_2: text,
  birthdate: text,
  last_payment_at: time.required(),
};

const {
  searched_until: searchedUntil,
  search_key_lost: searchKeyLost,
  index_complete: indexComplete,
  index_complete_after: indexCompleteAfter,
  understood_as: understoodAs,
} = foundAnswer;

/** Customers of the newest payments that fit (contract/search#customers). */
export const customersAnswer = object({
  results: Joi.array()
    .items(object({ ...contact, payments: many.required() }))
    .required(),
  searched_until: searchedUntil,
  search_key_lost: searchKeyLost,
  index_complete: indexComplete,
  index_complete_after: indexCompleteAfter,
  understood_as: understoodAs.required(),
});

/** One customer in every respect (contract/search#customers). */
export const customerAnswer = object({
  ...contact,
  sums_since: time.required(),
  sums: Joi.array()
    .items(
      object({
        currency_code: currencyText.required(),
        is_sandbox: Joi.boolean().required(),
        payments: many.required(),
        paid_amount: moneyText.required(),
        refunded_amount: moneyText.required(),
      }),
    )
    .required(),
  cards: Joi.array()
    .items(extended(cardAnswer, { is_sandbox: Joi.boolean().required() }))
    .required(),
  agreements: Joi.array().items(agreementAnswer).required(),
  wallets: Joi.array().items(walletAnswer),
  links: object({ payments: url.required(), agreements: url.required() }).required(),
});
