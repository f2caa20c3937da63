import { toDecimal } from '../../domain/money.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { GatewayFault, type OpenRequest } from '../gateway.ts';
import { traceHeaders } from '../trace.ts';
import { networkPayment, type NetworkPayment } from './payment.ts';
import type { SandboxSettings } from './settings.ts';

/** Asks the network to prepare a payment. Safe to repeat: the key makes it the same payment. */
export async function createPayment(
  settings: SandboxSettings,
  request: OpenRequest,
): Promise<NetworkPayment> {
  const { referenceNumber, total, kind, language, description, returnUrl, notifyUrl } = request;
  const answer = await call(settings, '/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.idempotencyKey },
    body: JSON.stringify({
      merchant_reference: referenceNumber,
      amount: toDecimal(total),
      currency: total.currency,
      capture: kind === 'purchase',
      return_url: returnUrl,
      notify_url: notifyUrl,
      language,
      ...(description !== undefined && { description }),
    }),
  });
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the payment with HTTP ${answer.status}.`,
    );
  return networkPayment(answer.body);
}

/** The network's payment of a reference, or undefined when it has none. */
export async function findPayment(
  settings: SandboxSettings,
  reference: ReferenceNumber,
): Promise<NetworkPayment | undefined> {
  const query = new URLSearchParams({ merchant_reference: reference });
  const answer = await call(settings, `/v1/payments?${query}`, { method: 'GET' });
  if (answer.status === 404) return undefined;
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the inquiry with HTTP ${answer.status}.`,
    );
  return networkPayment(answer.body);
}

async function call(
  { url, secret_key, timeout_ms }: SandboxSettings,
  path: string,
  init: {
    readonly method: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  },
): Promise<{ readonly status: number; readonly body: unknown }> {
  try {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { ...init.headers, ...traceHeaders(), Authorization: `Bearer ${secret_key}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
    });
    if (response.status >= 500 || response.status === 429)
      throw new GatewayFault('unknown', `The network answered HTTP ${response.status}.`);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    if (error instanceof GatewayFault) throw error;
    throw new GatewayFault('unknown', 'The network gave no answer.', { cause: error });
  }
}
