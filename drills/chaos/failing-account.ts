import { setTimeout as wait } from 'node:timers/promises';
import { pgCode, type PgCode } from '../../domain/ids.ts';
import type { AccountSettings } from '../../gateways/gateway.ts';
import { CHAOS_ROUTE, CHAOS_ROUTED } from './accounts.ts';
import {
  networkFaults,
  openGatewayAccount,
  SETTINGS_COUNT_MS,
  type DrillEnvironment,
} from './environment.ts';

/** An account that fails by turns. */
export interface FailingAccount {
  /** Begins to fail. The first turn lasts until this has come. */
  readonly takeTurns: (met: Promise<void>) => void;
  /** It is well once its first turn is over. Ends when the database has it so. */
  readonly restore: () => Promise<void>;
}

/** Nobody listens there, so a request never leaves. */
const NOWHERE = { url: 'http://127.0.0.1:2' };
/** Long enough for a few payers, and too short for a breaker to hide all of it. */
const TURN_MS = 4000;
const AGAIN_AFTER_MS = 300;

/**
 * A route over two accounts. The first one cannot be reached, then is refused by its network, then is well, and so on; what is
 * under way there meets that, too. Both lose answers as the others do.
 */
export async function openRoute(
  environment: DrillEnvironment,
  seed: number,
): Promise<FailingAccount> {
  const { store, merchant, network } = environment;
  const faults = (nth: number) => networkFaults(seed + 1000 + 100 * nth, network.name);
  const [first, second] = CHAOS_ROUTED;
  const { account, settings } = await openGatewayAccount(environment, first, { faults: faults(0) });
  await openGatewayAccount(environment, second, { faults: faults(1) });
  await store.routes.put({
    code: codeOf(CHAOS_ROUTE),
    merchantId: merchant,
    name: CHAOS_ROUTE,
    active: true,
    rules: [
      {
        name: 'any',
        when: {},
        accounts: CHAOS_ROUTED.map((code) => ({ pgCode: codeOf(code) })),
      },
    ],
  });

  await wait(SETTINGS_COUNT_MS);

  const ending = new AbortController();
  const change = (changed: AccountSettings) =>
    untilKept(() => store.gatewayAccounts.put(account, { ...settings, ...changed }));
  async function takeTurns(met: Promise<void>): Promise<void> {
    await change(NOWHERE);
    await met;
    while (!ending.signal.aborted)
      for (const turn of [network.strangeKey, {}, NOWHERE]) {
        await change(turn);
        await wait(TURN_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      }
  }
  let turns: Promise<void> | undefined;
  return {
    takeTurns: (met) => {
      turns = takeTurns(met);
    },
    restore: async () => {
      ending.abort();
      await turns;
      await change({});
    },
  };
}

/** The database may be away for a moment. */
async function untilKept(keep: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await keep();
      return;
    } catch {
      await wait(AGAIN_AFTER_MS);
    }
}

function codeOf(text: string): PgCode {
  const code = pgCode(text);
  if (!code) throw new TypeError(`"${text}" is no code of an account.`);
  return code;
}
