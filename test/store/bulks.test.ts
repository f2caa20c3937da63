import assert from 'node:assert/strict';
import { MockActivityEnvironment } from '@temporalio/testing';
import { bulkActivities, type BulkLook } from '../../activities/bulks.ts';
import { movesOf, type Bulk } from '../../domain/bulk/bulk.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import type { Taking } from '../../store/bulks.ts';
import {
  aMerchant,
  aMerchantId,
  anAccount,
  aTransaction,
  CARD,
  CREATED_AT,
  kwd,
  sessionOf,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

const SHOP = aMerchantId('bulk-shop');
const MINUTE = 60 * 1000;

describe('the store of files of requests', () => {
  const database = useDatabase();

  it('keeps what an upload was, once it is accepted', async () => {
    const { bulks } = database().store;
    const upload = uploadAt('kept', CREATED_AT);
    await bulks.begin(upload, 'seed');
    assert.equal(await bulks.taking(upload), undefined);
    assert.equal(await bulks.accept(upload, taking('abc')), true);
    assert.deepEqual(await bulks.taking(upload), taking('abc'));
    assert.deepEqual(await bulks.find(upload), { ...upload, state: 'scheduling', total: 1 });
  });

  it('gives the place of an upload only when its process is dead, and that one takes nothing away', async () => {
    const { bulks } = database().store;
    const late = uploadAt('shared', CREATED_AT);
    assert.equal(await bulks.begin(late, 'seed'), true);
    await bulks.addRows(late, [ROW]);
    assert.equal(await bulks.begin(uploadAt('shared', CREATED_AT + 9 * MINUTE), 'other'), false);
    const next = uploadAt('shared', CREATED_AT + 11 * MINUTE);
    assert.equal(await bulks.begin(next, 'next'), true);
    await bulks.addRows(next, [ROW]);
    // The one that was believed dead wakes up.
    assert.equal(await bulks.accept(late, taking('late')), false);
    await bulks.discard(late);
    assert.equal(await bulks.accept(next, taking('next')), true);
    await bulks.discard(next);
    assert.equal((await bulks.pending(next, 10)).length, 1);
    assert.equal((await bulks.taking(next))?.fileHash, 'next');
    assert.equal(await bulks.begin(uploadAt('shared', CREATED_AT + 60 * MINUTE), 'again'), false);
  });

  it('leaves no row of an upload that is thrown away, however far it had come, and its id is free', async () => {
    const { bulks } = database().store;
    const upload = uploadAt('broken', CREATED_AT);
    await bulks.begin(upload, 'seed');
    await bulks.addRows(upload, [ROW]);
    await bulks.discard(upload);
    assert.equal(await rowsOf(upload), 0);
    assert.equal(await bulks.find(upload), undefined);
    assert.equal(await bulks.accept(upload, taking('broken')), false);
    assert.equal(await bulks.begin(upload, 'again'), true);
    await bulks.addRows(upload, [ROW]);
  });

  it('leaves no row of a dead upload to the one that takes its place', async () => {
    const { bulks } = database().store;
    const dead = uploadAt('dead', CREATED_AT);
    await bulks.begin(dead, 'seed');
    await bulks.addRows(dead, [ROW, { ...ROW, row: 2 }]);
    const next = uploadAt('dead', CREATED_AT + 11 * MINUTE);
    assert.equal(await bulks.begin(next, 'next'), true);
    assert.equal(await rowsOf(next), 0);
    await bulks.addRows(next, [ROW]);
    assert.equal(await bulks.accept(next, taking('next')), true);
    assert.equal((await bulks.pending(next, 10)).length, 1);
  });

  it('gives the rows of which nothing was made in their order, page by page, as they came', async () => {
    const { bulks } = database().store;
    const upload = uploadAt('wrong', CREATED_AT);
    const cells = [['amount', '1']] as const;
    const errors = { amount: ['No.'] };
    await bulks.begin(upload, 'seed');
    await bulks.addRows(upload, [
      { ...ROW, row: 2, cells },
      { ...ROW, row: 3, cells },
      { ...ROW, row: 5, cells },
    ]);
    await bulks.addRefused(upload, [
      { row: 1, cells, errors },
      { row: 4, cells: [], errors },
    ]);
    await bulks.accept(upload, taking('wrong'), ['amount', 'color']);
    const endedAt = CREATED_AT + MINUTE;
    await bulks.conclude(upload, 2, { errors: { pg_codes: ['Closed.'] }, endedAt });
    await bulks.conclude(upload, 5, { errors, endedAt: endedAt + 1 });
    const wrong = (after: number, most: number) => bulks.wrongRows(upload, { after, most });
    const all = [
      { row: 1, isLeftOut: true, cells, errors },
      { row: 2, cells, errors: { pg_codes: ['Closed.'] } },
      { row: 4, isLeftOut: true, cells: [], errors },
      { row: 5, cells, errors },
    ];
    assert.deepEqual(await wrong(0, 9), all);
    assert.deepEqual(await wrong(0, 2), all.slice(0, 2));
    assert.deepEqual(await wrong(2, 2), all.slice(2));
    assert.deepEqual(await bulks.lastEnds(upload, 9), [endedAt + 1, endedAt]);
    assert.deepEqual(await bulks.lastEnds(upload, 1), [endedAt + 1]);
    assert.deepEqual(await bulks.columnsOf(upload), ['amount', 'color']);
    assert.deepEqual(await bulks.find(upload), { ...upload, state: 'scheduling', total: 1 });
    const other = uploadAt('other', CREATED_AT);
    await bulks.begin(other, 'seed');
    await bulks.addRefused(other, [{ row: 1, cells, errors }]);
    await bulks.discard(other);
    assert.deepEqual(await bulks.wrongRows(other, { after: 0, most: 9 }), []);
    assert.deepEqual(await bulks.columnsOf(other), []);
  });

  it('keeps what is to be confirmed out of sight until it is, once, or is thrown away', async () => {
    const { bulks } = database().store;
    const merchantId = aMerchantId('shop-that-confirms');
    const uploaded = async (id: string) => {
      const upload = { ...uploadAt(id, CREATED_AT), merchantId };
      await bulks.begin(upload, 'seed');
      await bulks.addRows(upload, [ROW]);
      await bulks.accept(upload, taking(id), [], 'unconfirmed');
      return { ...upload, state: 'unconfirmed', total: 1 } as const;
    };
    const kept = await uploaded('kept');
    assert.deepEqual(await bulks.find(kept), kept);
    assert.deepEqual(await bulks.list(merchantId, 9), []);
    for (const until of [CREATED_AT, CREATED_AT + 1]) {
      const mine = (await bulks.abandoned(until, 99)).filter(
        (one) => one.merchantId === merchantId,
      );
      assert.deepEqual(mine, until > CREATED_AT ? [kept] : []);
    }
    const yes = await Promise.all([1, 2, 3].map(() => bulks.confirm(kept)));
    assert.deepEqual(
      yes.filter((one) => one !== undefined),
      [{ ...kept, state: 'scheduling' }],
    );
    assert.equal((await bulks.list(merchantId, 9)).length, 1);
    // The sweeper had read it before that.
    await bulks.discard(kept);
    assert.equal((await bulks.pending(kept, 9)).length, 1);
    const lost = await uploaded('lost');
    await bulks.discard(lost);
    assert.equal(await bulks.confirm(lost), undefined);
    assert.equal(await bulks.find(lost), undefined);
    assert.deepEqual(await bulks.pending(lost, 9), []);
  });

  it('lists those that were accepted page by page, the newest first, and none twice', async () => {
    const { bulks } = database().store;
    const merchantId = aMerchantId('shop-with-many');
    const all = [3, 2, 2, 2, 1].map((minutes, nth) => ({
      ...uploadAt(`many-${9 - nth}`, CREATED_AT + minutes * MINUTE),
      merchantId,
    }));
    for (const one of all) {
      await bulks.begin(one, 'seed');
      await bulks.addRows(one, [ROW, { ...ROW, row: 2 }, { ...ROW, row: 3 }]);
      await bulks.accept(one, taking(one.id, 3));
    }
    await bulks.begin({ ...uploadAt('unfinished', CREATED_AT), merchantId }, 'seed');
    const ids: string[] = [];
    for (let behind: Bulk | undefined; ;) {
      const page = await bulks.list(merchantId, 2, behind);
      ids.push(...page.map(({ id }) => id));
      behind = page.at(-1);
      if (page.length < 2) break;
    }
    assert.deepEqual(
      ids,
      all.map(({ id }) => id),
    );
    const [first, second] = await bulks.list(merchantId, 2);
    assert.ok(first && second);
    await bulks.conclude(first, 1, { sessionId: sessionOf('a1'), endedAt: CREATED_AT });
    await bulks.conclude(first, 3, { errors: {}, endedAt: CREATED_AT });
    const each = await bulks.progressOfEach(merchantId, [first, second]);
    for (const one of [first, second])
      assert.deepEqual(each.get(one.id), await bulks.progress(one), one.id);
    assert.deepEqual(each.get(first.id), { pending: 1, dispatched: 1, failed: 1 });
  });

  it('leaves no row to an upload whose id has rows of nobody', async () => {
    const { bulks } = database().store;
    const lost = uploadAt('lost', CREATED_AT);
    await bulks.addRows(lost, [ROW]);
    assert.equal(await bulks.begin(lost, 'seed'), true);
    assert.equal(await rowsOf(lost), 0);
    await bulks.addRows(lost, [ROW]);
  });

  it('gives a place once, however many ask for that of a dead upload', async () => {
    const { bulks } = database().store;
    await bulks.begin(uploadAt('wanted', CREATED_AT), 'seed');
    const next = (after: number) => uploadAt('wanted', CREATED_AT + 11 * MINUTE + after);
    const begun = await Promise.all([1, 2, 3].map((after) => bulks.begin(next(after), 'next')));
    assert.equal(begun.filter(Boolean).length, 1);
  });

  it('makes also the rows after one that throws each time', async () => {
    const upload = await taken('poisoned', 28);
    const { started, last } = await dispatch(upload, ['2']);
    const others = Array.from({ length: 28 }, (_, at) => String(at + 1)).filter((no) => no !== '2');
    assert.deepEqual(started, others);
    assert.deepEqual(last, undefined, 'It is tried for ever.');
    const { pending, dispatched } = await database().store.bulks.progress(upload);
    assert.deepEqual({ pending, dispatched }, { pending: 1, dispatched: 27 });
    assert.deepEqual(await dispatch(upload), {
      started: ['2'],
      last: { state: 'done', progress: { pending: 0, dispatched: 28, failed: 0 } },
    });
  });

  it('makes a row once, also where its payment was removed for good before that was written down', async () => {
    const { bulks, transactions, tombstones } = database().store;
    const upload = await taken('removed', 1);
    await dispatch(upload, ['1']);
    const [row] = await bulks.pending(upload, 1);
    assert.ok(row);
    const ref = { merchantId: SHOP, sessionId: row.sessionId };
    const made = await transactions.find(ref);
    assert.ok(made);
    await tombstones.insert(tombstoneOf(made, { now: CREATED_AT }));
    await transactions.remove(ref);
    assert.deepEqual((await dispatch(upload)).last?.state, 'done');
    assert.equal(await transactions.find(ref), undefined);
    const [result] = await bulks.results(upload, { after: 0, most: 1 });
    assert.deepEqual(result, {
      row: 1,
      state: 'dispatched',
      orderNo: '1',
      sessionId: row.sessionId,
    });
  });

  it('keeps of a row whose payment was made nothing of its customer, and of one that failed the cells', async () => {
    const { bulks } = database().store;
    const upload = uploadAt('forgetful', CREATED_AT);
    await bulks.begin(upload, 'seed');
    const cells = [['customer_first_name', 'Sara']] as const;
    const some = [1, 2, 3].map((row) => ({ ...ROW, row, cells }));
    await bulks.addRows(upload, some);
    await bulks.accept(upload, taking('forgetful', 3));
    const result = { sessionId: sessionOf('a1'), endedAt: CREATED_AT };
    await bulks.conclude(upload, 1, result);
    // Said again, as by a try of which nobody knew that it was heard.
    await bulks.conclude(upload, 1, result);
    await bulks.conclude(upload, 2, { errors: { pg_codes: ['Closed.'] }, endedAt: CREATED_AT });
    const kept = await database()
      .connection.collection('bulk_rows')
      .find({ merchantId: SHOP, bulkId: upload.id })
      .sort({ row: 1 })
      .toArray();
    const found = kept.map((one) => ['request', 'cells'].filter((key) => key in one));
    assert.deepEqual(found, [[], ['cells'], ['request', 'cells']]);
    assert.deepEqual(
      (await bulks.pending(upload, 9)).map(({ row }) => row),
      [3],
    );
  });

  it('keeps nothing of the customers of rows that are not made any more, because the file was canceled before or meanwhile', async () => {
    const { bulks } = database().store;
    const cancel = async (upload: Bulk) =>
      void (await bulks.move(upload, { ...movesOf('cancel'), saidAt: CREATED_AT }));
    const whole = await taken('canceled', 2);
    await cancel(whole);
    const partly = await taken('canceled meanwhile', 30);
    const failed = await taken('canceled, and one failed', 2);
    const cells = [['customer_first_name', 'Sara']] as const;
    await bulks.addRows(failed, [{ ...aRow(3), cells }]);
    await bulks.conclude(failed, 3, { errors: {}, endedAt: CREATED_AT });
    await cancel(failed);
    for (const [upload, pending, last] of [
      [whole, 2, undefined],
      [partly, 5, cancel],
      [failed, 2, undefined],
    ] as const)
      for (const _look of ['once', 'again']) {
        await dispatch(upload, [], last);
        assert.equal((await bulks.find(upload))?.state, 'canceled');
        assert.equal((await bulks.progress(upload)).pending, pending, upload.id);
        const kept = await database()
          .connection.collection('bulk_rows')
          .find({ merchantId: SHOP, bulkId: upload.id })
          .toArray();
        const personal = kept.filter((one) => 'request' in one || 'cells' in one);
        assert.deepEqual(
          personal.map(({ row, state }) => [row, state]),
          upload === failed ? [[3, 'failed']] : [],
          upload.id,
        );
      }
  });

  /** As Temporal would: the next try begins with what the last one has said of itself. */
  const dispatch = async (
    upload: Bulk,
    refused: readonly string[] = [],
    meanwhile: (upload: Bulk) => Promise<void> = async () => undefined,
  ) => {
    const { store } = database();
    const started: (string | undefined)[] = [];
    const start = async ({ orderNo }: Transaction) => {
      if (refused.includes(orderNo ?? '')) throw new Error(`${orderNo} is refused.`);
      started.push(orderNo);
      await meanwhile(upload);
      return true;
    };
    const activities = bulkActivities(
      {
        ...store,
        merchants: { ...store.merchants, find: async () => MERCHANT },
        gatewayAccounts: {
          ...store.gatewayAccounts,
          list: async () => [anAccount({ merchantId: SHOP })],
        },
      },
      { engine: { start } },
    );
    let last: BulkLook | undefined;
    for (
      let heartbeatDetails: unknown, tries = 0;
      tries < 8 && last?.state !== 'done' && last?.state !== 'canceled';
      tries += 1
    ) {
      const environment = new MockActivityEnvironment({ heartbeatDetails });
      environment.on('heartbeat', (details: unknown) => {
        heartbeatDetails = details;
      });
      last = undefined;
      const once = async () => {
        last = await activities.dispatchRows(upload);
        heartbeatDetails = undefined;
      };
      await environment.run(once).catch(() => undefined);
    }
    return { started, last };
  };
  const taken = async (id: string, rows: number) => {
    const { bulks } = database().store;
    const upload = uploadAt(id, CREATED_AT);
    await bulks.begin(upload, id);
    await bulks.addRows(
      upload,
      Array.from({ length: rows }, (_, at) => aRow(at + 1)),
    );
    await bulks.accept(upload, taking(id, rows));
    return upload;
  };

  const rowsOf = ({ id }: Bulk) =>
    database().connection.collection('bulk_rows').countDocuments({ merchantId: SHOP, bulkId: id });
});

const { plugins } = aMerchant();
const MERCHANT = aMerchant({ id: SHOP, plugins: { ...plugins, bulk: { enabled: true } } });

/** A request that is right. */
function aRow(row: number) {
  const { attempts: _attempts, ...terms } = aTransaction({ orderNo: String(row) });
  const proposal = {
    type: 'payment_request' as const,
    amount: '1',
    currencyCode: 'KWD',
    pgCodes: [CARD],
  };
  return { row, request: { proposal, terms } };
}

const ROW = { row: 1, request: { proposal: {}, terms: aTransaction() } };

/** An upload of so many rows. */
function taking(fileHash: string, rows = 1): Taking {
  const { right, report } = reporter();
  for (let row = 0; row < rows; row += 1) right(kwd('1'));
  return { fileHash, report: report() };
}

function uploadAt(id: string, createdAt: number): Bulk {
  return { merchantId: SHOP, id, name: id, state: 'uploading', total: 0, createdAt };
}
