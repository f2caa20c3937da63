import { words } from '../locales/words.ts';
import type { ExchangeFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import type { Line } from './lines.tsx';
import type { Language } from '../../domain/language.ts';

/** The rate, and what the order costs in the currency of the charge; no lines where nothing is converted. */
export function exchangeLines(language: Language, exchange?: ExchangeFacts): readonly Line[] {
  if (exchange === undefined) return [];
  const { from, rate, to } = exchange;
  const { fields } = words(language);
  return [
    {
      label: fields.exchangeRate,
      value: (
        <bdi dir={language === 'ar' ? 'rtl' : 'ltr'}>
          <Figure amount={{ value: '1', currency: from.currency }} language={language} /> ={' '}
          <Figure amount={{ value: rate, currency: to.currency }} language={language} />
        </bdi>
      ),
    },
    { label: fields.converted, value: <Figure amount={to} language={language} /> },
  ];
}
