import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  notifyUrlOf,
  openGatewayAccount,
  openEnvironment,
  type DrillEnvironment,
} from '../chaos/environment.ts';
import type { DrillNetwork } from '../networks/network.ts';
import { merchantId, pgCode } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';

/** An account that takes money at once, and one that only holds it. */
export const ACCOUNTS = { capture: 'prove', authorize: 'prove-hold' } as const;
export type How = keyof typeof ACCOUNTS;

export interface ConcurrencyEnvironment extends DrillEnvironment {
  readonly dataDir: string;
}

/** The whole system with two accounts at a network that does nothing wrong until a proof orders it. */
export async function openConcurrencyEnvironment(
  dataDir: string,
  seed: number,
  network?: DrillNetwork,
): Promise<ConcurrencyEnvironment> {
  const environment = await openEnvironment(dataDir, seed, network);
  try {
    await openGatewayAccount(environment, ACCOUNTS.capture, {});
    await openGatewayAccount(environment, ACCOUNTS.authorize, { like: 'sandbox-hold' });
    return { ...environment, dataDir };
  } catch (error) {
    await environment.close();
    throw error;
  }
}

/**
 * The same environment as a merchant of its own has it, so that what is done to its settings, its clock or its people meets no
 * other proof. It has this account of the seeded merchant's.
 */
export async function asAnotherMerchant(
  environment: ConcurrencyEnvironment,
  account: string,
  settings: Partial<Merchant> = {},
): Promise<ConcurrencyEnvironment> {
  const { store, run, merchant, network } = environment;
  const id = merchantId(`shop-${randomBytes(4).toString('hex')}`);
  const code = pgCode(account);
  const like = await store.merchants.find(merchant);
  const opened = code && (await store.gatewayAccounts.open(merchant, code));
  if (!id || !like || !opened) throw new Error(`The seeded merchant has no account ${account}.`);
  await store.merchants.put(
    { ...like, id, referencePrefix: 'shop', ...settings },
    run.keys.webhook,
  );
  const own = network.ownAccounts?.(id);
  const notifyUrl = notifyUrlOf(run, { merchant: id, code });
  const theirs = own ? await own.openAccount(account, { faults: [], notifyUrl }) : opened;
  await store.gatewayAccounts.put({ ...opened.account, merchantId: id }, theirs.settings);
  const keys = await store.apiKeys.createPair(id, { name: 'drill' });
  return {
    ...environment,
    merchant: id,
    network: own ?? network,
    run: { ...run, keys: { ...run.keys, private: keys.private, public: keys.public } },
  };
}

/** All that the programs have logged until now. */
export function logsOf({ dataDir }: Pick<ConcurrencyEnvironment, 'dataDir'>): string {
  const directory = join(dataDir, 'logs');
  return readdirSync(directory)
    .map((file) => readFileSync(join(directory, file), 'utf8'))
    .join('\n');
}
