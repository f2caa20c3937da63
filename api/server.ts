import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerUnreadable } from './unreadable-request.ts';

/** In milliseconds. */
export interface ReceivingLimits {
  /** For the head of a request. */
  readonly headersMs: number;
  /** For all of it: whoever sends half a body and waits holds a connection so long, and no longer. */
  readonly requestMs: number;
  /** How long a connection is kept for a next request. */
  readonly idleMs: number;
  /** How often somebody looks. */
  readonly everyMs: number;
}

/** A server that ends what does not come in time with 408; a request that is whole may take as long as it takes. */
export function serverOf(
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
  { headersMs, requestMs, idleMs, everyMs }: ReceivingLimits,
): Server {
  const server = createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: idleMs,
      connectionsCheckingInterval: everyMs,
    },
    (request, response) => void listener(request, response),
  );
  server.on('clientError', answerUnreadable);
  return server;
}
