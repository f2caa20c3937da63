import type { ComponentChildren, JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { currencyWord, figureIn, grouped } from '../figures.ts';
import type { Amount } from './facts.ts';

interface FigureProps {
  readonly amount: Amount;
  readonly language: Language;
}

/** An exact amount in one piece. Its digits run from left to right in any language, its sign before them. */
export function Figure({ amount, language }: FigureProps): JSX.Element {
  if (language === 'en')
    return (
      <bdi dir="ltr" class="figure">
        {figureIn(amount, language)}
      </bdi>
    );
  return (
    <bdi dir="rtl" class="figure">
      <bdi dir="ltr">{grouped(amount.value)}</bdi> {currencyWord(amount.currency, language)}
    </bdi>
  );
}

/** Addresses, phones and references: left to right in any language, broken anywhere if long. */
export function Code({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <bdi dir="ltr" class="code">
      {children}
    </bdi>
  );
}
