import Joi from 'joi';
import type { GatewayAccount } from '../domain/account.ts';
import { currencyCode, type CurrencyCode } from '../domain/currencies.ts';
import { pgCode, type MerchantId, type PgCode } from '../domain/ids.ts';
import { parseMoney, type Money } from '../domain/money.ts';
import { moneySentence } from '../domain/money-sentence.ts';
import { routeFaults } from '../domain/routing/check.ts';
import { minuteOf } from '../domain/routing/local-time.ts';
import {
  WEEKDAYS,
  type PaymentRoute,
  type RouteConditions,
  type RouteRule,
  type RouteTimes,
  type Weekday,
} from '../domain/routing/route.ts';
import { gatewayFor } from '../gateways/registry.ts';

/** A route as an operator writes it down (docs/operators.md). What a rule leaves out holds always. */
interface RouteBody {
  readonly code: string;
  readonly name: string;
  readonly name_ar?: string;
  readonly is_active?: boolean;
  readonly rules: RuleBody[];
}

interface RuleBody {
  readonly name: string;
  readonly currencies?: string[];
  readonly amount_from?: string;
  readonly amount_below?: string;
  readonly brands?: string[];
  readonly bins?: { readonly from: string; readonly to: string }[];
  readonly days?: Weekday[];
  readonly from?: string;
  readonly until?: string;
  readonly accounts: { readonly code: string; readonly share?: number }[];
}

const code = Joi.string().pattern(/^[-a-zA-Z0-9_]{1,16}$/);
const currency = Joi.string().custom((text: string) => {
  if (currencyCode(text) === undefined) throw new Error('it is no currency of ISO 4217');
  return text;
});
const clock = Joi.string().custom((text: string) => {
  if (minuteOf(text) === undefined) throw new Error('it is no time such as 08:30');
  return text;
});
const digits = Joi.string().pattern(/^\d{6,8}$/);
const rule = Joi.object<RuleBody, true>({
  name: Joi.string().max(64).required(),
  currencies: Joi.array().items(currency).min(1).unique(),
  amount_from: Joi.string(),
  amount_below: Joi.string(),
  brands: Joi.array().items(Joi.string().uppercase().max(32)).min(1).unique(),
  bins: Joi.array()
    .items(Joi.object({ from: digits.required(), to: digits.required() }))
    .min(1),
  days: Joi.array()
    .items(Joi.string().valid(...WEEKDAYS))
    .min(1)
    .unique(),
  from: clock,
  until: clock,
  accounts: Joi.array()
    .items(
      Joi.object({
        code: code.required(),
        share: Joi.number().integer().min(0).max(100),
      }),
    )
    .required(),
});
const routeBody = Joi.object<RouteBody, true>({
  code: code.required(),
  name: Joi.string().max(128).required(),
  name_ar: Joi.string().max(128),
  is_active: Joi.boolean(),
  rules: Joi.array().items(rule).max(50).required(),
}).required();

/**
 * Reads and checks a route: the one way from an operator's text to what the store keeps. A joi `ValidationError` lists every
 * fault of shape, or every fault of meaning.
 */
export function readRoute(
  merchantId: MerchantId,
  text: unknown,
  known: { readonly accounts: readonly GatewayAccount[]; readonly routes: readonly PgCode[] },
): PaymentRoute {
  const { error, value } = routeBody.validate(text, { abortEarly: false, convert: false });
  if (error) throw error;
  const { amounts, faults: unread } = amountsOf(value.rules);
  const route: PaymentRoute = {
    code: codeOf(value.code),
    merchantId,
    name: value.name,
    ...(value.name_ar !== undefined && { nameAr: value.name_ar }),
    active: value.is_active ?? true,
    rules: value.rules.map((body, at) => ruleOf(body, amounts[at] ?? {})),
  };
  const context = { ...known, traitsOf: (slug: string) => gatewayFor(slug).traits };
  const faults = [...unread, ...routeFaults(route, context)];
  if (faults.length > 0) throw new Joi.ValidationError(faults.join(' '), [], undefined);
  return route;
}

type Amounts = Pick<RouteConditions, 'amountFrom' | 'amountBelow'>;

/** An amount is read in the one currency of its rule. */
function amountsOf(rules: readonly RuleBody[]): {
  readonly amounts: readonly Amounts[];
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const read = ({ name, currencies = [] }: RuleBody, text: string | undefined) => {
    if (text === undefined) return undefined;
    const [only, ...others] = currencies.map(currencyOf);
    const amount = only && others.length === 0 ? amountIn(text, only) : undefined;
    if (amount === undefined)
      faults.push(`Rule "${name}": an amount needs one currency: name that one alone.`);
    else if (typeof amount === 'string') faults.push(`Rule "${name}": "${text}": ${amount}`);
    return typeof amount === 'string' ? undefined : amount;
  };
  const amounts = rules.map((body) => {
    const [amountFrom, amountBelow] = [read(body, body.amount_from), read(body, body.amount_below)];
    return { ...(amountFrom && { amountFrom }), ...(amountBelow && { amountBelow }) };
  });
  return { amounts, faults };
}

function amountIn(text: string, inCurrency: CurrencyCode): Money | string {
  const amount = parseMoney(text, inCurrency);
  return 'fault' in amount ? moneySentence(amount.fault, inCurrency) : amount;
}

function ruleOf(body: RuleBody, amounts: Amounts): RouteRule {
  const { currencies, brands, bins, days, from, until } = body;
  const times: RouteTimes = {
    ...(days && { days }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
  return {
    name: body.name,
    when: {
      ...(currencies && { currencies: currencies.map(currencyOf) }),
      ...amounts,
      ...(brands && { brands }),
      ...(bins && { bins }),
      ...(Object.keys(times).length > 0 && { times }),
    },
    accounts: body.accounts.map(({ code: account, share }) => ({
      pgCode: codeOf(account),
      ...(share !== undefined && { share }),
    })),
  };
}

function currencyOf(text: string): CurrencyCode {
  const read = currencyCode(text);
  if (read === undefined) throw unchecked();
  return read;
}

function codeOf(text: string): PgCode {
  const read = pgCode(text);
  if (read === undefined) throw unchecked();
  return read;
}

function unchecked(): TypeError {
  return new TypeError('A route is made of a text only after that was checked.');
}
