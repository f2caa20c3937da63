import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import type { Amount } from '../pages/facts.ts';
import { Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';

/** What is paid by a method: the amount in the money of its account, with its fee. */
export interface CostFacts {
  readonly total: Amount;
  /** How much of it is the fee; left out where that is nothing. */
  readonly fee?: Amount;
}

/** What it costs, and how much of that is the fee. */
export function Cost({
  total,
  fee,
  language,
}: CostFacts & { readonly language: Language }): JSX.Element {
  return (
    <>
      <Figure amount={total} language={language} />
      {fee && (
        <>
          {' '}
          <Fill
            text={officeWords(language).newPayment.feeIncluded}
            with={{ fee: <Figure amount={fee} language={language} /> }}
          />
        </>
      )}
    </>
  );
}
