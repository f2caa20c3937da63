import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { whenOneOf } from './choices.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { MerchantName } from './merchant.tsx';

/** Asks whether the card may be kept, beside the methods with which one is typed; nothing is kept by itself. Where that is what it is for, it says so instead. */
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
  const { only } = saveCard;
  const when = whenOneOf(facts, ({ code }) => only.includes(code));
  return <div class={when === undefined ? 'saving' : `saving ${when}`}>{box}</div>;
}
