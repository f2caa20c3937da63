import type { MerchantId, PgCode } from './ids.ts';
import { money, parseMoney, percentOf, zero, type Money } from './money.ts';
import { DEFAULT_INQUIRY, type InquirySettings } from './transaction/inquiry-plan.ts';
import type { Kind, PaymentMethod, TransactionType } from './transaction/transaction.ts';

/** A fee on top of the amount: a percentage, or fixed amounts by currency (decimal strings). */
export type FeeRule =
  | { readonly type: 'percent'; readonly value: string; readonly description?: string }
  | {
      readonly type: 'fixed';
      readonly values: Readonly<Record<string, string>>;
      readonly description?: string;
    };

/** One account of a merchant at a gateway, without its secrets. */
export interface GatewayAccount {
  readonly code: PgCode;
  readonly merchantId: MerchantId;
  /** Which plug serves it (the registry's slug). */
  readonly gateway: string;
  readonly name: string;
  readonly nameAr?: string;
  readonly active: boolean;
  readonly sandbox: boolean;
  readonly plugins: readonly TransactionType[];
  readonly currencies: readonly string[];
  readonly kind: Kind;
  readonly multipleAttempts: boolean;
  readonly fee?: FeeRule;
  /** When the gateway is asked by itself; when left out, as `DEFAULT_INQUIRY` says. */
  readonly inquiry?: InquirySettings;
}

/** What a plug can do; the domain asks it, the gateway answers. */
export interface GatewayTraits {
  readonly slug: string;
  readonly name: string;
  /** Paid outside of any network: choosing it is the whole payment (cash on delivery). */
  readonly offline: boolean;
}

/** The account as a payment method of a transaction, its fee computed once (contract/api.md 1.5). */
export function methodFor(
  account: GatewayAccount,
  traits: GatewayTraits,
  amount: Money,
): PaymentMethod {
  const { code, gateway, name, nameAr, kind, multipleAttempts, sandbox, fee, inquiry } = account;
  return {
    pgCode: code,
    name,
    ...(nameAr !== undefined && { nameAr }),
    gateway,
    gatewayName: traits.name,
    offline: traits.offline,
    kind,
    fee: feeOf(fee, amount),
    ...(fee?.description !== undefined && { feeDescription: fee.description }),
    multipleAttempts,
    sandbox,
    ...(!traits.offline && { inquiry: inquiry ?? DEFAULT_INQUIRY }),
  };
}

function feeOf(rule: FeeRule | undefined, amount: Money): Money {
  if (!rule) return zero(amount.currency);
  if (rule.type === 'percent') return percentOf(amount, rule.value);
  const fixed = parseMoney(rule.values[amount.currency] ?? '0', amount.currency);
  if ('fault' in fixed)
    throw new RangeError(`The fixed fee for ${amount.currency} is not an amount: ${fixed.fault}.`);
  return money(fixed.minor, fixed.currency);
}
