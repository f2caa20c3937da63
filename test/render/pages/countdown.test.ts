import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { countdown } from '../../../render/pages/scripts/countdown.ts';

const OVER = 'https://pay.example/checkout/1';

describe('the countdown of the payment page', () => {
  it('shows what is there in place of the page once the time is over', () => {
    const page = aPage();
    page.tick(10);
    assert.deepEqual(page.shown, []);
    page.tick(12);
    assert.deepEqual(page.shown, [OVER]);
  });

  it('lets a form go that was sent in the last second', () => {
    const page = aPage();
    page.tell('submit', { defaultPrevented: false });
    page.tick(12);
    assert.deepEqual(page.shown, []);
    // Who comes back by the browser's button is told.
    page.tell('pageshow', { persisted: true });
    page.tick(13);
    assert.deepEqual(page.shown, [OVER]);
  });

  for (const [what, selector] of [
    ['the form is busy', '[aria-busy=true]'],
    ['the bank asks', 'dialog[open]'],
  ] as const)
    it(`stays while ${what}`, () => {
      const page = aPage();
      // The script sends it.
      page.tell('submit', { defaultPrevented: true });
      page.there.add(selector);
      page.tick(12);
      assert.deepEqual(page.shown, []);
      page.there.delete(selector);
      page.tick(13);
      assert.deepEqual(page.shown, [OVER]);
    });
});

/** As much of a browser as the script asks for, with ten seconds left. */
function aPage() {
  const shown: string[] = [];
  const there = new Set<string>();
  const listeners = new Map<string, (event: object) => void>();
  let seconds = 0;
  let show: (() => void) | undefined;
  const box = {
    dataset: { expires: at(10), now: at(0), page: OVER },
    querySelector: () => ({}),
    classList: { toggle: () => undefined },
  };
  const querySelector = (selectors: string) =>
    selectors === '[data-expires]'
      ? box
      : (selectors.split(', ').find((one) => there.has(one)) ?? null);
  runInNewContext(`(() => {${countdown}})()`, {
    document: { querySelector },
    location: { replace: (url: string) => shown.push(url) },
    Date: { parse: Date.parse, now: () => seconds * 1000 },
    addEventListener: (kind: string, listener: (event: object) => void) =>
      listeners.set(kind, listener),
    setInterval: (work: () => void) => {
      show = work;
    },
    clearInterval: () => undefined,
  });
  return {
    shown,
    there,
    tell: (kind: string, event: object) => listeners.get(kind)?.(event),
    tick: (now: number) => {
      seconds = now;
      show?.();
    },
  };
}

function at(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
