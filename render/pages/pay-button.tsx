import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { choicesOf, commonTotal, whenChosen } from './choices.ts';
import type { CheckoutFacts, MethodFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { coversAll, EitherWay, type PaidWithWallet } from './wallet-choice.tsx';
import type { Language } from '../../domain/language.ts';

/** Repeats the exact total that pressing it will ask for, whenever that is settled: where the amount can be typed, only the script knows. */
export function PayButton(facts: CheckoutFacts): JSX.Element {
  return (
    <button type="submit" class="button primary pay" data-live="pay">
      <Icon name="lock" />
      <EitherWay facts={facts} tag="span" part={Label} />
    </button>
  );
}

function Label({ facts, isWithWallet }: PaidWithWallet): JSX.Element {
  const { language, editableAmount, savesOnly } = facts;
  if (savesOnly) return <span>{words(language).cards.saveButton}</span>;
  const total = <Total facts={facts} isWithWallet={isWithWallet} />;
  if (editableAmount === undefined) return total;
  return (
    <>
      <span class="plain">{words(language).checkout.pay}</span>
      {editableAmount.isTotalled && <span class="exact">{total}</span>}
    </>
  );
}

function Total({ facts, isWithWallet }: PaidWithWallet): JSX.Element {
  const { language } = facts;
  if (isWithWallet && facts.wallet && coversAll(facts)) {
    const amount = <Figure amount={facts.wallet.pays} language={language} />;
    return (
      <span>
        <Fill text={words(language).checkout.payByWallet} with={{ amount }} />
      </span>
    );
  }
  const choices = choicesOf(facts);
  if (choices.kind === 'same') return <ForMethod language={language} method={choices.method} />;
  if (choices.kind === 'untold') return <ForAny {...facts} />;
  return (
    <>
      <span class="when-none">
        <ForAny {...facts} />
      </span>
      {choices.methods.map((method, i) => (
        <span class={whenChosen(i)}>
          <ForMethod language={language} method={method} />
        </span>
      ))}
    </>
  );
}

function ForMethod({ language, method }: { language: Language; method: MethodFacts }): JSX.Element {
  const { payAmount, payCash } = words(language).checkout;
  return (
    <span>
      <Fill
        text={method.kind === 'cash' ? payCash : payAmount}
        with={{ amount: <Figure amount={method.total} language={language} /> }}
      />
    </span>
  );
}

function ForAny(facts: CheckoutFacts): JSX.Element {
  const { pay, payAmount } = words(facts.language).checkout;
  const total = commonTotal(facts);
  if (total === undefined) return <span>{pay}</span>;
  return (
    <span>
      <Fill
        text={payAmount}
        with={{ amount: <Figure amount={total} language={facts.language} /> }}
      />
    </span>
  );
}
