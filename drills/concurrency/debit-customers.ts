import assert from 'node:assert/strict';
import { untilAnswered, type DrillPatience } from '../chaos/patience.ts';
import { dinarsOf } from '../dinars.ts';
import { notifyUrlOf } from '../chaos/environment.ts';
import { pgCode } from '../../domain/ids.ts';
import { until } from '../answers.ts';
import type { PlannedDebit, Debits } from './debit-plan.ts';
import { asAnotherMerchant, type ConcurrencyEnvironment } from './environment.ts';
import { sellAndPay } from './sale.ts';

/** A merchant of its own, whose clock can be moved, with customers whose cards it charges by agreements. */
export interface Customers {
  readonly shop: ConcurrencyEnvironment;
  /** At the network: every payment there is one of theirs. */
  readonly account: string;
}

/** As the merchant names the account. */
const VAULT = 'vault';
/** Visa and Mastercard by turns: their limits differ. */
const CARDS = ['4242424242424242', '5555555555554444'];
const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 2;

/** Opens the merchant, has each customer pay and agree, and has the engine charge the agreements. */
export async function openCustomers(
  environment: ConcurrencyEnvironment,
  patience: DrillPatience,
  { agreements, days }: Debits,
): Promise<Customers> {
  const shop = await asAnotherMerchant(environment, 'sandbox');
  const account = shop.merchant;
  await openVault(shop, account);
  for (let first = 0; first < agreements.length; first += AT_ONCE)
    await Promise.all(
      agreements
        .slice(first, first + AT_ONCE)
        .map((debit, nth) => agree(shop, patience, { debit, days, nth: first + nth })),
    );
  return { shop, account };
}

/** An account at the network that keeps cards and takes automatic debits. */
async function openVault(
  { store, network, run, merchant }: ConcurrencyEnvironment,
  account: string,
) {
  const code = pgCode(VAULT);
  const [like] = await store.gatewayAccounts.list(merchant);
  assert.ok(code && like);
  const notifyUrl = notifyUrlOf(run, { merchant, code });
  const { settings, ...at } = await network.openAccount(account, { faults: [], notifyUrl });
  await store.gatewayAccounts.put(
    { ...like, code, name: VAULT, ...at, tokenizable: true, autoDebit: true },
    settings,
  );
}

interface Agreed {
  readonly debit: PlannedDebit;
  readonly days: number;
  readonly nth: number;
}

async function agree(
  shop: ConcurrencyEnvironment,
  patience: DrillPatience,
  { debit, days, nth }: Agreed,
): Promise<void> {
  const { store, run, merchant } = shop;
  const customerId = `customer-${nth}`;
  const about = `plan-${nth}`;
  await sellAndPay(shop, patience, {
    about,
    fils: debit.fils,
    how: 'capture',
    account: VAULT,
    card: CARDS[nth % CARDS.length],
    terms: {
      payment_type: 'auto_debit',
      customer_id: customerId,
      agreement: {
        id: about,
        type: 'recurring',
        frequency: 'other',
        amount_variability: 'fixed',
        expiry_date: dateIn(days + 400),
        cycle_interval_days: debit.everyDays,
        total_cycles: 999,
      },
    },
  });
  const agreement = await until('the agreement', async () => {
    const page = { limit: 1, offset: 0 };
    return (await store.agreements.list(merchant, { customerId }, page)).results[0];
  });
  const begun = await untilAnswered(patience, {
    orderNo: about,
    what: 'autopay',
    expected: [200],
    ask: (signal) =>
      fetch(`${run.api}/b/pbl/v2/agreements/${agreement.uuid}/autopay`, {
        method: 'POST',
        signal,
        headers: {
          Authorization: `Api-Key ${run.keys.private}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({
          amount: dinarsOf(debit.fils),
          start_date: dateIn(debit.firstIn),
          interval_days: debit.everyDays,
          charge_at: debit.at,
          time_zone: debit.timeZone,
        }),
      }),
  });
  assert.ok(begun, `The agreement of ${customerId} is not charged.`);
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
