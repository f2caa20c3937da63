/** One thing that a payer does; what each means is in `payer.ts`. */
export type PayerStep =
  | 'look'
  | 'press'
  | 'press-twice'
  | 'press-other'
  | 'pay'
  | 'pay-again'
  | 'pay-by-other'
  | 'be-declined'
  | 'cancel'
  | 'come-back';

/** How a payer behaves, how many of a hundred do so, and whether they mean to pay. */
export interface Scenario {
  readonly name: string;
  readonly ofHundred: number;
  readonly means: 'to pay' | 'to leave';
  readonly steps: readonly PayerStep[];
}

export const PAYS: Scenario = {
  name: 'pays',
  ofHundred: 24,
  means: 'to pay',
  steps: ['look', 'press', 'pay', 'come-back'],
};

// oxfmt-ignore
export const SCENARIOS: readonly Scenario[] = [
  PAYS,
  { name: 'pays and is gone', ofHundred: 16, means: 'to pay', steps: ['look', 'press', 'pay'] },
  { name: 'presses twice', ofHundred: 10, means: 'to pay', steps: ['look', 'press-twice', 'pay', 'come-back'] },
  { name: 'pays again at once', ofHundred: 8, means: 'to pay', steps: ['look', 'press', 'pay', 'pay-again', 'come-back'] },
  { name: 'pays again otherwise', ofHundred: 8, means: 'to pay', steps: ['look', 'press', 'pay', 'pay-by-other', 'come-back'] },
  { name: 'changes the method', ofHundred: 6, means: 'to pay', steps: ['look', 'press', 'press-other', 'pay', 'come-back'] },
  { name: 'is declined, then pays', ofHundred: 8, means: 'to pay', steps: ['look', 'press', 'be-declined', 'come-back', 'press', 'pay'] },
  { name: 'is declined', ofHundred: 6, means: 'to leave', steps: ['look', 'press', 'be-declined', 'come-back'] },
  { name: 'cancels', ofHundred: 5, means: 'to leave', steps: ['look', 'press', 'cancel', 'come-back'] },
  { name: 'leaves the card page', ofHundred: 4, means: 'to leave', steps: ['look', 'press'] },
  { name: 'leaves our page', ofHundred: 3, means: 'to leave', steps: ['look'] },
  { name: 'never comes', ofHundred: 2, means: 'to leave', steps: [] },
];
