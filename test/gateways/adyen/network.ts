import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import { money, toDecimal, type Money } from '../../../domain/money.ts';
import type { AccountSettings, RawCallback } from '../../../gateways/gateway.ts';
import { jsonIn } from '../../../drills/networks/adyen/json.ts';
import type { Page } from '../../../drills/networks/adyen/network.ts';
import { AdyenStandIn } from '../../../drills/networks/adyen/server.ts';
import type { Item } from '../../../drills/networks/adyen/webhooks.ts';
import type { NetworkDriver } from '../contract.ts';
import { callbackListener } from '../listener.ts';

export const ACCOUNT = {
  api_key: 'AQEtest7f3apearl',
  merchant_account: 'PearlECOM',
  hmac_keys: ['7F3A'.repeat(16)],
  webhook_user: 'adyen',
  // With the user it fills three bytes: the header then ends in what a test can scramble.
  webhook_password: 'pearl7',
} as const;

/** The stand-in in this process. Its webhooks come to a listener of ours, so that the tests of a connector need no engine. */
export function adyenNetwork(): NetworkDriver & {
  readonly settings: (url: string) => AccountSettings;
  readonly standIn: AdyenStandIn;
  readonly pageOf: (reference: ReferenceNumber) => Page;
  /** What the network posts when something is done. */
  readonly callbacksOf: (
    act: () => Promise<unknown> | void,
    count?: number,
  ) => Promise<readonly RawCallback[]>;
} {
  const [hmacKey] = ACCOUNT.hmac_keys;
  const standIn = new AdyenStandIn({
    apiKey: ACCOUNT.api_key,
    merchantAccount: ACCOUNT.merchant_account,
    hmacKey,
    user: ACCOUNT.webhook_user,
    password: ACCOUNT.webhook_password,
  });
  const { network, webhooks } = standIn;
  const listener = callbackListener();

  return {
    standIn,
    pageOf,
    callbacksOf,
    // Only of who never answers it is soon enough known.
    settings: (base) => ({
      url: base,
      ...ACCOUNT,
      timeout_ms: base === standIn.url ? 9000 : 1000,
    }),
    url: () => standIn.url,
    notifyUrl: () => webhooks.url ?? '',
    start: async () => {
      await standIn.start();
      await listener.start();
      webhooks.url = listener.url();
    },
    stop: async () => {
      await standIn.stop();
      await listener.stop();
    },
    end: (reference, ending) => {
      assert.equal(ending, 'success', 'A page of Adyen ends by nothing else that it would tell.');
      return callbackOf(() => network.leave(pageOf(reference)));
    },
    refundThere: (reference, { minor: value, currency }) =>
      callbackOf(() => network.refundThere(paymentOf(reference), { value, currency })),
    queueNext: async () => {
      network.holdsModifications = true;
    },
    decideQueued: (_reference, outcome) =>
      callbackOf(() => network.decide(outcome === 'done' ? undefined : 'Refused by the issuer')),
    loseNext: async () => {
      standIn.fault = 'lose';
    },
    refunds: async (reference) => {
      await network.settled();
      return network.book.entries
        .filter((one) => one.entry === 'refund' && one.reference.startsWith(reference))
        .map(({ amount }) => toDecimal(money(amount.value, 'KWD' as Money['currency'])));
    },
    signed: (body, at) => {
      const item = itemIn(body);
      return {
        headers: webhooks.headers(),
        body: item ? webhooks.signed(item) : body,
        receivedAt: at,
      };
    },
    handOver: (wallet, ending) => {
      if (ending === 'decline') network.nextCharge = { code: '2', reason: 'Refused' };
      const token = JSON.stringify({ protocolVersion: 'ECv2', signedMessage: randomUUID() });
      return wallet === 'apple_pay'
        ? {
            paymentData: {
              version: 'EC_v1',
              data: randomUUID(),
              signature: 's',
              header: { a: 'b' },
            },
          }
        : {
            apiVersion: 2,
            paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
          };
    },
    strangeAnswer: (reference, { minor: value, currency }) =>
      JSON.stringify({
        id: 'PLSTRANGE',
        url: 'https://test.adyen.link/PLSTRANGE',
        reference,
        amount: { value, currency },
        merchantAccount: ACCOUNT.merchant_account,
        status: 'underReview',
      }),
    strangeCallback: (reference, { minor: value, currency }) =>
      JSON.stringify({
        amount: { value, currency },
        pspReference: 'STRANGE000000001',
        merchantAccountCode: ACCOUNT.merchant_account,
        merchantReference: reference,
        eventCode: 'AUTHORISATION',
        eventDate: '2026-11-25T10:00:00Z',
        success: 'underReview',
      }),
  };

  function pageOf(reference: ReferenceNumber): Page {
    const page = network.pageNamed(reference);
    assert.ok(page, `the network has no page of ${reference}`);
    return page;
  }

  function paymentOf(reference: ReferenceNumber) {
    const payment = network.paymentNamed(reference);
    assert.ok(payment, `the network has no payment ${reference}`);
    return payment;
  }

  async function callbackOf(act: () => Promise<unknown> | void): Promise<RawCallback> {
    const [callback] = await callbacksOf(act);
    assert.ok(callback, 'the network posted no callback');
    return callback;
  }

  async function callbacksOf(
    act: () => Promise<unknown> | void,
    count = 1,
  ): Promise<readonly RawCallback[]> {
    await network.settled();
    const { received } = listener;
    const before = received.length;
    await listener.during(act, () => received.length >= before + count);
    return received.slice(before);
  }
}

/** What a test has signed: an item, and not a whole body. */
function itemIn(body: string): Item | undefined {
  const json = jsonIn(body);
  return json && 'pspReference' in json ? (json as unknown as Item) : undefined;
}
