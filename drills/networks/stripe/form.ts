/** An object of Stripe's: the official schema says what is in it, not a type of ours. */
export type StripeJson = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- See above.

/** Nested parameters as they come in a form or a query: `a[b][0][c]=1` is `{a: {b: [{c: '1'}]}}`. All values are text. */
export function parseForm(text: string): StripeJson {
  const root: StripeJson = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let at = root;
    for (const part of path) at = at[part] ??= {};
    at[last === '' ? Object.keys(at).length : last] = value;
  }
  return listed(root);
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listed(value: unknown): StripeJson {
  if (typeof value !== 'object' || value === null) return value as StripeJson;
  const entries = Object.entries(value).map(([name, one]) => [name, listed(one)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, one]) => one) : Object.fromEntries(entries);
}
