import { toDecimal, type Money } from '../money.ts';
import type { Difference } from './difference.ts';
import type { LedgerEntry } from './entry.ts';

/** Something that is kept and from which money can follow. */
export type LedgerFigure = Money | string | number | boolean | undefined;

/** What is kept under a name, and what it must be. */
export type Expectation = readonly [name: string, is: LedgerFigure, must: LedgerFigure];

/** Whose figures they are. */
export type FigureSubject = Pick<Difference, 'merchantId' | 'sessionId' | 'reference'>;

/** A difference for each figure that is not what it must be. */
export function figureDifferences(
  subject: FigureSubject,
  expectations: readonly Expectation[],
): readonly Difference[] {
  return expectations
    .filter(([, is, must]) => shown(is) !== shown(must))
    .map(([name, is, must]) => ({
      ...subject,
      kind: 'figure',
      about: `${name}, which is ${shown(is)} and must be ${shown(must)},`,
    }));
}

/** The same for what must only hold; `must` says it in words. */
export function unless(
  holds: boolean,
  [name, is, must]: readonly [name: string, is: LedgerFigure, must: string],
): readonly Expectation[] {
  return holds ? [] : [[name, shown(is), must]];
}

/** What an entry of the ledger says beside its amounts and its time. */
export function entryFigures(is: LedgerEntry, must: LedgerEntry): readonly Expectation[] {
  return (
    [
      'merchantId',
      'event',
      'referenceNumber',
      'paymentReference',
      'pgCode',
      'gateway',
      'sandbox',
    ] as const
  ).map((name) => [`${name} of the entry`, is[name], must[name]]);
}

/**
 * The differences that somebody finds; what cannot even be reckoned, because amounts of two currencies or no amounts at
 * all stand where money was, is one more.
 */
export function reckoned(
  subject: FigureSubject,
  find: () => readonly Difference[],
): readonly Difference[] {
  try {
    return find();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ ...subject, kind: 'figure', about: `what cannot be reckoned (${why})` }];
  }
}

function shown(figure: LedgerFigure): string {
  if (figure === undefined) return 'nothing';
  if (typeof figure !== 'object') return String(figure);
  const { minor, currency } = figure;
  // What somebody has changed by hand may be no amount any more.
  return Number.isSafeInteger(minor) && typeof currency === 'string'
    ? `${toDecimal(figure)} ${currency}`
    : JSON.stringify(figure);
}
