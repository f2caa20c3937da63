import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { addToCache, cacheDir, cached } from '../../../dev/servers/cache.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('the cache', () => {
  const directory = temporaryDirectory();

  it('is where SARRAF_CACHE says, else in the cache of the person', () => {
    assert.equal(cacheDir({ SARRAF_CACHE: '/c', XDG_CACHE_HOME: '/x' }), '/c');
    assert.equal(cacheDir({ XDG_CACHE_HOME: '/x' }), '/x/sarraf');
    assert.equal(cacheDir({}), join(homedir(), '.cache/sarraf'));
    // XDG Base Directory Specification: what is empty or not absolute counts as not set.
    for (const XDG_CACHE_HOME of ['', 'cache', './cache'])
      assert.equal(cacheDir({ XDG_CACHE_HOME }), join(homedir(), '.cache/sarraf'));
    assert.equal(cacheDir({ SARRAF_CACHE: '' }), join(homedir(), '.cache/sarraf'));
    assert.equal(cacheDir({ SARRAF_CACHE: 'here' }), join(process.cwd(), 'here'));
  });

  it('lists the versions of one thing, the newest first', async () => {
    for (const name of ['mongod-6.0.5', 'mongod-10.0.0', 'mongod-7.0.1', 'mongodump-1', 'mongod']) {
      mkdirSync(join(directory(), name));
    }
    const versions = await cached('mongod', directory());
    assert.deepEqual(
      versions,
      ['mongod-10.0.0', 'mongod-7.0.1', 'mongod-6.0.5'].map((name) => join(directory(), name)),
    );
  });

  it('lists nothing before it exists', async () => {
    assert.deepEqual(await cached('mongod', join(directory(), 'none')), []);
  });

  it('shows a new thing only when it is whole, and leaves nothing else behind', async () => {
    const path = await addToCache('thing-1.0.0', directory(), async (workshop) => {
      const made = await making('whole')(workshop);
      assert.deepEqual(await cached('thing', directory()), []);
      return made;
    });
    assert.equal(readFileSync(path, 'utf8'), 'whole');
    assert.deepEqual(readdirSync(directory()), ['thing-1.0.0']);
  });

  it('leaves nothing behind when the making fails', async () => {
    const failing = addToCache('thing-1.0.0', directory(), async (workshop) => {
      await making('half')(workshop);
      throw new Error('connection lost');
    });
    await assert.rejects(failing, /connection lost/);
    assert.deepEqual(readdirSync(directory()), []);
  });

  it('serves two makers of one directory at once', async () => {
    const paths = await Promise.all([
      addToCache('thing-1.0.0', directory(), makeHome),
      addToCache('thing-1.0.0', directory(), makeHome),
    ]);
    assert.equal(paths[0], paths[1]);
    assert.deepEqual(readdirSync(directory()), ['thing-1.0.0']);
    assert.equal(readFileSync(join(directory(), 'thing-1.0.0/program'), 'utf8'), 'whole');
  });
});

/** Makes a file with this content, as a download does. */
const making = (content: string) => async (workshop: string) => {
  writeFileSync(join(workshop, 'made'), content);
  return join(workshop, 'made');
};

/** Makes a directory with a program in it. */
const makeHome = async (workshop: string) => {
  const home = join(workshop, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'program'), 'whole');
  return home;
};
