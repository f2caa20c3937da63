import Joi from 'joi';
import { object } from '../infer.ts';
import { CHANNELS, NOTIFICATION_STATUSES } from '../../domain/notification/notification.ts';
import { TEMPLATE_EVENTS } from '../../domain/notification/template-id.ts';
import { sessionIdText, url } from '../schema-parts.ts';

const text = Joi.string();
const ids = Joi.array().items(text).required();
const count = Joi.number().integer().min(0);

export const notifiedAnswer = object({
  message: text.valid('Customer notified.').required(),
  notifications: ids,
});

export const sentAnswer = object({
  message: text.valid('Notification sent.').required(),
  result: text.valid('success').required(),
  notifications: ids,
});

export const pendingMessageAnswer = object({
  message: text.required(),
  result: text.valid('pending', 'unknown').required(),
  notifications: ids,
});

/** A message in the log. */
export const messageAnswer = object({
  id: text.required(),
  created: text.required(),
  channel: text.valid(...CHANNELS).required(),
  event_type: text.allow(null).required(),
  template_id: text,
  language: text.valid('en', 'ar').required(),
  session_id: sessionIdText,
  operation_session_id: sessionIdText,
  status: text.valid(...NOTIFICATION_STATUSES).required(),
  is_sent: Joi.boolean().required(),
  forced: Joi.boolean().required(),
  backend: text.valid('smtp', 'http').required(),
  provider: text,
  provider_reference: text,
  /** Left out where the caller may not see how people are reached. */
  receivers: Joi.array().items(
    object({
      type: text.valid('to', 'cc', 'bcc').required(),
      address: text.required(),
    }),
  ),
  tries: count.required(),
  parts: count,
  ended: text,
  email_seen_at: text,
  error: text,
  attachments: Joi.array().items(text),
  trace_id: text,
  tags: Joi.array().items(text),
});

export const templateAnswer = object({
  id: text.required(),
  template_id: text.required(),
  channel: text.valid(...CHANNELS).required(),
  event: text.valid(...TEMPLATE_EVENTS).required(),
  language: text.valid('en', 'ar').required(),
  unit_code: text,
  subject: text,
  text: text.required(),
  html: text,
  length: object({
    encoding: text.valid('gsm-7', 'ucs-2').required(),
    units: count.required(),
    parts: count.required(),
  }),
  created: text.required(),
  modified: text.required(),
});

/** A page of one of them (contract/requests#lists). */
export const pageAnswerOf = <T>(row: Joi.ObjectSchema<T>) =>
  object({
    count: count.required(),
    next: url.allow(null).required(),
    previous: url.allow(null).required(),
    results: Joi.array().items(row).required(),
  });
