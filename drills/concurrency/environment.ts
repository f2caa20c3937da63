import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  openGatewayAccount,
  openEnvironment,
  type DrillEnvironment,
} from '../chaos/environment.ts';
import type { System } from '../../test/support/system.ts';

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
): Promise<ConcurrencyEnvironment> {
  const environment = await openEnvironment(dataDir, seed);
  try {
    await openGatewayAccount(environment, ACCOUNTS.capture, {});
    await openGatewayAccount(environment, ACCOUNTS.authorize, { like: 'sandbox-hold' });
    return { ...environment, dataDir };
  } catch (error) {
    await environment.close();
    throw error;
  }
}

/** The environment as the helpers of test/api know it. */
export function systemOf({
  system,
  run,
  dataDir,
  store,
  temporal,
}: ConcurrencyEnvironment): System {
  const directory = join(dataDir, 'logs');
  return {
    running: system,
    run,
    dataDir,
    store,
    temporal,
    logs: () =>
      readdirSync(directory)
        .map((file) => readFileSync(join(directory, file), 'utf8'))
        .join('\n'),
  };
}
