import Joi from 'joi';
import { isFrameReference } from '../../domain/card/frame-reference.ts';
import { freeObject, phone, readable, slug, text, url } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';
import { browserFacts } from '../payments/payer-device.ts';

/** What a payer's program sends when the payer presses Pay (contract/sdk#calls). */
export const submitBody = object({
  pg_code: slug(50).required(),
  amount: text(24),
  total: shownTotal(),
  currency_code: shownCurrency(),
  // It becomes customer_phone_2, whose limit this is.
  customer_additional_phone: phone,
  save_card: Joi.boolean(),
  wallet: Joi.boolean(),
  wallet_amount: text(24),
  wallet_currency_code: shownCurrency(),
  card_reference: readable(
    (value) => isFrameReference(value) || undefined,
    'Expected the one-time reference that the frame of the network has told.',
  ),
  terms_accepted: termsAccepted(),
  replace_attempt: replaceAttempt(),
  channel: channel(),
});
export type SubmitBody = ValueOf<typeof submitBody>;

function channel() {
  return Joi.string().valid('web_sdk', 'mobile_sdk', 'hosted', 'api');
}

/** What the payer was shown of what is charged, fee included (contract/sdk#calls). */
function shownTotal() {
  return text(24);
}

/** The currency in which that was. */
function shownCurrency() {
  return text(3);
}

/** The payer was told that an earlier page is still open (`page_open`), and goes on (contract/attempts#second-attempt). */
function replaceAttempt() {
  return Joi.boolean();
}

/** The payer has ticked the box beside the `terms` (contract/checkout#before-paying). */
function termsAccepted() {
  return Joi.boolean();
}

/** What a payer's program sends when the payer pays with a saved card (contract/sdk#calls). */
export const submitTokenBody = object({
  session_id: text(64).required(),
  token: text(50).required(),
  cvv_reference: text(64),
  total: shownTotal(),
  currency_code: shownCurrency(),
  payment_method: Joi.string().valid('token'),
  browser: browserFacts,
  terms_accepted: termsAccepted(),
  replace_attempt: replaceAttempt(),
  channel: channel(),
});
export type SubmitTokenBody = ValueOf<typeof submitTokenBody>;

/** What a payer's program got of a wallet (contract/sdk#calls); `code` is that of the service. */
const walletBodyKeys = {
  session_id: text(64).required(),
  code: slug(50),
  amount: text(24),
  currency_code: shownCurrency(),
  browser: browserFacts,
  terms_accepted: termsAccepted(),
  replace_attempt: replaceAttempt(),
  channel: channel(),
};
/** What a wallet has handed over. */
export const devicePayload = freeObject(16_384).required();
export const applePayBody = object({
  ...walletBodyKeys,
  apple_pay_payload: object({ token: devicePayload }).required(),
});
export const googlePayBody = object({ ...walletBodyKeys, google_pay_payload: devicePayload });
export type DeviceWalletFields = Omit<ValueOf<typeof googlePayBody>, 'google_pay_payload'>;

/** The browser of a payer, or the merchant's own server, asks for Apple's word that the shop is who it says. */
export const appleSessionBody = object({
  session_id: text(64).required(),
  code: slug(50),
  validation_url: url.required(),
  domain: Joi.string()
    .domain({ tlds: false, minDomainSegments: 2, allowUnicode: false })
    .messages({
      'string.domain':
        'Expected the domain of your page, without scheme and port: shop.example.com.',
    })
    .max(253),
});
export type AppleSessionBody = ValueOf<typeof appleSessionBody>;

export const cancelBody = object({
  operation: Joi.string().valid('cancel').required(),
});

export const optionCheckBody = object({ pg_code: slug(50).required() });
export type OptionCheckBody = ValueOf<typeof optionCheckBody>;
