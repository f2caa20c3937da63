import { endOfText } from '../middleware/strict-json.ts';
import { yieldToOthers } from '../yield-to-others.ts';

/** A list in a text of JSON: where each item of it begins and ends, and the text with the list emptied. */
export interface ListInText {
  readonly items: readonly (readonly [start: number, end: number])[];
  readonly rest: string;
}

/** So many letters are looked at between two looks at the clock. */
const STRIDE = 10_000;

/**
 * Finds the list under this name in the object that the text is, without reading its items: they can be read one after the
 * other, and a large one keeps nobody waiting. Whether items and `rest` are JSON is for a parser to say. Undefined where
 * there is no such list or it never ends.
 */
export async function listIn(
  text: string,
  name: string,
  most: number,
): Promise<ListInText | 'too many' | undefined> {
  const othersTurn = yieldToOthers();
  const items: [number, number][] = [];
  let depth = 0;
  /** Where the list opens, once it has. */
  let opened: number | undefined;
  let itemStart = 0;
  let nextLook = STRIDE;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= nextLook) {
      nextLook = at + STRIDE;
      await othersTurn();
    }
    switch (text[at]) {
      case '"': {
        const end = endOfText(text, at);
        if (end < 0) return undefined;
        if (opened === undefined && depth === 1 && isName(text.slice(at, end + 1), name)) {
          opened = bracketAfter(text, end + 1);
          if (opened !== undefined) itemStart = opened + 1;
        }
        at = end;
        break;
      }
      case '{':
      case '[':
        depth += 1;
        break;
      case ',':
        if (opened !== undefined && depth === 2) {
          items.push([itemStart, at]);
          itemStart = at + 1;
          if (items.length > most) return 'too many';
        }
        break;
      case '}':
      case ']':
        depth -= 1;
        if (opened !== undefined && depth === 1) {
          if (items.length > 0 || text.slice(itemStart, at).trim() !== '')
            items.push([itemStart, at]);
          if (items.length > most) return 'too many';
          return { items, rest: text.slice(0, opened + 1) + text.slice(at) };
        }
        break;
      default:
    }
  }
  return undefined;
}

/** Also where it is written with escapes. */
function isName(literal: string, name: string): boolean {
  if (literal.length > 6 * name.length + 2) return false;
  try {
    return JSON.parse(literal) === name;
  } catch {
    return false;
  }
}

function bracketAfter(text: string, start: number): number | undefined {
  const [opening] = /^\s*:\s*\[/.exec(text.slice(start, start + 1000)) ?? [];
  return opening === undefined ? undefined : start + opening.length - 1;
}
