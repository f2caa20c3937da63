import type { FieldErrors } from './refusal.ts';

type Fault = FieldErrors[string];

/**
 * The faults of both, field by field: sentences about one field come one after the other, objects and rows are merged.
 * Where the two differ in kind the first counts, because a field of the wrong shape has no faults of meaning.
 */
export function mergedFaults(one: FieldErrors, other: FieldErrors): FieldErrors {
  const both = Object.entries(other).map(([field, fault]): readonly [string, Fault] => {
    const known = one[field];
    return [field, known === undefined ? fault : merged(known, fault)];
  });
  return { ...one, ...Object.fromEntries(both) };
}

/** The faults with one entry for each of so many rows of a list, `{}` for those that are right. */
export function withAllRows(faults: FieldErrors, field: string, count: number): FieldErrors {
  const rows = faults[field];
  if (rows === undefined || !isRows(rows)) return faults;
  return { ...faults, [field]: Array.from({ length: count }, (_row, index) => rows[index] ?? {}) };
}

/** Whether nothing is wrong. */
export function isFaultless(faults: FieldErrors): boolean {
  return Object.keys(faults).length === 0;
}

function merged(one: Fault, other: Fault): Fault {
  if (isSentences(one)) return isSentences(other) ? [...one, ...other] : one;
  if (isRows(one)) {
    if (!isRows(other)) return one;
    const length = Math.max(one.length, other.length);
    return Array.from({ length }, (_row, index) =>
      mergedFaults(one[index] ?? {}, other[index] ?? {}),
    );
  }
  return isSentences(other) || isRows(other) ? one : mergedFaults(one, other);
}

function isSentences(fault: Fault): fault is readonly string[] {
  return Array.isArray(fault) && fault.every((entry) => typeof entry === 'string');
}

function isRows(fault: Fault): fault is readonly FieldErrors[] {
  return Array.isArray(fault) && !isSentences(fault);
}
