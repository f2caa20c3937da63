import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccount, openEnvironment, type DrillEnvironment } from '../chaos/environment.ts';
import type { House } from '../../test/support/house.ts';

/** An account that takes money at once, and one that only holds it. */
export const ACCOUNTS = { capture: 'prove', authorize: 'prove-hold' } as const;
export type How = keyof typeof ACCOUNTS;

export interface ProveStage extends DrillEnvironment {
  readonly dataDir: string;
}

/** The whole house with two accounts at a network that does nothing wrong until a proof orders it. */
export async function openProveStage(dataDir: string, seed: number): Promise<ProveStage> {
  const environment = await openEnvironment(dataDir, seed);
  try {
    await openAccount(environment, ACCOUNTS.capture, {});
    await openAccount(environment, ACCOUNTS.authorize, { like: 'sandbox-hold' });
    return { ...environment, dataDir };
  } catch (error) {
    await environment.close();
    throw error;
  }
}

/** The stage as the helpers of test/api know it. */
export function houseOf({ house, run, dataDir, store, temporal }: ProveStage): House {
  const directory = join(dataDir, 'logs');
  return {
    running: house,
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
