import { Client } from '@temporalio/client';
import { encryptSchedulesAnew, type EncryptedAnew } from '../engine/schedules.ts';
import type { PayloadKeys } from '../temporal/codec.ts';
import type { TemporalSettings } from '../temporal/connection.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { temporalAt } from '../temporal/open.ts';
import { fewOf } from './few.ts';

/**
 * Encrypts with the first of the payload keys what the Schedules of agreements and reports start. Of what stays as it is the first few
 * are named, and how many more there are.
 */
export async function resealSchedules(
  settings: TemporalSettings,
  keys: PayloadKeys,
): Promise<EncryptedAnew> {
  const connection = await temporalAt(settings)();
  try {
    const { namespace } = settings;
    const client = new Client({ connection, namespace, dataConverter: dataConverter(keys) });
    const { count, left } = await encryptSchedulesAnew(client);
    const few = fewOf('Schedules');
    for (const sentence of left) few.add(sentence);
    return { count, left: few.sentences() };
  } finally {
    await connection.close();
  }
}
