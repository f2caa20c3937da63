import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { theSystem, type System } from '../support/system.ts';
import { send, unlessAway, type MerchantClient } from '../support/http.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { formOf, pressPayButton } from './support/payer.ts';
import { transactionOf, untilState } from './support/records.ts';

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
    const seconds = Math.ceil((Date.now() - createdAt) / 1000) + 1;
    const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
    const { status, text } = await client.patch(id, { expiration_time: clock });
    assert.equal(status, 200, text);
    return createdAt + seconds * 1000;
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
