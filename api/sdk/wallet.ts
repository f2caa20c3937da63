import type { PgCode } from '../../domain/ids.ts';
import { isZero, toDecimal, type Money } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { coverage } from '../../domain/wallet/part.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { walletOffer } from '../wallet/offer.ts';
import type { SubmitBody } from './schema.ts';

interface Chosen extends Pick<SubmitBody, 'wallet' | 'wallet_amount'> {
  readonly code: PgCode;
  readonly amount: Money | undefined;
}

/**
 * Who pays what, where the payer may use the wallet: its part, and the method for the rest. Where it pays all there is no
 * method to choose. Throws when there is no wallet, or it pays otherwise than the payer was told.
 */
export async function withWalletOffer(
  deps: Pick<ApiDeps, 'store'>,
  transaction: Transaction,
  { wallet: isWanted = false, wallet_amount: told, code, amount }: Chosen,
): Promise<{ readonly pgCode: PgCode; readonly wallet?: Money }> {
  if (!isWanted) return { pgCode: code };
  const offer = await walletOffer(deps, transaction);
  if (!offer)
    throw new InvalidFields({ wallet: ['The customer has no wallet that can pay for this.'] });
  const { wallet, rest } = coverage(offer.spendable, amount ?? transaction.amount);
  if (told !== undefined && told !== toDecimal(wallet))
    throw new InvalidFields({ wallet_amount: [`The wallet pays ${toDecimal(wallet)} by now.`] });
  return { pgCode: isZero(rest) ? offer.pgCode : code, wallet };
}
