import { fieldSentence } from '../field-sentence.ts';
import { accountFault } from './account-fault.ts';
import type { CheckContext } from './proposal.ts';
import type { AccountMethod, Transaction } from './transaction.ts';

/**
 * Why no method of the transaction can be used any more: its currency was switched off, or every account behind it is
 * gone, switched off, or does not take this currency or type now, or what the engine charges by the agreement. Undefined while there is one left. One that takes parts alone counts
 * where payers choose how much they pay.
 */
export function whyUnusable(
  { methods, type, paymentType, amountEditable, amount: { currency } }: Transaction,
  {
    merchant,
    accounts,
    routes = [],
    untaken,
  }: Pick<CheckContext, 'merchant' | 'accounts' | 'routes' | 'untaken'>,
): string | undefined {
  if (merchant.currencies.length > 0 && !merchant.currencies.includes(currency))
    return fieldSentence('currency-gone', { currency });
  const faultOf = ({ pgCode }: AccountMethod): string | undefined => {
    const account = accounts.find(({ code }) => code === pgCode);
    return account
      ? (accountFault(account, { type, paymentType, currencyCode: currency }) ??
          untaken?.get(pgCode))
      : gone(pgCode);
  };
  return whyAll(
    methods.map((method) => {
      if (!method.accounts) return faultOf(method);
      const route = routes.find(({ code }) => code === method.pgCode);
      if (!route) return gone(method.pgCode);
      if (!route.active) return fieldSentence('route-inactive', { route: route.code });
      const used = method.accounts.filter(({ partsOnly }) => amountEditable || !partsOnly);
      return whyAll(used.map(faultOf));
    }),
  );
}

/** The methods that can still be used, each by itself: our page shows no others. */
export function methodsUsableNow(
  transaction: Transaction,
  settings: Parameters<typeof whyUnusable>[1],
): Transaction['methods'] {
  return transaction.methods.filter(
    (method) => whyUnusable({ ...transaction, methods: [method] }, settings) === undefined,
  );
}

function gone(code: string): string {
  return fieldSentence('method-gone', { code });
}

/** The faults of all of them, together; undefined where one has none. */
function whyAll(faults: readonly (string | undefined)[]): string | undefined {
  return faults.every((fault) => fault !== undefined) ? faults.join(' ') : undefined;
}
