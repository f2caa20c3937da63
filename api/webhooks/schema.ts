import Joi from 'joi';
import { DELIVERY_STATES, type DeliveryState } from '../../domain/webhook/delivery-state.ts';
import { EVENT_TYPES } from '../../domain/webhook/event-type.ts';
import { dateTime, readable, text, url } from '../fragments.ts';
import { placeIn } from './place.ts';

/** Which deliveries somebody means; what is left out does not matter. */
export interface DeliveryQuery {
  readonly state?: DeliveryState;
  readonly event_type?: string;
  readonly session_id?: string;
  readonly created_after?: string;
  readonly created_before?: string;
}

/** The query of the list: which of them, and which page. */
export interface ListQuery extends DeliveryQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

const eventType = Joi.string().valid(...EVENT_TYPES);

const which = {
  state: Joi.string().valid(...DELIVERY_STATES),
  event_type: eventType,
  session_id: text(128),
  created_after: dateTime,
  created_before: dateTime,
};

export const listQuery = Joi.object<ListQuery, true>({
  ...which,
  limit: Joi.string().pattern(/^(?:[1-9]\d?|100)$/),
  cursor: readable(placeIn, 'Use the cursor of the page before, as it came.'),
});

/** What test event is sent, and where to. */
export interface TestBody {
  readonly event_type?: string;
  readonly url?: string;
}

export const testBody = Joi.object<TestBody, true>({ event_type: eventType, url });
