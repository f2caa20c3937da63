import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const manifest = new URL('../../package.json', import.meta.url);
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(manifest, 'utf8'),
);
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
  const child = spawn(process.execPath, ['--eval', script]);
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

  it('by the end of whoever read what it prints stops in order, without a word to nobody', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sarraf-unread-')), 'stopped');
    const { child } = await program({
      afterwards: `setInterval(() => console.log('still up'), 20);
        process.once('exit', (code) => require('fs').writeFileSync(${JSON.stringify(file)}, String(code)));`,
    });
    const exited = once(child, 'exit');
    child.stdout.destroy();
    child.stderr.destroy();
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    const [code] = await exited;
    clearTimeout(late);
    assert.equal(code, 1);
    assert.equal(readFileSync(file, 'utf8'), '1');
    rmSync(dirname(file), { recursive: true });
  });

  it('reaches a script through npm, as a supervisor sends it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sarraf-npm-'));
    const start = scripts['start']?.replace('--import tsx dev/start.ts', 'program.mjs');
    const program = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
      setInterval(() => undefined, 1000); console.log('up');`;
    writeFileSync(join(directory, 'package.json'), JSON.stringify({ scripts: { start } }));
    writeFileSync(join(directory, 'program.mjs'), program);
    const npm = spawn('npm', ['start', '--silent'], { cwd: directory });
    let printed = '';
    npm.stdout.on('data', (text) => {
      printed += String(text);
    });
    const ended = once(npm, 'close');
    await once(npm.stdout, 'data');
    npm.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true });
    assert.equal(printed, 'up\nstopped\n');
  });

  it('reaches all that start servers in the same way', () => {
    const starting = Object.entries(scripts).filter(([name]) =>
      /^(?:start|test|bench|drills|drill:.*)$/.test(name),
    );
    assert.ok(starting.length >= 8);
    for (const [name, script] of starting) assert.match(script, /^exec node /, name);
  });
});
