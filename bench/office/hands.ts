import type { Page } from 'playwright-core';

/**
 * Seconds of a practised person by the keystroke-level model (Card, Moran and Newell, 1980): pressing a key or a button of the mouse,
 * pointing at something, and thinking or reading before either.
 */
const SECONDS = { key: 0.28, point: 1.1, thought: 1.35 };

/** What somebody does on a page, and how long each party takes for it. */
export interface Hands {
  /** They read something, or decide what to do next. */
  readonly think: () => void;
  /** They point at it and press; another page comes. */
  readonly follow: (selector: string) => Promise<void>;
  /** They point at it and press; the page stays. */
  readonly press: (selector: string) => Promise<void>;
  /** The same of what stands in a mail. */
  readonly followMail: (url: string) => Promise<void>;
  /** They point at a field, and type. */
  readonly type: (selector: string, text: string) => Promise<void>;
  /** They press Enter; another page comes. */
  readonly enter: () => Promise<void>;
  readonly took: () => Took;
}

/** Seconds: of the person by the model, and of the machine as it was measured. */
export interface Took {
  readonly person: number;
  readonly machine: number;
}

export function handsOn(page: Page): Hands {
  const done = { key: 0, point: 0, thought: 0 };
  let machineMs = 0;
  const comes = async (work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await Promise.all([page.waitForEvent('load'), work()]);
    machineMs += performance.now() - began;
  };
  const point = () => {
    done.point += 1;
    done.key += 1;
  };
  return {
    think: () => {
      done.thought += 1;
    },
    follow: async (selector) => {
      point();
      await comes(() => page.click(selector));
    },
    press: async (selector) => {
      point();
      await page.click(selector);
    },
    followMail: async (url) => {
      point();
      await comes(() => page.goto(url));
    },
    type: async (selector, text) => {
      point();
      done.key += text.length;
      await page.fill(selector, text);
    },
    enter: async () => {
      done.key += 1;
      await comes(() => page.keyboard.press('Enter'));
    },
    took: () => ({
      person: done.key * SECONDS.key + done.point * SECONDS.point + done.thought * SECONDS.thought,
      machine: machineMs / 1000,
    }),
  };
}
