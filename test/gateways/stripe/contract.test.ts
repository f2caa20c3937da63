import { stripe } from '../../../gateways/stripe/index.ts';
import { kwd } from '../../support/builders.ts';
import { gatewayContract } from '../contract.ts';
import { stripeNetwork } from './network.ts';

const network = stripeNetwork();

gatewayContract({
  name: 'stripe',
  gateway: stripe,
  ways: {
    exactTotal: kwd('12.340'),
    over: kwd('12.510'),
    endings: ['success', 'decline', 'cancel'],
    callbacks: 'ring',
    refusals: [400, 401, 403],
  },
  settings: network.settings,
  required: ['secret_key', 'webhook_secrets'],
  secret: ['secret_key', 'webhook_secrets'],
  otherSecrets: { webhook_secrets: ['whsec_of_somebody_else'] },
  network,
});
