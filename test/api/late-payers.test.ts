import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { theSystem, type System } from '../support/system.ts';
import { send } from '../support/http.ts';
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
    const id = await client.sale({ expiration_time: '00:00:15' });
    const formId = await formOf(system, id);
    const { expiresAt } = await transactionOf(system, id);
    await wait(expiresAt - Date.now() + 10);
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
        const id = await client.sale({ expiration_time: '00:00:30' });
        const formId = await formOf(system, id);
        const { expiresAt } = await transactionOf(system, id);
        await wait(expiresAt - Date.now() + 2 + 5 * nth);
        return pressPayButton(system, id, { formId });
      }),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 410),
    );
  });

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
