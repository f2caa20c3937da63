import type { CardFaults, CardField } from '../card-entry.ts';
import type { TestCard } from '../cards.ts';
import type { Language, Payment } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import type { Texts } from '../texts/texts.ts';
import { Brands } from './brands.tsx';
import { CARD_PAGE_SCRIPT_PATH } from './card-page-script.ts';
import { Field } from './field.tsx';
import { filling } from './filling.ts';
import { renderPage } from './layout.tsx';
import { Amount, Summary } from './summary.tsx';
import { TestCards } from './test-cards.tsx';

export interface CardPageProps {
  readonly payment: Payment;
  readonly merchant: string;
  readonly language: Language;
  readonly faults: CardFaults;
  /** What was typed and may be shown again: never the number, never the CVV. */
  readonly typed: { readonly name: string; readonly expiry: string };
  /** A published test card that the customer chose to fill in. */
  readonly chosen?: TestCard | undefined;
  readonly now: Date;
}

/** The page on which the card is typed. */
export function renderCardPage(props: CardPageProps): string {
  const { payment, merchant, language, faults } = props;
  const texts = textsOf(language);
  const title = `${texts.payTo(merchant)}: ${payment.amount} ${payment.currency}`;
  return renderPage({
    language,
    title: Object.keys(faults).length > 0 ? `${texts.errorPrefix}: ${title}` : title,
    otherLanguage: `/pay/${payment.id}?lang=${texts.switchTo.language}`,
    children: (
      <div class="columns">
        <Summary payment={payment} merchant={merchant} texts={texts} />
        <section class="panel" aria-labelledby="form-heading">
          <h2 id="form-heading">{texts.cardForm.heading}</h2>
          <Problems faults={faults} texts={texts} />
          <CardForm {...props} texts={texts} />
          <form method="post" action={`/pay/${payment.id}/cancel`}>
            <input type="hidden" name="lang" value={language} />
            <button class="quiet" type="submit">
              {texts.cardForm.cancel}
            </button>
          </form>
          <script src={CARD_PAGE_SCRIPT_PATH} />
          <TestCards payment={payment} language={language} texts={texts} />
        </section>
      </div>
    ),
  });
}

const FIELDS: readonly CardField[] = ['name', 'number', 'expiry', 'cvv'];

function Problems({ faults, texts }: { readonly faults: CardFaults; readonly texts: Texts }) {
  const wrong = FIELDS.flatMap((field) => {
    const fault = faults[field];
    return fault === undefined ? [] : [{ field, sentence: texts.faults[fault] }];
  });
  if (wrong.length === 0) return null;
  return (
    <div class="problems" role="alert">
      <h3>{texts.cardForm.problems}</h3>
      <ul>
        {wrong.map(({ field, sentence }) => (
          <li key={field}>
            <a href={`#${field}`}>{sentence}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function CardForm(props: CardPageProps & { readonly texts: Texts }) {
  const { payment, language, faults, typed, chosen, now, texts } = props;
  const { cardForm } = texts;
  const firstWrong = FIELDS.find((field) => faults[field] !== undefined);
  const field = (name: CardField) => ({
    id: name,
    name,
    label: cardForm[name],
    // Empty where the script may say one.
    fault: faults[name] === undefined ? '' : texts.faults[faults[name]],
    autofocus: firstWrong === name,
  });
  const filled = chosen && filling(chosen, now);
  return (
    <form id="card" method="post" action={`/pay/${payment.id}`} novalidate>
      <input type="hidden" name="lang" value={language} />
      <Field
        {...field('name')}
        autocomplete="cc-name"
        dir="auto"
        maxLength={64}
        value={filled?.name ?? typed.name}
      />
      <Field
        {...field('number')}
        hint={<Brands texts={texts} />}
        autocomplete="cc-number"
        inputMode="numeric"
        dir="ltr"
        maxLength={32}
        value={filled?.number}
      />
      <div class="pair">
        <Field
          {...field('expiry')}
          hint={cardForm.expiryHint}
          autocomplete="cc-exp"
          dir="ltr"
          maxLength={10}
          value={filled?.expiry ?? typed.expiry}
        />
        <Field
          {...field('cvv')}
          hint={cardForm.cvvHint}
          autocomplete="cc-csc"
          inputMode="numeric"
          dir="ltr"
          maxLength={4}
          value={filled?.cvv}
        />
      </div>
      {!payment.capture && <p class="note">{cardForm.holdNote}</p>}
      {payment.saveCard && <p class="note">{cardForm.saveNote}</p>}
      <button class="main" type="submit">
        {payment.capture ? cardForm.pay : cardForm.hold} <Amount of={payment} />
      </button>
      <p class="note">{cardForm.secure}</p>
    </form>
  );
}
