import assert from 'node:assert/strict';
import type { Connection } from 'mongoose';
import { transactionActivities } from '../../activities/transactions.ts';
import { consequences, type Version } from '../../domain/transaction/consequences.ts';
import { conclude } from '../../domain/transaction/conclude.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { takeIn } from '../../domain/operation/settle.ts';
import type { WalletOperation } from '../../domain/wallet/entry.ts';
import type { Change } from '../../domain/transaction/change.ts';
import { connectStore } from '../../store/connection.ts';
import { secretsOf, storeOn, type Store } from '../../store/index.ts';
import { empty, useDatabase } from '../store/database.ts';
import {
  aCard,
  aMerchant,
  anAgreement,
  anAttempt,
  anEntry,
  anInvoice,
  anOperation,
  aReport,
  aTransaction,
  CREATED_AT,
  kwd,
  SHOP,
} from '../support/builders.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { HOLDER } from '../support/wallets.ts';
import { cuttingProxy, type Cut } from './support/cutting-proxy.ts';

const KEEPING = { cvvRequired: true, autoDebit: false };
const CARD = aCard();
const { token, lastFour, expiry, brand, holder } = CARD;
const CARD_FACTS = { token, lastFour, expiry, ...(brand && { brand }), ...(holder && { holder }) };
const AGREEMENT = anAgreement();
/** A customer pays for an agreement with a new card, of an invoice, and is told of it. */
const SAVING = aTransaction({
  state: 'pending',
  customer: { id: CARD.customerId, email: 'sara@example.test' },
  notifications: { email: ['paid'] },
  invoiceNumber: 'INV-7',
  agreement: AGREEMENT.terms,
  attempts: [anAttempt({ savesCard: KEEPING })],
});
/** A merchant charges a saved card by an agreement, and the network pays although it had been given up. */
const CHARGING = aTransaction({
  state: 'pending',
  customer: { id: CARD.customerId },
  attempts: [
    anAttempt({
      charges: {
        ...CARD_FACTS,
        ...KEEPING,
        by: 'merchant',
        agreements: [],
        agreementUuid: AGREEMENT.uuid,
      },
    }),
  ],
});
const PROMISED = anOperation({ state: 'promised', version: 1 });
const REFUNDING = aTransaction({
  state: 'paid',
  attempts: [anAttempt({ state: 'success', concludedAt: CREATED_AT })],
  settledPgCode: CARD.pgCode,
  settledAmount: aTransaction().amount,
  paidAmount: aTransaction().amount,
  operations: [anEntry(PROMISED)],
});

const READS: ReadonlySet<string> = new Set(['find', 'aggregate', 'getMore']);

const ALWAYS = { allows: () => true, forgets: 0 };

interface Save {
  readonly before: Transaction;
  readonly change: Change | undefined;
  /** It is a command's promise. */
  readonly beginBy?: number;
}

/** What is written whole or not at all, and may be repeated by who does not know what has become of it. */
interface Scenario {
  readonly prepare: (store: Store) => Promise<unknown>;
  /** Gives its answer, and adds to `told` what others are told. */
  readonly act: (store: Store, told: string[]) => Promise<unknown>;
}

const now = CREATED_AT + 5;

const SAVES: Readonly<Record<string, Save>> = {
  'a payment that brings a card and an agreement': {
    before: SAVING,
    change: conclude(SAVING, { ...aReport(anAttempt()), card: CARD_FACTS }, now),
  },
  'the last charge of an agreement': {
    before: CHARGING,
    change: conclude(CHARGING, aReport(anAttempt()), now),
  },
  'a refund that is promised': {
    before: { ...REFUNDING, operations: [] },
    change: { transaction: REFUNDING, operation: PROMISED },
    beginBy: now,
  },
  'a refund that is done': {
    before: REFUNDING,
    change: takeIn(REFUNDING, { ...PROMISED, version: 2, state: 'done', concludedAt: now }, now),
  },
  'an attempt': {
    before: aTransaction(),
    change: { transaction: aTransaction({ state: 'pending', attempts: [anAttempt()] }) },
    beginBy: now,
  },
};

