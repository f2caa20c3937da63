import { Connection } from '@temporalio/client';
import { connectionOptions, type TemporalSettings } from './connection.ts';
import { registerSearchAttributes } from './visibility.ts';

/** A server that does not answer by then is not there. */
const CONNECT_MS = 5000;

/**
 * Connects, and makes sure that the namespace exists and knows our search attributes. Rejects, with nothing left open,
 * when the server or the namespace is not there; trying again is safe.
 */
export async function openTemporal(settings: TemporalSettings): Promise<Connection> {
  const options = { ...connectionOptions(settings), connectTimeout: CONNECT_MS };
  const connection = await Connection.connect(options);
  try {
    await registerSearchAttributes(connection, settings.namespace);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}
