import { GatewayFault } from './gateway.ts';
import { traceHeaders } from './trace.ts';

/** One request to a network. */
export interface NetworkCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, the last byte of the answer included, in milliseconds. */
  readonly timeoutMs: number;
  /** Whether the body of a 429 says that the network has looked at nothing of the request: left out, none does. */
  readonly isTurnedAway?: (body: unknown) => boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where there is none, as with 204. */
  readonly body: unknown;
}

/**
 * Asks a network once, never follows it to another place, and reads its JSON. A `GatewayFault` where there is no usable answer:
 * `unsent` where nobody was reached, or who was has turned the request away, else `unknown`. Which statuses are answers is the connector's to say,
 * but a 5xx and any other 429 never say what happened. Faults name neither body nor headers, which have secrets.
 */
export async function callNetwork({
  url,
  timeoutMs,
  isTurnedAway,
  ...init
}: NetworkCall): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, {
      ...init,
      headers: { ...init.headers, ...traceHeaders() },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status, headers } = response;
    if (status === 429 && isTurnedAway?.(await response.json().catch(() => undefined)))
      throw new GatewayFault('unsent', 'The network has too many requests of ours to look at one.');
    if (status >= 500 || status === 429)
      throw new GatewayFault('unknown', `The network answered HTTP ${status}.`);
    return { status, headers, body: status === 204 ? undefined : await response.json() };
  } catch (error) {
    if (error instanceof GatewayFault) throw error;
    throw isUnsent(error)
      ? new GatewayFault('unsent', 'The network could not be reached.', { cause: error })
      : new GatewayFault('unknown', 'The network gave no answer.', { cause: error });
  }
}

/** What a connection that was never made says; there the request has not left. */
const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isUnsent(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NEVER_CONNECTED.has(String(cause.code));
}
