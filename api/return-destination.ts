import type { ReferenceNumber } from '../domain/ids.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import {
  type ReturnDestination,
  returnDestinationOf,
} from '../domain/webhook/return-destination.ts';
import type { ApiDeps } from './deps.ts';

/** A payer's request waits this long for the way on: most merchants have answered within it. */
export const PATIENCE_MS = 4000;

/** Looks where the payer goes until it is known or the patience ends, with the transaction that says it. */
export async function destinationInTime(
  { store, publicUrl, laterVersion }: ApiDeps,
  first: Transaction,
  reference: ReferenceNumber,
): Promise<{ readonly transaction: Transaction; readonly destination: ReturnDestination }> {
  const until = Date.now() + PATIENCE_MS;
  for (let transaction = first; ;) {
    const destination = returnDestinationOf(transaction, reference, publicUrl);
    if (destination.to !== 'wait' || Date.now() >= until) return { transaction, destination };
    await laterVersion(transaction, until);
    transaction = (await store.transactions.find(transaction)) ?? transaction;
  }
}
