import Joi from 'joi';
import { DELIVERY_STATES } from '../../domain/webhook/delivery-state.ts';
import { EVENT_FILTERS, EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { OVERLAP_HOURS } from '../../domain/webhook/key.ts';
import { dateTime, readable, slug, text, url } from '../schema-parts.ts';
import { pageLimit } from '../lists/page.ts';
import type { Cursor } from '../../store/cursors.ts';
import { object, type ValueOf } from '../infer.ts';

const endpointId = slug(64);
const eventType = Joi.string().valid(...EVENT_TYPES);

const which = {
  state: Joi.string().valid(...DELIVERY_STATES),
  event_type: eventType,
  session_id: text(128),
  endpoint_id: endpointId,
  created_after: dateTime,
  created_before: dateTime,
};

/** Which deliveries shall be sent again. */
export const replayBody = object(which);
export type DeliveryQuery = ValueOf<typeof replayBody>;

/** The query of the list: which of them, and which page. */
export const listQuery = object({
  ...which,
  limit: pageLimit(100),
  cursor: readable(placeIn, 'Use the cursor of the page before, as it came.'),
});

/** What test event is sent, and where to. */
export const testBody = object({
  event_type: eventType,
  url,
  endpoint_id: endpointId,
});
export type TestBody = ValueOf<typeof testBody>;

const endpoint = {
  url,
  events: Joi.array()
    .items(Joi.string().valid(...EVENT_FILTERS))
    .max(EVENT_FILTERS.length),
  description: text(200).allow(''),
  paused: Joi.boolean(),
};

/** What a merchant says of an endpoint; of a new one at least the address. */
export const endpointChange = object(endpoint);
export type EndpointChange = ValueOf<typeof endpointChange>;
export const newEndpoint = object({ ...endpoint, url: url.required() });
export type NewEndpoint = ValueOf<typeof newEndpoint>;

/** How long the key before still signs beside the new one. */
export const rotationBody = object({
  overlap_hours: Joi.number().integer().min(0).max(OVERLAP_HOURS.most),
});
export type RotationBody = ValueOf<typeof rotationBody>;

/** A place in a list as one word of an address. */
export function cursorOf({ at, id }: Cursor): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** The place that such a word names; undefined when it is none. */
export function placeIn(cursor: string): Cursor | undefined {
  const [, at, id] = /^(\d{1,16})\.([-\w]{1,64})$/.exec(textIn(cursor)) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

function textIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8');
}
