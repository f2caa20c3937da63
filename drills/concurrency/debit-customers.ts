import assert from 'node:assert/strict';
import { pgCode } from '../../domain/ids.ts';
import { money, toDecimal } from '../../domain/money.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { sandboxNetworkOf, paymentIdIn } from '../../test/api/support/network.ts';
import { goToNetwork } from '../../test/api/support/payer.ts';
import { untilState } from '../../test/api/support/records.ts';
import { aShop, type Shop } from '../../test/api/support/shop.ts';
import { rows, textIn, until } from '../../test/support/http.ts';
import type { PlannedDebit, Debits } from './debit-plan.ts';
import { systemOf, type ConcurrencyEnvironment } from './environment.ts';

/** A merchant of its own, whose clock can be moved, with customers whose cards it charges by agreements. */
export interface Customers {
  readonly shop: Shop;
  /** At the network: every payment there is one of theirs. */
  readonly account: string;
}

const AGREEMENTS = '/b/pbl/v2/agreements/';
/** As the merchant names the account. */
const VAULT = 'vault';
/** Visa and Mastercard by turns: their limits differ. */
const CARDS = ['4242424242424242', '5555555555554444'];
const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 2;
const PATIENCE_MS = 120_000;

/** Opens the merchant, has each customer pay and agree, and has the engine charge the agreements. */
export async function openCustomers(
  environment: ConcurrencyEnvironment,
  { agreements, days }: Debits,
): Promise<Customers> {
  const shop = await aShop(systemOf(environment));
  const account = shop.id;
  await openVault(environment, shop, account);
  for (let first = 0; first < agreements.length; first += AT_ONCE)
    await Promise.all(
      agreements
        .slice(first, first + AT_ONCE)
        .map((debit, nth) => agree(environment, shop, { debit, days, nth: first + nth })),
    );
  return { shop, account };
}

/** An account at the network that keeps cards and takes automatic debits. */
async function openVault(
  { store, network, run }: ConcurrencyEnvironment,
  shop: Shop,
  account: string,
) {
  const secrets = { secret_key: `sk-${account}`, callback_secret: `cs-${account}` };
  await network.openAccount(account, secrets, []);
  const code = pgCode(VAULT);
  const like = (await store.gatewayAccounts.list(shop.id)).find(
    ({ gateway }) => gateway === 'sandbox',
  );
  assert.ok(code && like);
  await store.gatewayAccounts.put(
    { ...like, code, name: VAULT, tokenizable: true, autoDebit: true },
    { url: run.simulator, account, ...secrets, timeout_ms: 1500 },
  );
}

interface Agreed {
  readonly debit: PlannedDebit;
  readonly days: number;
  readonly nth: number;
}

async function agree(
  environment: ConcurrencyEnvironment,
  shop: Shop,
  { debit, days, nth }: Agreed,
): Promise<void> {
  const system = systemOf(environment);
  const customer_id = `customer-${nth}`;
  const amount = toDecimal(kwd(debit.fils));
  const sale = {
    payment_type: 'auto_debit',
    pg_codes: [VAULT],
    customer_id,
    amount,
    agreement: {
      id: `plan-${nth}`,
      type: 'recurring',
      frequency: 'other',
      amount_variability: 'fixed',
      expiry_date: dateIn(days + 400),
      cycle_interval_days: debit.everyDays,
      total_cycles: 999,
    },
  };
  // One that was made and not answered is never paid.
  const id = await patiently('the sale', () => shop.client.sale(sale));
  const page = await patiently("the network's page", () => goToNetwork(system, id, VAULT));
  await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: CARDS[nth % CARDS.length] });
  await untilState(system, id, 'paid', PATIENCE_MS);
  const agreement = await until('the agreement', async () => {
    const { body } = await shop.client.call('GET', `${AGREEMENTS}?customer_id=${customer_id}`);
    return rows(body, 'results')[0];
  });
  const begun = await shop.client.call(
    'POST',
    `${AGREEMENTS}${textIn(agreement, 'uuid')}/autopay`,
    {
      amount,
      start_date: dateIn(debit.firstIn),
      interval_days: debit.everyDays,
      charge_at: debit.at,
      time_zone: debit.timeZone,
    },
  );
  assert.equal(begun.status, 200, begun.text);
}

/** Again, as merchants' programs do, when a busy system has not answered. */
function patiently<T>(what: string, work: () => Promise<T>): Promise<T> {
  return until(what, () => work().catch(() => undefined), PATIENCE_MS);
}

function kwd(fils: number) {
  const currency = currencyCode('KWD');
  assert.ok(currency);
  return money(fils, currency);
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
