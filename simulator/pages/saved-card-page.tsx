import type { Language, Payment, SavedCard } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import { Field } from './field.tsx';
import { renderPage } from './layout.tsx';
import { Amount, Summary } from './summary.tsx';

export interface SavedCardPageProps {
  readonly payment: Payment;
  readonly saved: SavedCard;
  readonly merchant: string;
  readonly language: Language;
  /** True when what was just typed is no security code of this card. */
  readonly wrong?: boolean;
}

/** The page on which the holder of a saved card types its security code, and nothing else. */
export function renderSavedCardPage(props: SavedCardPageProps): string {
  const { payment, saved, merchant, language, wrong = false } = props;
  const texts = textsOf(language);
  const { heading, intro } = texts.savedCard;
  const { cvv, cvvHint, pay, hold, holdNote, cancel } = texts.cardForm;
  const { brand, last4 } = saved.card;
  return renderPage({
    language,
    title: wrong ? `${texts.errorPrefix}: ${heading}` : heading,
    otherLanguage: `/pay/${payment.id}?lang=${texts.switchTo.language}`,
    children: (
      <div class="columns">
        <Summary payment={payment} merchant={merchant} texts={texts} />
        <section class="panel" aria-labelledby="heading">
          <h2 id="heading">{heading}</h2>
          <p>{intro(texts.brands[brand], last4)}</p>
          <form method="post" action={`/pay/${payment.id}`} novalidate>
            <input type="hidden" name="lang" value={language} />
            <Field
              id="cvv"
              name="cvv"
              label={cvv}
              hint={cvvHint}
              fault={wrong ? texts.faults['cvv-wrong'] : undefined}
              autocomplete="cc-csc"
              inputMode="numeric"
              dir="ltr"
              maxLength={4}
              autofocus
            />
            {!payment.capture && <p class="note">{holdNote}</p>}
            <button class="main" type="submit">
              {payment.capture ? pay : hold} <Amount of={payment} />
            </button>
          </form>
          <form method="post" action={`/pay/${payment.id}/cancel`}>
            <input type="hidden" name="lang" value={language} />
            <button class="quiet" type="submit">
              {cancel}
            </button>
          </form>
        </section>
      </div>
    ),
  });
}
