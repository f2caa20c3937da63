import type { JSX } from 'preact';
import type { Language } from '../../domain/language.ts';
import { figureIn } from '../figures.ts';
import { words } from '../locales/words.ts';
import { choicesOf, commonTotal, whenChosen } from './choices.ts';
import type { Amount, CheckoutFacts, MethodFacts, WalletFacts } from './facts.ts';
import { exchangeLines } from './exchange-lines.tsx';
import { Figure } from './figure.tsx';
import type { Line } from './lines.tsx';
import { Lines } from './lines.tsx';
import { coversAll, EitherWay, type PaidWithWallet } from './wallet-choice.tsx';

/** What is to pay. Where the methods differ, it tells the fee and total of the chosen one. */
export function AmountBox(facts: CheckoutFacts): JSX.Element {
  return (
    <div class="amounts" aria-live="polite" data-live="amount">
      <EitherWay facts={facts} tag="div" part={Amounts} />
    </div>
  );
}

function Amounts({ facts, isWithWallet }: PaidWithWallet): JSX.Element {
  const wallet = isWithWallet ? facts.wallet : undefined;
  if (wallet && coversAll(facts)) {
    const { language } = facts;
    const label = words(language).fields.paidByWallet;
    return <Box language={language} label={label} amount={wallet.pays} lines={[]} />;
  }
  const choices = choicesOf(facts);
  if (choices.kind === 'same')
    return <ForMethod facts={facts} method={choices.method} wallet={wallet} />;
  if (choices.kind === 'untold') return <ForAny facts={facts} wallet={wallet} />;
  return (
    <>
      <div class="when-none">
        <ForAny facts={facts} wallet={wallet} />
      </div>
      {choices.methods.map((method, i) => (
        <div class={whenChosen(i)}>
          <ForMethod facts={facts} method={method} wallet={wallet} />
        </div>
      ))}
    </>
  );
}

interface Given {
  readonly facts: CheckoutFacts;
  readonly wallet: WalletFacts | undefined;
}

function ForMethod({ facts, wallet, method }: Given & { method: MethodFacts }): JSX.Element {
  const { fields } = words(facts.language);
  const { fee, exchange, total } = method;
  if (fee === undefined && exchange === undefined && wallet === undefined)
    return <Box language={facts.language} label={fields.amountToPay} amount={total} lines={[]} />;
  const feeLine = {
    label: method.feeDescription ?? fields.fee,
    value: fee && <Figure amount={fee} language={facts.language} />,
  };
  const lines = [
    { label: fields.amount, value: <Figure amount={facts.amount} language={facts.language} /> },
    ...walletLine(facts, wallet),
    ...exchangeLines(facts.language, exchange),
    feeLine,
  ];
  return (
    <Box
      language={facts.language}
      label={wallet === undefined ? fields.totalToPay : fields.leftToPay}
      amount={total}
      lines={lines}
    />
  );
}

/** What the wallet takes off, as a line of its own. */
function walletLine({ language }: CheckoutFacts, wallet: WalletFacts | undefined): readonly Line[] {
  if (wallet === undefined) return [];
  const { value, currency } = wallet.pays;
  const off = { value: `-${value}`, currency };
  return [
    {
      label: words(language).fields.paidByWallet,
      value: <Figure amount={off} language={language} />,
    },
  ];
}

function ForAny({ facts, wallet }: Given): JSX.Element {
  const { fields, checkout } = words(facts.language);
  const total = commonTotal(facts);
  if (total !== undefined) {
    const isForeign = total.currency !== facts.amount.currency;
    const original = {
      label: fields.amount,
      value: <Figure amount={facts.amount} language={facts.language} />,
    };
    const lines = [...(isForeign || wallet ? [original] : []), ...walletLine(facts, wallet)];
    const label = wallet === undefined ? fields.amountToPay : fields.leftToPay;
    return <Box language={facts.language} label={label} amount={total} lines={lines} />;
  }
  const isConverted = facts.methods.some(({ exchange }) => exchange !== undefined);
  const varies = isConverted ? checkout.currencyVaries : checkout.feeVaries;
  const hint = facts.methods.length === 0 ? undefined : varies;
  const lines = walletLine(facts, wallet);
  const about = { language: facts.language, label: fields.amount, amount: facts.amount };
  return <Box {...about} lines={lines} hint={hint} />;
}

/** Letters and digits that fit in large type. */
const FITS = 15;

interface BoxProps {
  readonly language: Language;
  readonly label: string;
  readonly amount: Amount;
  readonly lines: readonly Line[];
  readonly hint?: string | undefined;
}

function Box({ language, label, amount, lines, hint }: BoxProps): JSX.Element {
  return (
    <div class="amount-box">
      <p class="amount-label">{label}</p>
      <p class={figureIn(amount, language).length > FITS ? 'amount long' : 'amount'}>
        <Figure amount={amount} language={language} />
      </p>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <Lines lines={lines} />
    </div>
  );
}
