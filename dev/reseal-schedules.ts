import { Client } from '@temporalio/client';
import { encryptSchedulesAnew, type EncryptedAnew } from '../engine/schedules.ts';
import type { PayloadKeys } from '../temporal/codec.ts';
import type { TemporalSettings } from '../temporal/connection.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { temporalAt } from '../temporal/open.ts';

/** Encrypts with the first of the payload keys what the Schedules of agreements and reports start. */
export async function resealSchedules(
  settings: TemporalSettings,
  keys: PayloadKeys,
): Promise<EncryptedAnew> {
  const connection = await temporalAt(settings)();
  try {
    const { namespace } = settings;
    const client = new Client({ connection, namespace, dataConverter: dataConverter(keys) });
    return await encryptSchedulesAnew(client);
  } finally {
    await connection.close();
  }
}
