import type { FieldErrors } from '../refusal.ts';

/** What is wrong with a field of a row, in a sentence. */
export interface RowFieldFault {
  /** With dots for what is inside, as columns are named. */
  readonly field: string;
  readonly sentence: string;
}

/** Each fault of a row by itself, also those inside an object or a list. */
export function rowFieldFaults(errors: FieldErrors): readonly RowFieldFault[] {
  return Object.entries(errors).flatMap(([field, faults]) => faultsAt(field, faults));
}

type Faults = string | FieldErrors | readonly (string | FieldErrors)[];

function faultsAt(field: string, faults: Faults): readonly RowFieldFault[] {
  if (typeof faults === 'string') return [{ field, sentence: faults }];
  if (isList(faults))
    return faults.flatMap((one, nth) =>
      faultsAt(typeof one === 'string' ? field : `${field}.${nth}`, one),
    );
  return Object.entries(faults).flatMap(([name, one]) => faultsAt(`${field}.${name}`, one));
}

function isList(faults: Faults): faults is readonly (string | FieldErrors)[] {
  return Array.isArray(faults);
}
