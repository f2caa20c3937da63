import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { isDecimal } from './number-texts.ts';
import { shortened } from './shorten.ts';

/** What joi found: the fields that are right, and the faults of the others in the contract's shape. */
export interface Checked<T> {
  readonly value: Partial<T>;
  readonly faults: FieldErrors;
}

/** Checks shapes and lengths. Fields at fault are left out of `value`, so that the domain can check the rest. */
export function check<T extends object>(schema: ObjectSchema<T>, body: unknown): Checked<T> {
  const result = schema.validate(shortened(schema, body), {
    abortEarly: false,
    convert: false,
    stripUnknown: true,
  });
  if (!result.error) return { value: result.value, faults: {} };
  const faults = faultsOf(result.error.details);
  const right = Object.entries<unknown>(result.value).filter(([key]) => !(key in faults));
  return { value: Object.fromEntries(right) as Partial<T>, faults };
}

/** All of it, for who has refused its faults: with none left, nothing is missing. */
export function faultless<T extends object>({ value }: Checked<T>): T {
  return value as T;
}

type Tree = Map<string | number, Tree | string[]>;

function faultsOf(details: readonly ValidationErrorItem[]): FieldErrors {
  const tree: Tree = new Map();
  for (const detail of details) insert(tree, pathOf(detail), messageOf(detail));
  return fieldErrors(tree);
}

/** The rows of a list of plain values have no names of their own: their faults belong to the list. */
function pathOf({ path }: ValidationErrorItem): readonly (string | number)[] {
  const [first] = path;
  if (first === undefined) return ['non_field_errors'];
  return typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
}

function insert(tree: Tree, [head, ...rest]: readonly (string | number)[], message: string): void {
  if (head === undefined) return;
  const known = tree.get(head);
  if (rest.length === 0) {
    if (!Array.isArray(known)) tree.set(head, [message]);
    // Two rules of one field may say the same.
    else if (!known.includes(message)) known.push(message);
    return;
  }
  const inner: Tree = known instanceof Map ? known : new Map();
  tree.set(head, inner);
  insert(inner, rest, message);
}

function fieldErrors(tree: Tree): FieldErrors {
  return Object.fromEntries(
    [...tree].map(([key, inner]) => [key, Array.isArray(inner) ? inner : childErrors(inner)]),
  );
}

function childErrors(tree: Tree): FieldErrors | readonly FieldErrors[] {
  const rows = [...tree.keys()].filter((key) => typeof key === 'number');
  if (rows.length === 0) return fieldErrors(tree);
  return Array.from({ length: Math.max(...rows) + 1 }, (_row, index) => {
    const inner = tree.get(index);
    return inner instanceof Map ? fieldErrors(inner) : {};
  });
}

/** Only the sentence for missing fields is fixed by the contract; the others say what would be right. */
function messageOf({ type, context, message, path }: ValidationErrorItem): string {
  const limit: number = context?.['limit'];
  if (context?.['value'] === null && type !== 'any.required') return fieldSentence('null');
  switch (type) {
    case 'any.required':
      return fieldSentence('required');
    case 'string.empty':
      return fieldSentence('blank');
    case 'string.base':
      return fieldSentence(isDecimal(String(path.at(-1))) ? 'decimal-string' : 'string');
    case 'string.max':
      return fieldSentence('max-length', { limit });
    case 'string.min':
      return fieldSentence('min-length', { limit });
    case 'number.base':
      return fieldSentence('number');
    case 'number.integer':
      return fieldSentence('whole-number');
    case 'number.min':
      return fieldSentence('min', { limit });
    case 'number.max':
      return fieldSentence('max', { limit });
    case 'string.ip':
    case 'string.ipVersion':
      return fieldSentence('ip');
    case 'string.email':
      return fieldSentence('email');
    case 'string.uri':
    case 'string.uriCustomScheme':
      return fieldSentence('url');
    case 'any.only':
      return fieldSentence('choice', {
        choices: ((context?.['valids'] ?? []) as unknown[]).join(', '),
      });
    case 'array.base':
      return fieldSentence('list');
    case 'array.min':
      return fieldSentence('empty-list');
    case 'array.max':
      return fieldSentence('max-items', { limit });
    case 'object.base':
      return fieldSentence('object');
    case 'boolean.base':
      return fieldSentence('boolean');
    case 'any.custom':
      return (context?.['error'] as Error | undefined)?.message ?? message;
    default:
      return message.replaceAll('"', '');
  }
}
