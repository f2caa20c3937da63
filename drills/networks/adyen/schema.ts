import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

const ajv = new Ajv({ allErrors: true, strictTypes: false, formats: { 'date-time': DATE_TIME } });
ajv.addSchema(JSON.parse(readFileSync(new URL('schema.json', import.meta.url), 'utf8')), 'adyen');

const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value by Adyen's own schema of that name, in a sentence; undefined when nothing is. */
export function faultBySchema(name: string, value: unknown): string | undefined {
  const validate = compiled.get(name) ?? ajv.compile({ $ref: `adyen#/definitions/${name}` });
  compiled.set(name, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: name });
}
