import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import { openStore } from '../../store/index.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, until, type MerchantClient } from '../support/http.ts';
import { codeOf } from '../support/builders.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';

const WRONG = codeOf('wrong-settings');

describe('a gateway account with wrong settings', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  /** Settings of the seeded card account with some of them changed. */
  async function set(change: Readonly<Record<string, unknown>>): Promise<void> {
    const known = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(known);
    const { inquiry: _inquiry, ...account } = known.account;
    await system.store.gatewayAccounts.put(
      { ...account, code: WRONG },
      { ...known.settings, ...change },
    );
  }

  const saleOf = () => merchant.sale({ pg_codes: [WRONG, 'sandbox'] });

  for (const [what, change, logged] of [
    [
      'that cannot be read',
      { url: 'nowhere' },
      /Correct its settings: \\"url\\" must be a valid uri/,
    ],
    ['that the network refuses', { secret_key: 'guessed' }, /HTTP 401/],
  ] as const)
    it(`${what}: the payer is told, pays by another method, and the log says what is wrong`, async () => {
      await set(change);
      const id = await saleOf();
      const refused = await pressPayButton(system, id, {
        formId: await formOf(system, id),
        code: WRONG,
      });
      assert.equal(refused.status, 502, refused.text.slice(0, 300));
      assert.match(refused.text, /role="alert"/);
      const { state, attempts } = await transactionOf(system, id);
      assert.deepEqual([state, attempts.map((attempt) => attempt.state)], ['pending', ['error']]);
      await until('the log says so', async () => logged.test(system.logs()));
      assert.ok(!system.logs().includes('guessed'), 'no secret is in the log');

      await network.pay(paymentIdIn(await goToNetwork(system, id)));
      await untilState(system, id, 'paid');
      assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    });

  it('that cannot be opened: the page offers the other methods, and the log says which key is missing', async () => {
    await set({});
    const known = await system.store.gatewayAccounts.open(DEMO, WRONG);
    assert.ok(known);
    const id = await saleOf();
    const lost = { id: 'lost', secret: generateKeySync('aes', { length: 256 }) };
    const sealing = await openStore(system.run.mongodb, { storage: [lost], search: TEST_KEYS });
    try {
      await sealing.gatewayAccounts.put(known.account, known.settings);
    } finally {
      await sealing.close();
    }
    // What the API has in memory of the account is good for a second more.
    await until('the log says so', async () => {
      await formOf(system, id);
      return /"lost\\", which SARRAF_STORAGE_KEYS/.test(system.logs());
    });
    const pressed = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: WRONG,
    });
    assert.equal(pressed.status, 502);
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.deepEqual([attempt?.state, attempt?.unanswered], ['error', undefined]);
    await network.pay(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'paid');
  });

  it('serves again as soon as they are right', async () => {
    await set({ url: 'nowhere' });
    const id = await saleOf();
    const refused = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: WRONG,
    });
    assert.equal(refused.status, 502);
    await set({});
    await network.pay(paymentIdIn(await goToNetwork(system, id, WRONG)));
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });
});
