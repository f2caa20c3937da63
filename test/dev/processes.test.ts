import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lastLines, startChild, stopAll, type Child } from '../../dev/processes.ts';
import { isAlive, isGoneSoon } from './support/alive.ts';
import { temporaryDirectory } from './support/temporary.ts';

const OURS = fileURLToPath(new URL('../../dev/processes.ts', import.meta.url));

describe('a child process', () => {
  const directory = temporaryDirectory();
  // Other tests of this process share a system whose programs are children too: only ours are stopped here.
  const ours = new Set<Child>();
  const shell = async (script: string, options = {}) => {
    const child = await startChild({
      name: 'sh',
      command: '/bin/sh',
      args: ['-c', script],
      logFile: join(directory(), 'logs', 'sh.log'),
      ...options,
    });
    ours.add(child);
    return child;
  };
  afterEach(async () => {
    await stopAll(ours);
    ours.clear();
  });

  it('writes into its log file and says how it ended', async () => {
    const child = await shell('echo one; echo two >&2; exit 5');
    assert.equal(await child.exited, 'ended with code 5');
    assert.equal(lastLines(child.logFile), 'one\ntwo');
    assert.equal(lastLines(child.logFile, 1), 'two');
    assert.equal(child.isRunning(), false);
  });

  it('keeps the earlier log when it is started again', async () => {
    await (
      await shell('echo first')
    ).exited;
    const again = await shell('echo second', { append: true });
    await again.exited;
    assert.equal(readFileSync(again.logFile, 'utf8'), 'first\nsecond\n');
  });

  it('hands its standard output over, all of it, before it counts as ended', async () => {
    const heard: string[] = [];
    const child = await shell('echo spoken; echo written >&2', {
      onOutput: (text: string) => heard.push(text),
    });
    await child.exited;
    assert.equal(heard.join(''), 'spoken\n');
    assert.equal(lastLines(child.logFile), 'written');
  });

  it('ends by SIGTERM when it listens', async () => {
    const child = await shell('exec sleep 60');
    await child.stop();
    assert.equal(await child.exited, 'was ended by SIGTERM');
  });

  it('ends by SIGKILL after its grace when it is stubborn', async () => {
    const child = await shell('trap "" TERM; echo up; while :; do sleep 0.1; done', {
      graceMs: 300,
    });
    while (lastLines(child.logFile) !== 'up') await wait(10);
    await child.stop();
    assert.equal(await child.exited, 'was ended by SIGKILL');
    assert.equal(isAlive(child.pid), false);
  });

  it('takes its own children along', async () => {
    const child = await shell('sleep 60 & echo $!; wait');
    while (lastLines(child.logFile) === '') await wait(10);
    const grandchild = Number(lastLines(child.logFile));
    await child.stop();
    assert.equal(await isGoneSoon(grandchild), true);
  });

  it('is refused when the program does not exist', async () => {
    await assert.rejects(
      startChild({
        name: 'none',
        command: join(directory(), 'none'),
        args: [],
        logFile: join(directory(), 'none.log'),
      }),
      /ENOENT/,
    );
  });

  it('is stopped with all the others, the youngest first', async () => {
    const order: string[] = [];
    for (const name of ['old', 'young']) {
      const child = await shell('exec sleep 60', { name });
      void child.exited.then(() => order.push(name));
    }
    await stopAll(ours);
    assert.deepEqual(order, ['young', 'old']);
  });

  it('leaves no orphan when its parent is killed without warning', async () => {
    const script = `
      import(${JSON.stringify(OURS)}).then(({ startChild }) => startChild({
        name: 'sleep', command: 'sleep', args: ['60'], logFile: ${JSON.stringify(join(directory(), 'log'))},
      })).then(({ pid }) => console.log(pid));`;
    const parent = spawn(process.execPath, ['--import', 'tsx', '--eval', script]);
    const [printed] = await once(parent.stdout, 'data');
    const pid = Number(String(printed));
    assert.equal(isAlive(pid), true);
    parent.kill('SIGKILL');
    assert.equal(await isGoneSoon(pid), true);
  });
});
