import type { JSX } from 'preact';
import { currencyWord } from '../figures.ts';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';

/** Where the customer may pay less. The server reads what is typed; the keyboard of a phone shows digits for it. */
export function AmountField(facts: CheckoutFacts): JSX.Element | null {
  const { editableAmount, problem, language } = facts;
  if (editableAmount === undefined) return null;
  const { fields, checkout } = words(language);
  const { value, most } = editableAmount;
  const isWrong = problem?.kind.startsWith('amount-') ?? false;
  return (
    <div class="field">
      <label for="amount">
        {fields.amountToChoose} (<bdi>{currencyWord(most.currency, language)}</bdi>)
      </label>
      <input
        id="amount"
        name="amount"
        type="text"
        inputMode="decimal"
        dir="ltr"
        autocomplete="off"
        maxLength={24}
        required
        value={value}
        aria-describedby="amount-hint"
        aria-invalid={isWrong ? 'true' : undefined}
      />
      <p class="small" id="amount-hint">
        <Fill
          text={checkout.atMost}
          with={{ amount: <Figure amount={most} language={language} /> }}
        />
      </p>
    </div>
  );
}
