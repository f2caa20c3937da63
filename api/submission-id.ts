import { createHash } from 'node:crypto';
import { mintReferenceNumber, sessionId, type ReferenceNumber } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';
import { isUnopened } from '../domain/transaction/reopen.ts';
import { attemptOf, type Transaction } from '../domain/transaction/transaction.ts';
import type { Store } from '../store/index.ts';
import type { Submission } from '../workflows/messages.ts';
import type { PayersView } from './payer.ts';

/** A press of Pay as the workflow gets it. */
export interface PageSubmission {
  readonly updateId: string;
  readonly submission: Submission;
}

/** What the payer chose. */
export interface SubmittedForm extends Omit<
  Submission,
  'referenceNumber' | 'publicUrl' | 'wallet'
> {
  /** The same press has the same id, however often it arrives. */
  readonly requestId: string;
  /** Of a request that is known by its id alone (`referenceOfRequest`); else it follows from what was chosen, too. */
  readonly referenceNumber?: ReferenceNumber;
  /** What the wallet of the customer pays. */
  readonly wallet?: Money;
}

/**
 * The same press makes the same update with the same arguments, reference included. Temporal tells updates apart by
 * their id alone: one that is sent again with other arguments may be run with the ones and recorded with the others,
 * and then the run cannot be replayed, and the network is paid under a reference that nobody knows. Where no page of the
 * gateway could be had by it, the press that comes again is another update with the same arguments: it asks again.
 */
export async function pageSubmissionOf(
  { store, publicUrl }: { readonly store: Pick<Store, 'transactions'>; readonly publicUrl: string },
  view: PayersView,
  { requestId, referenceNumber: known, ...chosen }: SubmittedForm,
): Promise<PageSubmission> {
  const said = JSON.stringify([view.transaction.sessionId, requestId, chosen]);
  const { wallet: amount, ...others } = chosen;
  const child = amount && sessionId(bytesOf(`${said}wallet`).toString('hex').slice(0, 40));
  const choice = { ...others, ...(child && { wallet: { amount, sessionId: child } }) };
  const referenceNumber =
    known ?? toldReference(view.transaction) ?? (await referenceFor({ store }, view, said));
  const made = attemptOf(view.transaction, referenceNumber);
  const again = made && isUnopened(made) ? `:${made.concludedAt}` : '';
  return {
    updateId: `${requestId}:${bytesOf(said).toString('hex').slice(0, 16)}:${referenceNumber}${again}`,
    submission: { ...choice, referenceNumber, publicUrl },
  };
}

/** That of a request whose id is of one press alone, whatever was chosen. */
export function referenceOfRequest(
  deps: { readonly store: Pick<Store, 'transactions'> },
  view: PayersView,
  requestId: string,
): Promise<ReferenceNumber> {
  return referenceFor(deps, view, JSON.stringify([view.transaction.sessionId, requestId]));
}

/** The one that a merchant of the old endpoints was told, as long as no attempt has it. */
function toldReference(transaction: Transaction): ReferenceNumber | undefined {
  const told = transaction.legacy?.referenceNumber;
  return told && attemptOf(transaction, told) ? undefined : told;
}

/**
 * One that follows from what was said. Two of a million references clash once in some years, so the store is asked whether another transaction has it.
 */
async function referenceFor(
  { store }: { readonly store: Pick<Store, 'transactions'> },
  { transaction, merchant }: PayersView,
  said: string,
): Promise<ReferenceNumber> {
  for (let turn = 0; ; turn += 1) {
    const reference = mintReferenceNumber(merchant.referencePrefix, bytesOf(`${said}${turn}`));
    if (!(await store.transactions.isTaken(reference))) return reference;
    const holder = await store.transactions.findByReference(reference);
    if (holder?.sessionId === transaction.sessionId) return reference;
  }
}

function bytesOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
