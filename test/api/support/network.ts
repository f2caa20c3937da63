import assert from 'node:assert/strict';
import type { System } from '../../support/system.ts';
import { EXPIRY } from '../../../drills/networks/card-expiry.ts';
import { part, rows, send, textIn, type Answer, type Json } from '../../support/http.ts';
import { GOOD_CARD } from '../../../drills/networks/network.ts';
import { transactionOf } from './records.ts';

/** A card for which the bank asks its holder. */
export const CHALLENGED_CARD = '4000000000003220';

/** The sandbox network's own books, which nothing of ours can change: the judge of every test about money. */
export function sandboxNetworkOf(system: System) {
  const { simulator } = system.run;
  const post = (path: string, body: Json): Promise<Answer> =>
    send(`${simulator}/control${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  /** What moved for all attempts of a transaction, as "capture 12.340 KWD". */
  async function moved(sessionId: string): Promise<readonly string[]> {
    const { attempts } = await transactionOf(system, sessionId);
    const entries = await Promise.all(
      attempts.map(async ({ referenceNumber }) => {
        const { body } = await send(
          `${simulator}/control/ledger?merchant_reference=${referenceNumber}`,
        );
        return rows(body, 'entries');
      }),
    );
    return entries
      .flat()
      .map(
        (entry) =>
          `${textIn(entry, 'entry')} ${textIn(entry, 'amount')} ${textIn(entry, 'currency')}`,
      );
  }

  /** The network's payments of an attempt. */
  async function paymentsOf(referenceNumber: string): Promise<readonly Json[]> {
    const { body } = await send(
      `${simulator}/control/payments?merchant_reference=${referenceNumber}`,
    );
    return rows(body, 'payments');
  }

  return {
    moved,
    paymentsOf,
    /** Does at the network what a customer does; with `callback: false` nobody is told. */
    pay: async (paymentId: string, more: Json = {}): Promise<Json> => {
      const answer = await post(`/payments/${paymentId}/pay`, { card_number: GOOD_CARD, ...more });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    /** Types a card on the page for which the bank asks its holder, and leaves it at that. */
    beginChallenge: async (paymentId: string): Promise<void> => {
      const card = { number: CHALLENGED_CARD, expiry: EXPIRY, cvv: '123', name: 'Mona Ali' };
      const answer = await send(`${simulator}/pay/${paymentId}`, {
        method: 'POST',
        body: new URLSearchParams(card),
      });
      assert.match(answer.headers.get('location') ?? '', /challenge/, answer.text.slice(0, 300));
    },
    passChallenge: async (paymentId: string): Promise<void> => {
      const answer = await send(`${simulator}/pay/${paymentId}/challenge`, {
        method: 'POST',
        body: new URLSearchParams({ code: '123456' }),
      });
      assert.equal(answer.status, 303, answer.text);
    },
    callBack: (paymentId: string, more: Json = {}) => post(`/payments/${paymentId}/callback`, more),
    /** Orders faults for what is done to a payment from now on. */
    order: async (paymentId: string, ...faults: readonly Json[]): Promise<void> => {
      const answer = await post(`/payments/${paymentId}/faults`, { faults });
      assert.equal(answer.status, 204, answer.text);
    },
    /** Does at the network itself what no merchant has asked for. */
    operate: (paymentId: string, body: Json) => post(`/payments/${paymentId}/operations`, body),
    /** Decides what the network has queued of a payment: `done` or `declined`. */
    decide: async (paymentId: string, outcome: string, more: Json = {}): Promise<void> => {
      const { body } = await send(`${simulator}/control/operations?payment_id=${paymentId}`);
      for (const { id, status } of rows(body, 'operations'))
        if (status === 'QUEUED')
          await post(`/operations/${String(id)}/decide`, { outcome, ...more });
    },
    cancel: (paymentId: string) => post(`/payments/${paymentId}/cancel`, {}),
  };
}

/** The payment that a page address of the network is about. */
export function paymentIdIn(pageUrl: string): string {
  const [, id] = /\/pay\/(pay_\w+)/.exec(pageUrl) ?? [];
  assert.ok(id, `${pageUrl} is no page of the network`);
  return id;
}

/** A figure of `billing`: its exact amount. */
export function figureOf(body: Json, name: string): string {
  return textIn(part(part(body, 'billing'), name), 'value');
}
