import Joi from 'joi';
import type { DeviceWalletTerms } from '../../domain/device-wallet/terms.ts';
import type { JsonObject } from '../../domain/json.ts';
import { GatewayFault, type DeviceWalletRequest, type DeviceWalletSession } from '../gateway.ts';
import { callSandbox, codeIn, paymentBody } from './client.ts';
import { networkPayment, type NetworkPayment } from './payment.ts';
import type { SandboxSettings } from './settings.ts';

/** Charges what a wallet has handed over. Safe to repeat: the key makes it the same payment. */
export async function chargeDeviceWallet(
  settings: SandboxSettings,
  request: DeviceWalletRequest,
): Promise<NetworkPayment> {
  const { wallet, payload, idempotencyKey } = request;
  const answer = await callSandbox(settings, '/v1/wallet-charges', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify({ ...paymentBody(request), wallet, payload }),
  });
  if (answer.status < 400) return networkPayment(answer.body);
  throw new GatewayFault(
    'refused',
    `The network refused the wallet with HTTP ${answer.status}${codeIn(answer.body)}.`,
  );
}

/**
 * The sandbox stands in for Apple and Google too, so that nobody has to be registered with them. No browser has these wallets by
 * itself, so none shows a button with which nothing could be paid.
 */
export function sandboxWallets({ account, url }: SandboxSettings): DeviceWalletTerms {
  const method = (name: string) => new URL(`/wallets/${name}`, url).href;
  return {
    apple_pay: {
      merchantIdentifier: `merchant.sandbox.${account}`,
      method: method('apple-pay'),
    },
    google_pay: {
      environment: 'TEST',
      gateway: 'sandbox',
      gatewayMerchantId: account,
      parameters: { gateway: 'sandbox', gatewayMerchantId: account },
      method: method('google-pay'),
    },
  };
}

const session = Joi.object<{ readonly merchant_session: JsonObject }>({
  merchant_session: Joi.object().unknown().required(),
}).required();

/** A merchant session as the sandbox makes one up: no browser of Apple's takes it. */
export async function sandboxAppleSession(
  settings: SandboxSettings,
  { domain, shopName }: DeviceWalletSession,
): Promise<JsonObject> {
  const answer = await callSandbox(settings, '/v1/apple-pay/sessions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain, display_name: shopName }),
  });
  if (answer.status >= 400)
    throw new GatewayFault(
      'refused',
      `The network refused the merchant session with HTTP ${answer.status}${codeIn(answer.body)}.`,
    );
  const { error, value } = session.validate(answer.body, { convert: false });
  if (error) throw new GatewayFault('unknown', 'The network answered with no merchant session.');
  return value.merchant_session;
}
