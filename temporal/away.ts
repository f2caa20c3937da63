import { isGrpcServiceError } from '@temporalio/client';

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
