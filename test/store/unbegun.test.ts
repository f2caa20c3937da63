import assert from 'node:assert/strict';
import { reporter } from '../../domain/bulk/report.ts';
import { BORN, merchantOf } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const SHOP = merchantOf('unbegun-shop');
const LATER = BORN + 1000;

describe('the stores of what nobody has begun', () => {
  const database = useDatabase();

  it('give files of requests that were accepted before, of which no row was looked at', async () => {
    const { bulks } = database().store;
    const accept = async (id: string, createdAt: number) => {
      const bulk = {
        merchantId: SHOP,
        id,
        name: id,
        state: 'uploading',
        total: 0,
        createdAt,
      } as const;
      await bulks.begin(bulk, 'seed');
      await bulks.accept(bulk, { fileHash: id, report: reporter().report() });
      return bulk;
    };
    await accept('second', BORN + 1);
    await accept('first', BORN);
    await accept('young', LATER);
    await bulks.move(await accept('begun', BORN), { from: ['scheduling'], to: 'dispatching' });
    await bulks.begin(
      { merchantId: SHOP, id: 'half', name: 'half', state: 'uploading', total: 0, createdAt: BORN },
      'seed',
    );
    const found = await bulks.unbegun(LATER, 10);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['first', 'second'],
    );
    assert.equal((await bulks.unbegun(LATER, 1)).length, 1);
  });

  it('give replays that were asked for before, of which nothing was sent', async () => {
    const { webhookReplays } = database().store;
    const ask = async (id: string, createdAt: number) => {
      const replay = { id, merchantId: SHOP, filter: {}, state: 'running' as const, sent: 0 };
      await webhookReplays.insert({ ...replay, createdAt });
      return replay;
    };
    await ask('second', BORN + 1);
    await ask('first', BORN);
    await ask('young', LATER);
    const after = { at: BORN, id: 'x' };
    await webhookReplays.advance(await ask('begun', BORN), { count: 50, after });
    await webhookReplays.advance(await ask('empty', BORN), { count: 0 });
    const found = await webhookReplays.unbegun(LATER, 10);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['first', 'second'],
    );
  });
});
