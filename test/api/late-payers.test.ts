import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  send,
  unlessAway,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { saveCard } from './support/cards.ts';
import { sandboxNetworkOf } from './support/network.ts';
import { formOf, pressPayButton } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';

describe('a payer', () => {
  let system: System;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
  });

  it('who tries too late where no timer runs ends the transaction', async () => {
    const { client } = await anotherMerchant(system, { expiresByTimer: false });
    const id = await client.sale();
    const formId = await formOf(system, id);
    await wait((await endSoon(client, id)) - Date.now() + 10);
    assert.equal((await client.read(id)).body['state'], 'pending');
    const answer = await pressPayButton(system, id, { formId });
    assert.equal(answer.status, 410);
    assert.equal((await client.read(id)).body['state'], 'expired');
  });

  it('who tries in the very moment of the end is told so, however many there are', async function () {
    this.timeout(180_000);
    const { client } = await anotherMerchant(system, { expiresByTimer: false });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => {
        const id = await client.sale();
        const formId = await formOf(system, id);
        await wait((await endSoon(client, id)) - Date.now() + 2 + 5 * nth);
        // Twenty runs that begin at once can take longer than a request waits.
        return unlessAway(() => pressPayButton(system, id, { formId }));
      }),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 410),
    );
  });

  /** Has it end within the next seconds, however long the payer has taken to come to its page; gives when. */
  async function endSoon(client: MerchantClient, id: string): Promise<number> {
    const { createdAt } = await transactionOf(system, id);
    let seconds = 0;
    // As with the presses: of twenty that are asked at once some may be asked again, and for a later end.
    const { status, text } = await unlessAway(() => {
      seconds = Math.ceil((Date.now() - createdAt) / 1000) + 1;
      const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
      return client.patch(id, { expiration_time: clock });
    });
    assert.equal(status, 200, text);
    return createdAt + seconds * 1000;
  }

  it('whose saved card is being charged at that moment is not told to pay by another link', async function () {
    this.timeout(120_000);
    const { run } = system;
    const [code, customerId] = ['late-card', 'late-payer'];
    const order = await accountOfCards(code);
    const { token } = await saveCard(system, { customerId, code });
    const merchant = merchantAt(run.api, run.keys.private);
    const id = await merchant.sale({ pg_codes: [code], customer_id: customerId });
    const formId = await formOf(system, id);
    // The network has taken the money at once, and nobody hears of that before the next order.
    await order(
      { fault: 'slow', on: ['charge'], delay_ms: 60_000, probability: 1 },
      { fault: 'slow', on: ['inquire'], delay_ms: 60_000, probability: 1 },
      { fault: 'no-callback', probability: 1 },
    );
    const pressed = unlessAway(() => pressPayButton(system, id, { formId, code: `card:${token}` }));
    const reference = await until('the network has the card', async () => {
      const [attempt] = (await transactionOf(system, id)).attempts;
      const made = attempt && (await sandboxNetworkOf(system).paymentsOf(attempt.referenceNumber));
      return made && made.length > 0 && attempt.referenceNumber;
    });
    await wait((await endSoon(merchant, id)) - Date.now() + 10);
    const page = await send(`${run.api}/checkout/${id}`);
    const led = new URL(page.headers.get('location') ?? '', run.api).pathname;
    assert.deepEqual([page.status, led], [303, `/b/gw/return/${reference}/`], page.text);
    const summary = await send(`${run.api}/b/checkout/result/${id}/`);
    assert.deepEqual([summary.status, /checking/.test(summary.text)], [200, true], summary.text);
    const read = await send(`${run.api}/b/checkout/api/sdk/v1/pymt-txn/submit/${id}/`, {
      headers: { Authorization: `Api-Key ${run.keys.public}` },
    });
    assert.deepEqual([read.status, read.body['code']], [423, 'locked'], read.text);
    await order();
    assert.match((await pressed).headers.get('location') ?? '', /\/b\/gw\/return\//u);
    await untilState(system, id, 'paid');
    assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 12.340 KWD']);
  });

  /** Has an account that charges saved cards, of its own at the network; gives what orders its faults. */
  async function accountOfCards(code: string) {
    const { gatewayAccounts } = system.store;
    const opened = await gatewayAccounts.open(DEMO, codeOf('sandbox-on-file'));
    assert.ok(opened);
    const control = async (path: string, body: Json): Promise<void> => {
      const { status, text } = await send(
        `${system.run.simulator}/control/accounts/${code}${path}`,
        {
          method: 'PUT',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        },
      );
      assert.ok(status < 300, text);
    };
    const secrets = { secret_key: `sk-${code}`, callback_secret: `cs-${code}` };
    await control('', secrets);
    const settings = { url: system.run.simulator, account: code, ...secrets };
    await gatewayAccounts.put({ ...opened.account, code: codeOf(code) }, settings);
    return (...faults: readonly Json[]) => control('/faults', { faults });
  }

  it('who comes when no method can be used any more reads so, and the transaction is invalided', async () => {
    const { client, withdraw } = await anotherMerchant(system);
    const [seen, pressed] = [await client.sale(), await client.sale()];
    const formId = await formOf(system, pressed);
    await withdraw('sandbox');
    const page = await send(`${system.run.api}/checkout/${seen}`);
    assert.equal(page.status, 410);
    assert.equal((await pressPayButton(system, pressed, { formId })).status, 410);
    for (const id of [seen, pressed]) {
      const { invalidationReason } = await untilState(system, id, 'invalided');
      assert.match(invalidationReason ?? '', /"sandbox" is not active/);
      assert.equal((await send(`${system.run.api}/checkout/${id}`)).status, 410);
    }
  });
});
