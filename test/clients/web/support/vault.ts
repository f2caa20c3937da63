import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { anUncodedAccount, CODED, saveCard } from '../../../api/support/cards.ts';
import { part, send, type Json } from '../../../support/http.ts';
import type { System } from '../../../support/system.ts';

const CODE = 'web-vault';

/** An account of the seeded merchant whose saved cards are charged without a security code, until it is closed. */
export async function aVault(system: System) {
  const { close } = await anUncodedAccount(system, CODE);
  const save = (customerId: string, number?: string) =>
    saveCard(system, { customerId, code: CODE, ...(number !== undefined && { number }) });
  return {
    code: CODE,
    /** Has the network keep a card of the customer. */
    save,
    /** A new customer whose card with this number the network keeps. */
    customerWith: async (number: string): Promise<string> => {
      const customerId = `c-${randomUUID()}`;
      await save(customerId, number);
      return customerId;
    },
    /** Orders faults of the network for it, in place of all before. */
    order: async (...faults: readonly Json[]): Promise<void> => {
      const url = `${system.run.simulator}/control/accounts/${CODED}/faults`;
      const { status } = await send(url, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ faults }),
      });
      assert.equal(status, 200);
    },
    close,
  };
}

/** What the server says of how the last attempt of a payment ended. */
export async function responseTo({ run }: System, id: string): Promise<Json> {
  const { body } = await send(`${run.api}/b/checkout/api/sdk/v1/pymt-txn/submit/${id}/`, {
    headers: { Authorization: `Api-Key ${run.keys.public}` },
  });
  return part(body, 'response');
}
