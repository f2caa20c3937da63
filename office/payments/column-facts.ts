import { PAYMENT_COLUMNS, type PaymentColumn } from '../../domain/saved-view.ts';

/** What the list shows where nobody has chosen. */
export const PRESET_COLUMNS: readonly PaymentColumn[] = [
  'customer',
  'amount',
  'state',
  'method',
  'created',
];

/** The columns that are named, each where it stands first; what is none is left out. */
export function columnsIn(text: string | undefined): readonly PaymentColumn[] {
  const named = (text ?? '').split(',');
  return [...new Set(named.flatMap((name) => PAYMENT_COLUMNS.filter((one) => one === name)))];
}

/**
 * The columns that somebody has chosen in place of those before, place by place. Who puts one where another one was, has not said
 * that the other one shall go: the two change places.
 */
export function columnsChosen(chosen: string, before: string): readonly PaymentColumn[] {
  const [names, were] = [chosen.split(','), before.split(',')];
  const gone = were.filter((one) => !names.includes(one));
  const isKept = (nth: number) => names[nth] === were[nth];
  const isTwice = (nth: number) => names.filter((one) => one === names[nth]).length > 1;
  const swapped = names.map((name, nth) =>
    isKept(nth) && isTwice(nth) ? (gone.shift() ?? name) : name,
  );
  return columnsIn(swapped.join(','));
}
