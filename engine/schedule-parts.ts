import {
  ScheduleClient,
  ScheduleNotFoundError,
  type Client,
  type ScheduleDescription,
} from '@temporalio/client';
import type { Payload } from '@temporalio/common';

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
