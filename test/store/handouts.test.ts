import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mintShortCode, type ShortCode } from '../../domain/ids.ts';
import { aMerchantId, SHOP, sessionOf } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const mint = () => mintShortCode(randomBytes(8));
const inAnHour = () => new Date(Date.now() + 3_600_000);

const to = (tail: string, expiresAt = inAnHour()) => ({
  merchantId: SHOP,
  sessionId: sessionOf(tail),
  kind: 'checkout' as const,
  expiresAt,
});

describe('the store of short links', () => {
  const database = useDatabase();
  const links = () => database().store.shortLinks;

  it('gives a link by its code', async () => {
    const link = to('1');
    const code = await links().ensure(link, mint);
    assert.deepEqual(await links().find(code), { ...link, code });
    assert.equal(await links().find(mint()), undefined);
  });

  it('keeps one code for one page, however many ask at once, and another for another', async () => {
    const link = to('2');
    const codes = await Promise.all(Array.from({ length: 10 }, () => links().ensure(link, mint)));
    assert.equal(new Set(codes).size, 1);
    const other = await links().ensure({ ...link, kind: 'attachment' }, mint);
    assert.notEqual(other, codes[0]);
  });

  it('takes another code when the first is taken', async () => {
    const taken = await links().ensure(to('3'), mint);
    const free = mint();
    const codes: ShortCode[] = [taken, taken, free];
    assert.equal(await links().ensure(to('4'), () => codes.shift() ?? taken), free);
    assert.equal((await links().find(taken))?.sessionId, sessionOf('3'));
  });

  it('gives up when no code is free', async () => {
    const taken = await links().ensure(to('5'), mint);
    await assert.rejects(
      links().ensure(to('6'), () => taken),
      /No free code/,
    );
  });

  it('only ever lives longer', async () => {
    const late = new Date(Date.now() + 7_200_000);
    const code = await links().ensure(to('7', late), mint);
    await links().ensure(to('7'), mint);
    await links().prolong(to('7'), inAnHour());
    assert.deepEqual((await links().find(code))?.expiresAt, late);
  });

  it('lives longer with all others of its payment', async () => {
    const [mine, other] = [to('9'), to('a')];
    const kinds = [mine, { ...mine, kind: 'receipt' as const }, other];
    const codes = await Promise.all(kinds.map((link) => links().ensure(link, mint)));
    const late = new Date(Date.now() + 7_200_000);
    await links().prolong(mine, late);
    const found = await Promise.all(codes.map((code) => links().find(code)));
    assert.deepEqual(
      found.map((link) => link?.expiresAt),
      [late, late, other.expiresAt],
    );
  });

  it('is over when its time is over, before the database clears it away', async () => {
    const code = await links().ensure(to('8', new Date(Date.now() - 1)), mint);
    assert.equal(await links().find(code), undefined);
  });
});

describe('the store of attachments', () => {
  const database = useDatabase();
  const attachments = () => database().store.attachments;
  const BILL = {
    file: `bill_${'a'.repeat(32)}.pdf`,
    name: 'bill.pdf',
    merchantId: SHOP,
    contentType: 'application/pdf',
    size: 3,
    createdAt: 1,
  };

  it('gives a file to its merchant and to whoever has its name, and keeps each name once', async () => {
    await attachments().insert(BILL);
    assert.deepEqual(await attachments().find(SHOP, BILL.file), BILL);
    assert.equal(await attachments().find(aMerchantId('another'), BILL.file), undefined);
    assert.deepEqual(await attachments().findForDownload(BILL.file), BILL);
    await assert.rejects(attachments().insert(BILL), { code: 11000 });
  });
});
