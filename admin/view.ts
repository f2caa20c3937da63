import type { JsonObject, JsonValue } from '../domain/json.ts';

/** What a command shows: a thing, a list of things, or a sentence. */
export type View =
  | { readonly one: object; readonly note?: string }
  | { readonly rows: readonly object[] }
  | { readonly done: string };

/** The view as it stands on the screen, or as JSON. What is undefined is left out. */
export function viewText(view: View, json: boolean): string {
  if (json) return JSON.stringify(plain(contentOf(view)), undefined, 2);
  if ('done' in view) return view.done;
  if ('rows' in view) return table(view.rows.map((row) => plain(row)));
  const lines = record(plain(view.one), '');
  return view.note === undefined ? lines : `${lines}\n\n${view.note}`;
}

function contentOf(view: View): object {
  if ('rows' in view) return view.rows;
  return 'done' in view ? { done: view.done } : view.one;
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}

function record(object: JsonObject, indent: string): string {
  const width = Math.max(0, ...Object.keys(object).map((key) => key.length));
  return Object.entries(object)
    .map(([key, value]) =>
      isObject(value) && Object.keys(value).length > 0
        ? `${indent}${key}\n${record(value, `${indent}  `)}`
        : `${indent}${key.padEnd(width)}  ${cell(value)}`,
    )
    .join('\n');
}

function table(rows: readonly JsonObject[]): string {
  if (rows.length === 0) return 'There are none.';
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))];
  const widths = columns.map((_column, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  return isList(value) ? value.map(cell).join(', ') : JSON.stringify(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