const CREDIT = {
  holder: HOLDER,
  key: 'c',
  type: 'credit_refund',
  amount: kwd('5'),
  origin: {},
  now,
} as const;
const RESERVE = { ...CREDIT, key: 'r', type: 'reserve' } as const;
const KEY = { merchantId: SHOP, key: RESERVE.key } as const;

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries(Object.entries(SAVES).map(([name, save]) => [name, saving(save)])),
  'an invoice with its transaction': {
    prepare: async () => undefined,
    act: ({ invoices }) =>
      invoices.insert({
        invoice: anInvoice(),
        transaction: aTransaction({ invoiceNumber: anInvoice().number }),
      }),
  },
  'the first credit of a wallet': {
    prepare: async () => undefined,
    act: async ({ wallets }) => figures(await wallets.move(CREDIT)),
  },
  'a reservation in a wallet': {
    prepare: ({ wallets }) => wallets.move(CREDIT),
    act: async ({ wallets }) => figures(await wallets.move(RESERVE)),
  },
  'what is spent of a wallet': {
    prepare: async ({ wallets }) => {
      await wallets.move(CREDIT);
      await wallets.move(RESERVE);
    },
    act: async ({ wallets }) => figures(await wallets.conclude(KEY, 'debit_payment', now)),
  },
};

/** By what names: each try takes numbers of its own. */
function figures({ type, status, amount, balance }: WalletOperation) {
  return { type, status, amount, balance };
}

function saving({ before, change, beginBy }: Save): Scenario {
  return {
    prepare: async (store) => {
      await store.merchants.put(aMerchant(), 'key');
      await store.webhookEndpoints.insert({
        id: 'we_1',
        merchantId: SHOP,
        url: 'https://shop.example.test/all',
        registered: true,
        events: [],
        createdAt: CREATED_AT,
        version: 1,
      });
      await store.transactions.insert(before);
      const { operations = [] } = before;
      if (operations.length > 0) await store.operations.insert(PROMISED);
      if (before !== CHARGING) return;
      const { sessionId } = before;
      const terms = { ...AGREEMENT.terms, totalCycles: 1 };
      await store.agreements.insert({ ...AGREEMENT, terms, charges: [sessionId] });
      await store.cards.keep({ ...CARD, agreements: [terms.id] });
      const card = { merchantId: SHOP, pgCode: CARD.pgCode, token };
      await store.cardTries.take(card, { tryId: sessionId, at: CREATED_AT }, ALWAYS);
    },
    act: (store, told) => {
      assert.ok(change);
      const version: Change = {
        ...change,
        transaction: { ...change.transaction, version: before.version + 1 },
        ...(beginBy !== undefined && { beginBy }),
      };
      const all: Version = { ...version, ...consequences(before, version, now) };
      const activities = transactionActivities(store, {
        callAtOnce: async () => undefined,
        tellInvoice: async ({ sessionId }) => void told.push(`invoice ${sessionId}`),
        open: async (ids) => void told.push(`deliveries ${ids.join()}`),
        openNotifications: async (ids) => void told.push(`messages ${ids.join()}`),
      });
      return activities.keepTransaction(all);
    },
  };
}

