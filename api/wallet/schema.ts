import Joi from 'joi';
import { isIsoDate, parseDateTime } from '../../domain/duration.ts';
import { WALLET_STATUSES } from '../../domain/wallet/account.ts';
import { DIRECTIONS, ENTRY_TYPES } from '../../domain/wallet/entry.ts';
import type { CursorWindow } from '../../store/wallet-lists.ts';
import { currency, slug, text } from '../schema-parts.ts';
import { object, oneOf, type ValueOf } from '../infer.ts';

/** Which part of a list (contract/wallets#reading). */
const pagination = object({
  cursor: Joi.number().integer().min(0).allow(null),
  direction: Joi.string().valid('forward', 'backward'),
  per_page: Joi.number().integer().min(1).max(50),
});
type Pagination = ValueOf<typeof pagination>;
const moment = Joi.string().custom((value: string) => {
  if (!isIsoDate(value) && parseDateTime(value) === undefined)
    throw new Error('Use a date such as 2026-01-31, or a date and time of ISO 8601.');
  return value;
});

export const accountsBody = object({
  customer_id: text(64).required(),
  currency,
  status: Joi.string().valid(...WALLET_STATUSES),
  pagination,
});
export type AccountsBody = ValueOf<typeof accountsBody>;

export const entriesBody = object({
  customer_id: text(64).required(),
  currency: currency.required(),
  entry_type: Joi.string().valid(...ENTRY_TYPES),
  direction: Joi.string().valid(...DIRECTIONS),
  status: Joi.string().valid('pending', 'completed', 'failed'),
  session_id: text(128),
  provider: text(64),
  pg_code: slug(16),
  date_from: moment,
  date_to: moment,
  pagination,
});
export type EntriesBody = ValueOf<typeof entriesBody>;

const OPERATION_ID = 'A whole number is required.';

export const operationsBody = object({
  operation_id: oneOf(Joi.number().integer().min(0), Joi.string().pattern(/^\d{1,15}$/))
    .required()
    .messages({ 'alternatives.types': OPERATION_ID, 'alternatives.match': OPERATION_ID }),
});
export type OperationsBody = ValueOf<typeof operationsBody>;

/** The first twenty, forward, where nothing else is said. */
export function windowOf({ cursor, direction, per_page: perPage }: Pagination = {}): CursorWindow {
  return {
    direction: direction ?? 'forward',
    perPage: perPage ?? 20,
    ...(typeof cursor === 'number' && { cursor }),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Both ends of a span, inclusive, in epoch milliseconds: a date means all of its day in UTC. */
export function spanOf({
  date_from: from,
  date_to: to,
}: Pick<EntriesBody, 'date_from' | 'date_to'>): {
  readonly from?: number;
  readonly until?: number;
} {
  const start = startOf(from);
  const end = startOf(to);
  const isDay = to !== undefined && isIsoDate(to);
  return {
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { until: isDay ? end + DAY_MS - 1 : end }),
  };
}

function startOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  return parseDateTime(isIsoDate(given) ? `${given}T00:00:00Z` : given);
}
