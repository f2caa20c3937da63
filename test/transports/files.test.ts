import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { filesPlace } from '../../config/files-place.ts';
import { fileKey } from '../../transports/file-key.ts';
import type { Files } from '../../transports/files.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { aFileKey, keepsFiles } from './files-contract.ts';
import { filesAt } from '../../transports/files-at.ts';
import { s3Files, type S3Place } from '../../transports/s3-files.ts';

describe('files in a directory', () => {
  let directory: string;
  let files: Files;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'sarraf-files-'));
    files = await filesAt({ kind: 'local', directory: join(directory, 'made/when/needed') });
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  keepsFiles(() => files);

  it('leaves no half of a file behind, and nothing for other users of the machine', async () => {
    const key = aFileKey('tidy.txt');
    await files.create(key, Buffer.from('x'), 'text/plain');
    await files.create(key, Buffer.from('y'), 'text/plain');
    const path = join(directory, 'made/when/needed', key);
    assert.deepEqual(readdirSync(join(path, '..')), ['tidy.txt']);
    assert.equal(statSync(path).mode & 0o007, 0);
  });

  it('writes anew over what a writer has left that died', async () => {
    const key = aFileKey('again.csv');
    const path = join(directory, 'made/when/needed', key);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(join(path, '../.new-again.csv'), 'half of it, and longer than what follows');
    assert.equal(await files.write(key, pieces(3), 'text/csv'), 3);
    assert.deepEqual(readdirSync(join(path, '..')), ['again.csv']);
    assert.equal(statSync(path).size, 3);
  });

  it('does not follow a link that somebody has laid', async () => {
    const secret = join(directory, 'secret.txt');
    writeFileSync(secret, 'secret');
    const key = aFileKey('link.txt');
    const path = join(directory, 'made/when/needed', key);
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync(secret, path);
    assert.equal(await files.open(key), undefined);
  });

  it('says that it cannot keep anything where a file stands in the way', async () => {
    const blocked = join(directory, 'blocked');
    writeFileSync(blocked, '');
    const files = await filesAt({ kind: 'local', directory: blocked });
    await assert.rejects(files.ping());
  });
});

async function* pieces(...sizes: readonly number[]) {
  for (const size of sizes) yield Buffer.alloc(size);
}

async function* broken() {
  yield Buffer.alloc(20_000_000);
  throw new Error('the worker was told to stop');
}

describe('files in a bucket', () => {
  let s3: S3Server;
  let files: Files;
  const place = (): S3Place => ({
    kind: 's3',
    bucket: s3.bucket,
    prefix: 'sarraf/',
    region: 'us-east-1',
    endpoint: s3.endpoint,
    pathStyle: true,
    credentials: s3.credentials,
  });
  before(async () => {
    s3 = await startS3();
    files = await filesAt(place());
  });
  after(() => s3.stop());

  keepsFiles(() => files);

  it('puts its prefix before every key, and says what a file is', async () => {
    const key = aFileKey('typed.pdf');
    await files.create(key, Buffer.from('x'), 'application/pdf');
    assert.equal(s3.objects.get(`sarraf/${key}`)?.contentType, 'application/pdf');
  });

  it('takes an upload back that breaks off', async () => {
    await assert.rejects(files.write(aFileKey('broken.csv'), broken(), 'text/csv'));
    assert.equal(s3.uploads.size, 0);
  });

  it('is refused with another secret, whatever it wants', async () => {
    const { accessKeyId } = s3.credentials;
    const stranger = await filesAt({
      ...place(),
      credentials: { accessKeyId, secretAccessKey: 'guessed' },
    });
    const key = aFileKey('forged.txt');
    await assert.rejects(stranger.create(key, Buffer.from('x'), 'text/plain'), {
      name: 'SignatureDoesNotMatch',
    });
    await assert.rejects(stranger.open(key));
    await assert.rejects(stranger.ping());
    assert.equal(s3.objects.has(`sarraf/${key}`), false);
  });

  it('says that it is not there when the bucket is missing or the storage is down', async () => {
    const elsewhere = await filesAt({ ...place(), bucket: 'another-one' });
    await assert.rejects(elsewhere.ping());
    s3.broken = true;
    try {
      await assert.rejects(files.ping());
      await assert.rejects(files.create(aFileKey('lost.txt'), Buffer.from('x'), 'text/plain'));
    } finally {
      s3.broken = false;
    }
  });

  it('gives a storage up that takes a request and says nothing, one that keeps a report last', async () => {
    const key = aFileKey('unheard.csv');
    const terms = { fileName: 'unheard.csv', contentType: 'text/csv', seconds: 60 };
    const givenUp = { name: 'TimeoutError' };
    const hasty = s3Files(place(), { answerMs: 50, writeMs: 100 });
    s3.delayMs = 5_000;
    try {
      await Promise.all([
        assert.rejects(hasty.ping(), givenUp),
        assert.rejects(hasty.open(key), givenUp),
        assert.rejects(hasty.handOver(key, terms), givenUp),
        assert.rejects(hasty.create(key, Buffer.from('x'), 'text/csv'), givenUp),
        assert.rejects(hasty.write(key, pieces(1), 'text/csv'), givenUp),
        assert.rejects(hasty.write(key, pieces(9_000_000), 'text/csv'), givenUp),
        assert.rejects(hasty.remove(key), givenUp),
      ]);
      s3.delayMs = 200;
      const patient = s3Files(place(), { answerMs: 50, writeMs: 10_000 });
      await assert.rejects(patient.ping(), givenUp);
      assert.equal(await patient.write(key, pieces(9_000_000), 'text/csv'), 9_000_000);
    } finally {
      s3.delayMs = 0;
    }
  });

  it('takes a file for its own that is there when it asks again', async () => {
    const key = aFileKey('late.csv');
    s3.nextAnswerMs = 30_000;
    // Long enough for the second answer on a busy machine.
    const hasty = s3Files(place(), { answerMs: 2_000, writeMs: 2_000 });
    assert.equal(await hasty.create(key, Buffer.from('x'), 'text/csv'), true);
    assert.equal(await hasty.create(key, Buffer.from('y'), 'text/csv'), false);
  });
});

const { SARRAF_TEST_S3, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
// A real storage in place of ours, for whoever has one: SARRAF_TEST_S3=s3://bucket?endpoint=http://127.0.0.1:7070
if (SARRAF_TEST_S3 !== undefined)
  describe('files in the bucket of SARRAF_TEST_S3', () => {
    const place = filesPlace(SARRAF_TEST_S3);
    assert.equal(place.kind, 's3');
    const credentials = {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
    };
    let files: Files;
    before(async () => {
      files = await filesAt(place.kind === 's3' ? { ...place, credentials } : place);
    });
    keepsFiles(() => files);
  });

describe('the key of a file', () => {
  for (const text of [
    '',
    '/etc/passwd',
    '../outside.txt',
    'inside/../../outside.txt',
    'inside/./x.txt',
    '.hidden',
    'a/.hidden',
    'a//b',
    'a/',
    'a\\b',
    'a\0b',
    'a%2e%2e/b',
    'ملف.pdf',
    'x'.repeat(501),
  ])
    it(`cannot be ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.equal(fileKey(text), undefined);
    });

  it('never leads out of a directory', () => {
    const parts = fc.constantFrom('.', '..', '...', 'a', '.a', 'a.b', '/', '\\', '', 'x..', '-');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (some) => {
        const key = fileKey(some.join('/'));
        if (key === undefined) return;
        const way = relative('/root/of/files', join('/root/of/files', key));
        assert.equal(way, key);
        assert.ok(!way.startsWith('.'));
      }),
    );
  });
});
