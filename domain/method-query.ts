import type { GatewayAccount, PaymentService, AccountTag } from './account.ts';
import type { Kind, TransactionType } from './transaction/type.ts';

/** Which accounts a merchant asks for. What is left out asks for nothing. */
export interface MethodQuery {
  readonly plugin: TransactionType;
  readonly currencies?: readonly string[];
  readonly operation?: Kind;
  readonly tokenizable?: boolean;
  readonly autoDebit?: boolean;
  readonly gateways?: readonly string[];
  readonly sandbox?: boolean;
  readonly tags?: readonly AccountTag[];
  readonly paymentServices?: readonly PaymentService[];
}

/**
 * The active accounts that a query asks for: all its parts must fit, and of a list any one (contract/accounts#list).
 * The merchant's own order first, then the codes': the same question has the same answer.
 */
export function matching(
  accounts: readonly GatewayAccount[],
  query: MethodQuery,
): readonly GatewayAccount[] {
  return accounts
    .filter((account) => account.active && fits(account, query))
    .toSorted((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1));
}

function fits(account: GatewayAccount, query: MethodQuery): boolean {
  return (
    account.plugins.includes(query.plugin) &&
    any(account.currencies, query.currencies) &&
    any([account.kind], query.operation && [query.operation]) &&
    any([account.gateway], query.gateways) &&
    any([account.sandbox], query.sandbox === undefined ? undefined : [query.sandbox]) &&
    any(account.tags, query.tags) &&
    any(account.paymentServices, query.paymentServices) &&
    (account.tokenizable || !(query.tokenizable || query.autoDebit)) &&
    (account.autoDebit || !query.autoDebit)
  );
}

function any<T>(has: readonly T[], wanted: readonly T[] | undefined): boolean {
  return !wanted || wanted.length === 0 || wanted.some((one) => has.includes(one));
}
