import assert from 'node:assert/strict';
import type { Bulk } from '../../domain/bulk/bulk.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { Taking } from '../../store/bulks.ts';
import { aTransaction, BORN, merchantOf } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const SHOP = merchantOf('bulk-shop');
const MINUTE = 60 * 1000;

describe('the store of files of requests', () => {
  const database = useDatabase();

  it('keeps what an upload was, once it is accepted', async () => {
    const { bulks } = database().store;
    const upload = uploadAt('kept', BORN);
    await bulks.begin(upload, 'seed');
    assert.equal(await bulks.taking(upload), undefined);
    assert.equal(await bulks.accept(upload, taking('abc')), true);
    assert.deepEqual(await bulks.taking(upload), taking('abc'));
    assert.deepEqual(await bulks.find(upload), { ...upload, state: 'scheduling', total: 1 });
  });

  it('gives the place of an upload only when its process is dead, and that one takes nothing away', async () => {
    const { bulks } = database().store;
    const row = { row: 1, request: { proposal: {}, terms: aTransaction() } };
    const late = uploadAt('shared', BORN);
    assert.equal(await bulks.begin(late, 'seed'), true);
    await bulks.addRows(late, [row]);
    assert.equal(await bulks.begin(uploadAt('shared', BORN + 9 * MINUTE), 'other'), false);
    const next = uploadAt('shared', BORN + 11 * MINUTE);
    assert.equal(await bulks.begin(next, 'next'), true);
    await bulks.addRows(next, [row]);
    // The one that was believed dead wakes up.
    assert.equal(await bulks.accept(late, taking('late')), false);
    await bulks.discard(late);
    assert.equal(await bulks.accept(next, taking('next')), true);
    await bulks.discard(next);
    assert.equal((await bulks.pending(next, 10)).length, 1);
    assert.equal((await bulks.taking(next))?.fileHash, 'next');
    assert.equal(await bulks.begin(uploadAt('shared', BORN + 60 * MINUTE), 'again'), false);
  });
});

/** An upload of one row. */
function taking(fileHash: string): Taking {
  const { right, report } = reporter();
  right();
  return { fileHash, report: report() };
}

function uploadAt(id: string, createdAt: number): Bulk {
  return { merchantId: SHOP, id, name: id, state: 'uploading', total: 0, createdAt };
}
