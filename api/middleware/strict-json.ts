import { RequestError } from './errors.ts';

/** Objects and lists inside of each other, the body itself included. No field of ours needs half of it. */
export const MOST_LEVELS = 32;

/**
 * Reads JSON that means one thing only. A key that stands twice in an object is refused: parsers differ in which one
 * they take, so that somebody in between could have seen another amount than we do. Throws 400 `parse_error` also for
 * what is no JSON, is nested too deeply, or names the prototype of an object.
 */
export function parseJson(text: string): unknown {
  const value = parsed(text);
  refuseOddKeys(text);
  return value;
}

/** Refuses a name that JavaScript gives a meaning of its own; for keys of JSON and names of form fields. */
export function refusePrototype(key: string): void {
  if (key === '__proto__') throw unreadable('No field can have the name "__proto__".');
}

export function unreadable(detail: string): RequestError {
  return new RequestError(400, 'parse_error', detail);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body cannot be read. Is it valid JSON in UTF-8?');
  }
}

/** Walks over JSON that is known to be valid: only keys and brackets count, so it needs no parser of its own. */
function refuseOddKeys(text: string): void {
  /** For each object that is open the keys that it has had; for a list nothing. */
  const open: (Set<string> | undefined)[] = [];
  let keyComes = false;
  for (let at = 0; at < text.length; at += 1)
    switch (text[at]) {
      case '{':
      case '[': {
        const keys = text[at] === '{' ? new Set<string>() : undefined;
        if (open.push(keys) > MOST_LEVELS)
          throw unreadable(`The body is nested deeper than ${MOST_LEVELS} levels.`);
        keyComes = keys !== undefined;
        break;
      }
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        keyComes = open.at(-1) !== undefined;
        break;
      case '"': {
        const end = endOfText(text, at);
        if (keyComes) addKey(open.at(-1), JSON.parse(text.slice(at, end + 1)) as string);
        keyComes = false;
        at = end;
        break;
      }
      default:
    }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  refusePrototype(key);
  if (keys?.has(key)) throw unreadable(`The key ${JSON.stringify(key.slice(0, 64))} stands twice.`);
  keys?.add(key);
}

/** The place of the quote that ends a text: the first one with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}
