/** Says how far a step is, from what was counted: "212 of 1297 packages compiled". */
export type Tell = (howFar: string) => void;

/** Tells a person what is being done: one line a step, with its duration. */
export interface StartProgress {
  /** Runs the work; `done` words its success. A step that takes its time is announced meanwhile, with how far it is. */
  step<T>(
    title: string,
    work: (tell: Tell) => Promise<T>,
    done?: (result: T) => string,
  ): Promise<T>;
  say(line: string): void;
}

/** Where the lines go: a terminal lets the last line be rewritten, a file or pipe does not. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const PATIENCE_MS = 2_000;
const TERMINAL_EVERY_MS = 1_000;
const PIPE_EVERY_MS = 20_000;

/** Prints each step on the output, and announces one that takes more than two seconds. Not for steps side by side. */
export function printedProgress(output: Output, patienceMs = PATIENCE_MS): StartProgress {
  const terminal = output.isTTY === true;
  const clear = terminal ? '\r\u001B[2K' : '';

  return {
    say: (line) => void output.write(`${line}\n`),
    async step(title, work, done = () => title) {
      const since = Date.now();
      let howFar = '';
      const announce = () => {
        const waited = `${title}${howFar} … ${Math.round((Date.now() - since) / 1000)} s`;
        output.write(terminal ? `${clear}${waited}` : `${waited}\n`);
        timer = setTimeout(announce, terminal ? TERMINAL_EVERY_MS : PIPE_EVERY_MS);
        timer.unref();
      };
      let timer = setTimeout(announce, patienceMs);
      timer.unref();
      try {
        const result = await work((told) => {
          howFar = `: ${told}`;
        });
        output.write(`${clear}✔ ${done(result)} (${seconds(since)})\n`);
        return result;
      } catch (error) {
        output.write(`${clear}✘ ${title} (${seconds(since)})\n`);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Says nothing. */
export const silent: StartProgress = {
  say: () => undefined,
  step: (_title, work) => work(() => undefined),
};

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
