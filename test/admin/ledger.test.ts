import assert from 'node:assert/strict';
import type { NetworkBook } from '../../admin/ledger/network-book.ts';
import { verify } from '../../admin/ledger/verify.ts';
import { wordsOf } from '../../admin/ledger/words.ts';
import { type Movement, movementOf } from '../../domain/ledger/network-book.ts';
import { entriesOf } from '../../domain/ledger/post.ts';
import type { ReferenceNumber, SessionId } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import {
  anOperationRequest,
  chosen,
  promisedTo,
  succeeded,
} from '../domain/ledger/support/operations.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { settle } from '../../domain/operation/settle.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import { aNetwork, type TestNetwork } from '../simulator/support.ts';
import { isoUtc } from '../../domain/duration.ts';
import {
  anAttempt,
  aMerchant,
  CARD,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useAdmin } from './support/command-line.ts';

const PAYMENTS = 16;
/** More than are compared together (admin/ledger/sessions.ts); large-ledger.test.ts has more of these parts. */
const MANY = 120;

describe('npm run ledger:verify', function () {
  this.timeout(120_000);
  const { database, run, done, audit } = useAdmin();
  const ledger = () => database().connection.collection('ledger');
  const operations = () => database().connection.collection('operations');
  const booked: Movement[] = [];

  /** A payment of 100.000 and its fee with a refund of 30.000, kept everywhere and booked by the network. */
  async function aPayment(name: string, of: Partial<Operation> = {}): Promise<SessionId> {
    const { store } = database();
    const before = chosen('purchase', {
      sessionId: sessionOf(name),
      attempts: [
        anAttempt({
          amount: kwd('100'),
          fee: kwd('2'),
          referenceNumber: referenceOf(`demo-${name}`),
        }),
      ],
    });
    const request = anOperationRequest('refund', `c${name}`, { amount: kwd('30') });
    const { transaction, operation } = promisedTo(succeeded(before), request);
    const refund = { ...operation, version: 2, state: 'done' as const, ...of };
    const refunded: Transaction = settle(transaction, refund) ?? transaction;
    await store.transactions.insert(refunded);
    await store.operations.insert(refund);
    const entries = entriesOf(refunded, CREATED_AT);
    await store.ledger.post(entries);
    booked.push(...entries.flatMap((entry) => movementOf(entry) ?? []));
    return refunded.sessionId;
  }

  function book(): NetworkBook {
    return {
      of: async (references: readonly ReferenceNumber[]) =>
        booked.filter(({ paymentReference }) => references.includes(paymentReference)),
      async *pages() {
        yield booked;
      },
    };
  }

  async function verified({ repairs = false } = {}) {
    const { store } = database();
    const told: string[] = [];
    const counts = await verify({
      books: store,
      network: book(),
      settleMs: 0,
      tell: (difference) => told.push(wordsOf(difference)),
      progress: () => undefined,
      ...(repairs && { repairs: (_session, missing) => store.ledger.post(missing) }),
    });
    return { told, counts };
  }

  /** Changes something, looks, and puts it right again. */
  async function planted(change: () => Promise<() => unknown>): Promise<readonly string[]> {
    const repair = await change();
    try {
      return (await verified()).told;
    } finally {
      await repair();
    }
  }

  async function payments(from: number, until: number) {
    for (let at = from; at < until; at += 1) await aPayment(at.toString(16).padStart(4, '0'));
  }

  before(() => payments(0, PAYMENTS));

  it('finds nothing where all books say the same', async () => {
    assert.deepEqual((await verified()).told, []);
  });

  it('names an entry that is missing, and posts it when it may', async () => {
    const id = `${sessionOf('0007')}/refund/demoOPc0007`;
    const told = await planted(async () => {
      const entry = await ledger().findOneAndDelete({ _id: id as never });
      assert.ok(entry);
      return async () => {
        const { counts } = await verified({ repairs: true });
        assert.deepEqual([counts.posted, counts.differences], [1, 0]);
      };
    });
    assert.equal(told.length, 2);
    assert.ok(told[0]?.startsWith('not-posted'), told[0]);
    assert.ok(told[0]?.endsWith(`${about('0007', 'demoOPc0007')} nothing, other KWD 30.000`));
    assert.ok(told[1]?.startsWith('not-here'), told[1]);
    assert.deepEqual((await verified()).told, []);
  });

  it('posts what has undone an operation at its own time, not at that of the operation', async () => {
    const reversedAt = CREATED_AT + 24 * 60 * 60_000;
    const sessionId = await aPayment('f00d', { concludedAt: CREATED_AT, reversedAt });
    try {
      await ledger().deleteOne({ _id: `${sessionId}/refund-reversed/demoOPcf00d` as never });
      const { told, counts } = await verified({ repairs: true });
      assert.deepEqual([told, counts.posted], [[], 1]);
      const entries = await database().store.ledger.listOf(SHOP, sessionId);
      assert.equal(entries.find(({ event }) => event === 'refund-reversed')?.at, reversedAt);
    } finally {
      booked.splice(-2, 2);
      for (const name of ['ledger', 'transactions', 'operations'])
        await database()
          .connection.collection(name)
          .deleteMany({ $or: [{ sessionId }, { parentId: sessionId }] });
    }
  });

  it('names an entry that nothing implies, also of a payment that nobody knows', async () => {
    const [entry] = await database().store.ledger.listOf(SHOP, sessionOf('0008'));
    assert.ok(entry);
    const strangers = [
      { ...entry, id: `${entry.sessionId}/refund/demoXX`, referenceNumber: referenceOf('demoXX') },
      { ...entry, id: 'ffff/capture/demoXX', sessionId: sessionOf('ffff'), gateway: 'other' },
    ];
    const told = await planted(async () => {
      await database().store.ledger.post(strangers);
      return () => ledger().deleteMany({ _id: { $in: strangers.map(({ id }) => id as never) } });
    });
    const kinds = told.map((line) => line.split(':')[0]);
    assert.deepEqual(kinds, ['not-implied', 'not-there', 'no-transaction']);
    assert.ok(told[2]?.includes(sessionOf('ffff')), told[2]);
  });

  it('names an entry with other amounts, and lines that do not come to nothing', async () => {
    const id = `${sessionOf('0009')}/refund/demoOPc0009` as never;
    const told = await planted(async () => {
      await ledger().updateOne({ _id: id }, { $set: { 'lines.1.amount.minor': 31_000 } });
      return () => ledger().updateOne({ _id: id }, { $set: { 'lines.1.amount.minor': 30_000 } });
    });
    assert.deepEqual(
      told.map((line) => [line.split(':')[0], line.slice(line.indexOf(': ledger'))]),
      [
        ['unbalanced', ': ledger KWD 1.000, other nothing'],
        ['posted-otherwise', ': ledger KWD 31.000, other KWD 30.000'],
        ['there-otherwise', ': ledger KWD 31.000, other KWD 30.000'],
      ],
    );
  });

  it('names an operation that stands otherwise in its document', async () => {
    const sessionId = sessionOf('c000a');
    const told = await planted(async () => {
      await operations().updateOne({ sessionId }, { $set: { state: 'queued' } });
      return () => operations().updateOne({ sessionId }, { $set: { state: 'done' } });
    });
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', /refund is done in the transaction and queued in its document/);
  });

  it('names what the network has of another amount, what it lacks, and what only it has', async () => {
    const told = await planted(async () => {
      const before = [...booked];
      const [one, other] = [booked.shift(), booked.at(-1)];
      assert.ok(one && other);
      booked.pop();
      booked.push(
        { ...other, amount: kwd('29') },
        { kind: 'capture', paymentReference: referenceOf('demoNOBODY'), amount: kwd('5') },
      );
      return () => booked.splice(0, booked.length, ...before);
    });
    assert.deepEqual(
      told.map((line) => [line.split(':')[0], line.slice(line.indexOf(': ledger'))]),
      [
        ['not-there', ': ledger KWD 102.000, other nothing'],
        ['there-otherwise', ': ledger KWD 30.000, other KWD 29.000'],
        ['no-transaction', ': ledger nothing, other KWD 5.000'],
      ],
    );
    assert.ok(told[2]?.includes('demoNOBODY'));
  });

  it('reads what is left of removed payments: money that came before, and money that came after', async () => {
    const { store } = database();
    const before = succeeded(late('e001'));
    const entries = entriesOf(before, CREATED_AT);
    const after = tombstoneOf(
      {
        ...late('e002'),
        attempts: [anAttempt({ state: 'failed', referenceNumber: referenceOf('demo-e002') })],
      },
      { now: CREATED_AT },
    );
    const moved: Movement[] = ['demo-e001', 'demo-e002'].map((reference) => ({
      kind: 'capture',
      paymentReference: referenceOf(reference),
      amount: kwd('100'),
    }));
    const told = await planted(async () => {
      await store.ledger.post(entries);
      await store.tombstones.insert(tombstoneOf(before, { now: CREATED_AT }));
      await store.tombstones.insert(after);
      booked.push(...moved);
      return () => undefined;
    });
    // Nobody has heard of the second one yet, but whose it is, is known.
    assert.equal(told.length, 1);
    assert.match(told[0] ?? '', new RegExp(`^not-here: .*${sessionOf('e002')}`));
    const word = { referenceNumber: referenceOf('demo-e002'), charged: kwd('100'), at: CREATED_AT };
    await store.tombstones.addLateMoney(after, word);
    try {
      const { told: rest, counts } = await verified({ repairs: true });
      assert.deepEqual([rest, counts.posted], [[], 1]);
    } finally {
      booked.splice(-2, 2);
      await ledger().deleteMany({ sessionId: { $in: [sessionOf('e001'), sessionOf('e002')] } });
      await database().connection.collection('tombstones').deleteMany({});
    }
  });

  it('looks again before it names a payment that is just being kept', async () => {
    const { store } = database();
    const id = `${sessionOf('000b')}/capture/demo-000b` as never;
    const entry = await ledger().findOneAndDelete({ _id: id });
    assert.ok(entry);
    let isBack = false;
    const books = {
      ...store,
      ledger: {
        ...store.ledger,
        listOf: async (...args: Parameters<typeof store.ledger.listOf>) => {
          if (!isBack) await ledger().insertOne(entry);
          isBack = true;
          return store.ledger.listOf(...args);
        },
      },
    };
    const options = { settleMs: 0, tell: () => undefined, progress: () => undefined };
    const { differences } = await verify({ books, ...options });
    assert.deepEqual([isBack, differences], [true, 0]);
  });

  describe('as a program', () => {
    let network: TestNetwork;
    before(async () => {
      network = await aNetwork();
      await database().store.merchants.put(aMerchant(), 'key');
    });
    after(() => network.close());

    it('ends well without differences, and tells the balances', async () => {
      assert.deepEqual(await done(['ledger', 'verify', '--no-simulator']), {
        sessions: PAYMENTS,
        entries: 2 * PAYMENTS,
        movements: 0,
        posted: 0,
        differences: 0,
        network: 'not compared',
      });
      const rows = await done(['ledger', 'balances', '--merchant', SHOP]);
      assert.deepEqual(
        rows.map(({ account, balance }: Record<string, string>) => [account, balance]),
        [
          ['fees', `-${2 * PAYMENTS}.000`],
          ['gateway', `${72 * PAYMENTS}.000`],
          ['sales', `-${70 * PAYMENTS}.000`],
        ],
      );
    });

    it('posts what is missing only when it may, and not before the audit log has it', async () => {
      const id = `${sessionOf('0007')}/refund/demoOPc0007`;
      const [verifying, sessionId] = [['ledger', 'verify', '--no-simulator'], sessionOf('0007')];
      const isPosted = async () =>
        (await database().store.ledger.listOf(SHOP, sessionId)).some((entry) => entry.id === id);
      await ledger().deleteOne({ _id: id as never });
      assert.equal((await run(verifying)).code, 1);
      const { audit: log } = database().store;
      const { append } = log;
      log.append = () => Promise.reject(new Error('The log cannot be written.'));
      try {
        assert.notEqual((await run([...verifying, '--repair'])).code, 0);
      } finally {
        log.append = append;
      }
      assert.equal(await isPosted(), false);
      assert.deepEqual(await audit(), []);
      for (const posted of [1, 0])
        assert.equal((await done([...verifying, '--repair'])).posted, posted);
      assert.equal(await isPosted(), true);
      assert.deepEqual(
        (await audit()).map(({ who, action }) => [who, action]),
        [
          [
            'layla',
            {
              name: 'admin',
              command: 'ledger verify',
              merchantId: SHOP,
              subject: sessionId,
              change: { entries: [id] },
            },
          ],
        ],
      );
    });

    it('lists what gateways have done to payments that are not known', async () => {
      const { inbox } = database().store;
      const word = {
        kind: 'refund',
        result: 'done',
        amount: kwd('3.000'),
        gatewayReference: 're_1',
        gatewayPayment: 'pi_unknown',
      } as const;
      const entry = { merchantId: SHOP, pgCode: CARD, receivedAt: CREATED_AT };
      for (const gatewayEventId of ['evt_1', 'evt_2'])
        await inbox.receive({ ...entry, gatewayEventId, operation: word });
      await inbox.markSignaled({ ...entry, gatewayEventId: 'evt_2' });
      assert.deepEqual(await done(['ledger', 'unplaced', '--merchant', SHOP]), [
        {
          account: 'card',
          operation: 'refund',
          result: 'done',
          amount: 'KWD 3.000',
          'at the gateway': 're_1',
          payment: 'pi_unknown',
          event: 'evt_1',
          received: isoUtc(CREATED_AT),
        },
      ]);
    });

    it('ends with 1 and a line for each difference from an empty network', async () => {
      const { code, out, err } = await run(['ledger', 'verify', '--simulator', network.url]);
      assert.equal(code, 1, err);
      const lines = out.split('\n').filter((line) => line.startsWith('not-there: '));
      assert.equal(lines.length, 2 * PAYMENTS);
      assert.match(out, new RegExp(`differences +${2 * PAYMENTS}\\b`));
    });

    it('says so when the network cannot be asked', async () => {
      const nowhere = 'http://127.0.0.1:9';
      const { code, err } = await run(['ledger', 'verify', '--simulator', nowhere]);
      assert.equal(code, 1);
      assert.match(err, /The book at http:\/\/127\.0\.0\.1:9\/control\/ledger cannot be read/);
    });
  });

  describe('of more payments than are compared together', () => {
    before(() => payments(PAYMENTS, MANY));

    it('reads each of them whole', async () => {
      const { told, counts } = await verified();
      assert.deepEqual(told, []);
      assert.deepEqual(counts, {
        sessions: MANY,
        entries: 2 * MANY,
        movements: 2 * MANY,
        posted: 0,
        differences: 0,
      });
    });
  });
});

/** Canceled, with an attempt at the network under way. */
function late(name: string): Transaction {
  const referenceNumber = referenceOf(`demo-${name}`);
  const attempts = [anAttempt({ amount: kwd('100'), referenceNumber })];
  return { ...chosen('purchase', { sessionId: sessionOf(name), attempts }), state: 'canceled' };
}

function about(name: string, reference: string): string {
  return `of ${SHOP} ${sessionOf(name)} ${reference}: ledger`;
}
