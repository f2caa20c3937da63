import assert from 'node:assert/strict';
import { money, toDecimal } from '../../../domain/money.ts';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import type { AccountSettings, RawCallback } from '../../../gateways/gateway.ts';
import type { StripeJson } from '../../../drills/networks/stripe/form.ts';
import { createStripe, signature } from '../../../drills/networks/stripe/server.ts';
import { kwd } from '../../support/builders.ts';
import type { NetworkDriver } from '../contract.ts';
import { callbackListener } from '../listener.ts';

export const SECRET_KEY = 'sk_test_pearl7f3a';
export const WEBHOOK_SECRET = 'whsec_pearl91cc';

const CARDS = { success: '4242424242424242', decline: '4000000000000002' } as const;

/** The stand-in of Stripe in this process, whose events come to a listener of ours. */
export function stripeNetwork(): NetworkDriver & {
  readonly settings: (url: string) => AccountSettings;
  readonly stripe: ReturnType<typeof createStripe>;
  /** What it posts when something is done to it: the event of this kind. */
  readonly callbackOf: (type: string, act: () => unknown) => Promise<RawCallback>;
} {
  const stripe = createStripe(SECRET_KEY);
  const listener = callbackListener();

  return {
    stripe,
    callbackOf,
    // Only of who never answers it is soon enough known.
    settings: (base) => ({
      url: base,
      secret_key: SECRET_KEY,
      webhook_secrets: [WEBHOOK_SECRET],
      timeout_ms: base === stripe.url() ? 9000 : 1000,
    }),
    url: stripe.url,
    notifyUrl: listener.url,
    start: async () => {
      await stripe.listen();
      await listener.start();
      stripe.postTo({ url: listener.url(), secrets: [WEBHOOK_SECRET] });
    },
    stop: async () => {
      await stripe.close();
      await listener.stop();
    },
    end: async (reference, ending) => {
      assert.ok(ending !== 'error', 'a page of Stripe has no such end');
      const session = find('checkout.session', (one) => one['client_reference_id'] === reference);
      const type = `checkout.session.${ending === 'success' ? 'completed' : 'expired'}`;
      return callbackOf(type, () => {
        if (ending !== 'cancel') stripe.book.pay(session['id'], CARDS[ending]);
        if (ending !== 'success') stripe.book.expireSession(session['id']);
      });
    },
    refundThere: (reference, { minor }) => {
      const { id } = intentOf(reference);
      return callbackOf('refund.created', () =>
        stripe.book.refund({ payment_intent: id, amount: minor }),
      );
    },
    queueNext: async () => stripe.book.queueNextRefund(),
    decideQueued: (reference, outcome) => {
      const { id } = find('refund', ({ metadata }) => metadata.reference === reference);
      return outcome === 'done'
        ? callbackOf('refund.updated', () => stripe.book.decideRefund(id, 'succeeded'))
        : callbackOf('refund.failed', () => stripe.book.decideRefund(id, 'failed'));
    },
    loseNext: async () => {
      stripe.fail({ on: 'post /v1/refunds', fault: 'lost' });
    },
    refunds: async (reference) =>
      stripe.book.moved
        .filter((one) => one.entry === 'refund' && one.reference === reference)
        .map(({ amount }) => toDecimal(money(amount, kwd('0').currency))),
    signed: (body, at) => ({
      headers: { 'stripe-signature': signature(body, [WEBHOOK_SECRET], at) },
      body,
      receivedAt: at,
    }),
    handOver: (_wallet, ending) => {
      const token = stripe.book.tokenFor(CARDS[ending]);
      return {
        apiVersion: 2,
        paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
      };
    },
    strangeAnswer: (reference) =>
      JSON.stringify({
        id: 'cs_test_1',
        mode: 'payment',
        status: 'under_review',
        client_reference_id: reference,
      }),
    strangeCallback: (reference) =>
      JSON.stringify({
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        data: { object: { id: 'pi_1', status: 'under_review', metadata: { reference } } },
      }),
  };

  async function callbackOf(type: string, act: () => unknown): Promise<RawCallback> {
    return listener.during(act, ({ body }) => body.includes(`"type":"${type}"`));
  }

  function intentOf(reference: ReferenceNumber) {
    return find('payment_intent', ({ metadata }) => metadata.reference === reference);
  }

  function find(object: string, is: (one: StripeJson) => boolean): StripeJson {
    const found = stripe.book.all(object).find(is);
    assert.ok(found, `the network has no such ${object}`);
    return found;
  }
}
