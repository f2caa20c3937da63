import { fieldSentence } from '../field-sentence.ts';
import { methodFor, type GatewayAccount } from '../account.ts';
import { currencyCode } from '../currencies.ts';
import { exchangeFor } from '../exchange.ts';
import {
  MoneyTooLarge,
  compare,
  minimumMoney,
  shownMoney,
  toDecimal,
  type Money,
} from '../money.ts';
import { MAX_MINOR } from '../money-sentence.ts';
import { stepFault } from './method.ts';
import type { CheckContext, Proposal } from './proposal.ts';
import { amountFault, amountFaults, moneyOf } from './proposed-amount.ts';

/** Some networks do not take every amount of a currency. Nothing is said of an amount at fault: with a fee there may be no money so large. */
export function exactFault(
  account: GatewayAccount,
  traitsOf: CheckContext['traitsOf'],
  proposal: Omit<Proposal, 'pgCodes'>,
): string | undefined {
  const traits = traitsOf(account.gateway);
  const amount = 'amount' in amountFaults(proposal) ? undefined : moneyOf(proposal);
  return amount && traits.amountStep && stepFault(methodFor(account, traits, amount), amount);
}

/** Why an account cannot take part in a transaction of this type and currency; undefined when it can. */
export function accountFault(
  account: GatewayAccount,
  proposal: Pick<Proposal, 'type' | 'currencyCode' | 'paymentType'>,
): string | undefined {
  const { code, active, plugins, currencies } = account;
  if (!active) return fieldSentence('inactive-method', { code });
  if (proposal.type !== undefined && !plugins.includes(proposal.type))
    return fieldSentence('method-type', { code, type: proposal.type });
  if (proposal.paymentType !== undefined && proposal.paymentType !== 'one_off') {
    if (!account.tokenizable) return fieldSentence('method-saves', { code });
    if (proposal.paymentType === 'auto_debit' && !account.autoDebit)
      return fieldSentence('method-debits', { code });
  }
  const currency = proposal.currencyCode;
  if (currency === undefined || !currencyCode(currency) || currencies.includes(currency))
    return undefined;
  const rates = account.exchange?.rates;
  if (rates?.[currency] !== undefined) return exchangeFault(account, proposal);
  const said = { code, currency, accepted: currencies.join(', ') };
  return rates
    ? fieldSentence('method-converts', { ...said, converted: Object.keys(rates).join(', ') })
    : fieldSentence('method-currency', said);
}

/** The other currency may have no money so small, or none so large. */
function exchangeFault(account: GatewayAccount, proposal: Proposal): string | undefined {
  const amount = moneyOf(proposal);
  if (!amount || amountFault(toDecimal(amount), amount.currency) !== undefined) return undefined;
  const { code, defaultCurrency } = account;
  const words = shownMoney(amount);
  const converted = convertedBy(account, amount);
  if (converted === undefined || converted.minor > MAX_MINOR)
    return fieldSentence('method-too-large', { code, amount: words, currency: defaultCurrency });
  return compare(converted, minimumMoney(defaultCurrency)) < 0
    ? fieldSentence('method-too-small', { code, amount: words, currency: defaultCurrency })
    : undefined;
}

function convertedBy(account: GatewayAccount, amount: Money): Money | undefined {
  try {
    return exchangeFor(account, amount)?.to;
  } catch (error) {
    if (error instanceof MoneyTooLarge) return undefined;
    throw error;
  }
}
