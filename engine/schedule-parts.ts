import {
  ScheduleClient,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { CALL_DEADLINE_MS } from './patience.ts';
import { isOutage } from './temporal-errors.ts';

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const;

/**
 * Schedules for who writes what they start, and reads whether they are paused: what they start now stays closed, for they
 * outlive the key that it was encrypted with.
 */
export function unopenedSchedules({ connection, options }: Client): ScheduleClient {
  const { dataConverter, namespace, identity } = options;
  const { payloadCodecs = [] } = dataConverter;
  return new ScheduleClient({
    connection,
    namespace,
    identity,
    dataConverter: {
      ...dataConverter,
      payloadCodecs: payloadCodecs.map((codec) => ({
        encode: (payloads, context) => codec.encode(payloads, context),
        decode: nothingOf,
      })),
    },
  });
}

async function nothingOf(payloads: readonly Payload[]): Promise<Payload[]> {
  return payloads.map(() => ({ metadata: { encoding: Buffer.from('binary/null') } }));
}

/** So many firings are written down ahead; each look writes the next ones. */
export const WRITTEN_AHEAD = 6;

/** A pause with another note is an operator's, and only an operator ends it. */
export const OUR_NOTE = 'paused by the merchant';

export function isHeldByOperator({ paused, note }: ScheduleDescription['state']): boolean {
  return paused && note !== OUR_NOTE;
}

/** One instant, in UTC, to the second. */
export function instantOf(at: number) {
  const date = new Date(at);
  return {
    year: date.getUTCFullYear(),
    month: MONTHS[date.getUTCMonth()] ?? 'JANUARY',
    dayOfMonth: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

export async function unlessDeleted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return undefined;
    throw error;
  }
}

const MOST_TRIES = 3;

/**
 * Asks about a Schedule again when nobody answers within ten seconds, twice. Temporal asks a workflow of its own for that, which at
 * times does not hear the question: it is given up after half a minute only (temporalio/sdk-typescript, issues 967 and 1050). The call
 * has to be one that may be made twice.
 */
export async function untilHeard<T>(client: ScheduleClient, call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await client.withDeadline(Date.now() + CALL_DEADLINE_MS.nobody, call);
    } catch (error) {
      if (tries === MOST_TRIES || !isOutage(error)) throw error;
    }
}
