import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyRing } from '../../config/key-ring.ts';
import { encryptionKeys, merchantKeys, userPasswords } from '../../dev/keys.ts';
import { temporaryDirectory } from './support/temporary.ts';

describe('the keys of a data directory', () => {
  const directory = temporaryDirectory();
  const file = () => join(directory(), 'keys.json');

  it('are made once, and the same from then on', () => {
    const made = [encryptionKeys(directory()), merchantKeys(directory())];
    mkdirSync(join(directory(), 'mongodb'));
    assert.deepEqual([encryptionKeys(directory()), merchantKeys(directory())], made);
  });

  it('are good keys, three different ones, and other ones in another directory', () => {
    const ours = encryptionKeys(directory());
    rmSync(file());
    const others = encryptionKeys(directory());
    const keys = [ours, others].flatMap((rings) =>
      [rings.payloads, rings.storage, rings.search].map((text) => keyRing(text)),
    );
    assert.equal(new Set(keys.map(([{ id }]) => id)).size, 6);
    assert.equal(new Set(keys.map(([{ secret }]) => secret.export().toString('hex'))).size, 6);
  });

  it('can be read by their owner only', () => {
    encryptionKeys(directory());
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  for (const data of ['mongodb', 'temporal.sqlite'])
    it(`are not made anew where ${data} is, and the message says how to restore`, () => {
      writeFileSync(join(directory(), data), '');
      assert.throws(
        () => encryptionKeys(directory()),
        /cannot be read without the keys in that file, and it is not there\. Put the file back from your backup\..+--fresh/,
      );
    });

  for (const missing of ['private', 'gateway', 'encryption'])
    it(`are not made up when only "${missing}" is missing`, () => {
      encryptionKeys(directory());
      const { [missing]: _, ...rest } = JSON.parse(readFileSync(file(), 'utf8'));
      writeFileSync(file(), JSON.stringify(rest));
      assert.throws(() => merchantKeys(directory()), /a key is missing in it\. Put the file back/);
    });

  it('get passwords for people where a file of older days has none, which stay from then on', () => {
    encryptionKeys(directory());
    const { users: _, ...rest } = JSON.parse(readFileSync(file(), 'utf8'));
    writeFileSync(file(), JSON.stringify(rest));
    mkdirSync(join(directory(), 'mongodb'));
    const made = userPasswords(directory());
    assert.equal(new Set(Object.values(made)).size, 3);
    assert.deepEqual(userPasswords(directory()), made);
    assert.deepEqual(merchantKeys(directory()).private, rest.private);
    assert.equal(statSync(file()).mode & 0o777, 0o600);
  });

  it('get one to search by where a file of older days has none, which stays from then on', () => {
    const { search: _, ...older } = encryptionKeys(directory());
    const kept = JSON.parse(readFileSync(file(), 'utf8'));
    writeFileSync(file(), JSON.stringify({ ...kept, encryption: older }));
    mkdirSync(join(directory(), 'mongodb'));
    const made = encryptionKeys(directory());
    assert.equal(keyRing(made.search).length, 1);
    assert.deepEqual(made, { ...older, search: made.search });
    assert.deepEqual(encryptionKeys(directory()), made);
  });

  it('are not made up when the file is cut short', () => {
    encryptionKeys(directory());
    writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, 100));
    assert.throws(() => encryptionKeys(directory()), /it is no JSON\. Put the file back/);
  });
});
