import type { SessionId } from '../ids.ts';
import { compare, isPositive, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { PaymentMethod, Transaction } from '../transaction/transaction.ts';

/** What a payer takes from the wallet for an attempt. */
export interface WalletRequest {
  readonly amount: Money;
  /** Minted by the caller, for the child transaction that it becomes. */
  readonly sessionId: SessionId;
}

/** Whether a payer of the transaction could use a wallet at all, whatever is in it. */
export function takesWallet({ customer, methods, legacy, paymentType }: Transaction): boolean {
  if (legacy || paymentType !== 'one_off') return false;
  return customer.id !== undefined && methods.every(({ kind }) => kind === 'purchase');
}

/** Throws `validation_error` on `wallet` when the wallet cannot pay this much of the principal with this method. */
export function refuseWallet(
  transaction: Transaction,
  {
    wallet,
    principal,
    method,
  }: { readonly wallet: Money; readonly principal: Money; readonly method: PaymentMethod },
): void {
  if (!takesWallet(transaction)) throw fault('A wallet cannot pay for this transaction.');
  if (wallet.currency !== principal.currency || !isPositive(wallet))
    throw fault(`Send more than nothing, in ${principal.currency}.`);
  if (compare(wallet, principal) > 0) throw fault('The wallet cannot pay more than is asked for.');
  if (method.offline && compare(wallet, principal) < 0)
    throw fault('Cash and a wallet cannot share one payment; choose another method for the rest.');
}

function fault(sentence: string): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', { wallet: [sentence] });
}
