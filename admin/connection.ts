import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';
import { storeEnv, storeKeysIn } from '../config/env.ts';
import { keyRing } from '../config/key-ring.ts';
import type { StoreKeys } from '../store/index.ts';

/** Which database the commands work on, and what opens the secrets in it. */
export interface AdminConnection {
  readonly mongodbUri: string;
  readonly keys: StoreKeys;
}

/**
 * MONGODB_URI, SARRAF_STORAGE_KEYS and SARRAF_SEARCH_KEYS of the environment; without all of them the system that `npm start` runs, by what
 * it wrote into its data directory. Throws one error with all faults.
 */
export function adminConnectionOf(env: NodeJS.ProcessEnv, dataDir: string): AdminConnection {
  if (env['MONGODB_URI'] !== undefined || env['SARRAF_STORAGE_KEYS'] !== undefined) {
    const given = storeEnv(env);
    return { mongodbUri: given.MONGODB_URI, keys: storeKeysIn(given) };
  }
  const { mongodb } = read(dataDir, 'run.json', Joi.object({ mongodb: Joi.string().required() }));
  const ring = Joi.string().required();
  const encryption = Joi.object({ storage: ring, search: ring }).unknown().required();
  const { encryption: rings } = read(dataDir, 'keys.json', Joi.object({ encryption }));
  return {
    mongodbUri: mongodb,
    keys: { storage: keyRing(rings.storage), search: keyRing(rings.search) },
  };
}

/** The simulator of the system that `npm start` runs; undefined where the environment names another database. */
export function simulatorOf(env: NodeJS.ProcessEnv, dataDir: string): string | undefined {
  if (env['MONGODB_URI'] !== undefined) return undefined;
  const { simulator } = read(dataDir, 'run.json', Joi.object({ simulator: Joi.string() }));
  return simulator;
}

function read(dataDir: string, name: string, schema: Joi.ObjectSchema) {
  const path = join(dataDir, name);
  try {
    return Joi.attempt(JSON.parse(readFileSync(path, 'utf8')), schema.unknown());
  } catch (error) {
    throw new Error(
      `No system runs with ${dataDir}: ${path} cannot be used. Run npm start first, name its directory with --data, or ` +
        'set MONGODB_URI, SARRAF_STORAGE_KEYS and SARRAF_SEARCH_KEYS.',
      { cause: error },
    );
  }
}
