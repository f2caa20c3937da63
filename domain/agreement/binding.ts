import type { SavedCard } from '../card/card.ts';
import type { SessionId } from '../ids.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { Agreement, AgreementName, AgreementTerms } from './agreement.ts';
import { withPayment, type Autopay, type PaidWith } from './autopay.ts';
import { beginsAnew, endAgreement, givesWay } from './ending.ts';

/** A payment that a customer made for an agreement: what they agreed on, and the card that is charged from then on. */
export interface Binding extends Pick<
  Agreement,
  'merchantId' | 'customerId' | 'sandbox' | 'transactionType' | 'pgCode' | 'token'
> {
  readonly terms: AgreementTerms;
  readonly sessionId: SessionId;
  /** When the customer began to pay it, in epoch milliseconds: which of two payments is the later one. */
  readonly at: number;
  /** When its success was heard of; runs of older releases do not say it, and have that for `at`. */
  readonly heardAt?: number;
}

/**
 * What a success of this attempt means to the agreement: it is charged to the card that the payment has brought, or to the
 * saved one with which the customer has paid. Undefined where the merchant has charged it, or where there is no agreement.
 */
export function bindingOf(
  { merchantId, sessionId, type: transactionType, agreement, customer }: Transaction,
  { sandbox, pgCode, charges, createdAt }: Attempt,
  { card, now }: { readonly card: Pick<SavedCard, 'token'> | undefined; readonly now: number },
): Binding | undefined {
  const token = charges?.by === 'customer' ? charges.token : card?.token;
  if (!agreement || token === undefined || customer.id === undefined) return undefined;
  const customerId = customer.id;
  const owner = { merchantId, customerId, sandbox, transactionType };
  return { ...owner, pgCode, token, sessionId, at: createdAt, heardAt: now, terms: agreement };
}

export function agreementNameOf({
  merchantId,
  customerId,
  sandbox,
  terms,
}: Binding | Agreement): AgreementName {
  return { merchantId, customerId, sandbox, id: terms.id };
}

/** What a binding changes: what is ended by it, and what stands after it. */
export interface Bound {
  readonly ended?: Agreement;
  readonly next: Agreement;
}

/** The same payment by a clock that is so many milliseconds ahead, by which merchants and the engine change its agreement. */
export function atClock(binding: Binding, ahead: number): Binding {
  const { at, heardAt = at } = binding;
  return ahead === 0 ? binding : { ...binding, at: at + ahead, heardAt: heardAt + ahead };
}

/**
 * What a customer's payment makes of the agreement of its name, the unfinished one or else the last: a new one where there is none, or
 * where that was over when the customer began to pay; else it is charged to this card from now on, unless somebody has said
 * otherwise since (contract/agreements#first-payment). The kept terms stay.
 */
export function bound(known: Agreement | undefined, binding: Binding, uuid: string): Bound {
  if (!known) return { next: newAgreement(binding, uuid) };
  const { sessionId, terms, pgCode, token, at, heardAt = at } = binding;
  if (known.firstSessionId === sessionId || known.boundAt >= at) return { next: known };
  if (known.state === 'ended')
    return { next: beginsAnew(known, terms, at) ? newAgreement(binding, uuid) : known };
  if (givesWay(known, terms, at))
    return { ended: endAgreement(known, heardAt), next: newAgreement(binding, uuid) };
  const { autopay } = known;
  return {
    next: {
      ...known,
      pgCode,
      token,
      boundAt: at,
      ...(autopay && { autopay: paidBy(autopay, { token, at: heardAt }) }),
    },
  };
}

/** A cycle that was declined need not wait any longer. */
function paidBy(autopay: Autopay, payment: PaidWith): Autopay {
  const paid = withPayment(autopay, payment);
  return autopay.state === 'ended' ? paid : { ...paid, lookAt: payment.at };
}

function newAgreement(binding: Binding, uuid: string): Agreement {
  const { terms, merchantId, customerId, sandbox, transactionType } = binding;
  const { pgCode, token, sessionId, at, heardAt = at } = binding;
  return {
    uuid,
    merchantId,
    customerId,
    sandbox,
    transactionType,
    version: 1,
    state: 'active',
    terms,
    pgCode,
    token,
    boundAt: at,
    firstSessionId: sessionId,
    charges: [],
    paid: [],
    createdAt: heardAt,
  };
}
