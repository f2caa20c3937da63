import type { SavedCard } from '../card/card.ts';
import type { SessionId } from '../ids.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { Agreement, AgreementName, AgreementTerms } from './agreement.ts';
import { withPayment, type Autopay, type PaidWith } from './autopay.ts';
import { endAgreement, givesWay } from './ending.ts';

/** A payment that a customer made for an agreement: what they agreed on, and the card that is charged from then on. */
export interface Binding extends Pick<
  Agreement,
  'merchantId' | 'customerId' | 'sandbox' | 'transactionType' | 'pgCode' | 'token'
> {
  readonly terms: AgreementTerms;
  readonly sessionId: SessionId;
  /** When it was paid, in epoch milliseconds. */
  readonly at: number;
}

/**
 * What a success of this attempt means to the agreement: it is charged to the card that the payment has brought, or to the
 * saved one with which the customer has paid. Undefined where the merchant has charged it, or where there is no agreement.
 */
export function bindingOf(
  { merchantId, sessionId, type: transactionType, agreement, customer }: Transaction,
  { sandbox, pgCode, charges }: Attempt,
  { card, now }: { readonly card: Pick<SavedCard, 'token'> | undefined; readonly now: number },
): Binding | undefined {
  const token = charges?.by === 'customer' ? charges.token : card?.token;
  if (!agreement || token === undefined || customer.id === undefined) return undefined;
  const customerId = customer.id;
  const owner = { merchantId, customerId, sandbox, transactionType };
  return { ...owner, pgCode, token, sessionId, at: now, terms: agreement };
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

/**
 * What a customer's payment makes of the unfinished agreement of its name: a new one where there is none, or where that is
 * over; else it is charged to this card from now on, unless a later payment has said otherwise
 * (contract/agreements#first-payment). The kept terms stay.
 */
export function bound(known: Agreement | undefined, binding: Binding, uuid: string): Bound {
  if (!known) return { next: newAgreement(binding, uuid) };
  if (known.firstSessionId === binding.sessionId || known.boundAt >= binding.at)
    return { next: known };
  if (givesWay(known, binding.terms, binding.at))
    return { ended: endAgreement(known, binding.at), next: newAgreement(binding, uuid) };
  const { pgCode, token, at } = binding;
  const { autopay } = known;
  return {
    next: {
      ...known,
      pgCode,
      token,
      boundAt: at,
      ...(autopay && { autopay: paidBy(autopay, { token, at }) }),
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
  const { pgCode, token, sessionId, at } = binding;
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
    createdAt: at,
  };
}
