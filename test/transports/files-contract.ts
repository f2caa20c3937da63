import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fileKey, type FileKey } from '../../transports/file-key.ts';
import type { Files } from '../../transports/files.ts';

/** What every place for files must do; each test has keys of its own. */
export function keepsFiles(filesOf: () => Files): void {
  const read = async (key: FileKey) => {
    const file = await filesOf().open(key);
    return file && { size: file.size, bytes: await buffer(file.stream) };
  };

  it('gives back what it was given, byte by byte', async () => {
    const key = aFileKey('report.pdf');
    const bytes = randomBytes(200_000);
    assert.equal(await filesOf().create(key, bytes, 'application/pdf'), true);
    assert.deepEqual(await read(key), { size: 200_000, bytes });
  });

  it('keeps an empty file', async () => {
    const key = aFileKey('empty.txt');
    assert.equal(await filesOf().create(key, Buffer.alloc(0), 'text/plain'), true);
    assert.deepEqual(await read(key), { size: 0, bytes: Buffer.alloc(0) });
  });

  it('keeps the first file of a key, and says so to the second', async () => {
    const key = aFileKey('taken.txt');
    assert.equal(await filesOf().create(key, Buffer.from('first'), 'text/plain'), true);
    assert.equal(await filesOf().create(key, Buffer.from('second'), 'text/plain'), false);
    assert.equal(String((await read(key))?.bytes), 'first');
  });

  it('keeps one of many that come at the same time', async () => {
    const key = aFileKey('race.txt');
    const kept = await Promise.all(
      Array.from({ length: 5 }, (_one, index) =>
        filesOf().create(key, Buffer.from(`no. ${index}`), 'text/plain'),
      ),
    );
    assert.equal(kept.filter(Boolean).length, 1);
    assert.equal(String((await read(key))?.bytes), `no. ${kept.indexOf(true)}`);
  });

  it('has nothing under a key that nobody used, and no file where a folder is', async () => {
    const key = aFileKey('deep/inside.txt');
    await filesOf().create(key, Buffer.from('x'), 'text/plain');
    assert.equal(await read(aFileKey('nothing.txt')), undefined);
    assert.equal(await read(mint(key.replace('/inside.txt', ''))), undefined);
    assert.equal(await read(mint(`${key}/below.txt`)), undefined);
  });

  it('writes what comes in pieces, in place of what was there, and takes nothing of what breaks off', async () => {
    const key = aFileKey('written.csv');
    const pieces = Array.from({ length: 40 }, () => randomBytes(500_000));
    async function* some(count: number) {
      for (const piece of pieces.slice(0, count)) yield piece;
      if (count === 39) throw new Error('the cursor broke');
    }
    assert.equal(await filesOf().write(key, some(1), 'text/csv'), 500_000);
    await assert.rejects(filesOf().write(key, some(39), 'text/csv'), /the cursor broke/);
    assert.deepEqual((await read(key))?.bytes, pieces[0]);
    assert.equal(await filesOf().write(key, some(40), 'text/csv'), 20_000_000);
    assert.deepEqual((await read(key))?.bytes, Buffer.concat(pieces));
    assert.equal(await filesOf().write(key, some(0), 'text/csv'), 0);
    assert.equal((await read(key))?.size, 0);
  });

  it('removes a file, and is content when there is none', async () => {
    const key = aFileKey('removed.csv');
    await filesOf().create(key, Buffer.from('x'), 'text/csv');
    await filesOf().remove(key);
    await filesOf().remove(key);
    assert.equal(await read(key), undefined);
  });

  it('hands a file over that is there, with its size, and none that is not', async () => {
    const key = aFileKey('handed.csv');
    const terms = { fileName: 'handed.csv', contentType: 'text/csv', seconds: 60 };
    assert.equal(await filesOf().handOver(key, terms), undefined);
    await filesOf().create(key, Buffer.from('four'), 'text/csv');
    const handed = await filesOf().handOver(key, terms);
    assert.equal(handed?.size, 4);
    const whole =
      handed.kind === 'url'
        ? await (await fetch(handed.url)).text()
        : String(readFileSync(handed.path));
    assert.equal(whole, 'four');
  });

  it('says that it is there', async () => {
    await filesOf().ping();
  });
}

/** A key that no other test has, below a folder. */
export function aFileKey(name: string): FileKey {
  return mint(`tests/${randomBytes(8).toString('hex')}/${name}`);
}

function mint(text: string): FileKey {
  const key = fileKey(text);
  assert.ok(key, `${text} is no key`);
  return key;
}
