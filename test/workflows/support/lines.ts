import { once } from 'node:events';
import {
  DISPUTE_STATES,
  type DisputeReport,
  type DisputeState,
} from '../../../domain/dispute/dispute.ts';
import type { ReferenceNumber } from '../../../domain/ids.ts';
import { identityOf, type Edit } from '../../../domain/transaction/edit.ts';
import type { AttemptReport, ReportOutcome } from '../../../domain/transaction/network.ts';
import type { Terms, Transaction } from '../../../domain/transaction/transaction.ts';
import type { Submission } from '../../../workflows/messages.ts';
import { aMethod, CARD, codeOf, CREATED_AT, kwd, referenceOf } from '../../support/builders.ts';
import type { World } from '../../support/fake-activities.ts';

export const FIRST = referenceOf('demoAAAAAA');
export const SECOND = referenceOf('demoBBBBBB');
export const WALLET = codeOf('wallet');

/** A card and a wallet, where a failed attempt may be followed by another. */
export const CARD_AND_WALLET = [aMethod(), aMethod({ pgCode: WALLET, name: 'Wallet' })];
/** A card that may be tried once. */
export const ONE_TRY = [aMethod({ multipleAttempts: false })];

/** The payer presses Pay: by card and with the first reference, when nothing else is said. */
export function aSubmission(given: Partial<Submission> = {}): Submission {
  return {
    pgCode: CARD,
    referenceNumber: FIRST,
    publicUrl: 'https://pay.example.test',
    language: 'en',
    ...given,
  };
}

/** The merchant wants this of the transaction otherwise, and only this: all other terms it keeps. */
export function anEdit(seen: Transaction, { methods, kind, ...wanted }: Wanted): Edit {
  const identity = identityOf(seen);
  const kept = Object.entries(seen).filter(([name]) => !(name in identity));
  const { amount, pgCodes, customer, language, expirationSeconds, hiddenMethods } = seen;
  const needed = { amount, pgCodes, customer, language, expirationSeconds };
  return {
    seenVersion: seen.version,
    terms: { ...Object.fromEntries(kept), ...needed, ...wanted },
    methods: methods ?? seen.methods,
    ...(hiddenMethods && { hiddenMethods }),
    kind: kind ?? seen.kind,
  };
}

export type Wanted = Partial<Terms & Pick<Edit, 'methods' | 'kind'>>;

/** The network's word on an attempt. */
export function said(
  result: 'failed' | 'canceled' | 'error' | 'pending' | 'cod',
  reference = FIRST,
) {
  return report(reference, { result });
}

/** The network has charged 12.500 dinars, or the amount given. */
export function charged(reference = FIRST, amount = '12.500'): AttemptReport {
  return report(reference, { result: 'success', kind: 'purchase', charged: kwd(amount) });
}

/** The network holds 12.500 dinars. */
export function held(reference = FIRST): AttemptReport {
  return report(reference, { result: 'success', kind: 'authorize', charged: kwd('12.500') });
}

/** The payer's bank disputes the 12.500 dinars, and has them unless it only asks. */
export function saidOfDispute(state: DisputeState, reference = FIRST): DisputeReport {
  const amount = kwd('12.500');
  const taken = { name: 'txn_1', kind: 'taken', amount, at: CREATED_AT } as const;
  return {
    disputeId: 'du_1',
    paymentReference: reference,
    state,
    amount,
    saidAt: CREATED_AT + DISPUTE_STATES.indexOf(state),
    movements: state === 'inquiry' ? [] : [taken],
  };
}

function report(referenceNumber: ReferenceNumber, outcome: ReportOutcome): AttemptReport {
  return { referenceNumber, outcome, gatewayReference: `net-${referenceNumber}` };
}

/** What the merchant was told, in order: result of the attempt and state of the transaction. */
export function toldResults({ notices }: World): readonly (readonly [string, string])[] {
  return notices.map(({ result, state }) => [result, state]);
}

/** A promise that a test resolves when it wants: whoever awaits `passed` waits until `open` is called. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const opener = new AbortController();
  const passed = once(opener.signal, 'abort').then(() => undefined);
  return { passed, open: () => opener.abort() };
}
