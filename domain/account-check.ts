import type { GatewayAccount, GatewayTraits } from './account.ts';
import { currencyCode } from './currencies.ts';
import type { FeeRule } from './fee.ts';
import { parseMoney } from './money.ts';
import { MAX_MINOR } from './money-sentence.ts';

/** Enough for one unit of a weak currency in a strong one; whole units of up to nine digits. */
const RATE = /^\d{1,9}(?:\.\d{1,12})?$/;
const PERCENTAGE = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)$/;

/**
 * Every fault of an account that is about meaning, as sentences for the operator; empty when there is none. Nothing can
 * be switched on that the connector cannot do (contract/accounts#settings).
 */
export function accountFaults(account: GatewayAccount, traits: GatewayTraits): readonly string[] {
  return [
    ...currencyFaults(account),
    ...abilityFaults(account, traits),
    ...(account.fee ? feeFaults(account.fee) : []),
    ...rateFaults(account),
  ];
}

/**
 * What is wrong with an account that takes real money as a test, so that payers are told that none moves, or test money as a sale,
 * so that goods are sent for nothing; undefined where nothing is. `isLive` is what its settings say, where they say it.
 */
export function liveFault(
  { sandbox }: Pick<GatewayAccount, 'sandbox'>,
  isLive: boolean | undefined,
): string | undefined {
  if (isLive === undefined || isLive !== sandbox) return undefined;
  return isLive
    ? 'Its settings move real money, and is_sandbox says that it is a test: take test settings, or set is_sandbox to false.'
    : 'Its settings are for tests, and is_sandbox says that real money moves: take live settings, or set is_sandbox to true.';
}

function currencyFaults({ currencies, defaultCurrency }: GatewayAccount): readonly string[] {
  return [
    ...unknown(currencies),
    ...(currencies.includes(defaultCurrency)
      ? []
      : [`The default currency ${defaultCurrency} is not among the accepted ones.`]),
  ];
}

function abilityFaults(account: GatewayAccount, traits: GatewayTraits): readonly string[] {
  const { kind, operations, tokenizable, autoDebit, cvvRequired, paymentServices } = account;
  const cannot = (what: string) => `The gateway ${traits.slug} cannot do this: ${what}.`;
  return [
    ...(traits.kinds.includes(kind) ? [] : [cannot(kind)]),
    ...operations.filter((one) => !traits.operations.includes(one)).map(cannot),
    // The wallet is our own: it goes with any network.
    ...paymentServices
      .filter((one) => one !== 'wallet' && !traits.paymentServices.includes(one))
      .map(cannot),
    ...(tokenizable && !traits.tokenization ? [cannot('saving cards')] : []),
    ...(autoDebit && !traits.autoDebit ? [cannot('automatic debit')] : []),
    ...(tokenizable && traits.tokenization && cvvRequired && !traits.cvv
      ? [
          `The gateway ${traits.slug} does not ask for the security code of a saved card, so that none could be charged: set cvv_required to false.`,
        ]
      : []),
    ...(autoDebit && !tokenizable ? ['Automatic debit needs saved cards: switch them on.'] : []),
  ];
}

function feeFaults(fee: FeeRule): readonly string[] {
  if (fee.type === 'percent')
    return PERCENTAGE.test(fee.value)
      ? []
      : [`The fee of "${fee.value}" percent is not from 0 to 100 with at most two decimals.`];
  return [
    ...unknown(Object.keys(fee.values)),
    ...Object.entries(fee.values).flatMap(([code, value]) => {
      const currency = currencyCode(code);
      const fixed = currency && parseMoney(value, currency);
      const isAmount = !fixed || (!('fault' in fixed) && fixed.minor <= MAX_MINOR);
      return isAmount ? [] : [`The fixed fee "${value}" is not an amount of ${code}.`];
    }),
  ];
}

function rateFaults({ exchange, currencies }: GatewayAccount): readonly string[] {
  const rates = Object.entries(exchange?.rates ?? {});
  return [
    ...unknown(rates.map(([code]) => code)),
    ...rates.flatMap(([code, rate]) => {
      if (currencies.includes(code))
        return [`${code} is accepted as it is, so there must be no rate for it.`];
      return RATE.test(rate) && /[1-9]/.test(rate)
        ? []
        : [`The rate "${rate}" for ${code} is not a positive decimal with at most 12 decimals.`];
    }),
  ];
}

function unknown(codes: readonly string[]): readonly string[] {
  return codes
    .filter((code) => currencyCode(code) === undefined)
    .map((code) => `"${code}" is not a currency code of ISO 4217.`);
}
