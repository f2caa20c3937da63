import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { choicesOf, commonTotal, whenChosen } from './choices.ts';
import type { Amount, CheckoutFacts, MethodFacts } from './facts.ts';
import { exchangeLines } from './exchange-lines.tsx';
import { Figure } from './figure.tsx';
import type { Line } from './lines.tsx';
import { Lines } from './lines.tsx';

/** What is to pay. Where the methods differ, it tells the fee and total of the chosen one. */
export function AmountBox(facts: CheckoutFacts): JSX.Element {
  const choices = choicesOf(facts);
  if (choices.kind === 'same') return <ForMethod facts={facts} method={choices.method} />;
  if (choices.kind === 'untold') return <ForAny {...facts} />;
  return (
    <div aria-live="polite">
      <div class="when-none">
        <ForAny {...facts} />
      </div>
      {choices.methods.map((method, i) => (
        <div class={whenChosen(i)}>
          <ForMethod facts={facts} method={method} />
        </div>
      ))}
    </div>
  );
}

function ForMethod({ facts, method }: { facts: CheckoutFacts; method: MethodFacts }): JSX.Element {
  const { fields } = words(facts.language);
  const { fee, exchange, total } = method;
  if (fee === undefined && exchange === undefined)
    return <Box label={fields.amountToPay} amount={total} lines={[]} />;
  const feeLine = {
    label: method.feeDescription ?? fields.fee,
    value: fee && <Figure amount={fee} />,
  };
  const lines = [
    { label: fields.amount, value: <Figure amount={facts.amount} /> },
    ...exchangeLines(facts.language, exchange),
    feeLine,
  ];
  return <Box label={fields.totalToPay} amount={total} lines={lines} />;
}

function ForAny(facts: CheckoutFacts): JSX.Element {
  const { fields, checkout } = words(facts.language);
  const total = commonTotal(facts);
  if (total !== undefined) {
    const isForeign = total.currency !== facts.amount.currency;
    const original = { label: fields.amount, value: <Figure amount={facts.amount} /> };
    return <Box label={fields.amountToPay} amount={total} lines={isForeign ? [original] : []} />;
  }
  const isConverted = facts.methods.some(({ exchange }) => exchange !== undefined);
  const varies = isConverted ? checkout.currencyVaries : checkout.feeVaries;
  const hint = facts.methods.length === 0 ? undefined : varies;
  return <Box label={fields.amount} amount={facts.amount} lines={[]} hint={hint} />;
}

/** Digits that fit in large type beside the currency. */
const FITS = 11;

interface BoxProps {
  readonly label: string;
  readonly amount: Amount;
  readonly lines: readonly Line[];
  readonly hint?: string | undefined;
}

function Box({ label, amount, lines, hint }: BoxProps): JSX.Element {
  return (
    <div class="amount-box">
      <p class="amount-label">{label}</p>
      <p class={amount.value.length > FITS ? 'amount long' : 'amount'}>
        <Figure amount={amount} />
      </p>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <Lines lines={lines} />
    </div>
  );
}
