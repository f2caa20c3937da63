import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { toDecimal, type Money } from '../../../domain/money.ts';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import type { AccountSettings, RawCallback } from '../../../gateways/gateway.ts';
import { createSimulator } from '../../../simulator/app.ts';
import type { NetworkDriver } from '../contract.ts';
import { callbackListener } from '../listener.ts';

export const SECRETS = { secret_key: 'sk_test_pearl_7f3a', callback_secret: 'cs_test_pearl_91cc' };

/** Which card ends an attempt in which way (docs/simulator.md). */
const CARDS = {
  success: '4242424242424242',
  decline: '4000000000000002',
  error: '4000000000000119',
} as const;

/**
 * The simulator in this process. Its callbacks come to a listener of ours in place of the notify URL of the request,
 * so that the tests of a connector need no engine.
 */
export function sandboxNetwork(): NetworkDriver & {
  readonly settings: (url: string) => AccountSettings;
} {
  const simulator = createSimulator({
    port: 0,
    log: () => {},
    patience: { waitMs: 9000, retryMs: [] },
  });
  const listener = callbackListener();
  let url = '';

  return {
    // Only of who never answers it is soon enough known.
    settings: (base) => ({
      url: base,
      account: 'pearl',
      ...SECRETS,
      timeout_ms: base === url ? 9000 : 1000,
    }),
    url: () => url,
    notifyUrl: listener.url,
    start: async () => {
      ({ url } = await simulator.listen());
      await listener.start();
      await control('PUT', '/control/accounts/pearl', { ...SECRETS, name: 'Pearl Shop' });
    },
    stop: async () => {
      await simulator.close();
      await listener.stop();
    },
    end: async (reference, ending) => {
      const path = `/control/payments/${await paymentOf(reference)}`;
      return callbackOf(reference, () =>
        ending === 'cancel'
          ? control('POST', `${path}/cancel`, {})
          : control('POST', `${path}/pay`, { card_number: CARDS[ending] }),
      );
    },
    refundThere: async (reference, amount) => {
      const path = `/control/payments/${await paymentOf(reference)}/operations`;
      return callbackOf(reference, () =>
        control('POST', path, { kind: 'refund', amount: toDecimal(amount) }),
      );
    },
    queueNext: async () => order([{ fault: 'queued', on: ['refund'] }]),
    decideQueued: async (reference, outcome) => {
      const listed = await control('GET', '/control/operations');
      const [, id] = new RegExp(`"id":"(op_[^"]+)"[^}]*"${reference}"`).exec(listed) ?? [];
      return callbackOf(reference, () =>
        control('POST', `/control/operations/${id}/decide`, { outcome }),
      );
    },
    loseNext: async () =>
      order([
        { fault: 'answer-lost', on: ['refund'] },
        { fault: 'key-ignored', on: ['refund'], next: 2 },
      ]),
    refunds: async (reference) => {
      const book = await control('GET', `/control/ledger?merchant_reference=${reference}`);
      const { entries }: { entries: readonly Record<string, unknown>[] } = JSON.parse(book);
      return entries.filter(({ entry }) => entry === 'refund').map(({ amount }) => String(amount));
    },
    signed: (body, at) => {
      const t = Math.floor(at / 1000);
      const v1 = createHmac('sha256', SECRETS.callback_secret).update(`${t}.${body}`).digest('hex');
      return { headers: { 'x-simulator-signature': `t=${t},v1=${v1}` }, body, receivedAt: at };
    },
    handOver: (wallet, ending) => {
      const token = `sandbox:${ending === 'success' ? 'visa' : 'decline'}:${randomUUID()}`;
      return wallet === 'apple_pay'
        ? { paymentData: { version: 'EC_v1', data: token, signature: 's', header: { a: 'b' } } }
        : {
            apiVersion: 2,
            paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
          };
    },
    strangeAnswer: (reference, total) => JSON.stringify(strangePayment(reference, total)),
    strangeCallback: (reference, total) =>
      JSON.stringify({ event_id: 'evt_1', payment: strangePayment(reference, total) }),
  };

  /** What the network posts about a payment or an operation when something is done to it. */
  async function callbackOf(
    reference: ReferenceNumber,
    act: () => Promise<unknown>,
  ): Promise<RawCallback> {
    return listener.during(act, ({ body }) => body.includes(reference));
  }

  async function order(faults: readonly object[]): Promise<void> {
    await control('PUT', '/control/accounts/pearl/faults', { faults });
  }

  async function paymentOf(reference: ReferenceNumber): Promise<string> {
    const answer = await control('GET', `/control/payments?merchant_reference=${reference}`);
    const [, id] = /"id":"([^"]+)"/.exec(answer) ?? [];
    assert.ok(id !== undefined, `the network has no payment ${reference}`);
    return id;
  }

  async function control(method: string, path: string, body?: object): Promise<string> {
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return text;
  }
}

function strangePayment(reference: ReferenceNumber, total: Money) {
  return {
    id: 'pay_1',
    merchant_reference: reference,
    status: 'UNDER_REVIEW',
    amount: toDecimal(total),
    currency: total.currency,
  };
}
