import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { GatewayAccount } from '../../../domain/account.ts';
import type { MerchantId } from '../../../domain/ids.ts';
import type { Merchant } from '../../../domain/merchant.ts';
import type { PluginsOfMerchant } from '../../../domain/plugins.ts';
import { codeOf } from '../../support/builders.ts';
import { assertDocumentedEvent } from '../../support/documented.ts';
import type { System } from '../../support/system.ts';
import { merchantAt, type Json, type MerchantClient } from '../../support/http.ts';
import { anApiKey } from './another-merchant.ts';
import { DEMO, idOf } from './records.ts';

/** What signs the webhooks of every shop of these tests. */
export const WEBHOOK_KEY = 'whk_of_the_shop';

export interface Shop {
  readonly id: MerchantId;
  readonly key: string;
  readonly client: MerchantClient;
  /** From now on the settings are these, beside those that it was opened with. */
  readonly set: (changes: Partial<Merchant>) => Promise<void>;
  /** Nobody comes in any more without a key. */
  readonly close: () => Promise<void>;
}

/** A merchant with settings of its own, and the seeded accounts in its books. */
export async function aShop(
  system: System,
  plugins: Partial<PluginsOfMerchant> = {},
  more: Partial<Merchant> = {},
): Promise<Shop> {
  const { store, run } = system;
  const demo = await store.merchants.find(DEMO);
  assert.ok(demo);
  const id = idOf(`shop-${randomBytes(4).toString('hex')}`);
  const merchant = {
    ...demo,
    id,
    referencePrefix: 'shop',
    plugins: { ...demo.plugins, ...plugins },
    ...more,
  };
  await store.merchants.put(merchant, WEBHOOK_KEY);
  for (const name of ['sandbox', 'cash', 'sandbox-fee']) await copyAccount(system, id, name);
  const key = await anApiKey(system, { merchantId: id });
  return {
    id,
    key,
    client: merchantAt(run.api, key),
    set: (changes) => store.merchants.put({ ...merchant, ...changes }, WEBHOOK_KEY),
    close: () =>
      store.merchants.put(
        { ...merchant, plugins: { ...merchant.plugins, legacy: { enabled: false } } },
        WEBHOOK_KEY,
      ),
  };
}

/** A shop's server: it answers what it is told to, and keeps what was posted. */
export async function aReceiver(answers: (path: string) => number = () => 200) {
  const received: { readonly path: string; readonly body: Json }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, body: JSON.parse(Buffer.concat(parts).toString()) as Json });
      response.writeHead(answers(path)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The bodies that were posted to a path, in their order, each of which is as the catalogue of events says. */
    at: (path: string): readonly Json[] => {
      const bodies = received.filter((one) => one.path === path).map(({ body }) => body);
      for (const body of bodies) assertDocumentedEvent(body);
      return bodies;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Puts one of the seeded accounts in the books of a merchant. */
export async function copyAccount(
  { store }: System,
  merchantId: MerchantId,
  name: string,
): Promise<void> {
  const opened = await store.gatewayAccounts.open(DEMO, codeOf(name));
  assert.ok(opened);
  await store.gatewayAccounts.put({ ...opened.account, merchantId }, { ...opened.settings });
}

/** Puts an account `in-tens` in the books of a merchant: its network, which nothing answers for, takes dinars in steps of 0.010. */
export async function addAccountInTens(
  { store }: System,
  merchantId: MerchantId,
  given: Pick<GatewayAccount, 'fee'> = {},
): Promise<void> {
  const opened = await store.gatewayAccounts.open(merchantId, codeOf('sandbox'));
  assert.ok(opened);
  const account = { ...opened.account, paymentServices: [], operations: [], tokenizable: false };
  await store.gatewayAccounts.put(
    { ...account, autoDebit: false, ...given, code: codeOf('in-tens'), gateway: 'stripe' },
    { url: 'http://127.0.0.1:9', secret_key: 'sk_test_tens', webhook_secrets: ['whsec_tens'] },
  );
}
