import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  hearOfRemoved,
  takeInRemoved,
  takeInRemovedDispute,
} from '../../../activities/removals.ts';
import type { UnbookedWord } from '../../../activities/gateway-word-mails.ts';
import type { CallPerson, RemovedNews } from '../../../activities/removed-mails.ts';
import type { RuleEngine, RulePorts, RuleStores } from '../../../activities/reconcile/rules.ts';
import type { ReferenceNumber, SessionId } from '../../../domain/ids.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { bookOf } from '../../../domain/ledger/buried.ts';
import { tombstoneOf, type Tombstone } from '../../../domain/transaction/tombstone.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { entryOf, type Operation } from '../../../domain/operation/operation.ts';
import type { DisputeReport, DisputeWord } from '../../../domain/dispute/dispute.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import type { AttemptReport } from '../../../domain/transaction/network.ts';
import { aNumberedOperation, wordOn } from '../../domain/operation/support.ts';
import type { AttemptEntry, DisputeCallback, InboxEntry } from '../../../store/callback-inbox.ts';
import type { EndedRun } from '../../../engine/runs.ts';
import { givenUpAfter } from '../../../engine/patience.ts';
import { foreignNames } from '../../../store/operations.ts';
import {
  anAccount,
  anAttempt,
  anInvoice,
  aReport,
  aTransaction,
  CARD,
  codeOf,
  CREATED_AT,
  aMerchantId,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';
import { inActivity } from '../support/in-activity.ts';
import { memoryTombstones } from '../support/memory-tombstones.ts';
import {
  memoryAccounts,
  memoryInbox,
  memoryInvoices,
  memoryLedger,
  memoryOperations,
  memoryTransactions,
} from '../support/memory-store.ts';
import { scriptedNetwork } from '../support/scripted-network.ts';
import { givingUp, reconciling, standsStill } from './support.ts';

const MINUTE_MS = 60_000;

describe('unstartedPayments', () => {
  it('starts what was written more than a minute ago and has no workflow, oldest first', async () => {
    const { sweep, started } = starts({ minutesAgo: [3, 5, 2], running: ['2'] });
    assert.deepEqual(await sweep(), { mended: 2, failed: [] });
    assert.deepEqual(started(), [sessionOf('1'), sessionOf('0')]);
  });

  it('leaves alone what is younger than a minute: its request is still at work', async () => {
    const { sweep, started } = starts({ minutesAgo: [0.5] });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(started(), []);
  });

  it('leaves alone what a workflow has touched', async () => {
    const { sweep, started } = starts({ minutesAgo: [3], version: 2 });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(started(), []);
  });

  it('does not look again at what it has seen', async () => {
    const { sweep, looked } = starts({ minutesAgo: [3, 5] });
    await sweep();
    await sweep();
    assert.deepEqual(looked(), [sessionOf('1'), sessionOf('0')]);
  });

  it('goes on after one that cannot be started, names it, and comes back to it', async () => {
    const { sweep, started, fail } = starts({ minutesAgo: [9, 6, 3] });
    fail(sessionOf('1'));
    assert.deepEqual((await sweep()).failed, [
      `transaction ${sessionOf('1')} (Error: Temporal is gone.)`,
    ]);
    assert.deepEqual(started(), [sessionOf('0'), sessionOf('2')]);
    assert.equal((await sweep()).failed.length, 1);
    fail(undefined);
    await sweep();
    assert.deepEqual(started(), [sessionOf('0'), sessionOf('2'), sessionOf('1')]);
  });

  it('passes over what could not be started for a day, and has said so', async () => {
    const { sweep, started, fail } = starts({ minutesAgo: [26 * 60, 3] });
    fail(sessionOf('0'));
    assert.equal((await sweep()).failed.length, 1);
    assert.deepEqual(started(), [sessionOf('1')]);
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
  });

  it('does not skip what was created in the same millisecond as one that failed', async () => {
    const { sweep, started, fail } = starts({ minutesAgo: [5, 5] });
    fail(sessionOf('1'));
    assert.equal((await sweep()).failed.length, 1);
    fail(undefined);
    await sweep();
    assert.deepEqual(started().toSorted(), [sessionOf('0'), sessionOf('1')]);
  });
});

describe('unstartedInvoices', () => {
  it('starts what was sent more than a minute ago and has no workflow, oldest first', async () => {
    const { sweep, started } = invoices({ minutesAgo: [3, 5, 2], running: ['2'] });
    assert.deepEqual(await sweep(), { mended: 2, failed: [] });
    assert.deepEqual(started(), [sessionOf('1'), sessionOf('0')]);
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
  });

  it('leaves alone what is younger than a minute, and what is settled', async () => {
    const { sweep, started } = invoices({ minutesAgo: [0.5] });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    const settled = invoices({ minutesAgo: [3], status: 'paid' });
    assert.deepEqual(await settled.sweep(), { mended: 0, failed: [] });
    assert.deepEqual([...started(), ...settled.started()], []);
  });

  it('starts all that can be started, and comes back to what could not', async () => {
    const { sweep, started, fail } = invoices({ minutesAgo: [9, 6, 3] });
    fail(sessionOf('1'));
    assert.match(String((await sweep()).failed), /^invoice/);
    assert.deepEqual(started(), [sessionOf('0'), sessionOf('2')]);
    fail(undefined);
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
  });
});

describe('unheardCallbacks', () => {
  const attempt = anAttempt();
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });

  it('signals a verified callback that no workflow has heard, once', async () => {
    const { sweep, reports } = callbacks([aCallback()]);
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(reports(), [aReport(attempt)]);
  });

  describe('of a callback that only has the network asked', () => {
    const network = scriptedNetwork();
    const { referenceNumber } = attempt;
    const word = { referenceNumber, outcome: { result: 'pending' } } as const;
    const ring = (gatewayEventId = 'event-1') =>
      aCallback({ gatewayEventId, report: word, asks: true });
    const removed = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const sweepingRemoved = (tombstones: readonly Tombstone[]) =>
      callbacks([ring(), ring('event-2')], {
        known: [],
        tombstones,
        gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
      });

    it('has the run ask it, once', async () => {
      const { sweep, reports, asked } = callbacks([ring()]);
      assert.deepEqual(await sweep(), { mended: 1, failed: [] });
      assert.deepEqual(await sweep(), { mended: 0, failed: [] });
      assert.deepEqual([reports(), asked()], [[], [referenceNumber]]);
    });

    it('asks it about what was removed, and writes down what was paid', async () => {
      network.answer({
        GET: {
          status: 200,
          body: {
            id: 'net-1',
            merchant_reference: referenceNumber,
            amount: '12.500',
            currency: 'KWD',
            status: 'CAPTURED',
          },
        },
      });
      const { sweep, late, posted } = sweepingRemoved([removed]);
      assert.deepEqual(await sweep(), { mended: 2, failed: [], lateMoney: 1 });
      const [found] = await late();
      assert.deepEqual(
        found?.lateMoney.map((money) => [money.referenceNumber, money.charged]),
        [[referenceNumber, attempt.total]],
      );
      assert.deepEqual(await posted(), ['stray 12500 gateway, -12500 suspense']);
    });

    it('comes back to what was removed when the network gives no answer', async () => {
      network.answer({ GET: { status: 503, body: {} } });
      const { sweep, late } = sweepingRemoved([removed]);
      assert.equal((await sweep()).failed.length, 2);
      network.answer({ GET: { status: 404, body: {} } });
      assert.deepEqual(await sweep(), { mended: 2, failed: [] });
      assert.deepEqual(await late(), []);
    });
  });

  it('leaves alone what came less than a minute ago, and what was signaled', async () => {
    const { sweep, reports } = callbacks([
      aCallback({ receivedAt: Date.now() - MINUTE_MS / 2 }),
      aCallback({ gatewayEventId: 'event-2', signaled: true }),
    ]);
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(reports(), []);
  });

  describe('whose run was ended before it may have heard them', () => {
    it('signals them to the next run, once, and no others', async () => {
      const { sweep, sweepLost, reports, end } = callbacks([
        lost(),
        aCallback({ gatewayEventId: 'event-2', signaled: true }),
        lost({ gatewayEventId: 'event-3', signaledRun: 'run-0' }),
      ]);
      assert.deepEqual(await sweepLost(), { mended: 0, failed: [] });
      end('run-1', 2);
      assert.deepEqual(await sweep(), { mended: 0, failed: [] });
      assert.deepEqual(await sweepLost(), { mended: 1, failed: [] });
      assert.deepEqual(await sweepLost(), { mended: 0, failed: [] });
      assert.deepEqual(reports(), [aReport(attempt)]);
    });

    it('finds a run that the index has late, and begins none for what was heard', async () => {
      const { sweepLost, reports, end } = callbacks([lost()]);
      await sweepLost();
      end('run-1', 5);
      assert.deepEqual(await sweepLost(), { mended: 1, failed: [] });
      assert.equal(reports().length, 1);
      const paid = { ...attempt, state: 'success' } as const;
      const heard = callbacks([lost()], {
        known: [{ ...transaction, state: 'paid', attempts: [paid] }],
      });
      heard.end('run-1', 5);
      await heard.sweepLost();
      assert.deepEqual([heard.reports(), await heard.isSignaled()], [[], true]);
    });

    it('signals them again when that run was ended, too', async () => {
      const { sweepLost, reports, end } = callbacks([lost()]);
      end('run-1', 3);
      await sweepLost();
      end(RUN, 2);
      await sweepLost();
      assert.equal(reports().length, 2);
    });

    it('comes back to them, and has them count as unheard until somebody has heard them', async () => {
      const { sweepLost, reports, end, failAfter, isSignaled } = callbacks([lost()]);
      end('run-1', 2);
      failAfter(0);
      assert.equal((await sweepLost()).failed.length, 1);
      assert.equal(await isSignaled(), false);
      failAfter(Infinity);
      assert.deepEqual(await sweepLost(), { mended: 1, failed: [] });
      assert.deepEqual([reports().length, await isSignaled()], [1, true]);
    });

    it('calls a person for those that could not be heard for a day, once', async () => {
      const { sweepLost, end, failAfter, words } = callbacks([lost()]);
      end('run-1', 26 * 60);
      failAfter(0);
      assert.equal((await sweepLost()).givenUp, 1);
      assert.equal((await sweepLost()).givenUp, undefined);
      assert.equal(words().length, 1);
    });
  });

  it('ignores a reference that nobody knows, and goes on after it', async () => {
    const stranger = aCallback({
      gatewayEventId: 'event-0',
      referenceNumber: referenceOf('demoZZZZZZ'),
      receivedAt: Date.now() - 5 * MINUTE_MS,
    });
    const { sweep, reports } = callbacks([stranger, aCallback()]);
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.equal(reports().length, 1);
  });

  it("ignores a callback of another merchant's or another account's gateway", async () => {
    const { sweep, reports } = callbacks([
      aCallback({ merchantId: aMerchantId('other-shop') }),
      aCallback({ gatewayEventId: 'event-2', pgCode: codeOf('debit') }),
    ]);
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(reports(), []);
  });

  it('writes down money that came for what was removed, once, and signals nobody', async () => {
    const tombstone = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const again = aCallback({ gatewayEventId: 'event-2' });
    const removed = { known: [], tombstones: [tombstone] };
    const { sweep, reports, late, posted, calls } = callbacks([aCallback(), again], removed);
    assert.deepEqual(await sweep(), { mended: 2, failed: [], lateMoney: 1 });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(reports(), []);
    const [found, ...others] = await late();
    assert.deepEqual(others, []);
    assert.deepEqual(
      found?.lateMoney.map(({ referenceNumber, charged }) => [referenceNumber, charged]),
      [[attempt.referenceNumber, attempt.total]],
    );
    assert.deepEqual(await posted(), ['stray 12500 gateway, -12500 suspense']);
    assert.deepEqual(calls(), [['late-money', attempt.referenceNumber, 0, 0]]);
  });

  it('writes down what was given back of it at the gateway, once', async () => {
    const removed = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const { referenceNumber, total: charged } = attempt;
    const tombstone = { ...removed, lateMoney: [{ referenceNumber, charged, at: Date.now() }] };
    const given = (gatewayEventId: string): InboxEntry => ({
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId,
      referenceNumber,
      operation: {
        kind: 'refund',
        paymentReference: referenceNumber,
        result: 'done',
        amount: charged,
        gatewayReference: 'op_there',
      },
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
    });
    const { sweep, late, posted } = callbacks([given('event-1'), given('event-2')], {
      known: [],
      tombstones: [tombstone],
    });
    assert.deepEqual(await sweep(), { mended: 2, failed: [] });
    const [found] = await late();
    assert.deepEqual(
      found?.operations?.map(({ kind, source, amount }) => [kind, source, amount]),
      [['refund', 'pg', charged]],
    );
    assert.deepEqual(await posted(), ['refund 12500 suspense, -12500 gateway']);
  });

  for (const [order, results] of [
    ['after', ['done', 'reversed']],
    ['before', ['reversed', 'done']],
  ] as const)
    it(`calls a person where the gateway undoes that, also heard of ${order} it was done`, async () => {
      const removed = tombstoneOf(
        { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
        { now: Date.now() },
      );
      const { referenceNumber, total: charged } = attempt;
      const tombstone = { ...removed, lateMoney: [{ referenceNumber, charged, at: Date.now() }] };
      const given = (result: OperationReport['result'], nth: number): InboxEntry => ({
        merchantId: SHOP,
        pgCode: CARD,
        gatewayEventId: `event-${nth}`,
        referenceNumber,
        operation: {
          kind: 'refund',
          paymentReference: referenceNumber,
          result,
          amount: charged,
          gatewayReference: 'op_there',
        },
        receivedAt: Date.now() - (9 - nth) * MINUTE_MS,
        signaled: false,
      });
      const { sweep, late, posted, calls } = callbacks(
        [...results, 'reversed' as const].map(given),
        {
          known: [],
          tombstones: [tombstone],
        },
      );
      assert.deepEqual(await sweep(), { mended: 3, failed: [], lateMoney: 1 });
      assert.deepEqual(await posted(), [
        'refund 12500 suspense, -12500 gateway',
        'refund-reversed 12500 gateway, -12500 suspense',
      ]);
      const [found] = await late();
      assert.ok(found);
      assert.equal(bookOf(found).operations?.length, 1);
      assert.equal(typeof bookOf(found).operations?.[0]?.reversedAt, 'number');
      assert.equal(calls().length, 1);
    });

  it('calls a person for a part that the gateway undoes, though nobody could be called at first', async () => {
    const removed = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const { referenceNumber, total: charged } = attempt;
    const tombstone = { ...removed, lateMoney: [{ referenceNumber, charged, at: Date.now() }] };
    const stores = {
      tombstones: memoryTombstones(tombstone),
      ledger: memoryLedger(),
      operations: memoryOperations(),
      countAlert: () => undefined,
    };
    const calls: unknown[] = [];
    const said: OperationReport = {
      kind: 'refund',
      paymentReference: referenceNumber,
      result: 'done',
      amount: charged,
      gatewayReference: 're_1',
    };
    const names = foreignNames({ merchantId: SHOP, pgCode: CARD }, said);
    const hear = (report: OperationReport, call: CallPerson) =>
      inActivity(async () => {
        const found = await stores.tombstones.find(tombstone);
        return found && takeInRemoved({ ...stores, call }, found, { report, names });
      });
    const calling: CallPerson = async (_removed, news) => void calls.push(calledFor(news));
    await hear(said, calling);
    const part = { ...said, result: 'reversed', amount: kwd('1.000') } as const;
    await assert.rejects(hear(part, () => Promise.reject(new Error('MongoDB is gone.'))));
    assert.equal(await hear(part, calling), true);
    assert.equal(await hear(part, calling), false);
    assert.equal(calls.length, 1);
  });

  it('writes a dispute of what was removed down for a person, once for each state, and what it took of late money', async () => {
    const removed = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const { referenceNumber, total: charged } = attempt;
    const tombstone = { ...removed, lateMoney: [{ referenceNumber, charged, at: Date.now() }] };
    const taken = { name: 'txn_1', kind: 'taken', amount: charged, at: CREATED_AT } as const;
    const told = (gatewayEventId: string, given: Partial<DisputeReport>): InboxEntry => ({
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId,
      referenceNumber,
      dispute: {
        disputeId: 'du_1',
        paymentReference: referenceNumber,
        state: 'open',
        amount: charged,
        saidAt: CREATED_AT,
        movements: [],
        ...given,
      },
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
    });
    const { sweep, late, posted, calls } = callbacks(
      [
        told('event-1', {}),
        told('event-2', {}),
        told('event-3', { movements: [taken] }),
        told('event-4', { state: 'review', saidAt: CREATED_AT + 1, movements: [taken] }),
        told('event-5', { state: 'lost', saidAt: CREATED_AT + 2, movements: [taken] }),
        told('event-6', { state: 'lost', saidAt: CREATED_AT + 2, movements: [taken] }),
      ],
      { known: [], tombstones: [tombstone] },
    );
    assert.deepEqual(await sweep(), { mended: 6, failed: [], disputes: 2 });
    const [found] = await late();
    const alert = { kind: 'dispute', referenceNumber };
    assert.deepEqual(found?.alerts, [alert, alert]);
    assert.deepEqual(
      found.disputes?.map(({ state, movements }) => [state, movements.length]),
      [
        ['open', 0],
        ['open', 1],
        ['review', 1],
        ['lost', 1],
      ],
    );
    assert.deepEqual(await posted(), ['chargeback 12500 disputes, -12500 gateway']);
    assert.deepEqual(calls(), [
      ['dispute', 'open', 1, 0],
      ['dispute', 'lost', 1, 3],
    ]);
  });

  describe("of a dispute that names the payment by the gateway's own name", () => {
    const { referenceNumber, total: charged } = attempt;
    const taken = { name: 'txn_1', kind: 'taken', amount: charged, at: CREATED_AT } as const;
    const removed = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed', gatewayReference: 'cs_1' }] },
      { now: CREATED_AT },
    );
    const lateMoney = [{ referenceNumber, gatewayPayment: 'pi_1', charged, at: CREATED_AT }];
    const word: DisputeWord = {
      disputeId: 'du_1',
      gatewayPayment: 'pi_1',
      state: 'open',
      amount: charged,
      saidAt: CREATED_AT,
      movements: [taken],
    };

    it('finds money that came late, calls a person, and posts what was taken', async () => {
      const { sweep, late, posted, unplaced } = callbacks([told(word)], {
        known: [],
        tombstones: [{ ...removed, lateMoney }],
      });
      assert.deepEqual(await sweep(), { mended: 1, failed: [], disputes: 1 });
      const [found] = await late();
      assert.deepEqual(found?.alerts, [{ kind: 'dispute', referenceNumber }]);
      assert.deepEqual(await posted(), ['chargeback 12500 disputes, -12500 gateway']);
      assert.equal(unplaced(), 0);
    });

    it('calls a person once where nobody knows the payment, whatever else is looked at again', async () => {
      const strange = told({ ...word, gatewayPayment: 'pi_2' }, { gatewayEventId: 'event-2' });
      const { sweep, unplaced, failAfter } = callbacks([aCallback(), strange]);
      failAfter(0);
      assert.equal((await sweep()).disputes, 1);
      assert.equal((await sweep()).failed.length, 1);
      assert.equal(unplaced(), 1);
    });

    it('calls a person once for each state of each dispute of a payment that nobody knows', async () => {
      const strange = { ...word, gatewayPayment: 'pi_2' };
      const words = [
        strange,
        { ...strange, movements: [] },
        { ...strange, state: 'lost' },
        { ...strange, state: 'lost', saidAt: CREATED_AT + 1 },
        { ...strange, disputeId: 'du_2' },
      ] as const;
      const sweeping = callbacks(
        words.map((one, nth) => told(one, { gatewayEventId: `event-${nth}` })),
      );
      assert.deepEqual(await sweeping.sweep(), { mended: 5, failed: [], disputes: 3 });
      assert.equal(sweeping.unplaced(), 3);
      assert.deepEqual(
        sweeping
          .words()
          .map((one) => one.what === 'dispute' && [one.word.disputeId, one.word.state]),
        [
          ['du_1', 'open'],
          ['du_1', 'lost'],
          ['du_2', 'open'],
        ],
      );
    });

    it('has the mail written before it is noted that a person was called, and counts who has noted it', async () => {
      const { sweep, unplaced, lettersEndAfter } = callbacks([
        told({ ...word, gatewayPayment: 'pi_2' }),
      ]);
      lettersEndAfter(0);
      assert.equal((await sweep()).failed.length, 1);
      assert.equal(unplaced(), 0);
      lettersEndAfter(Infinity);
      assert.equal((await sweep()).disputes, 1);
      assert.equal(unplaced(), 1);
    });

    it('calls nobody where nobody knows the payment and nothing is to be done', async () => {
      const won = { ...word, gatewayPayment: 'pi_2', state: 'won' } as const;
      const { sweep, unplaced } = callbacks([told(won)]);
      assert.deepEqual(await sweep(), { mended: 1, failed: [] });
      assert.equal(unplaced(), 0);
    });

    it('calls a person of one that names an attempt which nobody knows', async () => {
      const strange = { referenceNumber: referenceOf('demoZZZZZZ') };
      const { sweep, unplaced } = callbacks([told(word, strange)]);
      assert.deepEqual(await sweep(), { mended: 1, failed: [], disputes: 1 });
      assert.equal(unplaced(), 1);
    });

    it('tells the run of a payment whose name became known since it came', async () => {
      const named = { ...transaction, attempts: [{ ...attempt, gatewayPayment: 'pi_1' }] };
      const { sweep, disputes } = callbacks([told(word)], { known: [named] });
      assert.deepEqual(await sweep(), { mended: 1, failed: [] });
      assert.deepEqual(disputes(), [{ ...word, paymentReference: referenceNumber }]);
    });

    it('leaves a payment at another account of the merchant to that account', async () => {
      const { sweep, unplaced } = callbacks([told(word, { pgCode: codeOf('debit') })], {
        known: [],
        tombstones: [{ ...removed, lateMoney }],
      });
      assert.deepEqual(await sweep(), { mended: 0, failed: [] });
      assert.equal(unplaced(), 0);
    });

    it('takes nothing in that names another payment than the one that came, and calls a person', async () => {
      const dispute = { ...word, gatewayPayment: 'pi_2', paymentReference: referenceNumber };
      const { sweep, late, posted, unplaced } = callbacks([told(dispute, { referenceNumber })], {
        known: [],
        tombstones: [{ ...removed, lateMoney }],
      });
      assert.deepEqual(await sweep(), { mended: 1, failed: [], disputes: 1 });
      const [found] = await late();
      assert.equal(found?.disputes, undefined);
      assert.deepEqual([await posted(), unplaced()], [[], 1]);
    });

    it('calls a person where neither a document nor a tombstone is there', async () => {
      const stores = {
        tombstones: memoryTombstones(),
        ledger: memoryLedger(),
        inbox: memoryInbox(told(word, { referenceNumber })),
        call: async () => undefined,
        callForWord: async () => undefined,
        countAlert: () => {
          unplaced += 1;
        },
      };
      const { merchantId, sessionId } = removed;
      let unplaced = 0;
      const hear = takeInRemovedDispute(stores);
      const report = { ...word, paymentReference: referenceNumber };
      const heard = () => inActivity(() => hear({ merchantId, sessionId, report }));
      assert.deepEqual([await heard(), await heard()], [true, false]);
      assert.equal(unplaced, 1);
    });

    it('calls a person for a second payment of the same page, which is counted nowhere', async () => {
      const tombstones = memoryTombstones({ ...removed, lateMoney });
      const ledger = memoryLedger();
      const names: unknown[] = [];
      const call: CallPerson = async (_removed, news) => void names.push(calledFor(news)[1]);
      const hear = hearOfRemoved({ tombstones, ledger, call, countAlert: () => undefined });
      const { merchantId, sessionId } = removed;
      const success = { ...aReport(attempt), gatewayReference: 'cs_1' };
      const hearOf = (gatewayPayment: string) =>
        inActivity(() => hear({ merchantId, sessionId, report: { ...success, gatewayPayment } }));
      assert.deepEqual([await hearOf('pi_1'), await hearOf('pi_2')], [false, true]);
      assert.deepEqual(names, [`${referenceNumber}/pi_2`]);
      const found = await tombstones.find(removed);
      assert.deepEqual(found?.lateMoney, lateMoney);
      assert.deepEqual(await ledger.listOf(merchantId, sessionId), []);
    });

    it('calls a person where money of it was undone, once for each word, and books nothing', async () => {
      const outcome = { result: 'reversed', charged: kwd('12.500') } as const;
      const undone = (message: string, gatewayEventId: string) =>
        aCallback({ gatewayEventId, report: { referenceNumber, outcome, message } });
      const words = [undone('CHARGEBACK', 'event-1'), undone('CAPTURE_FAILED', 'event-2')];
      const { sweep, late, posted, calls, alerts } = callbacks(words, {
        known: [],
        tombstones: [{ ...removed, lateMoney }],
      });
      assert.deepEqual(await sweep(), { mended: 2, failed: [], undone: 2 });
      assert.deepEqual(
        calls().map((one) => [one].flat()[0]),
        ['manual-action', 'manual-action'],
      );
      assert.equal(new Set(calls().map((one) => [one].flat()[1])).size, 2);
      assert.deepEqual(alerts(), ['manual-action-required', 'manual-action-required']);
      assert.deepEqual((await late())[0]?.lateMoney, lateMoney);
      assert.deepEqual(await posted(), []);
    });

    for (const [order, name] of [
      [[0, 1, 2], 'first'],
      [[1, 0, 2], 'second'],
      [[1, 2, 0], 'last'],
    ] as const)
      it(`is recorded and posted ${name} of what is heard of late money in the same moment`, async () => {
        const tombstones = memoryTombstones(removed);
        const ledger = memoryLedger();
        const stores = {
          tombstones,
          ledger,
          operations: memoryOperations(),
          inbox: memoryInbox(),
          call: async () => undefined,
          callForWord: async () => undefined,
          countAlert: () => undefined,
        };
        const ref = { merchantId: removed.merchantId, sessionId: removed.sessionId };
        const success = { ...aReport(attempt), gatewayReference: 'cs_1', gatewayPayment: 'pi_1' };
        const report = { ...word, paymentReference: referenceNumber };
        const given: OperationReport = {
          kind: 'refund',
          paymentReference: referenceNumber,
          result: 'done',
          amount: kwd('1.000'),
          gatewayReference: 're_1',
        };
        const names = foreignNames({ merchantId: SHOP, pgCode: CARD }, given);
        const words = [
          () => takeInRemovedDispute(stores)({ ...ref, report }),
          () => hearOfRemoved(stores)({ ...ref, report: success }),
          () => takeInRemoved(stores, removed, { report: given, names }),
        ] as const;
        await inActivity(() => Promise.all(order.map((nth) => words[nth]())));
        const found = await tombstones.find(ref);
        assert.deepEqual(
          found?.lateMoney.map(({ gatewayPayment }) => gatewayPayment),
          ['pi_1'],
        );
        assert.deepEqual(
          found.disputes?.map(({ state }) => state),
          ['open'],
        );
        assert.deepEqual(found.alerts, [{ kind: 'dispute', referenceNumber }]);
        assert.equal(found.operations?.length, 1);
        const entries = await ledger.listOf(SHOP, removed.sessionId);
        assert.deepEqual(entries.map(({ event }) => event).toSorted(), [
          'chargeback',
          'refund',
          'stray',
        ]);
      });
  });

  it("believes nothing of another merchant's gateway about what was removed", async () => {
    const tombstone = tombstoneOf(
      { ...transaction, attempts: [{ ...attempt, state: 'failed' }] },
      { now: Date.now() },
    );
    const { sweep, late } = callbacks([aCallback({ merchantId: aMerchantId('other-shop') })], {
      known: [],
      tombstones: [tombstone],
    });
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
    assert.deepEqual(await late(), []);
  });

  it('calls a person once for each that could not be heard for a day, and goes on behind it', async () => {
    const entries = [25, 24.5, 1].map((hoursAgo, nth) =>
      aCallback({
        gatewayEventId: `event-${nth}`,
        receivedAt: Date.now() - hoursAgo * 60 * MINUTE_MS,
      }),
    );
    const { sweep, reports, alerts, words, failAfter, lettersEndAfter } = callbacks(entries);
    failAfter(0);
    // Nobody may be passed over of whom nobody has heard.
    lettersEndAfter(1);
    assert.equal((await sweep()).givenUp, 1);
    lettersEndAfter(Infinity);
    assert.equal((await sweep()).givenUp, 1);
    const { failed, givenUp } = await sweep();
    assert.deepEqual([failed.length, givenUp], [2, undefined]);
    assert.deepEqual(alerts(), ['manual-action-required', 'manual-action-required']);
    assert.deepEqual(
      [...new Set(words().map((word) => word.what === 'callback' && word.entry.gatewayEventId))],
      ['event-0', 'event-1'],
    );
    failAfter(Infinity);
    await sweep();
    assert.equal(reports().length, 2);
    const [first] = words();
    assert.equal(first?.what === 'callback' && first.payment?.sessionId, transaction.sessionId);
  });

  it('comes back to all that it could not signal', async () => {
    const entries = ['event-1', 'event-2', 'event-3'].map((gatewayEventId, index) =>
      aCallback({ gatewayEventId, receivedAt: Date.now() - (9 - index) * MINUTE_MS }),
    );
    const { sweep, reports, failAfter } = callbacks(entries);
    failAfter(1);
    assert.equal((await sweep()).failed.length, 2);
    assert.equal(reports().length, 1);
    failAfter(Infinity);
    assert.deepEqual(await sweep(), { mended: 2, failed: [] });
    assert.equal(reports().length, 3);
  });

  function aCallback(given: Partial<AttemptEntry> = {}): AttemptEntry {
    return {
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: 'event-1',
      referenceNumber: attempt.referenceNumber,
      report: aReport(attempt),
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
      ...given,
    };
  }

  /** One that a run was told of. */
  function lost(given: Partial<AttemptEntry> = {}): AttemptEntry {
    return aCallback({ signaled: true, signaledRun: 'run-1', ...given });
  }

  /** What the database has: the transaction of the callbacks, unless it is said otherwise. */
  interface Known {
    readonly known?: readonly Transaction[];
    readonly tombstones?: readonly Tombstone[];
    readonly gatewayAccounts?: RuleStores['gatewayAccounts'];
  }

  /** The sweep over these callbacks, and what it signaled. */
  function callbacks(
    entries: readonly InboxEntry[],
    { known = [transaction], tombstones = [], gatewayAccounts }: Known = {},
  ) {
    const reports: AttemptReport[] = [];
    const disputes: DisputeReport[] = [];
    const asked: ReferenceNumber[] = [];
    const calls: unknown[] = [];
    const alerts: string[] = [];
    const words: UnbookedWord[] = [];
    const ended: EndedRun[] = [];
    let letters = Infinity;
    const kept = memoryTombstones(...tombstones);
    const ledger = memoryLedger();
    let allowed = Infinity;
    const engine: Partial<RuleEngine> = {
      report: async (_transaction, report) => {
        if (reports.length >= allowed) throw new Error('Temporal is gone.');
        reports.push(report);
        return RUN;
      },
      dispute: async (_transaction, report) => {
        disputes.push(report);
        return RUN;
      },
      returned: async (_transaction, referenceNumber) => {
        asked.push(referenceNumber);
        return RUN;
      },
      runsCutShort: async (after, until) =>
        ended.filter(({ endedAt }) => endedAt > after && endedAt <= until),
    };
    const inbox = memoryInbox(...entries);
    const stores = {
      ...(gatewayAccounts && { gatewayAccounts }),
      transactions: memoryTransactions(...known),
      inbox,
      tombstones: kept,
      ledger,
    };
    const look = reconciling(stores, engine, {
      countAlert: (kind) => void alerts.push(kind),
      callForWord: async (word) => {
        if (letters <= words.length) throw new Error('MongoDB is gone.');
        words.push(word);
      },
      call: async (tombstone, news) => {
        const [what, ofIt] = calledFor(news);
        // By then it must not stand where nobody would call again.
        const found = await kept.find(tombstone);
        calls.push([what, ofIt, found?.lateMoney.length, (found?.disputes ?? []).length]);
      },
    });
    return {
      calls: () => calls,
      sweep: () => look('unheardCallbacks'),
      sweepLost: () => look('lostCallbacks'),
      /** Something has ended the run, so long ago. */
      end: (runId: string, minutes: number) => {
        ended.push({ runId, endedAt: minutesAgo(minutes) });
      },
      /** The gateway sends it again: whether a run has it by now. */
      isSignaled: async () => {
        const { signaled: _signaled, ...again } = aCallback();
        return (await inbox.receive(again)).signaled;
      },
      disputes: () => disputes,
      asked: () => asked,
      unplaced: () => alerts.filter((kind) => kind === 'dispute').length,
      alerts: () => alerts,
      words: () => words,
      lettersEndAfter: (count: number) => {
        letters = count;
      },
      posted: async () =>
        (await ledger.listOf(SHOP, transaction.sessionId)).map(({ event, lines }) =>
          [event, lines.map(({ account, amount }) => `${amount.minor} ${account}`).join(', ')].join(
            ' ',
          ),
        ),
      reports: () => reports,
      late: () => kept.withLateMoney(SHOP),
      failAfter: (count: number) => {
        allowed = count;
      },
    };
  }
});

