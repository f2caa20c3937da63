import Joi from 'joi';
import { DELIVERY_STATES, type DeliveryState } from '../../domain/webhook/delivery-state.ts';
import { EVENT_FILTERS, EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { OVERLAP_HOURS } from '../../domain/webhook/key.ts';
import { dateTime, readable, slug, text, url } from '../fragments.ts';
import { pageLimit } from '../lists/page.ts';
import { placeIn } from './place.ts';

/** Which deliveries somebody means; what is left out does not matter. */
export interface DeliveryQuery {
  readonly state?: DeliveryState;
  readonly event_type?: string;
  readonly session_id?: string;
  readonly endpoint_id?: string;
  readonly created_after?: string;
  readonly created_before?: string;
}

/** The query of the list: which of them, and which page. */
export interface ListQuery extends DeliveryQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

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
export const replayBody = Joi.object<DeliveryQuery, true>(which);

export const listQuery = Joi.object<ListQuery, true>({
  ...which,
  limit: pageLimit(100),
  cursor: readable(placeIn, 'Use the cursor of the page before, as it came.'),
});

/** What test event is sent, and where to. */
export interface TestBody {
  readonly event_type?: string;
  readonly url?: string;
  readonly endpoint_id?: string;
}

export const testBody = Joi.object<TestBody, true>({
  event_type: eventType,
  url,
  endpoint_id: endpointId,
});

/** What a merchant says of an endpoint; of a new one at least the address. */
export interface EndpointBody {
  readonly url?: string;
  readonly events?: string[];
  readonly description?: string;
  readonly paused?: boolean;
}

const endpoint = {
  url,
  events: Joi.array()
    .items(Joi.string().valid(...EVENT_FILTERS))
    .max(EVENT_FILTERS.length),
  description: text(200).allow(''),
  paused: Joi.boolean(),
};

export const endpointChange = Joi.object<EndpointBody, true>(endpoint);
export const newEndpoint = Joi.object<EndpointBody, true>({ ...endpoint, url: url.required() });

/** How long the key before still signs beside the new one. */
export interface RotationBody {
  readonly overlap_hours?: number;
}

export const rotationBody = Joi.object<RotationBody, true>({
  overlap_hours: Joi.number().integer().min(0).max(OVERLAP_HOURS.most),
});
