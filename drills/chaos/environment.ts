import { setTimeout as wait } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { keyRing } from '../../config/key-ring.ts';
import { encryptionKeys, storeKeys } from '../../dev/keys.ts';
import { startSarraf, type RunningSarraf } from '../../dev/sarraf.ts';
import type { RunInfo } from '../../dev/run-file.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import { merchantId, pgCode, type MerchantId } from '../../domain/ids.ts';
import type { InquirySettings } from '../../domain/transaction/transaction.ts';
import type { AccountSettings } from '../../gateways/gateway.ts';
import { openStore, type Store } from '../../store/index.ts';
import { dataConverter } from '../../temporal/data-converter.ts';
import { networkNamed } from '../networks/index.ts';
import type { DrillNetwork, Network } from '../networks/network.ts';
import { CHAOS_METHODS } from './accounts.ts';
import { openReceiver, type Receiver } from './receiver.ts';

/** The whole system as real processes, the merchant's own server, and handles for the recorder. */
export interface DrillEnvironment {
  readonly system: RunningSarraf;
  readonly run: RunInfo;
  readonly merchant: MerchantId;
  readonly network: Network;
  readonly receiver: Receiver;
  readonly store: Store;
  readonly temporal: Client;
  readonly dataConverter: ReturnType<typeof dataConverter>;
  readonly close: () => Promise<void>;
}

/** Seconds where a real gateway has minutes; a card page that nobody uses is soon asked about less often. */
const INQUIRY: InquirySettings = {
  firstAfterSeconds: 5,
  gapsSeconds: [0, 5, 10, 15],
  repeatEverySeconds: 15,
  giveUpAfterSeconds: 900,
};

/**
 * Opens the environment on free ports with nothing in it, with accounts at a network, the sandbox when it is not said. Everything
 * goes with `close`, the data directory excepted.
 */
export async function openEnvironment(
  dataDir: string,
  seed: number,
  name: DrillNetwork = 'sandbox',
): Promise<DrillEnvironment> {
  const system = await startSarraf({
    dataDir,
    fresh: true,
    ports: 'free',
    quiet: true,
    // What `npm test` has built for its tests.
    built: process.env['SARRAF_BUILT'],
    env: { LOG_LEVEL: 'warn' },
  });
  // Whatever fails after the end of a program has its reason there.
  system.broken.then((why) => console.error(`The system broke: ${why}`), console.error);
  try {
    const { run } = system;
    const { payloads } = encryptionKeys(dataDir);
    const store = await openStore(run.mongodb, storeKeys(dataDir));
    const connection = await Connection.connect({ address: run.temporal });
    const converter = dataConverter(keyRing(payloads));
    const network = networkNamed(name, run.simulator);
    const receiver = await openReceiver(() => run.keys.webhook);
    const merchant = mint(merchantId('demo'));
    for (const [nth, code] of CHAOS_METHODS.entries())
      await openGatewayAccount({ store, network, run, merchant }, code, {
        faults: networkFaults(seed + 100 * nth, name),
      });
    await wait(SETTINGS_COUNT_MS);
    return {
      system,
      run,
      merchant,
      network,
      receiver,
      store,
      temporal: new Client({ connection, dataConverter: converter }),
      dataConverter: converter,
      close: async () => {
        await network.close();
        await receiver.close();
        await store.close();
        await connection.close();
        await system.stop();
      },
    };
  } catch (error) {
    await system.stop();
    throw error;
  }
}

/** Opens an account like a seeded one, here and at the network, with a network that does these things wrong. */
export async function openGatewayAccount(
  {
    store,
    network,
    run,
    merchant,
  }: Pick<DrillEnvironment, 'store' | 'network' | 'run' | 'merchant'>,
  name: string,
  {
    like = 'sandbox',
    faults = [],
  }: { readonly like?: string; readonly faults?: readonly object[] },
): Promise<{ readonly account: GatewayAccount; readonly settings: AccountSettings }> {
  const code = mint(pgCode(name));
  const notifyUrl = notifyUrlOf(run, { merchant, code });
  const { gateway, settings } = await network.openAccount(code, { faults, notifyUrl });
  const known = await store.gatewayAccounts.open(merchant, mint(pgCode(like)));
  if (!known) throw new Error(`The seed has made no account "${like}".`);
  const alike = { ...known.account, code, name: code, inquiry: INQUIRY };
  const account = gateway === alike.gateway ? alike : { ...alike, gateway, ...AT_A_STAND_IN };
  await store.gatewayAccounts.put(account, settings);
  return { account, settings };
}

/** Within so many milliseconds a changed account counts in every process (store/settings-cache.ts). */
export const SETTINGS_COUNT_MS = 1000;

/** Where an account's events are posted, as its merchant registers it at the network. */
export function notifyUrlOf(
  { api }: Pick<RunInfo, 'api'>,
  { merchant, code }: { readonly merchant: MerchantId; readonly code: string },
): string {
  return `${api}/b/gw/callback/${code}/?merchant=${merchant}`;
}

/** What Stripe and Adyen can do, and not more. */
const AT_A_STAND_IN = { operations: ['refund', 'void'], cvvRequired: false } as const;

function mint<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant of the chaos run is not valid.');
  return value;
}

/**
 * What the network does wrong, by the simulator's words (docs/simulator.md). One answer of five is lost after the work
 * was done; a few more are refused, cut off before anything is done, or too slow to be waited for. One callback of five
 * never comes, others come late or several times at once.
 */
export function networkFaults(seed: number, network: DrillNetwork): readonly object[] {
  const at = (nth: number) => (seed + nth) % 4_294_967_296;
  return [
    ...(network === 'stripe'
      ? stripeFaults(at)
      : [
          // However few calls there are, one answer of an account is lost.
          { fault: 'answer-lost', skip: 1 },
          { fault: 'answer-lost', probability: 0.2, seed: at(1) },
        ]),
    { fault: 'reset', probability: 0.03, seed: at(2) },
    { fault: 'error', status: 502, probability: 0.03, seed: at(3) },
    { fault: 'slow', delay_ms: 2500, probability: 0.03, seed: at(4) },
    { fault: 'no-callback', probability: 0.2, seed: at(5) },
    { fault: 'late-callback', delay_ms: 3000, probability: 0.1, seed: at(6) },
    { fault: 'duplicate-callback', times: 3, probability: 0.2, seed: at(7) },
  ];
}

/**
 * Stripe keeps a 500 under the key for ever, and says that a first request is under way. Whoever asks it what became of
 * something asks up to three times, each time for another thing.
 */
function stripeFaults(at: (nth: number) => number): readonly object[] {
  const on = ['create', 'close'];
  return [
    { fault: 'broken', on, probability: 0.03, seed: at(8) },
    { fault: 'busy', on, probability: 0.05, seed: at(9) },
    { fault: 'answer-lost', on, probability: 0.2, seed: at(1) },
    { fault: 'answer-lost', on: ['inquire'], probability: 0.07, seed: at(10) },
  ];
}
