import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts, MethodFacts, WalletFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';

/** What is to pay when the wallet pays its part; `facts.wallet` is what it pays. */
export interface PaidWithWallet {
  readonly facts: CheckoutFacts;
  readonly isWithWallet: boolean;
}

/**
 * A part of the page that says amounts: once for paying without the wallet, and where there is one, once for paying with
 * it. Both are in the page, and the stylesheet shows the one that is chosen.
 */
export function EitherWay({
  facts,
  tag: Tag,
  part: Part,
}: {
  facts: CheckoutFacts;
  tag: 'div' | 'span';
  part: (given: PaidWithWallet) => JSX.Element | null;
}): JSX.Element {
  const { wallet } = facts;
  if (wallet === undefined) return <Part facts={facts} isWithWallet={false} />;
  return (
    <>
      <Tag class="without-wallet">
        <Part facts={facts} isWithWallet={false} />
      </Tag>
      <Tag class="with-wallet">
        <Part facts={{ ...facts, methods: methodsBeside(wallet) }} isWithWallet />
      </Tag>
    </>
  );
}

/** Where the wallet pays all, every method is the same: none. */
function methodsBeside({ methods, rest }: WalletFacts): readonly MethodFacts[] {
  const [first] = methods;
  if (!first || !isNothing(rest.value)) return methods;
  return [{ code: first.code, name: first.name, kind: 'other', total: rest }];
}

/** Whether the wallet leaves nothing to pay. */
export function coversAll({ wallet }: Pick<CheckoutFacts, 'wallet'>): boolean {
  return wallet !== undefined && isNothing(wallet.rest.value);
}

function isNothing(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** The wallet as a box to tick, a row among the other ways to pay. */
export function WalletChoice(facts: CheckoutFacts): JSX.Element | null {
  const { wallet, language } = facts;
  if (wallet === undefined) return null;
  const { checkout } = words(language);
  const isAll = coversAll(facts);
  return (
    <label class="method wallet" for="wallet">
      <input
        type="checkbox"
        id="wallet"
        name="wallet"
        value="yes"
        checked={wallet.isChosen}
        class={isAll ? 'covers-all' : undefined}
      />
      <span class="method-text">
        <span class="method-name">
          <Fill
            text={checkout.wallet}
            with={{ balance: <Figure amount={wallet.balance} language={language} /> }}
          />
        </span>
        <span class="small">
          <Fill
            text={isAll ? checkout.walletPaysAll : checkout.walletPays}
            with={{ amount: <Figure amount={wallet.pays} language={language} /> }}
          />
        </span>
      </span>
    </label>
  );
}
