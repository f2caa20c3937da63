import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunInfo } from '../dev/run-file.ts';
import { referenceNumber, sessionId } from '../domain/ids.ts';
import { returnUrl } from '../gateways/return-url.ts';

/** The steps of a payment as merchant, payer and network take them. Each fails loudly when it is not answered right. */
export function paymentSteps(
  { api, demo, simulator, keys }: RunInfo,
  webhookUrl = `${demo}/webhooks`,
) {
  let bills = 0;
  /** By the network's ids of the payments. */
  const sessions = new Map<string, string>();
  const authorization = { Authorization: `Api-Key ${keys.private}` };
  const post = (path: string, body: object) =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const sale = {
    type: 'e_commerce',
    amount: '12.340',
    currency_code: 'KWD',
    webhook_url: webhookUrl,
  };
  return {
    create: async (): Promise<string> => {
      const response = await post('/b/checkout/v1/pymt-txn/', {
        ...sale,
        pg_codes: ['sandbox'],
        order_no: 'BENCH-1',
      });
      assert.equal(response.status, 201);
      return ((await response.json()) as { session_id: string }).session_id;
    },

    /** A new payment that the customer's saved card pays in the same request. */
    charge: async (customerId: string, token: string): Promise<string> => {
      const response = await post('/b/checkout/v1/pymt-txn/', {
        ...sale,
        pg_codes: ['sandbox-cards'],
        customer_id: customerId,
        payment_instrument: { instrument_type: 'token', payload: { token } },
      });
      const body = (await response.json()) as { session_id: string; state: string };
      // Under load the answer may be that the network has not been heard of yet.
      for (let looks = 0; looks < 40 && body.state !== 'paid'; looks += 1) {
        assert.ok([200, 201, 202].includes(response.status), JSON.stringify(body));
        await pause(250);
        const read = await fetch(`${api}/b/checkout/v1/pymt-txn/${body.session_id}`, {
          headers: authorization,
        });
        body.state = ((await read.json()) as { state: string }).state;
      }
      assert.equal(body.state, 'paid', JSON.stringify(body));
      return body.session_id;
    },

    /** An invoice of so many items; every number is new. */
    bill: async (items: number): Promise<string> => {
      bills += 1;
      const response = await post('/b/invoice/v1/invoice/', {
        type: 'payment_request',
        currency_code: 'KWD',
        pg_codes: ['sandbox'],
        invoice_number: `BENCH-${process.pid}-${Date.now()}-${bills}`,
        due_date: '2099-12-31',
        invoice_items: Array.from({ length: items }, (_item, index) => ({
          sku: `SKU-${index}`,
          description: `Item ${index}`,
          quantity: '1.5',
          unit_price: '3.333',
          tax_rate: '5',
        })),
      });
      assert.equal(response.status, 201);
      return ((await response.json()) as { session_id: string }).session_id;
    },

    view: async (session: string): Promise<void> => {
      const response = await fetch(`${api}/checkout/${session}`);
      assert.equal(response.status, 200, await response.text());
    },

    /** Gives the network's id of the payment. */
    pay: async (session: string): Promise<string> => {
      const response = await fetch(`${api}/checkout/${session}/pay/`, {
        method: 'POST',
        body: new URLSearchParams({ pg_code: 'sandbox' }),
        redirect: 'manual',
      });
      assert.equal(response.status, 303, await response.text());
      const page = response.headers.get('Location') ?? '';
      const payment = page.slice(page.lastIndexOf('/') + 1);
      sessions.set(payment, session);
      return payment;
    },

    /** Gives back the least that there is of a payment that was paid. */
    refund: async (session: string): Promise<void> => {
      const response = await post('/b/pbl/v2/operation/', {
        operation: 'refund',
        session_id: session,
        amount: '0.001',
      });
      assert.equal(response.status, 200, await response.text());
    },

    /** The network takes the card and calls back; the return page knows when the merchant has answered. */
    settle: async (payment: string): Promise<void> => {
      const paid = await fetch(`${simulator}/control/payments/${payment}/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ card_number: '4242424242424242' }),
      });
      const { merchant_reference } = (await paid.json()) as { merchant_reference: string };
      const session = sessionId(sessions.get(payment) ?? '');
      const reference = referenceNumber(merchant_reference);
      assert.ok(session && reference, `${payment} is none of these payments`);
      const address = returnUrl(api, { sessionId: session, referenceNumber: reference }, 'en');
      for (let looks = 0; looks < 20; looks += 1) {
        const back = await fetch(address, { redirect: 'manual' });
        if (back.status === 303) return;
      }
      assert.fail('The merchant was not told within twenty visits of the return page.');
    },
  };
}

/** The same page opened at the network itself, without us. */
export function straightToSimulator({ simulator }: RunInfo) {
  const account = {
    account: 'bench',
    secret_key: 'bench-secret',
    callback_secret: 'bench-callback',
  };
  let count = 0;
  return {
    prepare: async (): Promise<void> => {
      const response = await fetch(`${simulator}/control/accounts/${account.account}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(account),
      });
      assert.ok(response.ok);
    },
    open: async (): Promise<void> => {
      count += 1;
      const response = await fetch(`${simulator}/v1/payments`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${account.secret_key}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': `bench-${process.pid}-${count}`,
        },
        body: JSON.stringify({
          merchant_reference: `bench${process.pid}${count}`,
          amount: '12.340',
          currency: 'KWD',
          capture: true,
          return_url: simulator,
          notify_url: simulator,
          language: 'en',
        }),
      });
      assert.equal(response.status, 201, await response.text());
    },
  };
}
