/** What the test process tells on its standard output, a line for each (mocha-reporter.ts). Times in milliseconds. */
export type MochaEvent =
  | { readonly kind: 'started'; readonly loadedMs: number }
  | { readonly kind: 'running'; readonly file: string; readonly title: string }
  | { readonly kind: 'passed' }
  | Told<'failed'>
  /** Its title says why. */
  | { readonly kind: 'skipped'; readonly file: string; readonly title: string }
  /** It failed, and is tried once more. */
  | Told<'retried'>
  /** A suite came to its end with all its hooks. */
  | { readonly kind: 'suite'; readonly file: string; readonly ms: number }
  | { readonly kind: 'ended'; readonly skipped: number };

interface Told<Kind> {
  readonly kind: Kind;
  readonly title: string;
  readonly file: string;
  readonly detail: string;
}

/** No test prints this by chance. */
const MARK = '\u001Emocha ';

/** An event as a line, also for Node's readline, to which U+2028 and U+2029 end one as well. */
export const lineOf = (event: MochaEvent): string =>
  `${MARK}${JSON.stringify(event)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}\n`;

/** Reads a line; nothing when it is what a test printed itself. */
export function eventOn(line: string): MochaEvent | undefined {
  return line.startsWith(MARK) ? JSON.parse(line.slice(MARK.length)) : undefined;
}
