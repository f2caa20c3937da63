type FormValue =
  | string
  | number
  | boolean
  | undefined
  | FormFields
  | readonly FormFields[]
  | readonly string[];

/** What a form says; what is undefined stands nowhere. */
export interface FormFields {
  readonly [name: string]: FormValue;
}

/** Nested fields as `application/x-www-form-urlencoded`: `{a: {b: [{c: 1}]}}` is `a[b][0][c]=1`. The same fields give the same bytes. */
export function encodedForm(fields: FormFields): string {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => pairs(name, value)),
  ).toString();
}

function pairs(name: string, value: FormValue): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${key}]`, one));
}
