import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunInfo } from '../../dev/run-file.ts';

const PATIENCE_MS = 60_000;
/** A card for which the bank asks its holder, of the sandbox network. */
const CHALLENGED = '4000000000003220';
const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';

export interface StagedSale {
  readonly email: string;
  readonly orderNo: string;
}

/** What has to have happened before somebody has a task: all of it by the API, the payers' pages, the sandbox network and the mailbox. */
export function scenesOn({ api, demo, simulator, mailbox, keys, users }: RunInfo) {
  const byKey = { Authorization: `Api-Key ${keys.private}` };
  const send = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = byKey,
  ): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.ok(response.status < 300, `${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };

  async function sold({ email, orderNo }: StagedSale): Promise<string> {
    const { session_id: session } = await send('/b/checkout/v1/pymt-txn/', {
      type: 'e_commerce',
      amount: '40.000',
      currency_code: 'KWD',
      pg_codes: ['sandbox', 'sandbox-fee'],
      webhook_url: `${demo}/webhooks`,
      customer_first_name: 'Sara',
      customer_email: email,
      order_no: orderNo,
    });
    return String(session);
  }

  /** Goes from the checkout page to the network's, and gives the network's id. */
  async function goOn(session: string, code: string, more: Readonly<Record<string, string>> = {}) {
    const page = await fetch(`${api}/checkout/${session}`);
    const [, formId = ''] = /name="form_id" value="([0-9a-f]+)"/u.exec(await page.text()) ?? [];
    const response = await fetch(`${api}/checkout/${session}/pay/`, {
      method: 'POST',
      body: new URLSearchParams({ pg_code: code, form_id: formId, ...more }),
      redirect: 'manual',
    });
    const [, id] = /\/pay\/(pay_\w+)/u.exec(response.headers.get('location') ?? '') ?? [];
    assert.ok(id, `${response.status} ${await response.text()}`);
    return id;
  }

  async function payAt(payment: string, card: string): Promise<void> {
    const response = await fetch(`${simulator}/control/payments/${payment}/pay`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ card_number: card }),
    });
    assert.ok(response.ok, await response.text());
  }

  async function typedAt(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
    const body = new URLSearchParams(fields);
    const response = await fetch(`${simulator}/pay/${path}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    assert.equal(response.status, 303, await response.text());
  }

  const stateIs = (session: string, state: string) =>
    until(`${session} ${state}`, async () => {
      const response = await fetch(`${api}/b/checkout/v1/pymt-txn/${session}/`, { headers: byKey });
      const body = (await response.json()) as { readonly state?: string };
      return body.state === state || undefined;
    });

  async function paid(sale: StagedSale): Promise<string> {
    const session = await sold(sale);
    await payAt(await goOn(session, 'sandbox'), GOOD);
    await stateIs(session, 'paid');
    return session;
  }

  return {
    paid,

    declined: async (sale: StagedSale): Promise<string> => {
      const session = await sold(sale);
      await payAt(await goOn(session, 'sandbox'), DECLINED);
      await stateIs(session, 'attempted');
      return session;
    },

    /** Paid, and given back. */
    refunded: async (sale: StagedSale): Promise<string> => {
      const session = await paid(sale);
      await send('/b/pbl/v2/operation/', { operation: 'refund', session_id: session });
      return session;
    },

    /** Two ways to pay, and both have taken the money. */
    paidTwice: async (sale: StagedSale): Promise<string> => {
      const session = await sold(sale);
      const first = await goOn(session, 'sandbox');
      await typedAt(first, { number: CHALLENGED, expiry: '12/30', cvv: '123', name: 'Mona Ali' });
      const second = await goOn(session, 'sandbox-fee', { replace_attempt: 'yes' });
      await typedAt(`${first}/challenge`, { code: '123456' });
      await stateIs(session, 'paid');
      await payAt(second, GOOD);
      return session;
    },

    /** A refund that waits for a second person. */
    asked: async (session: string): Promise<void> => {
      const { username = '', password = '' } = users['maker'] ?? {};
      const basic = Buffer.from(`${username}:${password}`).toString('base64');
      const wanted = { operation: 'refund', session_id: session, amount: '12.500' };
      await send('/b/pbl/v2/operation/', wanted, { Authorization: `Basic ${basic}` });
    },

    /** The link into the office of the newest mail to somebody that says this. */
    linkOf: (to: string, says: string): Promise<string> =>
      until(`a mail to ${to}`, async () => {
        const response = await fetch(`${mailbox}/mails.json`);
        const mails = (await response.json()) as readonly {
          readonly to: readonly string[];
          readonly text: string;
        }[];
        const found = mails.find((mail) => mail.to.includes(to) && mail.text.includes(says));
        return found && /https?:\/\/\S+\/office\/\S+/u.exec(found.text)?.[0];
      }),
  };
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    assert.ok(Date.now() < end, `${what} did not come about.`);
    await pause(200);
  }
}
