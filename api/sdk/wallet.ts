import type { PgCode } from '../../domain/ids.ts';
import { isZero, toDecimal, type Money } from '../../domain/money.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { coverage } from '../../domain/wallet/part.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { walletOffer } from '../wallet/offer.ts';
import type { SubmitBody } from './schema.ts';

interface Chosen extends Pick<SubmitBody, 'wallet' | 'wallet_amount' | 'wallet_currency_code'> {
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
  {
    wallet: isWanted = false,
    wallet_amount: told,
    wallet_currency_code: currency,
    code,
    amount,
  }: Chosen,
): Promise<{ readonly pgCode: PgCode; readonly wallet?: Money; readonly amount?: Money }> {
  if (!isWanted) return { pgCode: code };
  const offer = await walletOffer(deps, transaction);
  if (!offer)
    throw new InvalidFields({ wallet: ['The customer has no wallet that can pay for this.'] });
  const whole = amount ?? transaction.amount;
  const { wallet, rest } = coverage(offer.spendable, whole);
  // The same number may be of another currency by now.
  const isOther = currency !== undefined && currency !== wallet.currency;
  if (told !== undefined && (isOther || told !== toDecimal(wallet)))
    throw new InvalidFields({
      wallet_amount: [`The wallet pays ${wallet.currency} ${toDecimal(wallet)} by now.`],
    });
  const pgCode = isZero(rest) ? offer.pgCode : code;
  // It was told of that amount, so one that changes before the press arrives is refused there, too.
  return { pgCode, wallet, ...(told !== undefined && { amount: whole }) };
}