describe('what is written together and dies', () => {
  const database = useDatabase();
  /** Clients that look for their database for a while yet. */
  const dying: Promise<void>[] = [];
  after(async () => {
    await Promise.all(dying);
  });

  for (const [name, scenario] of Object.entries(SCENARIOS))
    it(`${name}: leaves all or nothing at each of its commands, and its repetition does it once`, async () => {
      await prepare(scenario);
      const untouched = await allThatStands();
      const whole = await livesUntil(scenario, { nth: Infinity, when: 'before' });
      const done = await allThatStands();
      assert.notDeepEqual(done, untouched);
      await scenario.act(database().store, []);
      assert.deepEqual(await allThatStands(), done, 'A second save has changed something.');
      // Who dies after a command, or before a read, leaves what they leave who die before the next one, and these have told no less.
      const last = whole.commands.length;
      const deaths = whole.commands.flatMap((command, before) =>
        READS.has(command) ? [] : [{ when: 'before', nth: before + 1 } as const],
      );
      for (const { when, nth } of [...deaths, { when: 'after', nth: last } as const]) {
        await prepare(scenario);
        const dead = await livesUntil(scenario, { nth, when });
        const left = await allThatStands();
        const at = `${when} ${nth} of ${whole.commands.join(', ')}`;
        const isDone = JSON.stringify(left) === JSON.stringify(done);
        if (!isDone) assert.deepEqual(left, untouched, `Half of it stands: died ${at}.`);
        if (!isDone) assert.deepEqual(dead.told, [], `Told of what does not stand: died ${at}.`);
        const told: string[] = [];
        const answer = await scenario.act(database().store, told);
        assert.deepEqual(await allThatStands(), done, `Repeated otherwise: died ${at}.`);
        assert.deepEqual([told, answer], [whole.told, whole.answer]);
      }
    }).timeout(120_000);

  async function prepare(scenario: Scenario): Promise<void> {
    const { connection, store } = database();
    await empty(connection);
    await scenario.prepare(store);
  }

  /** Saves by a client of its own that dies there. */
  async function livesUntil(scenario: Scenario, cut: Cut) {
    const target = new URL(process.env['MONGODB_URI'] ?? '');
    target.pathname = `/${database().connection.name}`;
    const proxy = await cuttingProxy(target, cut);
    proxy.uri.searchParams.set('monitorCommands', 'true');
    const connection = await connectStore(proxy.uri.href);
    const sessions = sessionsOf(connection);
    const toldBy: string[] = [];
    const acting = scenario.act(storeOn(connection, secretsOf(TEST_STORE_KEYS)), toldBy);
    const answer = await Promise.race([acting, proxy.died.then(() => undefined)]);
    const commands = [...proxy.commands];
    const told = [...toldBy];
    proxy.close();
    acting.catch(() => undefined);
    dying.push(connection.destroy());
    await endTransactions(sessions);
    return { commands, told, answer };
  }

  /** What a dead client has left open the database ends after a minute: here at once. */
  async function endTransactions(sessions: readonly object[]): Promise<void> {
    await database()
      .connection.db?.admin()
      .command({ killSessions: [...sessions] });
  }

  /** Every document of the database but the merchant's, without what is drawn by lot or another number with each try. */
  async function allThatStands(): Promise<readonly unknown[]> {
    return (await allDocuments(database().connection))
      .filter(({ collection }) => !['merchants', 'counters'].includes(collection))
      .map(({ collection, document: { _id, openToken: _token, ...rest } }) => {
        const { id: _1, number: _2, accountId: _3, operationId: _4, ...figures } = rest;
        const left = collection.startsWith('wallet_') ? figures : rest;
        return JSON.stringify([collection, typeof _id === 'string' ? _id : '', left]);
      })
      .toSorted();
  }
});

interface Kept {
  readonly collection: string;
  readonly document: Readonly<Record<string, unknown>>;
}

const named = (collection: string) => ({
  $replaceRoot: { newRoot: { collection: { $literal: collection }, document: '$$ROOT' } },
});

/** All of a database by one question: with one for each collection, the questions were most of what this file did. */
async function allDocuments(connection: Connection): Promise<readonly Kept[]> {
  const names = (await connection.listCollections()).map(({ name }) => name);
  const [first = '', ...others] = names;
  return connection
    .collection(first)
    .aggregate<Kept>([
      named(first),
      ...others.map((coll) => ({ $unionWith: { coll, pipeline: [named(coll)] } })),
    ])
    .toArray();
}

/** The names of the database's sessions of this client, as they come to be. */
function sessionsOf(connection: Connection): readonly object[] {
  const found = new Map<string, object>();
  const sessions: object[] = [];
  connection.getClient().on('commandStarted', ({ command }) => {
    const { lsid } = command as { readonly lsid?: { readonly id: { toString: () => string } } };
    if (!lsid || found.has(String(lsid.id))) return;
    found.set(String(lsid.id), lsid);
    sessions.push(lsid);
  });
  return sessions;
}
