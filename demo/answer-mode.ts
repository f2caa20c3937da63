import { setTimeout as wait } from 'node:timers/promises';

/** What the tester wants the shop to answer to verified webhooks, so that each outcome can be seen. */
export const ANSWER_MODES = ['200', '201', '500', 'slow'] as const;
export type AnswerMode = (typeof ANSWER_MODES)[number];

export type AnswerSetting = ReturnType<typeof createAnswerSetting>;

/** Holds the tester's choice; it stays until the next one. */
export function createAnswerSetting(slowMs = 20_000) {
  let mode: AnswerMode = '200';
  return {
    get: (): AnswerMode => mode,
    /** Says no, and changes nothing, when there is no such mode. */
    set: (asked: string): boolean => {
      const found = ANSWER_MODES.find((known) => known === asked);
      mode = found ?? mode;
      return found !== undefined;
    },
    status: (): number => (mode === 'slow' ? 200 : Number(mode)),
    /** Resolves at once unless the mode is slow. It does not keep a stopping shop alive. */
    delay: async (): Promise<void> => {
      if (mode === 'slow') await wait(slowMs, undefined, { ref: false });
    },
  };
}
