import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const OURS = fileURLToPath(new URL('../../dev/interrupts.ts', import.meta.url));

/** A program that takes a moment to stop, once it was told to. */
async function program({ stopMs = 100, afterwards = '' } = {}) {
  const script = `
    import(${JSON.stringify(OURS)}).then(({ stopOnInterrupt }) => {
      stopOnInterrupt(() => new Promise((resolve) => setTimeout(() => {
        console.log('stopped');
        resolve();
      }, ${stopMs})));
      setTimeout(() => undefined, 60_000);
      console.log('up');
      ${afterwards}
    });`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--eval', script]);
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += String(text);
  });
  const ended = once(child, 'close').then(([code]) => ({ code: Number(code), printed }));
  await once(child.stdout, 'data');
  return { child, ended };
}

describe('an interrupt', () => {
  it('by any of the three signals stops in order and ends with code 0', async () => {
    const endings = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map(async (signal) => {
      const { child, ended } = await program();
      child.kill(signal);
      return ended;
    });
    const clean = { code: 0, printed: 'up\nstopped\n' };
    assert.deepEqual(await Promise.all(endings), [clean, clean, clean]);
  });

  it('that comes twice at once, from terminal and npm, is one', async () => {
    const { child, ended } = await program({ stopMs: 300 });
    child.kill('SIGINT');
    await wait(50);
    child.kill('SIGINT');
    assert.deepEqual(await ended, { code: 0, printed: 'up\nstopped\n' });
  });

  it('that is repeated later ends at once', async () => {
    const afterwards = "process.on('SIGINT', () => console.log('heard'));";
    const { child, ended } = await program({ stopMs: 30_000, afterwards });
    const heard = once(child.stdout, 'data');
    child.kill('SIGINT');
    await heard;
    await wait(1000);
    child.kill('SIGINT');
    assert.deepEqual(await ended, { code: 130, printed: 'up\nheard\n' });
  });

  it('by an error that nobody caught stops in order and ends with code 1', async () => {
    const { ended } = await program({
      afterwards: "setTimeout(() => { throw new Error('bug'); }, 50);",
    });
    assert.deepEqual(await ended, { code: 1, printed: 'up\nstopped\n' });
  });
});
