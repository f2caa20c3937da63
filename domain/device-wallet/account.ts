import type { GatewayAccount } from '../account.ts';
import type { PgCode } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { isRoute, type Transaction } from '../transaction/transaction.ts';
import type { DeviceWallet } from './device-wallet.ts';

type Services = Pick<GatewayAccount, 'code' | 'active' | 'paymentServices'>;

/** The accounts of a transaction that take the wallet, in its order; none where it is not paid once and at once. */
export function deviceWalletAccounts(
  { methods, paymentType, legacy }: Pick<Transaction, 'methods' | 'paymentType' | 'legacy'>,
  accounts: readonly Services[],
  wallet: DeviceWallet,
): readonly PgCode[] {
  // A payload pays once: no card comes of it that could be kept, or charged by an agreement.
  if (paymentType !== 'one_off' || legacy) return [];
  return methods
    .map(({ pgCode }) => pgCode)
    .filter((code) =>
      accounts.some(
        (one) => one.code === code && one.active && one.paymentServices.includes(wallet),
      ),
    );
}

/**
 * The account that is asked to take the payload: the one that takes the wallet, or the one that was named among several.
 * Throws `operation_not_supported`, and `validation_error` on `pg_code`.
 */
export function deviceWalletAccount(
  { paymentType, methods }: Pick<Transaction, 'paymentType' | 'methods'>,
  able: readonly PgCode[],
  named?: string,
): PgCode {
  if (paymentType !== 'one_off')
    throw new Refusal(
      'operation_not_supported',
      `A ${paymentType} payment needs a card that is kept, and a wallet of a device gives none. Send the payer to the checkout page.`,
    );
  const routes = methods.filter(isRoute).map(({ pgCode }) => pgCode);
  const route =
    routes.find((code) => code === named) ?? (able.length === 0 ? routes[0] : undefined);
  if (route !== undefined) throw notByRoute(route);
  const [only, ...others] = able;
  if (only === undefined)
    throw onPgCode('No method of this transaction is of an account that takes this wallet.');
  if (named === undefined && others.length > 0) throw onPgCode(`Say which: ${able.join(', ')}.`);
  const account = named === undefined ? only : able.find((code) => code === named);
  if (account === undefined) throw onPgCode(`This wallet is taken by ${able.join(', ')}.`);
  return account;
}

/** What a wallet has handed over is for the network of one account, and a route leads to several. */
export function notByRoute(route: PgCode): Refusal {
  return onPgCode(
    `${route} is a route, and a wallet of the device is not paid by one: name an account that takes the wallet, and has a place of its own in pg_codes.`,
  );
}

function onPgCode(sentence: string): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', { pg_code: [sentence] });
}
