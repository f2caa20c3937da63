import { keysOf } from '../keys.ts';
import type { Agreement, AgreementTerms } from '../agreement/agreement.ts';
import { isAllGone } from '../agreement/paid-twice.ts';
import type { SavedCard } from '../card/card.ts';
import type { SessionId } from '../ids.ts';
import { isSuccess } from '../transaction/states.ts';
import type { Difference } from './difference.ts';
import {
  figureDifferences,
  reckoned,
  unless,
  type Expectation,
  type LedgerFigure,
} from './figure.ts';
import type { Figured } from './transaction-figures.ts';

/** So many charges an agreement without an end remembers; older ones are forgotten. */
const REMEMBERED = 999;

/** The payments of an agreement: the one that the customer made, those that it names, and all that its customer has paid by it. */
export type AgreementPayments = readonly Figured[];

/** The saved card of the agreement's merchant, customer, account and token, deleted since or not. */
export type CardOfAgreement = Pick<SavedCard, 'pgCode'>;

/**
 * Where an agreement is not what its payments make of it, and for its card what is saved: what may be charged by it, to which card, and how often it was
 * charged already. Empty when it is.
 */
export function agreementDifferences(
  agreement: Agreement,
  payments: AgreementPayments,
  card: CardOfAgreement | undefined,
): readonly Difference[] {
  const { merchantId, uuid, firstSessionId } = agreement;
  const subject = { merchantId, sessionId: firstSessionId, reference: `agreement ${uuid}` };
  return reckoned(subject, () =>
    figureDifferences(subject, expectationsOf(agreement, payments, card)),
  );
}

function expectationsOf(
  agreement: Agreement,
  payments: AgreementPayments,
  card: CardOfAgreement | undefined,
): readonly Expectation[] {
  const { uuid, customerId, firstSessionId, state, endedAt, charges, paid } = agreement;
  const first = payments.find(({ sessionId }) => sessionId === firstSessionId);
  const paidBy = payments.filter((one) => isSuccess(one.state) && isChargedBy(one, uuid));
  const isRemembered = charges.length < REMEMBERED;
  const tries = new Set(agreement.autopay?.history.flatMap((one) => one.tries.map(sessionOf)));
  return [
    ...unless(first !== undefined, ['firstSessionId', firstSessionId, 'a payment of the customer']),
    ...(first ? firstExpectations(agreement, first) : []),
    ...cardExpectations(agreement, payments, card),
    ['state', state, endedAt === undefined ? 'active' : 'ended'],
    ['how many charges', charges.length, new Set(charges).size],
    ...paid.flatMap((session) =>
      unless(
        paidBy.some(({ sessionId }) => sessionId === session) ||
          // Its customer may have paid on the page what could not be charged.
          (tries.has(session) && isPaid(payments, session)),
        ['paid', session, 'a payment that was made by it'],
      ),
    ),
    ...periodExpectations(agreement, payments),
    ...(isRemembered ? paidBy : []).flatMap(({ sessionId }) => [
      ...unless(paid.includes(sessionId), ['paid', undefined, `a list with ${sessionId}`]),
      ...unless(charges.includes(sessionId), ['charges', undefined, `a list with ${sessionId}`]),
    ]),
    ...payments
      .filter(({ sessionId }) => charges.includes(sessionId))
      .map((one) => [`customer of ${one.sessionId}`, one.customer.id, customerId] as const),
  ];
}

/** A period is paid once, whichever of its tries it was, and only where it says so. What has gone back, is about to, or is claimed by a bank does not count. */
function periodExpectations(
  { autopay }: Agreement,
  payments: AgreementPayments,
): readonly Expectation[] {
  const standing = new Set(payments.filter(isStanding).map(sessionOf));
  return (autopay?.history ?? []).flatMap(({ name, state, tries }) => {
    const paid = tries.filter(({ sessionId }) => standing.has(sessionId)).length;
    const isPaidFor = tries.some(({ sessionId }) => isPaid(payments, sessionId));
    return [
      ...unless(paid <= 1, [`how often the period ${name} was paid`, paid, 'once']),
      ...unless(state !== 'paid' || isPaidFor, [
        `state of the period ${name}`,
        state,
        'one that says that nobody has paid it',
      ]),
    ];
  });
}

/** Somebody has paid it, and not all of that has gone back or is about to: a refund that fails has it stand again. */
function isStanding(payment: Figured): boolean {
  return isSuccess(payment.state) && payment.settledAmount !== undefined && !isAllGone(payment);
}

function isPaid(payments: AgreementPayments, session: SessionId): boolean {
  return payments.some(({ sessionId, state }) => sessionId === session && isSuccess(state));
}

function sessionOf({ sessionId }: { readonly sessionId: SessionId }): SessionId {
  return sessionId;
}

function isChargedBy({ attempts }: Figured, uuid: string): boolean {
  return attempts.some(
    ({ state, charges }) => state === 'success' && charges?.agreementUuid === uuid,
  );
}

/** What was agreed on with the first payment stays. */
function firstExpectations(
  { customerId, terms }: Agreement,
  { customer, agreement }: Figured,
): readonly Expectation[] {
  const names = keysOf<AgreementTerms>({ ...terms, ...agreement });
  return [
    ['customerId', customerId, customer.id],
    ...names.map((name): Expectation => [
      `terms.${name}`,
      figureOf(terms[name]),
      figureOf(agreement?.[name]),
    ]),
  ];
}

function figureOf(term: AgreementTerms[keyof AgreementTerms]): LedgerFigure {
  if (typeof term !== 'object') return term;
  return 'minor' in term ? term : JSON.stringify(term);
}

/**
 * It is charged to a card with which its customer has paid by it, at the account of that payment; or to another one that they have saved,
 * to which the merchant has moved it, at the account that keeps that.
 */
function cardExpectations(
  { token, pgCode, sandbox, terms }: Agreement,
  payments: AgreementPayments,
  card: CardOfAgreement | undefined,
): readonly Expectation[] {
  const brought = payments
    .filter(({ agreement }) => agreement?.id === terms.id)
    .flatMap((one) => one.attempts)
    .filter(
      (one) =>
        one.state === 'success' && (one.card?.token === token || one.charges?.token === token),
    );
  const keepers = [...brought, ...(card ? [card] : [])].map((one) => one.pgCode);
  const [first] = brought;
  return [
    ...unless(keepers.length > 0, [
      'token',
      token,
      'one of a card with which its customer has paid, or that they have saved',
    ]),
    ...unless(keepers.length === 0 || keepers.includes(pgCode), [
      'pgCode',
      pgCode,
      [...new Set(keepers)].join(' or '),
    ]),
    ...(first ? [['sandbox', sandbox, first.sandbox] as const] : []),
  ];
}
