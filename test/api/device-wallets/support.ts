import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/http.ts';

/** One of its kind, as every wallet's are; `name` is that of a test card, which decides what the sandbox says. */
export const sandboxToken = (name: string): string => `sandbox:${name}:${randomUUID()}`;

/** What Google Pay hands over, with what Google adds beside the token. */
export const googlePayload = (token: string = sandboxToken('visa')): Json => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: {
    type: 'CARD',
    description: 'Visa •••• 4242',
    info: {
      cardNetwork: 'VISA',
      cardDetails: '4242',
      assuranceDetails: { cardHolderAuthenticated: true },
    },
    tokenizationData: { type: 'PAYMENT_GATEWAY', token },
  },
});

/** The token of what Apple Pay hands over; `data` is what only a network can read. */
export const applePayload = (data: string = sandboxToken('visa')): Json => ({
  paymentData: {
    version: 'EC_v1',
    data,
    signature: 'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJ',
    header: {
      ephemeralPublicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
      publicKeyHash: 'LjAAyv6vb6jOEkjfG7L1a5OR2uCTHIkB61DaYdEWD',
      transactionId: '0c4352c073ad460044517596dbbf8fe503a837138c8c2de18fddb37ca3ec5295',
    },
  },
  paymentMethod: { displayName: 'Visa 4242', network: 'Visa', type: 'debit' },
  transactionIdentifier: '0C4352C073AD460044517596DBBF8FE503A837138C8C2DE18FDDB37CA3EC5295',
});
