import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { FieldErrors } from '../refusal.ts';
import type { DeviceWallet } from './device-wallet.ts';

/**
 * What is wrong with the outside of a wallet's payload; empty when a network can be asked to read it. What is inside is
 * encrypted for the network, and nobody else looks at it (contract/device-wallets#payloads). Nothing of it is repeated.
 */
export function payloadFaults(wallet: DeviceWallet, payload: JsonObject): FieldErrors {
  return wallet === 'apple_pay' ? appleFaults(payload) : googleFaults(payload);
}

function appleFaults({ paymentData }: JsonObject): FieldErrors {
  if (!isJsonObject(paymentData)) return { paymentData: [NO_OBJECT] };
  if (Object.keys(paymentData).length === 0)
    return {
      paymentData: [
        'It is empty, as that of a simulated device is: a real device has to be used, or the sandbox.',
      ],
    };
  const faults = {
    ...textFault(paymentData, 'version'),
    ...textFault(paymentData, 'data'),
    ...textFault(paymentData, 'signature'),
    ...objectFault(paymentData, 'header'),
  };
  return Object.keys(faults).length === 0 ? {} : { paymentData: faults };
}

function googleFaults({ apiVersion, paymentMethodData }: JsonObject): FieldErrors {
  const faults = isVersion(apiVersion)
    ? {}
    : { apiVersion: ['Expected the version of Google Pay as a number, such as 2.'] };
  const inner = methodFaults(paymentMethodData);
  return inner ? { ...faults, paymentMethodData: inner } : faults;
}

function isVersion(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function methodFaults(method: JsonValue | undefined): FieldErrors | readonly string[] | undefined {
  if (!isJsonObject(method)) return [NO_OBJECT];
  const { tokenizationData } = method;
  if (!isJsonObject(tokenizationData)) return { tokenizationData: [NO_OBJECT] };
  const { type } = tokenizationData;
  if (type === 'DIRECT') return { tokenizationData: { type: [DIRECT] } };
  const faults = {
    ...(type === 'PAYMENT_GATEWAY' ? {} : { type: ['Expected PAYMENT_GATEWAY.'] }),
    ...textFault(tokenizationData, 'token'),
  };
  return Object.keys(faults).length === 0 ? undefined : { tokenizationData: faults };
}

const NO_OBJECT = 'Expected an object, as the wallet has given it.';
const DIRECT =
  'DIRECT has the card encrypted for the merchant, and no card number may be read here. Ask Google Pay with the tokenization type PAYMENT_GATEWAY.';

function textFault(within: JsonObject, name: string): FieldErrors {
  const value = within[name];
  if (typeof value === 'string' && value !== '') return {};
  return { [name]: [value === undefined ? MISSING : 'Expected a text that is not empty.'] };
}

function objectFault(within: JsonObject, name: string): FieldErrors {
  const value = within[name];
  if (isJsonObject(value) && Object.keys(value).length > 0) return {};
  return { [name]: [value === undefined ? MISSING : 'Expected an object that is not empty.'] };
}

const MISSING = 'This field is required.';
