import { MOST_ROWS } from './incoming.ts';

/** Why a file is not read at all, each in the sentence that the API says, or in how it begins. */
export const FILE_FAULTS = {
  empty: 'The file is empty: begin with a line of names.',
  'not-utf-8': 'The file is not UTF-8.',
  'no-columns':
    'The first line names no column that a file can have, such as amount or customer_email.',
  'not-csv': 'The file cannot be read as CSV',
  'too-large': 'The file is larger than 50 MB.',
  'too-many-rows': `A file has at most ${MOST_ROWS} rows.`,
} as const;
export type FileFault = keyof typeof FILE_FAULTS;

/** Which of these a sentence of the API tells; undefined where it is about something else. */
export function fileFaultIn(sentence: string): FileFault | undefined {
  const faults = Object.entries(FILE_FAULTS) as readonly (readonly [FileFault, string])[];
  return faults.find(([, said]) => sentence.startsWith(said))?.[0];
}
