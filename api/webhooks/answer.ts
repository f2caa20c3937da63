import Joi from 'joi';
import { extended, object } from '../infer.ts';
import { DELIVERY_STATES } from '../../domain/webhook/delivery-state.ts';
import { EVENT_FILTERS, EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { sessionIdText, url } from '../schema-parts.ts';

const text = Joi.string();
const count = Joi.number().integer().min(0);

const call = {
  at: text.required(),
  duration_ms: count.required(),
  status: Joi.number().integer(),
  error: text,
};

const delivery = {
  id: text.guid().required(),
  event_type: text.valid(...EVENT_TYPES),
  state: text.valid(...DELIVERY_STATES).required(),
  endpoint_id: text,
  session_id: sessionIdText,
  sequence: count.required(),
  url: text.required(),
  test: Joi.boolean().valid(true),
  created_at: text.required(),
  calls_made: count.required(),
  last_call: object(call),
  given_up_at: text,
};

/** How a delivery stands. */
export const deliveryAnswer = object(delivery);

/** The whole of a delivery. */
export const wholeAnswer = object({
  ...delivery,
  request_body: text.required(),
  request_body_truncated: Joi.boolean().valid(true),
  calls: Joi.array()
    .items(object({ ...call, response_body: text.allow('') }))
    .required(),
});

const endpoint = {
  id: text.required(),
  url: text.required(),
  kind: text.valid('registered', 'payment').required(),
  enabled: Joi.boolean().required(),
  events: Joi.array()
    .items(text.valid(...EVENT_FILTERS))
    .required(),
  description: text,
  paused: Joi.boolean(),
  created_at: text.required(),
  failing_since: text,
  disabled_at: text,
};

/** An endpoint, and how it has answered of late. */
export const endpointAnswer = object(endpoint);

/** A new one, with what signs its webhooks. */
export const newEndpointAnswer = object({ ...endpoint, secret: text.required() });

export const endpointList = object({ results: Joi.array().items(endpointAnswer).required() });

/** A new secret of an endpoint, and until when the one before signs too. */
export const rotatedSecret = extended(newEndpointAnswer, {
  previous_secret_until: text.required(),
});

/** The same for the merchant's own key. */
export const rotatedKey = object({
  webhook_key: text.required(),
  previous_key_until: text.required(),
});

/** How a replay of many stands. */
export const replayAnswer = object({
  id: text.required(),
  state: text.valid('running', 'done', 'canceled').required(),
  sent: count.required(),
  created_at: text.required(),
  ended_at: text,
});

/** A page of deliveries, newest first. */
export const deliveryPage = object({
  next: url.allow(null).required(),
  results: Joi.array().items(deliveryAnswer).required(),
});
