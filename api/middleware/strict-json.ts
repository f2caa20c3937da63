import { RequestError } from './errors.ts';
import { isNumberText, numberTextsIn, type NumberTexts } from './number-texts.ts';
import { cutText } from '../../domain/cut-text.ts';

/** Objects and lists inside of each other, the body itself included. No field of ours needs half of it. */
export const MOST_LEVELS = 32;

/** Values in one body, in all its lists and objects: twice what an invoice of the most lines has. */
export const MOST_VALUES = 25_000;

/** How many values a body may still have; of a form all fields together. */
export interface Room {
  values: number;
}

export interface Reading {
  /** The field in which the text stands, where it is not a whole body. */
  readonly within?: string;
  readonly room?: Room;
}

/**
 * Reads JSON that means one thing only. A key that stands twice in an object is refused: parsers differ in which one
 * they take, so that somebody in between could have seen another amount than we do. For the same reason the number of an
 * amount comes as the text that was sent: as a number, 12.34500000000000001 would be 12.345, and 1e3 would be 1000.
 * Throws 400 `parse_error` also for what is no JSON, is nested too deeply, has too many values, or names the prototype of an
 * object.
 */
export function parseJson(
  text: string,
  { within, room = { values: MOST_VALUES } }: Reading = {},
): unknown {
  const value = parsed(text);
  walk(text, {
    value,
    texts: within === undefined ? 'decimals' : numberTextsIn('decimals', within),
    room,
  });
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

/** What is walked over. */
interface Root extends Pick<Level, 'value' | 'texts'> {
  readonly room: Room;
}

/** An object or a list that the walk is in. */
interface Level {
  readonly value: unknown;
  /** The keys that an object has had; a list has none. */
  readonly keys: Set<string> | undefined;
  readonly texts: NumberTexts;
  /** The key or the place of what comes next. */
  at: string | number;
}

/**
 * Walks over JSON that is known to be valid, beside the value that it means: only keys, brackets and numbers count, so it
 * needs no parser of its own.
 */
function walk(text: string, { room, ...root }: Root): void {
  const open: Level[] = [];
  let keyComes = false;
  for (let at = 0; at < text.length; at += 1)
    switch (text[at]) {
      case '{':
      case '[': {
        const level = levelIn(open.at(-1), root, text[at] === '{');
        if (open.push(level) > MOST_LEVELS)
          throw unreadable(`The body is nested deeper than ${MOST_LEVELS} levels.`);
        keyComes = level.keys !== undefined;
        take(room);
        break;
      }
      case '}':
      case ']':
        open.pop();
        break;
      case ',': {
        const level = open.at(-1);
        keyComes = level?.keys !== undefined;
        if (typeof level?.at === 'number') level.at += 1;
        take(room);
        break;
      }
      case '"': {
        const end = endOfText(text, at);
        const level = open.at(-1);
        if (keyComes && level) level.at = addKey(level.keys, JSON.parse(text.slice(at, end + 1)));
        keyComes = false;
        at = end;
        break;
      }
      case 't':
      case 'f':
      case 'n':
        // The letters of true, false and null; the e of an exponent is part of its number.
        at += text[at] === 'f' ? 4 : 3;
        break;
      case ':':
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        break;
      default: {
        const end = endOfNumber(text, at);
        keepText(open.at(-1), text.slice(at, end));
        at = end - 1;
      }
    }
}

/** A bracket begins a value, and a comma the next one. */
function take(room: Room): void {
  room.values -= 1;
  if (room.values < 0) throw unreadable(`The body has more than ${MOST_VALUES} values.`);
}

function levelIn(
  outer: Level | undefined,
  root: Pick<Level, 'value' | 'texts'>,
  hasKeys: boolean,
): Level {
  return {
    value: outer ? valueAt(outer) : root.value,
    texts: outer ? textsAt(outer) : root.texts,
    keys: hasKeys ? new Set() : undefined,
    at: hasKeys ? '' : 0,
  };
}

/** Of a key that stands twice the value may be another one than the walk is at: the second will be refused. */
function valueAt({ value, at }: Level): unknown {
  return isObject(value) ? value[at] : undefined;
}

/** What stands in a list is in the place of the list. */
function textsAt({ texts, at }: Level): NumberTexts {
  return typeof at === 'number' ? texts : numberTextsIn(texts, at);
}

function keepText(level: Level | undefined, text: string): void {
  if (typeof level?.at !== 'string' || !isObject(level.value)) return;
  if (isNumberText(level.texts, level.at)) level.value[level.at] = text;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

function addKey(keys: Set<string> | undefined, key: string): string {
  refusePrototype(key);
  if (keys?.has(key))
    throw unreadable(`The key ${JSON.stringify(cutText(key, 64))} is duplicated.`);
  keys?.add(key);
  return key;
}

/** The place of the quote that ends a text: the first one with an even number of backslashes before it; -1 where there is none. */
export function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (end < 0 || backslashes % 2 === 0) return end;
  }
}

function endOfNumber(text: string, start: number): number {
  NUMBER.lastIndex = start;
  NUMBER.test(text);
  return NUMBER.lastIndex;
}

const NUMBER = /[-+.\deE]+/y;
