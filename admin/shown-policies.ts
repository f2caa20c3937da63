import { currencyCode } from '../domain/currencies.ts';
import type { Merchant } from '../domain/merchant.ts';
import { money, shownMoney } from '../domain/money.ts';
import type { ApprovalPolicy } from '../domain/operation/policy.ts';
import type { WalletPolicy } from '../domain/wallet/policy.ts';

/** The settings of a merchant, the sums of its policies as people read them. */
export function shownMerchant(merchant: Merchant): object {
  const { operationsApproval, walletPolicy, ...rest } = merchant;
  return {
    ...rest,
    ...(operationsApproval && { operationsApproval: shownApproval(operationsApproval) }),
    ...(walletPolicy && { walletPolicy: shownWalletPolicy(walletPolicy) }),
  };
}

/** From which sums on somebody must agree, where no sum is set from any; and from which on they show once more who they are. */
export function shownApproval({
  from,
  stepUpFrom = {},
  ...policy
}: Pick<ApprovalPolicy, 'from' | 'stepUpFrom'>): object {
  return { ...policy, from: shownSums(from, 'any'), stepUpFrom: shownSums(stepUpFrom, 'never') };
}

function shownSums(from: Readonly<Record<string, number>>, none: string): string | string[] {
  const sums = Object.entries(from).map(([code, minor]) => {
    const currency = currencyCode(code);
    return currency ? shownMoney(money(minor, currency)) : `${code} ${minor} (minor units)`;
  });
  return sums.length === 0 ? none : sums;
}

/** What wallets may hold; a limit that is not set has no entries. */
export function shownWalletPolicy(policy: WalletPolicy): object {
  const { currencies, highestCredit = [], highestBalance = [] } = policy;
  return {
    currencies: currencies ?? 'all',
    highestCredit: highestCredit.map(shownMoney),
    highestBalance: highestBalance.map(shownMoney),
  };
}
