import assert from 'node:assert/strict';
import { printedProgress, silent } from '../../dev/progress.ts';

describe('progress', () => {
  it('prints one line for a quick step, with its result and duration', async () => {
    const { lines, progress } = printing();
    const result = await progress.step(
      'Counting',
      async () => 3,
      (n) => `Counted to ${n}`,
    );
    assert.equal(result, 3);
    assert.match(lines.join(''), /^✔ Counted to 3 \(\d+\.\d s\)\n$/);
  });

  it('marks a step that failed, and lets the error go on', async () => {
    const { lines, progress } = printing();
    const failing = progress.step('Counting', () => Promise.reject(new Error('no numbers')));
    await assert.rejects(failing, /no numbers/);
    assert.match(lines.join(''), /^✘ Counting \(\d+\.\d s\)\n$/);
  });

  it('announces a step that takes its time', async () => {
    const { lines, progress } = printing({ patienceMs: 20 });
    await progress.step('Waiting', () => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.match(lines.join(''), /^Waiting … \d+ s\n✔ Waiting \(\d+\.\d s\)\n$/);
  });

  it('says how far a step is, as the work tells it, and promises no end', async () => {
    const { lines, progress } = printing({ patienceMs: 20 });
    await progress.step('Building', async (tell) => {
      tell('1 of 3 packages');
      tell('2 of 3 packages');
      while (lines.length === 0) await new Promise(setImmediate);
    });
    assert.match(lines[0] ?? '', /^Building: 2 of 3 packages … \d+ s\n$/);
  });

  it('is silent on demand, and still does the work', async () => {
    assert.equal(await silent.step('Counting', async () => 3), 3);
  });
});

function printing({ patienceMs = 60_000 } = {}) {
  const lines: string[] = [];
  return { lines, progress: printedProgress({ write: (text) => lines.push(text) }, patienceMs) };
}