/** By which a payment hears what it is told. */
const RUN = 'run-2';

/** For what people are called. */
function calledFor(news: RemovedNews): readonly [string, string] {
  return news.what === 'dispute' ? [news.what, news.dispute.state] : [news.what, news.name];
}

/** A network's word on a dispute that names no attempt, unless it is said otherwise. */
function told(dispute: DisputeWord, given: Partial<DisputeCallback> = {}): InboxEntry {
  return {
    merchantId: SHOP,
    pgCode: CARD,
    gatewayEventId: 'event-1',
    dispute,
    receivedAt: Date.now() - 2 * MINUTE_MS,
    signaled: false,
    ...given,
  };
}

describe('unstartedOperations', () => {
  it('starts those that are not over, a minute after their promise, and looks once', async () => {
    const promised = aNumberedOperation(1, { createdAt: minutesAgo(2) });
    const { look, started } = sweepingOperations(
      [],
      promised,
      aNumberedOperation(2, { createdAt: minutesAgo(0.5) }),
      aNumberedOperation(3, { createdAt: minutesAgo(2), state: 'done' }),
    );
    assert.deepEqual(await look('unstartedOperations'), { mended: 1, failed: [] });
    started.length = 0;
    assert.deepEqual(await look('unstartedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(started, []);
  });

  it('writes down the operation of which there is only the promise, and starts it, once', async () => {
    const lost = aNumberedOperation(1, { createdAt: minutesAgo(2) });
    const written = aNumberedOperation(2, { createdAt: minutesAgo(90) });
    const fresh = aNumberedOperation(3, { createdAt: minutesAgo(0.5) });
    const operations = [lost, written, fresh].map((one) => ({ ...entryOf(one), whole: one }));
    const { look, started, stores } = sweepingOperations([aTransaction({ operations })], {
      ...written,
      version: 2,
      state: 'done',
    });
    assert.deepEqual(await look('unwrittenOperations'), { mended: 1, failed: [] });
    assert.deepEqual(await look('unwrittenOperations'), { mended: 0, failed: [] });
    assert.deepEqual(await look('unstartedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(started, [lost.sessionId]);
    assert.deepEqual(await stores.operations.find(lost), lost);
    assert.equal(await stores.operations.find(fresh), undefined);
  });
});

describe('unplacedOperations', () => {
  const attempt = anAttempt({ state: 'success', gatewayPayment: 'pi_1' });
  const { referenceNumber } = attempt;
  const paid = aTransaction({ state: 'paid', attempts: [attempt] });
  const {
    referenceNumber: _ours,
    paymentReference: _theirs,
    ...word
  } = {
    ...wordOn(aNumberedOperation(1)),
    gatewayPayment: 'pi_1',
  };

  function looking(...known: readonly Transaction[]) {
    const taken: unknown[] = [];
    const inbox = memoryInbox({
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: 'event-1',
      operation: word,
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
    });
    const engine: Partial<RuleEngine> = {
      takeIn: async ({ sessionId }, { source, paymentReference }) => {
        taken.push([sessionId, source, paymentReference]);
        return undefined;
      },
    };
    const over = (...payments: readonly Transaction[]) =>
      reconciling({ inbox, transactions: memoryTransactions(...payments) }, engine);
    return { taken, inbox, look: over(...known), lookLater: over(paid) };
  }

  it('has the payment take in what was done there before its charge was heard of, once', async () => {
    const { gatewayPayment: _unheard, ...pending } = attempt;
    const early = aTransaction({ attempts: [{ ...pending, state: 'pending' }] });
    const { taken, inbox, look, lookLater } = looking(early);
    assert.deepEqual(await look('unheardCallbacks'), { mended: 0, failed: [] });
    assert.deepEqual(await look('unplacedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(taken, []);
    assert.deepEqual(await lookLater('unplacedOperations'), { mended: 1, failed: [] });
    assert.deepEqual(await lookLater('unplacedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(taken, [[paid.sessionId, 'pg', referenceNumber]]);
    const report = { ...word, paymentReference: referenceNumber };
    assert.deepEqual(await inbox.wordsOn({ merchantId: SHOP, pgCode: CARD }, report), [report]);
  });

  it('comes back to one whose payment is found and cannot be told at first', async () => {
    const { inbox, taken } = looking();
    let isAway = true;
    const engine: Partial<RuleEngine> = {
      takeIn: async ({ sessionId }) => {
        if (isAway) throw new Error('Temporal is gone.');
        taken.push(sessionId);
        return undefined;
      },
    };
    const look = reconciling({ inbox, transactions: memoryTransactions(paid) }, engine);
    assert.equal((await look('unplacedOperations')).failed.length, 1);
    isAway = false;
    assert.deepEqual(await look('unplacedOperations'), { mended: 1, failed: [] });
    assert.deepEqual(taken, [paid.sessionId]);
  });

  it('writes down what was given back of late money that is heard of afterwards', async () => {
    const removed = tombstoneOf(
      aTransaction({ state: 'expired', attempts: [{ ...anAttempt(), state: 'failed' }] }),
      { now: Date.now() },
    );
    const tombstones = memoryTombstones(removed);
    const { inbox } = looking();
    const ledger = memoryLedger();
    const look = reconciling({ inbox, tombstones, ledger, operations: memoryOperations() });
    assert.deepEqual(await look('unplacedOperations'), { mended: 0, failed: [] });
    const late = {
      referenceNumber,
      gatewayPayment: 'pi_1',
      charged: attempt.total,
      at: CREATED_AT,
    };
    await tombstones.addLateMoney(removed, late);
    assert.deepEqual(await look('unplacedOperations'), { mended: 1, failed: [] });
    const posted = await ledger.listOf(SHOP, removed.sessionId);
    assert.deepEqual(
      posted.map(({ event }) => event),
      ['refund'],
    );
  });

  it('leaves one on a payment at another account of the merchant to that account', async () => {
    const other = aTransaction({ attempts: [{ ...attempt, pgCode: codeOf('debit') }] });
    const { taken, look } = looking(other);
    assert.deepEqual(await look('unplacedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(taken, []);
  });
});

describe('unheardCallbacks, of operations', () => {
  const attempt = anAttempt({ state: 'success' });
  const paid = aTransaction({ state: 'paid', attempts: [attempt] });
  const operation = aNumberedOperation(1, { paymentReference: attempt.referenceNumber });

  function sweeping(report: OperationReport, ...known: readonly Operation[]) {
    const heard: unknown[] = [];
    const ended: EndedRun[] = [];
    let quicker: Operation['state'] | undefined;
    let gone = false;
    const entry = {
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: 'event-1',
      referenceNumber: attempt.referenceNumber,
      operation: report,
      receivedAt: Date.now() - 2 * MINUTE_MS,
      signaled: false,
    };
    const stores = {
      transactions: memoryTransactions(paid),
      operations: memoryOperations(...known),
      inbox: memoryInbox(entry),
    };
    const look = reconciling(stores, {
      runsCutShort: async () => ended,
      report: async ({ sessionId }, { outcome }) => {
        heard.push([sessionId, outcome.result]);
        return RUN;
      },
      reportOperation: async ({ sessionId }, word) => {
        heard.push([sessionId, word.result]);
        return RUN;
      },
      takeIn: async (_transaction, foreign) => {
        if (gone) return { code: 'not_found', detail: 'The transaction was removed.' };
        const { source, state, amount } = foreign;
        heard.push([source, state, amount]);
        await stores.operations.insert(quicker ? { ...foreign, state: quicker } : foreign);
        return undefined;
      },
    });
    return {
      sweep: () => look('unheardCallbacks'),
      sweepLost: () => look('lostCallbacks'),
      /** Something has ended the run that was told. */
      end: () => {
        ended.push({ runId: RUN, endedAt: minutesAgo(2) });
      },
      heard,
      /** The network has said this, too, and nothing came of it. */
      said: async (word: OperationReport) => {
        const key = { ...entry, gatewayEventId: 'event-0', receivedAt: entry.receivedAt - 1 };
        await stores.inbox.receive({ ...key, operation: word });
        await stores.inbox.markSignaled(key);
      },
      /** Another word was taken in a moment before. */
      overtakenBy: (state: Operation['state']) => {
        quicker = state;
      },
      removed: () => {
        gone = true;
      },
    };
  }

  it('tells one of ours', async () => {
    const { sweep, heard } = sweeping(wordOn(operation), operation);
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.deepEqual(heard, [[operation.sessionId, 'done']]);
  });

  /** The sweep over so many payments of which each is told, oldest first, and takes it in by what `takenInBy` does with its number. */
  const sweepingMany = (
    count: number,
    within: RulePorts['within'],
    takenInBy: (number: number) => Promise<undefined>,
  ) => {
    const references = Array.from({ length: count }, (_, number) =>
      referenceOf(`demo${1000 + number}`),
    );
    const payments = references.map((reference, number) =>
      aTransaction({
        sessionId: sessionOf(String(number)),
        state: 'paid',
        attempts: [{ ...attempt, referenceNumber: reference }],
      }),
    );
    const entries = references.map((reference, number) => ({
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: `event-${number}`,
      referenceNumber: reference,
      operation: wordOn(operation, { referenceNumber: referenceOf(`there${number}`) }),
      receivedAt: Date.now() - 5 * MINUTE_MS + number,
      signaled: false,
    }));
    const inbox = memoryInbox(...entries);
    const look = reconciling(
      { inbox, transactions: memoryTransactions(...payments), operations: memoryOperations() },
      {
        takeIn: ({ sessionId }) =>
          takenInBy(payments.findIndex((one) => one.sessionId === sessionId)),
      },
      { within },
    );
    return look('unheardCallbacks');
  };

  it('goes on after payments that stand still, names them, and has done all that within its minute', async () => {
    const still = 40;
    const asked: number[] = [];
    const { mended, failed } = await sweepingMany(still + 1, givingUp(asked), async (number) =>
      number === still ? undefined : standsStill(),
    );
    assert.equal(mended, 1);
    assert.equal(failed.length, still);
    assert.match(failed[0] ?? '', /^callback event-0 on demo1000 \(Error: nobody has answered\)$/);
    const waited = asked.reduce((sum, ms) => sum + ms, 0);
    assert.ok(asked[0] === 10_000 && waited < 30_000, `${waited} ms`);
  });

  it('waits for one that is slow behind others that have said at once that they cannot', async () => {
    const closing = 7;
    const client = { withDeadline: <T>(_: number | Date, call: () => Promise<T>) => call() };
    const { mended, failed } = await sweepingMany(
      closing + 1,
      (ms, work) => givenUpAfter(client, ms, work),
      async (number) => {
        if (number < closing) throw new Error('its run is closing');
        await sleep(300);
        return undefined;
      },
    );
    assert.equal(failed.length, closing);
    assert.match(failed[0] ?? '', /its run is closing/);
    assert.equal(mended, 1);
  });

  it('has the payment take in what was done at the gateway itself', async () => {
    const { sweep, heard } = sweeping(wordOn(operation, { referenceNumber: referenceOf('there') }));
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.deepEqual(heard, [['pg', 'done', operation.amount]]);
  });

  it('tells what it says to the one that was taken in at the same moment with another word', async () => {
    const word = wordOn(operation, { referenceNumber: referenceOf('there') });
    const { sweep, heard, overtakenBy } = sweeping(word);
    overtakenBy('queued');
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.equal(heard.length, 2);
    assert.equal((heard[1] as readonly unknown[])[1], 'done');
  });

  it('tells it again where the run that was told was ended, be it of the operation or of the payment', async () => {
    const done = wordOn(operation);
    for (const [who, word, known, quicker] of [
      [operation.sessionId, done, { ...operation, gatewayPayment: 'pi_1' }],
      [
        paid.sessionId,
        { ...done, gatewayPayment: 'pi_2' },
        { ...operation, gatewayPayment: 'pi_1' },
      ],
      [
        undefined,
        wordOn(operation, { referenceNumber: referenceOf('there') }),
        undefined,
        'queued',
      ],
    ] as const) {
      const { sweep, sweepLost, heard, end, overtakenBy } = sweeping(
        word,
        ...(known ? [known] : []),
      );
      if (quicker) overtakenBy(quicker);
      await sweep();
      const told = heard.at(-1);
      if (who) assert.equal((told as readonly unknown[])[0], who);
      assert.deepEqual(await sweepLost(), { mended: 0, failed: [] });
      end();
      assert.deepEqual(await sweepLost(), { mended: 1, failed: [] });
      assert.deepEqual(heard.slice(-2), [told, told]);
    }
  });

  it('tells one that was taken in of the no that came before anybody knew of it', async () => {
    const there = { referenceNumber: referenceOf('there') };
    const { sweep, heard, said } = sweeping(wordOn(operation, { ...there, result: 'queued' }));
    await said(wordOn(operation, { ...there, result: 'declined' }));
    assert.deepEqual(await sweep(), { mended: 1, failed: [] });
    assert.deepEqual(
      heard.map((one) => (one as readonly unknown[])[1]),
      ['queued', 'declined'],
    );
  });

  it('does not count as heard where its payment has just been removed', async () => {
    const { sweep, removed } = sweeping(
      wordOn(operation, { referenceNumber: referenceOf('there') }),
    );
    removed();
    assert.deepEqual(await sweep(), { mended: 0, failed: [] });
  });

  it('comes back to a hold that was let go at the gateway itself before anybody had heard of it', async () => {
    const early = aTransaction({ attempts: [{ ...attempt, state: 'pending' }] });
    const released = wordOn(operation, { referenceNumber: referenceOf('there'), kind: 'void' });
    const inbox = memoryInbox({
      merchantId: SHOP,
      pgCode: CARD,
      gatewayEventId: 'event-1',
      referenceNumber: attempt.referenceNumber,
      operation: { ...released, gatewayPayment: 'psp_1' },
      receivedAt: Date.now() - 6 * MINUTE_MS,
      signaled: false,
    });
    const taken: unknown[] = [];
    const look = (payment: Transaction, rule: 'unheardCallbacks' | 'unplacedOperations') =>
      reconciling(
        { inbox, transactions: memoryTransactions(payment) },
        {
          takeIn: async (_transaction, { kind, source, gatewayPayment }) => {
            taken.push([kind, source, gatewayPayment]);
            return undefined;
          },
        },
      )(rule);
    for (const rule of ['unheardCallbacks', 'unplacedOperations'] as const)
      assert.deepEqual(await look(early, rule), { mended: 0, failed: [] });
    assert.deepEqual(taken, []);
    const held = { ...attempt, gatewayPayment: 'psp_1' };
    const heard = aTransaction({ state: 'authorized', attempts: [held] });
    assert.deepEqual(await look(heard, 'unplacedOperations'), { mended: 1, failed: [] });
    assert.deepEqual(await look(heard, 'unplacedOperations'), { mended: 0, failed: [] });
    assert.deepEqual(taken, [['void', 'pg', 'psp_1']]);
  });

  it('takes in nothing that was declined there', async () => {
    const { sweep, heard } = sweeping(
      wordOn(operation, { referenceNumber: referenceOf('there'), result: 'declined' }),
    );
    await sweep();
    assert.deepEqual(heard, []);
  });
});

const minutesAgo = (minutes: number) => Date.now() - minutes * MINUTE_MS;

/** The sweep over these operations, and what it started. */
function sweepingOperations(payments: readonly Transaction[], ...given: readonly Operation[]) {
  const started: SessionId[] = [];
  const stores = {
    transactions: memoryTransactions(...payments),
    operations: memoryOperations(...given),
  };
  const look = reconciling(stores, {
    isOpen: async () => true,
    isOperationOpen: async ({ sessionId }) => started.includes(sessionId),
    // A payment that has not promised it itself begins a run for it.
    tellPayment: async ({ sessionId, version }) => {
      started.push(sessionId);
      return { kept: version };
    },
  });
  return { look, started, stores };
}

/** The sweep over documents of these ages; the session ids count from 0, `running` have a workflow. */
function starts({
  minutesAgo,
  running = [],
  version = 1,
}: {
  readonly minutesAgo: readonly number[];
  readonly running?: readonly string[];
  readonly version?: number;
}) {
  const now = Date.now();
  const withWorkflow = new Set(running.map(sessionOf));
  const started: SessionId[] = [];
  const looked: SessionId[] = [];
  let broken: SessionId | undefined;
  const engine: Partial<RuleEngine> = {
    start: async ({ sessionId }) => {
      if (sessionId === broken) throw new Error('Temporal is gone.');
      looked.push(sessionId);
      if (withWorkflow.has(sessionId)) return false;
      withWorkflow.add(sessionId);
      started.push(sessionId);
      return true;
    },
  };
  const transactions = memoryTransactions(
    ...minutesAgo.map((minutes, index) =>
      aTransaction({
        sessionId: sessionOf(String(index)),
        createdAt: now - minutes * MINUTE_MS,
        version,
      }),
    ),
  );
  const stores = {
    transactions,
  };
  const look = reconciling(stores, engine);
  return {
    sweep: () => look('unstartedPayments'),
    started: () => started,
    looked: () => looked,
    fail: (sessionId: SessionId | undefined) => {
      broken = sessionId;
    },
  };
}

/** The sweep over invoices of these ages; the session ids count from 0, `running` have a workflow. */
function invoices({
  minutesAgo,
  running = [],
  status = 'sent',
}: {
  readonly minutesAgo: readonly number[];
  readonly running?: readonly string[];
  readonly status?: Invoice['status'];
}) {
  const now = Date.now();
  const withWorkflow = new Set(running.map(sessionOf));
  const started: SessionId[] = [];
  let broken: SessionId | undefined;
  const engine: Partial<RuleEngine> = {
    startInvoice: async ({ sessionId }) => {
      if (sessionId === broken) throw new Error('Temporal is gone.');
      if (withWorkflow.has(sessionId)) return false;
      withWorkflow.add(sessionId);
      started.push(sessionId);
      return true;
    },
  };
  const stores = {
    invoices: memoryInvoices(
      ...minutesAgo.map((minutes, index) =>
        anInvoice({
          sessionId: sessionOf(String(index)),
          createdAt: now - minutes * MINUTE_MS,
          status,
        }),
      ),
    ),
  };
  const look = reconciling(stores, engine);
  return {
    sweep: () => look('unstartedInvoices'),
    started: () => started,
    fail: (sessionId: SessionId | undefined) => {
      broken = sessionId;
    },
  };
}

describe('mails of tasks', () => {
  for (const [rule, of] of [
    ['dailyTaskMails', 'daily'],
    ['freshTaskMails', 'fresh'],
  ] as const)
    it(`are looked for until all who are due have been looked at, past those who cannot be (${rule})`, async () => {
      const names = Array.from({ length: 120 }, (_one, nth) => `person-${1000 + nth}`);
      const at = CREATED_AT;
      const due = names.map((username) => ({
        username,
        subscriptions: { version: 1, kinds: [], daily: { dueAt: at, doneOn: '' }, lookAt: at },
      }));
      const looked: string[] = [];
      const look = reconciling(
        {
          users: {
            // Nobody's look comes to an end here, so that only the place in the list leads on.
            taskMailsDue: async (_what, { after, limit }) =>
              due.filter(({ username }) => username > (after?.id ?? '')).slice(0, limit) as never,
          },
        },
        {},
        {
          taskMails: {
            daily: () => assert.fail('It is not asked.'),
            fresh: () => assert.fail('It is not asked.'),
            [of]: async ({ username }: { readonly username: string }) => {
              looked.push(username);
              if (username === names[0]) throw new Error('No such merchant.');
              return true;
            },
          },
        },
      );
      let [mended, page] = [0, await look(rule)];
      const failed = [...page.failed];
      for (mended += page.mended; page.next; mended += page.mended) {
        page = await look(rule, page.next);
        failed.push(...page.failed);
      }
      assert.deepEqual(looked, names);
      assert.equal(mended, names.length - 1);
      assert.equal(failed.length, 1);
    });
});
