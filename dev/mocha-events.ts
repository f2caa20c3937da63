/** What the test process tells on its standard output, one JSON line each. */
export type MochaEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'running'; readonly file: string; readonly title: string }
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'failed';
      readonly title: string;
      readonly file: string;
      readonly detail: string;
    }
  | { readonly kind: 'ended'; readonly skipped: number };

const STRANGER = undefined;

/**
 * Reads a line of mocha's "json-stream" reporter, or one that `announcement` made. Nothing when the line is what a
 * test printed itself.
 */
export function eventOn(line: string): MochaEvent | undefined {
  if (!line.startsWith('["')) return STRANGER;
  const [kind, content] = parsed(line);
  switch (kind) {
    case 'start':
      return { kind: 'started' };
    case 'running':
      return { kind, file: text(content, 'file'), title: text(content, 'title') };
    case 'pass':
      return { kind: 'passed' };
    case 'fail':
      return {
        kind: 'failed',
        title: text(content, 'fullTitle'),
        file: text(content, 'file'),
        detail: detail(text(content, 'err'), text(content, 'stack')),
      };
    case 'end':
      return { kind: 'ended', skipped: Number(content['pending'] ?? 0) };
    default:
      return STRANGER;
  }
}

/** The line that tells which test begins; the reporter tells only which one ended. */
export function announcement(test: { readonly file: string; readonly title: string }): string {
  return `${JSON.stringify(['running', test])}\n`;
}

type Content = Readonly<Record<string, unknown>>;

function parsed(line: string): readonly [string, Content] {
  try {
    const value: unknown = JSON.parse(line);
    if (Array.isArray(value) && typeof value[0] === 'string' && isContent(value[1])) {
      return [value[0], value[1]];
    }
  } catch {
    // A test printed something that begins as ours do.
  }
  return ['', {}];
}

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null;

function text(content: Content, key: string): string {
  const value = content[key];
  return typeof value === 'string' ? value : '';
}

/** The stack begins with the message, except when the message was changed after the error was made. */
const detail = (message: string, stack: string) =>
  stack.includes(message) ? stack : `${message}\n${stack}`;
