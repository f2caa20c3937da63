import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SavedCard } from '../../../domain/card/card.ts';
import { aPaidAgreement } from '../../domain/agreement/agreements.ts';
import { codeOf } from '../../support/builders.ts';
import { merchantAt, until } from '../../support/http.ts';
import type { System } from '../../support/system.ts';
import { paymentIdIn, sandboxNetworkOf } from './network.ts';
import { goToNetwork } from './payer.ts';
import { DEMO } from './records.ts';

/** The seeded account that asks for the security code of a saved card. */
export const CODED = 'sandbox-cards';

/** An account like the coded one whose saved cards are charged without a security code, until it is closed. */
export async function anUncodedAccount({ store: { gatewayAccounts } }: System, code: string) {
  const opened = await gatewayAccounts.open(DEMO, codeOf(CODED));
  assert.ok(opened);
  const account = { ...opened.account, code: codeOf(code), cvvRequired: false };
  const put = (active: boolean) =>
    gatewayAccounts.put({ ...account, active }, { ...opened.settings });
  await put(true);
  return { close: () => put(false) };
}

/** Has the network keep a card of a customer of the seeded merchant, without a page. */
export async function saveCard(
  system: System,
  {
    customerId,
    code,
    number = '4012888888881881',
  }: { readonly customerId: string; readonly code: string; readonly number?: string },
): Promise<SavedCard> {
  const { run, store } = system;
  const owner = { merchantId: DEMO, customerId, sandbox: true };
  const before = new Set((await store.cards.list(owner)).map(({ token }) => token));
  const id = await merchantAt(run.api, run.keys.private).sale({
    payment_type: 'save_card',
    amount: '0',
    pg_codes: [code],
    customer_id: customerId,
    webhook_url: `${run.demo}/webhooks`,
  });
  const page = await goToNetwork(system, id, code);
  await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: number });
  return until('the card', async () =>
    (await store.cards.list(owner)).find(({ token }) => !before.has(token)),
  );
}

/** Keeps a card that unfinished agreements of these names need. */
export async function keepLocked(
  { store }: System,
  card: SavedCard,
  ...names: readonly string[]
): Promise<SavedCard> {
  const { merchantId, customerId, sandbox, pgCode, token } = card;
  const locked = { ...card, agreements: names };
  await store.cards.keep(locked);
  for (const id of names)
    await store.agreements.insert(
      aPaidAgreement({
        uuid: randomUUID(),
        merchantId,
        customerId,
        sandbox,
        pgCode,
        token,
        terms: { id, type: 'other' },
      }),
    );
  return locked;
}
