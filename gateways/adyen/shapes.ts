import Joi from 'joi';
import { readerOf } from '../shapes.ts';
import { cutText } from '../../domain/cut-text.ts';

/** Money in Adyen's own minor units. */
export interface AdyenAmount {
  readonly value: number;
  readonly currency: string;
}

export type AdditionalData = Readonly<Record<string, unknown>>;

/** A page: a link that was made, or a session. Only links have a status. */
export interface AdyenPage {
  readonly id: string;
  readonly url: string;
  readonly reference: string;
  readonly status?: string;
}

/** What Adyen answers to a charge, and to what a browser has brought back. */
export interface AdyenResult {
  readonly resultCode: string;
  readonly pspReference?: string;
  readonly merchantReference?: string;
  readonly amount?: AdyenAmount;
  readonly action?: { readonly url?: string };
  readonly refusalReason?: string;
  readonly refusalReasonCode?: string;
  readonly additionalData?: AdditionalData;
}

export interface AdyenSessionResult {
  readonly id: string;
  readonly status: string;
}

/** A modification that was taken in. What became of it is told by a webhook. */
export interface AdyenModification {
  readonly pspReference: string;
  readonly status: string;
}

/** An item of a standard webhook. `success` is a text: `true`, `false`. */
export interface AdyenItem {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: AdyenAmount;
  readonly eventCode: string;
  /** When the event was made. */
  readonly eventDate?: string;
  readonly success: string;
  readonly paymentMethod?: string;
  readonly reason?: string;
  readonly additionalData?: AdditionalData;
}

const text = Joi.string().max(500);
const optional = text.empty(Joi.valid('', null));
const web = Joi.string().uri({ scheme: ['http', 'https'] });
const amount = Joi.object<AdyenAmount, true>({
  value: Joi.number().integer().required(),
  currency: text.required(),
});
// Whatever is switched on in the Customer Area stands here.
const additionalData = Joi.object().empty(null).unknown(true);

const pageShape = Joi.object<AdyenPage>({
  id: text.required(),
  url: web.required(),
  reference: text.required(),
  status: text,
}).required();
const resultShape = Joi.object<AdyenResult>({
  resultCode: text.required(),
  pspReference: optional,
  merchantReference: optional,
  amount: amount.empty(null),
  action: Joi.object({ url: web }).empty(null),
  refusalReason: optional,
  refusalReasonCode: optional,
  additionalData,
}).required();
const sessionShape = Joi.object<AdyenSessionResult>({
  id: text.required(),
  status: text.required(),
}).required();
const modificationShape = Joi.object<AdyenModification>({
  pspReference: text.required(),
  status: text.required(),
}).required();
const appleSessionShape = Joi.object<{ readonly data: string }>({
  data: Joi.string().base64().required(),
}).required();
const itemShape = Joi.object<AdyenItem>({
  pspReference: text.allow('').required(),
  originalReference: optional,
  merchantAccountCode: text.required(),
  merchantReference: text.allow('').required(),
  amount: amount.required(),
  eventCode: text.required(),
  eventDate: optional,
  success: text.required(),
  paymentMethod: optional,
  reason: optional,
  additionalData,
}).required();
const webhookShape = Joi.object<{ notificationItems: [{ NotificationRequestItem: AdyenItem }] }>({
  // JSON has one item, always (docs.adyen.com/development-resources/webhooks): of two, one could hide behind the other.
  notificationItems: Joi.array()
    .items(Joi.object({ NotificationRequestItem: itemShape }))
    .length(1)
    .required(),
}).required();

/** A text of the additional data that is switched on; the longest that is kept of it are 500 characters. */
export function additionalText(data: AdditionalData | undefined, key: string): string | undefined {
  const value = data?.[key];
  return typeof value === 'string' && value !== '' ? cutText(value, 500) : undefined;
}

const reader = readerOf('Adyen');
export const readPage = reader(pageShape);
export const readResult = reader(resultShape);
export const readSessionResult = reader(sessionShape);
export const readModification = reader(modificationShape);
export const readAppleSession = reader(appleSessionShape);
export const readNotification = reader(webhookShape);
