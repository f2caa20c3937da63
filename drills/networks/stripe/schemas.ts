import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import type { StripeJson } from './form.ts';

interface Extract {
  readonly requests: Readonly<Record<string, StripeJson>>;
  readonly objects: Readonly<Record<string, StripeJson>>;
}

const extract: Extract = JSON.parse(readFileSync(new URL('schemas.json', import.meta.url), 'utf8'));
/** Parameters come as text, and the schema says which of them are numbers. */
const requests = new Ajv({ coerceTypes: true, strict: false });
const objects = new Ajv({ strict: false });
objects.addSchema({ $id: 'stripe', objects: extract.objects });
const compiled = new Map<string, ValidateFunction>();
/** What was looked at before, word for word: a list of a hundred is asked for again and again. */
const known = new Set<string>();

/**
 * The parameters as the official schema types them, or a sentence that says which of them it does not have. Undefined for a
 * request that is not in the extract.
 */
export function typedRequest(
  name: string,
  parameters: StripeJson,
): StripeJson | string | undefined {
  const schema = extract.requests[name];
  if (!schema) return undefined;
  const check = compiled.get(name) ?? requests.compile(schema);
  compiled.set(name, check);
  const typed = structuredClone(parameters);
  return check(typed) ? typed : `${name}: ${requests.errorsText(check.errors)}`;
}

/** The object itself. An error when the official schema does not have what is in it. */
export function official(object: StripeJson): StripeJson {
  const name = object['error'] ? 'error' : String(object['object']);
  if (name === 'list') {
    object['data'].forEach(official);
    return object;
  }
  const text = JSON.stringify(object);
  if (known.has(text)) return object;
  const check = compiled.get(name) ?? objects.compile({ $ref: `stripe#/objects/${name}` });
  compiled.set(name, check);
  if (!check(object)) throw new Error(`No ${name}: ${objects.errorsText(check.errors)}`);
  known.add(text);
  return object;
}
