import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import { defined } from '../../domain/json.ts';
import { sumInDecimal } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { TransactionFilter } from '../../domain/search/filter.ts';
import {
  customersOf,
  paidSince,
  yearBefore,
  type CustomerSum,
  type FoundCustomer,
} from '../../domain/search/customers.ts';
import { customerReadings } from '../../domain/search/query.ts';
import { asWritten } from '../../domain/search/terms.ts';
import type { Found } from '../../store/transaction-search.ts';
import { callerMay, merchantOf, typesSeen } from '../access/caller.ts';
import { timeOf } from '../agreements/commands.ts';
import { presentAgreement } from '../agreements/present.ts';
import { presentCards } from '../cards/present.ts';
import type { ApiDeps } from '../deps.ts';
import { text } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { unknownParameters } from '../lists/cursor.ts';
import { foundByAll } from '../lists/merged.ts';
import { fieldsRead, tellRead } from '../lists/people.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check, faultless } from '../middleware/validate.ts';
import type { RouteContext } from '../route.ts';
import { presentWallet } from '../wallet/present.ts';
import { windowOf } from '../wallet/schema.ts';

/** So many payments are looked at, the newest that fit. */
const LOOKED_AT = 200;
/** So many agreements of one customer are shown, and of their wallets: the newest. */
const SHOWN = 25;

/** The one parameter of the search for customers. */
const customerQuery = object({
  q: text(200)
    .pattern(/\S/)
    .messages({ 'string.pattern.base': 'Say by what somebody is looked for.' })
    .required(),
});

/**
 * The customers of the newest payments that fit what was typed (contract/search#customers): of payments that the caller may look
 * at. Throws every fault of the query.
 */
export async function foundCustomers(deps: ApiDeps, ctx: Context) {
  const checked = check(customerQuery, ctx.query);
  refuseFaults({ ...checked.faults, ...unknownParameters(ctx, ['q']) });
  const readings = customerReadings(faultless(checked).q);
  const filters = readings.map(({ terms }) => ({ terms, identified: true as const }));
  const found = await newestOf(deps, ctx, filters);
  const { payments } = found;
  const customers = customersOf(payments);
  tellRead(deps, ctx, { fields: fieldsRead({}, readings), rows: customers.length });
  return defined({
    results: customers.map((customer) => ({
      ...presentContact(customer),
      payments: customer.payments,
    })),
    searched_until: found.until === undefined ? undefined : isoUtc(found.until),
    ...found.missing,
    understood_as: readings.flatMap(({ understoodAs }) => understoodAs),
  });
}

/**
 * One customer, as their newest payments and what is kept of them say (contract/search#customers). Throws `not_found` where no
 * payment that the caller may look at is theirs.
 */
export async function readCustomer(deps: ApiDeps, ctx: RouteContext<'customer_id'>) {
  const { store, publicUrl } = deps;
  const id = asWritten(ctx.params.customer_id);
  const value = { kind: 'customer_id' as const, value: id };
  const found = await newestOf(deps, ctx, [{ terms: [[value]] }]);
  // Two names have one token once in a very long while.
  const payments = found.payments.filter(({ customer }) => asWritten(customer.id ?? '') === id);
  const [customer] = customersOf(payments);
  tellRead(deps, ctx, { fields: ['customer_id'], rows: customer ? 1 : 0 });
  if (!customer)
    throw new Refusal('not_found', 'There is no payment of a customer with this customer_id.');
  const [merchantId, { id: customerId }, now] = [merchantOf(ctx), customer, Date.now()];
  const types = typesSeen(ctx);
  const [real, sandbox, agreements, wallets, clock] = await Promise.all([
    store.cards.list({ merchantId, customerId, sandbox: false }),
    store.cards.list({ merchantId, customerId, sandbox: true }),
    store.agreements.list(
      merchantId,
      { customerId, ...(types && { types }) },
      { limit: SHOWN, offset: 0 },
    ),
    callerMay(ctx, 'wallet.view')
      ? store.wallets.listAccounts(merchantId, { customerId }, { ...windowOf(), perPage: SHOWN })
      : undefined,
    timeOf(deps, ctx),
  ]);
  const since = sumsSince(found.until, now);
  return {
    ...presentContact(customer),
    sums_since: isoUtc(since),
    sums: paidSince(payments, since).map(presentSum),
    cards: [
      ...presentCards(real, {}, now).map((card) => ({ ...card, is_sandbox: false })),
      ...presentCards(sandbox, {}, now).map((card) => ({ ...card, is_sandbox: true })),
    ],
    agreements: agreements.results.map((agreement) => presentAgreement(agreement, clock)),
    ...(wallets && { wallets: wallets.results.map(presentWallet) }),
    links: {
      payments: listOf(publicUrl, '/b/checkout/v1/transactions/', customerId),
      agreements: listOf(publicUrl, '/b/pbl/v2/agreements/', customerId),
    },
  };
}

/** The newest payments that fit any of the filters; `until` where older ones were not looked at: none that was made then or before is complete. */
async function newestOf(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  filters: readonly TransactionFilter[],
): Promise<{
  readonly payments: readonly PaymentFound[];
  readonly until?: number;
  /** Of what may be missing (`foundByAll`). */
  readonly missing: Awaited<ReturnType<typeof foundByAll>>['beside'];
}> {
  const merchantId = merchantOf(ctx);
  const types = typesSeen(ctx);
  const window = { order: '-created', limit: LOOKED_AT } as const;
  const { page, beside } = await foundByAll(
    filters.map((filter) => ({ ...filter, ...(types && { types }) })),
    {
      search: (each) => store.search.search(merchantId, each, window),
      count: (each) => store.search.count(merchantId, each, window.order),
      isKeyLost: () => store.search.isKeyLost(merchantId, filters),
      unmarkedUntil: () => store.search.unmarkedUntil(merchantId, filters, window.order),
    },
    { isNewestFirst: true, limit: LOOKED_AT, wantsCount: false },
  );
  return {
    payments: page.results.map(({ transaction }) => transaction),
    ...(page.next && { until: page.next.at }),
    missing: beside,
  };
}

type PaymentFound = Found['results'][number]['transaction'];

/** From when on all payments were looked at, a year ago at most. */
function sumsSince(until: number | undefined, now: number): number {
  return Math.max(yearBefore(now), until === undefined ? 0 : until + 1);
}

function presentContact({ id, contact, lastAt }: FoundCustomer) {
  const { firstName, lastName, email, phone, phone2, birthdate } = contact;
  return defined({
    customer_id: id,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
    phone_2: phone2,
    birthdate,
    last_payment_at: isoUtc(lastAt),
  });
}

function presentSum({ currency, sandbox, paid, refunded }: CustomerSum) {
  return {
    currency_code: currency,
    is_sandbox: sandbox,
    payments: paid.length,
    paid_amount: sumInDecimal(paid, currency),
    refunded_amount: sumInDecimal(refunded, currency),
  };
}

function listOf(publicUrl: string, path: string, customerId: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set('customer_id', customerId);
  return url.href;
}
