import assert from 'node:assert/strict';
import { transactionActivities } from '../../activities/transactions.ts';
import type { MerchantId } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { Change } from '../../domain/transaction/change.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { operationPayload } from '../../domain/webhook/operation-payload.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import {
  aMerchant,
  anAttempt,
  anEntry,
  anOperation,
  aTransaction,
  CREATED_AT,
  sessionOf,
} from '../support/builders.ts';
import { memoryEndpoints } from './support/memory-endpoints.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import {
  memoryAgreements,
  memoryCards,
  memoryDevicePayloads,
  memoryEvents,
  memoryInvoices,
  memoryLedger,
  memoryMerchants,
  memoryOperations,
  memoryTransactions,
  memoryVersions,
} from './support/memory-store.ts';

const NO_USERS = { list: () => Promise.resolve([]) };

const OPERATIONS = 'https://shop.example.test/operations';
const PLUGIN = 'https://shop.example.test/plugin';
const NEW_TRANSACTION = aTransaction();
const BRANCH = {
  merchantId: NEW_TRANSACTION.merchantId,
  code: 'salmiya',
  name: 'Salmiya branch',
  overrides: { webhookUrl: 'https://salmiya.example.test/hooks' },
};
const NOTICE = { sequence: 3, at: CREATED_AT };

describe('keepTransaction with the notice of an operation', () => {
  it('freezes one event for each address, with ids that follow from session, number and address', async () => {
    const operation = anOperation();
    const { kept, events } = await keep(shop(), operation, 3);
    const ids = [0, 1].map((target) => eventIdOf(NEW_TRANSACTION.sessionId, 3, target));
    assert.deepEqual(kept, { operationEventIds: ids });
    assert.deepEqual(
      events.map(({ eventId, url, sequence }) => [eventId, url, sequence]),
      [
        [ids[0], OPERATIONS, 3],
        [ids[1], PLUGIN, 3],
      ],
    );
    const payload = operationPayload(operation, CREATED_AT, { pgParamsFormat: 'labelled' });
    for (const event of events) assert.deepEqual(event.payload, payload);
  });

  it('freezes those of the rest of a hold besides, by its own number', async () => {
    const capture = anOperation({ kind: 'capture' });
    const rest = anOperation({ kind: 'void', sessionId: sessionOf('f9') });
    const freed = { operation: rest, operationNotice: { ...NOTICE, sequence: 4 } };
    const { kept, events, operations } = await keep(shop(), capture, 2, { freed });
    const ids = [3, 4].flatMap((sequence) =>
      [0, 1].map((target) => eventIdOf(NEW_TRANSACTION.sessionId, sequence, target)),
    );
    assert.deepEqual(kept, { operationEventIds: ids });
    assert.equal(events.length, 4);
    assert.deepEqual(await operations.find(rest), rest);
  });

  it("goes to the address of the payment's unit, in place of the plugin's", async () => {
    const { events } = await keep(shop(), anOperation(), 1, { unitCode: BRANCH.code });
    assert.deepEqual(
      events.map(({ url }) => url),
      [OPERATIONS, BRANCH.overrides.webhookUrl],
    );
  });

  it('tells nobody of what failed, or where webhooks are off', async () => {
    const failed = await keep(shop(), anOperation({ state: 'failed' }));
    const off = await keep(shop(false), anOperation());
    for (const { kept, events } of [failed, off]) assert.deepEqual([kept, events], [{}, []]);
  });
});

/** A merchant who has set both addresses. */
function shop(enabled = true): Merchant {
  const merchant = aMerchant();
  return {
    ...merchant,
    plugins: { ...merchant.plugins, e_commerce: { enabled: true, webhookUrl: PLUGIN } },
    webhooks: {
      ...merchant.webhooks,
      enabled,
      operationsUrl: OPERATIONS,
    },
  };
}

async function nobody(): Promise<void> {}

/** Keeps the change of an operation, as often as it is said; what was answered, and what was frozen. */
async function keep(
  merchant: Merchant,
  operation: Operation,
  times = 1,
  { unitCode, ...given }: Pick<Change, 'freed'> & Pick<Transaction, 'unitCode'> = {},
) {
  const webhookEvents = memoryEvents();
  const operations = memoryOperations();
  const written = {
    transactions: memoryTransactions(NEW_TRANSACTION),
    operations,
    ledger: memoryLedger(),
    cards: memoryCards(),
    agreements: memoryAgreements(),
    cardTries: memoryCardTries(),
    devicePayloads: memoryDevicePayloads(),
    webhookEvents,
  };
  const stores = {
    ...written,
    versions: memoryVersions(written),
    merchants: memoryMerchants('key-1', merchant),
    webhookEndpoints: memoryEndpoints(),
    users: NO_USERS,
    clocks: memoryClocks(),
    invoices: memoryInvoices(),
    units: {
      find: async (_merchant: MerchantId, code: string) =>
        code === BRANCH.code ? BRANCH : undefined,
    },
  };
  const activities = transactionActivities(stores, {
    callAtOnce: async () => undefined,
    tellInvoice: nobody,
    open: nobody,
    openNotifications: nobody,
  });
  const change = {
    transaction: aTransaction({
      version: 2,
      state: 'paid',
      sequence: 3,
      attempts: [anAttempt({ state: 'success' })],
      operations: [anEntry(operation)],
      ...(unitCode !== undefined && { unitCode }),
    }),
    operation,
    operationNotice: NOTICE,
    ...given,
  };
  let kept = await activities.keepTransaction(change);
  for (let time = 1; time < times; time += 1) kept = await activities.keepTransaction(change);
  const events = await webhookEvents.listOf(NEW_TRANSACTION.merchantId, NEW_TRANSACTION.sessionId);
  return { kept, events, operations };
}
