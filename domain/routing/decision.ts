import type { PgCode, ReferenceNumber } from '../ids.ts';

/** `next`: it would be tried after those before it. */
export type Turn = 'chosen' | 'next' | 'left-out';

/** An account that a route has looked at, in the order of its turn; and why it is where it is, in a sentence. */
export interface Considered {
  readonly pgCode: PgCode;
  readonly verdict: Turn;
  readonly why: string;
}

/** A rule that does not hold, and why. */
export interface SkippedRule {
  readonly rule: string;
  readonly why: string;
}

/** To which account a route leads, and why. */
export interface RouteDecision {
  readonly route: PgCode;
  /** The rule that holds; left out where none does. */
  readonly rule?: string;
  readonly skipped: readonly SkippedRule[];
  readonly accounts: readonly Considered[];
}

/** How an attempt has ended for certain, so that its money can never be taken there any more. */
export const ENDINGS = ['unsent', 'refused', 'soft-decline', 'closed'] as const;
export type AttemptEnding = (typeof ENDINGS)[number];

/** The attempt before, in whose place another one has come. */
export interface Before {
  readonly referenceNumber: ReferenceNumber;
  readonly ending: AttemptEnding;
}

/** What an attempt remembers of how it came to its account. */
export interface Routing extends RouteDecision {
  /** The attempt with which the press began that led to this one; itself where it is the first. */
  readonly press: ReferenceNumber;
  /** The attempt of the same press in whose place it has come. */
  readonly after?: Before;
}

/** The account to which a decision leads; undefined where no account can take the attempt. */
export function chosenIn({ accounts }: Pick<RouteDecision, 'accounts'>): PgCode | undefined {
  return accounts.find(({ verdict }) => verdict === 'chosen')?.pgCode;
}

/** Whether another account could follow. */
export function hasNext({ accounts }: Pick<RouteDecision, 'accounts'>): boolean {
  return accounts.some(({ verdict }) => verdict === 'next');
}

/** A decision that leads nowhere, in a sentence for whoever wanted to pay. */
export function whyNobody({ rule, accounts, skipped }: RouteDecision): string {
  if (rule === undefined && skipped.length === 0) return 'It is not active any more.';
  return rule === undefined
    ? skipped.map((one) => `Rule "${one.rule}": ${one.why}`).join(' ')
    : accounts.map(({ pgCode, why }) => `${pgCode}: ${why}`).join(' ');
}
