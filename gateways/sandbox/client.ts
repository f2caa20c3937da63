import { toDecimal } from '../../domain/money.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import {
  GatewayFault,
  type ChargeRequest,
  type OpenRequest,
  type OperationRequest,
} from '../gateway.ts';
import { callNetwork, type HttpAnswer } from '../call.ts';
import { networkOperation, type NetworkOperation } from './operation.ts';
import { networkPayment, type NetworkPayment } from './payment.ts';
import type { SandboxSettings } from './settings.ts';

/**
 * Asks the network to prepare a payment, or to charge the card that was typed in its frame. Safe to repeat: the key makes it the same
 * payment.
 */
export async function createPayment(
  settings: SandboxSettings,
  request: OpenRequest,
): Promise<NetworkPayment | Uncharged> {
  const answer = await callSandbox(settings, '/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.idempotencyKey },
    body: JSON.stringify({
      ...paymentBody(request),
      ...(request.saveCard && { save_card: true }),
      ...(request.cardReference !== undefined && { card_reference: request.cardReference }),
    }),
  });
  const declined = declinedIn(answer);
  if (declined) return declined;
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the payment with HTTP ${answer.status}.`,
    );
  return networkPayment(answer.body);
}

/** What the network says to a charge of a card that it does not have, or with a code that it has not heard: no, and why. */
const DECLINING: Readonly<Record<string, string>> = {
  token_not_found: 'The gateway does not keep this card any more.',
  cvv_reference_invalid: 'The security code was typed too long ago, or used before; type it again.',
  card_reference_invalid: 'The card was typed too long ago, or used before; type it again.',
};

/** A card that the network has not charged, because of the card itself. */
export interface Uncharged {
  readonly code: string;
  readonly message: string;
}

/** Asks the network to charge a saved card. Safe to repeat: the key makes it the same payment. */
export async function chargeToken(
  settings: SandboxSettings,
  request: ChargeRequest,
): Promise<NetworkPayment | Uncharged> {
  const { token, by, cvvReference, asksCvv } = request;
  const answer = await callSandbox(settings, '/v1/charges', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.idempotencyKey },
    body: JSON.stringify({
      ...paymentBody(request),
      token,
      initiated_by: by,
      ...(cvvReference !== undefined && { cvv_reference: cvvReference }),
      ...(asksCvv && { ask_cvv: true }),
    }),
  });
  if (answer.status < 400) return networkPayment(answer.body);
  const declined = declinedIn(answer);
  if (declined) return declined;
  throw new GatewayFault(
    'refused',
    `The network refused the charge with HTTP ${answer.status}${codeIn(answer.body)}.`,
  );
}

function declinedIn({ status, body }: HttpAnswer): Uncharged | undefined {
  const code = (status >= 400 && codeOf(body)) || '';
  const message = DECLINING[code];
  return message === undefined ? undefined : { code, message };
}

/** Has the network forget a saved card. One that it does not have is as good as forgotten. */
export async function deleteToken(settings: SandboxSettings, token: string): Promise<void> {
  const { status } = await callSandbox(settings, `/v1/tokens/${encodeURIComponent(token)}`, {
    method: 'DELETE',
  });
  if (status >= 400 && status !== 404)
    throw new GatewayFault('refused', `The network keeps the card: HTTP ${status}.`);
}

export function paymentBody(request: Omit<OpenRequest, 'saveCard' | 'cardReference'>): object {
  const { referenceNumber, total, kind, language, description, returnUrl, notifyUrl } = request;
  return {
    merchant_reference: referenceNumber,
    amount: toDecimal(total),
    currency: total.currency,
    capture: kind === 'purchase',
    return_url: returnUrl,
    notify_url: notifyUrl,
    language,
    ...(description !== undefined && { description }),
  };
}

/** The network's payment of a reference, or undefined when it has none. */
export async function findPayment(
  settings: SandboxSettings,
  reference: ReferenceNumber,
): Promise<NetworkPayment | undefined> {
  const query = new URLSearchParams({ merchant_reference: reference });
  const answer = await callSandbox(settings, `/v1/payments?${query}`, { method: 'GET' });
  if (answer.status === 404) return undefined;
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the inquiry with HTTP ${answer.status}.`,
    );
  return networkPayment(answer.body);
}

/** Closes the page of a payment, and gives the payment as it is then; undefined when the network has none. Safe to repeat. */
export async function closePayment(
  settings: SandboxSettings,
  reference: ReferenceNumber,
): Promise<NetworkPayment | undefined> {
  const payment = await findPayment(settings, reference);
  if (payment?.status !== 'OPEN') return payment;
  const path = `/v1/payments/${encodeURIComponent(payment.id)}/close`;
  const answer = await callSandbox(settings, path, { method: 'POST' });
  if (answer.status >= 400)
    throw new GatewayFault('refused', `The network keeps the page open: HTTP ${answer.status}.`);
  return networkPayment(answer.body);
}

/** Captures, voids or refunds a payment. Safe to repeat: the key makes it the same operation. */
export async function createOperation(
  settings: SandboxSettings,
  request: OperationRequest,
): Promise<NetworkOperation> {
  const { kind, amount, referenceNumber, idempotencyKey, extra } = request;
  const payment = request.gatewayPayment ?? (await idOf(settings, request.paymentReference));
  const simulate = extra?.['sandbox_result'];
  const answer = await callSandbox(
    settings,
    `/v1/payments/${encodeURIComponent(payment)}/${kind}s`,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({
        merchant_reference: referenceNumber,
        ...(amount && { amount: toDecimal(amount) }),
        ...(isWish(kind, simulate) && { simulate }),
      }),
    },
  );
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the ${kind} with HTTP ${answer.status}${codeIn(answer.body)}.`,
    );
  return networkOperation(answer.body);
}

/** The network's operation of a reference, or undefined when it has none. */
export async function findOperation(
  settings: SandboxSettings,
  reference: ReferenceNumber,
): Promise<NetworkOperation | undefined> {
  const query = new URLSearchParams({ merchant_reference: reference });
  const answer = await callSandbox(settings, `/v1/operations?${query}`, { method: 'GET' });
  if (answer.status === 404) return undefined;
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the inquiry with HTTP ${answer.status}.`,
    );
  return networkOperation(answer.body);
}

/**
 * A merchant may ask for an outcome in the sandbox (contract/accounts#sandbox); a refund is never declined by a
 * request.
 */
function isWish(kind: OperationRequest['kind'], wished: unknown): boolean {
  return kind === 'refund' ? wished === 'queued' : wished === 'failed' || wished === 'error';
}

/** What the network calls a payment of ours. */
async function idOf(settings: SandboxSettings, reference: ReferenceNumber): Promise<string> {
  const payment = await findPayment(settings, reference);
  if (payment) return payment.id;
  throw new GatewayFault('refused', `The network has no payment ${reference}.`);
}

/** The network's own word for why; anything that is no such word is left out. */
export function codeIn(body: unknown): string {
  const code = codeOf(body);
  return code === undefined ? '' : ` (${code})`;
}

function codeOf(body: unknown): string | undefined {
  const text = JSON.stringify(body) ?? '';
  const [, code] = /"code":"(\w{1,60})"/.exec(text) ?? [];
  return code;
}

export function callSandbox(
  { url, secret_key, timeout_ms }: SandboxSettings,
  path: string,
  {
    headers,
    ...init
  }: {
    readonly method: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  },
): Promise<HttpAnswer> {
  return callNetwork({
    ...init,
    url: new URL(path, url),
    headers: { ...headers, Authorization: `Bearer ${secret_key}` },
    timeoutMs: timeout_ms,
  });
}
