import { placeholder, type Values } from '../../domain/notification/template.ts';
import type { FieldErrors } from '../../domain/refusal.ts';

export interface ReadContext {
  readonly values: Values;
  readonly faults: FieldErrors;
}

/** Characters of one value; with more a message would be a book. */
const MOST = 5000;

/**
 * The values of a template's placeholders as a program names them; `extra` is an object of its own, or `extra.<key>`. A name
 * of the program's own means the same as one in `extra`.
 */
export function readContext(context: Readonly<Record<string, unknown>> = {}): ReadContext {
  const values: Record<string, string> = {};
  const faults: Record<string, readonly string[]> = {};
  for (const [name, value] of flat(context)) {
    const said = plain(value);
    const place = placeholder(name) ?? placeholder(`extra.${name}`);
    if (place === undefined)
      faults[name] = ['Use 1 to 64 letters, digits, "-" and "_" for a name.'];
    else if (said === undefined)
      faults[name] = [`A text of at most ${MOST} characters, a number, true or false is required.`];
    else values[place] = said;
  }
  return { values, faults: Object.keys(faults).length > 0 ? { context: faults } : {} };
}

function flat(context: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(context).flatMap(([name, value]) =>
    name === 'extra' && typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, inner]) => [`extra.${key}`, inner] as const)
      : [[name, value] as const],
  );
}

/** What is nothing is empty, as what is missing. */
function plain(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'boolean') return String(value);
  const isRight =
    typeof value === 'string' &&
    value.length <= MOST &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value);
  return isRight ? value : undefined;
}
