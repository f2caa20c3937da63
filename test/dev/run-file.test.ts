import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claim } from '../../dev/run-file.ts';
import type { RunInfo } from '../../dev/run-file.ts';
import { misjudged } from '../support/rivals.ts';
import { temporaryDirectory } from './support/temporary.ts';

const RUN: RunInfo = {
  pid: process.pid,
  api: 'http://127.0.0.1:3000',
  demo: 'http://127.0.0.1:3001',
  simulator: 'http://127.0.0.1:3002',
  mailbox: 'http://127.0.0.1:3006',
  temporal: '127.0.0.1:7233',
  temporal_ui: 'http://127.0.0.1:8233',
  mongodb: 'mongodb://127.0.0.1:27017/sarraf',
  metrics: { api: 'http://127.0.0.1:3004/metrics', worker: 'http://127.0.0.1:3005/metrics' },
  keys: { private: 'a', public: 'b', webhook: 'c' },
  users: {},
  pg_codes: ['sandbox'],
};

describe('the claim of a data directory', () => {
  const directory = temporaryDirectory();
  const file = (name: string) => join(directory(), name);

  it('publishes what runs to the owner only, and takes it back at release', () => {
    const { publish, release } = claim(directory());
    publish(RUN);
    assert.deepEqual(JSON.parse(readFileSync(file('run.json'), 'utf8')), RUN);
    assert.equal(statSync(file('run.json')).mode & 0o077, 0);
    release();
    assert.equal(existsSync(file('run.json')), false);
    claim(directory()).release();
  });

  it('is refused while this process holds it already', () => {
    const { release } = claim(directory());
    assert.throws(() => claim(directory()), /running already/);
    release();
  });

  it('is refused while run.json names a process that lives, and says what to do', () => {
    const other = spawn('sleep', ['20']);
    try {
      writeFileSync(file('run.json'), JSON.stringify({ ...RUN, pid: other.pid }));
      assert.throws(
        () => claim(directory()),
        (error: Error) => {
          assert.match(
            error.message,
            new RegExp(`process ${other.pid}.*kill ${other.pid}.*delete`),
          );
          return true;
        },
      );
      assert.equal(existsSync(file('run.json')), true);
    } finally {
      other.kill('SIGKILL');
    }
  });

  for (const [what, content] of [
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1 })],
    ['this process before a restart of its container', JSON.stringify({ pid: process.pid })],
    ['nothing, cut short by a crash', '{"pi'],
  ] as const) {
    it(`is given when the files name ${what}`, () => {
      writeFileSync(file('run.json'), content);
      writeFileSync(file('run.lock'), content);
      claim(directory()).release();
      assert.equal(existsSync(file('run.lock')), false);
    });
  }

  it('is given to one of two processes that take over at once what a dead one has left', async () => {
    const module = new URL('../../dev/run-file.ts', import.meta.url).href;
    const left = 'run.lock';
    assert.equal(
      await misjudged(directory(), { module, claim: 'module.claim(directory)', left }),
      0,
    );
  }).timeout(60_000);

  it('leaves at its release what another process has claimed and published meanwhile', () => {
    const { publish, release } = claim(directory());
    publish(RUN);
    const other = JSON.stringify({ ...RUN, pid: process.ppid });
    for (const name of ['run.lock', 'run.json']) writeFileSync(file(name), other);
    release();
    for (const name of ['run.lock', 'run.json'])
      assert.equal(readFileSync(file(name), 'utf8'), other);
  });

  it('keeps the data, and empties the directory only when a fresh start is asked for', () => {
    writeFileSync(file('kept'), 'data');
    claim(directory()).release();
    assert.equal(existsSync(file('kept')), true);
    claim(directory(), { fresh: true }).release();
    assert.equal(existsSync(file('kept')), false);
  });
});
