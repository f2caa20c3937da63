import { Connection, isGrpcServiceError } from '@temporalio/client';
import { connectionOptions, type TemporalSettings } from './connection.ts';
import { registerSearchAttributes } from './visibility.ts';

/** A server that does not answer by then is not there. */
const CONNECT_MS = 5000;

/**
 * What connects, and makes sure that the namespace exists and knows our search attributes. It rejects, with nothing left open,
 * when the server or the namespace is not there; trying again is safe. Throws at once when a file of TLS cannot be read.
 */
export function temporalAt(settings: TemporalSettings): () => Promise<Connection> {
  const options = { ...connectionOptions(settings), connectTimeout: CONNECT_MS };
  return async () => {
    const connection = await Connection.connect(options);
    try {
      await registerSearchAttributes(connection, settings.namespace);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  };
}

/** gRPC status codes of a server that is not there, or not yet itself: cancelled, deadline exceeded, unavailable. */
const AWAY_CODES: ReadonlySet<number> = new Set([1, 4, 14]);

/** Temporal could not be asked, by either of the SDK's clients; it has not said no. The reason may be wrapped. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error)) {
    if (AWAY_CODES.has(error.code)) return true;
  } else if (error.name === 'TransportError') return true;
  return isAway(error.cause);
}
