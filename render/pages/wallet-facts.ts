import type { Amount, MethodFacts } from './facts.ts';

/** The customer's wallet, which can pay a part or all of it. Sent back under the name `wallet`, with the value `yes`. */
export interface WalletFacts {
  readonly balance: Amount;
  /** What it pays of the amount when it is chosen, and what it leaves. */
  readonly pays: Amount;
  readonly rest: Amount;
  readonly isChosen: boolean;
  /** The methods as they are for what is left, in the order of the others. */
  readonly methods: readonly MethodFacts[];
}
