import type { Call, FaultKind, FaultRule } from './fault-rules.ts';
import { FAULTS } from './fault-rules.ts';

/** Whose call it is, and about which payment, when it is about one. */
export interface Subject {
  readonly account: string;
  readonly paymentId?: string | undefined;
}

/** The rules that strike one call: at most one of each kind. */
export type Strikes = Readonly<Partial<Record<FaultKind, FaultRule>>>;

/**
 * The faults that tests have ordered, for an account or for one payment. They are not in the journal: a network that
 * starts again is a sound one.
 */
export class FaultBook {
  readonly #ofAccounts = new Map<string, readonly Order[]>();
  readonly #ofPayments = new Map<string, readonly Order[]>();

  /** Replaces all faults of an account. */
  setForAccount(account: string, rules: readonly FaultRule[]): void {
    this.#ofAccounts.set(account, rules.map(orderOf));
  }

  /** Adds faults for one payment; they come before those of its account. */
  addForPayment(paymentId: string, rules: readonly FaultRule[]): void {
    const before = this.#ofPayments.get(paymentId) ?? [];
    this.#ofPayments.set(paymentId, [...before, ...rules.map(orderOf)]);
  }

  listForAccount(account: string): readonly FaultState[] {
    return (this.#ofAccounts.get(account) ?? []).map(({ rule, seen, struck }) => ({
      rule,
      seen,
      struck,
    }));
  }

  /**
   * What strikes this call. The rules of a kind are asked in their order, those of the request first, then those of the
   * payment; the first that strikes hides the call from the others, so that a list of rules is a story.
   */
  strike(
    call: Call,
    { account, paymentId }: Subject,
    ofRequest: readonly FaultRule[] = [],
  ): Strikes {
    const orders = [
      ...ofRequest.map(orderOf),
      ...(paymentId === undefined ? [] : (this.#ofPayments.get(paymentId) ?? [])),
      ...(this.#ofAccounts.get(account) ?? []),
    ];
    const strikes: Partial<Record<FaultKind, FaultRule>> = {};
    for (const order of orders) {
      const { kind } = FAULTS[order.rule.fault];
      if (strikes[kind] === undefined && order.rule.on.includes(call) && strikesNow(order))
        strikes[kind] = order.rule;
    }
    return strikes;
  }
}

export interface FaultState {
  readonly rule: FaultRule;
  /** How many calls it was asked about. */
  readonly seen: number;
  readonly struck: number;
}

interface Order {
  readonly rule: FaultRule;
  readonly random: () => number;
  seen: number;
  struck: number;
}

function orderOf(rule: FaultRule): Order {
  return { rule, random: randomFrom(rule.seed), seen: 0, struck: 0 };
}

function strikesNow(order: Order): boolean {
  const { skip, next = Infinity, probability } = order.rule;
  if (order.struck >= next) return false;
  order.seen += 1;
  if (order.seen <= skip || order.random() >= probability) return false;
  order.struck += 1;
  return true;
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
