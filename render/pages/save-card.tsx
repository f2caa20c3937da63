import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { FOLLOWED_METHODS, whenChosen } from './choices.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { MerchantName } from './merchant.tsx';

/** Asks whether the card may be kept; nothing is kept by itself. Where that is what it is for, it says so instead. */
export function SaveCard(facts: CheckoutFacts): JSX.Element | null {
  const { saveCard, savesOnly, debits, language } = facts;
  const { save, saveHint, saveText, debits: debitsText } = words(language).cards;
  if (savesOnly) return <p class="small">{saveText}</p>;
  const inWords = (text: string) => (
    <Fill text={text} with={{ merchant: <MerchantName frame={facts} /> }} />
  );
  if (debits) {
    const parts = {
      merchant: <MerchantName frame={facts} />,
      agreement: <bdi>{debits.agreement}</bdi>,
    };
    return (
      <p class="small">
        <Fill text={debitsText} with={parts} />
      </p>
    );
  }
  if (saveCard === undefined) return null;
  const box = (
    <div class="consent">
      <input
        id="save-card"
        name="save_card"
        type="checkbox"
        value="yes"
        checked={saveCard.checked}
        aria-describedby="save-card-hint"
      />
      <label for="save-card">{inWords(save)}</label>
      <p id="save-card-hint" class="small consent-hint">
        {inWords(saveHint)}
      </p>
    </div>
  );
  const when = whenSaving(facts);
  return when === undefined ? box : <div class={when}>{box}</div>;
}

/** The box is shown with the methods that can keep a card; always where all can, and where the page follows no choice. */
function whenSaving({ methods, saveCard }: CheckoutFacts): string | undefined {
  const { only } = saveCard ?? {};
  if (only === undefined || methods.length > FOLLOWED_METHODS) return undefined;
  return whenChosen(...methods.flatMap(({ code }, i) => (only.includes(code) ? [i] : [])));
}
