import assert from 'node:assert/strict';
import { movesOf } from '../../domain/bulk/bulk.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { Cursor } from '../../store/cursors.ts';
import { CREATED_AT, aMerchantId } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const SHOP = aMerchantId('not-started-shop');
const LATER = CREATED_AT + 1000;

describe('the stores of what nobody has begun', () => {
  const database = useDatabase();

  async function accept(id: string, createdAt: number) {
    const { bulks } = database().store;
    const bulk = uploading(id, createdAt);
    await bulks.begin(bulk, 'seed');
    await bulks.accept(bulk, { fileHash: id, report: reporter().report() });
    return bulk;
  }

  it('give files of requests that were accepted before, of which no row was looked at, and uploads that broke off', async () => {
    const { bulks } = database().store;
    await accept('second', CREATED_AT + 1);
    await accept('first', CREATED_AT);
    await accept('young', LATER);
    await bulks.move(await accept('begun', CREATED_AT), {
      from: ['scheduling'],
      to: 'dispatching',
    });
    await bulks.begin(uploading('half', CREATED_AT), 'seed');
    assert.deepEqual(
      (await bulks.abandoned(LATER, 10)).map(({ id }) => id),
      ['half'],
    );
    assert.deepEqual(await bulks.abandoned(CREATED_AT, 10), []);
    const found = await bulks.notStarted(LATER, 10);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['first', 'second'],
    );
    assert.equal((await bulks.notStarted(LATER, 1)).length, 1);
  });

  it('give files whose rows are to be made, page by page, the oldest first', async () => {
    const { bulks } = database().store;
    const at = CREATED_AT - 10_000;
    for (const id of ['b', 'a', 'c', 'paused', 'canceled', 'done']) await accept(id, at);
    await bulks.move({ merchantId: SHOP, id: 'a' }, { from: ['scheduling'], to: 'dispatching' });
    for (const to of ['paused', 'canceled', 'done'] as const)
      await bulks.move({ merchantId: SHOP, id: to }, { from: ['scheduling'], to });
    await bulks.begin(uploading('uploading', at), 'seed');
    await accept('older', at - 1);
    const page = async (after?: Cursor) => {
      const found = await bulks.underWay({ until: at, limit: 2, after });
      return found.map(({ id, state }) => `${id} ${state}`);
    };
    assert.deepEqual(await page(), ['older scheduling', 'a dispatching']);
    assert.deepEqual(await page({ at, id: 'a' }), ['b scheduling', 'c scheduling']);
    assert.deepEqual(await page({ at, id: 'c' }), []);
  });

  it('give files of which something was said before that no run has heard', async () => {
    const { bulks } = database().store;
    const paused = async (id: string, saidAt: number) =>
      bulks.move(await accept(id, CREATED_AT), { ...movesOf('pause'), saidAt });
    const unheard = async (until = LATER) => (await bulks.unheard(until, 10)).map(({ id }) => id);
    await paused('said later', CREATED_AT + 1);
    await paused('just said', LATER);
    const said = await paused('said', CREATED_AT);
    assert.ok(said);
    assert.equal('unheardSince' in said, false);
    assert.deepEqual(await unheard(), ['said', 'said later']);
    // It is said again while its run looks, or after.
    assert.deepEqual(await bulks.hear(said), said);
    assert.deepEqual(await unheard(), ['said later']);
    await bulks.move(said, { ...movesOf('resume'), saidAt: CREATED_AT });
    assert.deepEqual(await unheard(), ['said', 'said later']);
    assert.equal((await bulks.hear(said))?.state, 'dispatching');
    await bulks.move(said, { from: ['dispatching'], to: 'done' });
    assert.deepEqual(await unheard(), ['said later']);
  });

  it('give replays that were asked for before, of which nothing was sent', async () => {
    const { webhookReplays } = database().store;
    const ask = async (id: string, createdAt: number) => {
      const replay = { id, merchantId: SHOP, filter: {}, state: 'running' as const, sent: 0 };
      await webhookReplays.insert({ ...replay, createdAt });
      return replay;
    };
    await ask('second', CREATED_AT + 1);
    await ask('first', CREATED_AT);
    await ask('young', LATER);
    const after = { at: CREATED_AT, id: 'x' };
    await webhookReplays.advance(await ask('begun', CREATED_AT), { count: 50, after });
    await webhookReplays.advance(await ask('empty', CREATED_AT), { count: 0 });
    const canceled = await ask('canceled', CREATED_AT);
    await webhookReplays.cancel(canceled);
    await webhookReplays.advance(canceled, { count: 50, after });
    const kept = await webhookReplays.find(canceled);
    assert.deepEqual([kept?.state, kept?.sent], ['canceled', 0]);
    assert.ok(kept?.endedAt);
    const found = await webhookReplays.notStarted(LATER, 10);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['first', 'second'],
    );
  });
});

/** A file whose upload has begun. */
function uploading(id: string, createdAt: number) {
  return { merchantId: SHOP, id, name: id, state: 'uploading', total: 0, createdAt } as const;
}
