import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';
import { storeEnv } from '../config/env.ts';
import { keyRing, type KeyRing } from '../config/key-ring.ts';

/** Which database the commands work on, and what opens the secrets in it. */
export interface AdminConnection {
  readonly mongodbUri: string;
  readonly keys: KeyRing;
}

/**
 * MONGODB_URI and SARRAF_STORAGE_KEYS of the environment; without either of them the system that `npm start` runs, by what
 * it wrote into its data directory. Throws one error with all faults.
 */
export function adminConnectionOf(env: NodeJS.ProcessEnv, dataDir: string): AdminConnection {
  if (env['MONGODB_URI'] !== undefined || env['SARRAF_STORAGE_KEYS'] !== undefined) {
    const { MONGODB_URI: mongodbUri, SARRAF_STORAGE_KEYS: keys } = storeEnv(env);
    return { mongodbUri, keys };
  }
  const { mongodb } = read(dataDir, 'run.json', Joi.object({ mongodb: Joi.string().required() }));
  const encryption = Joi.object({ storage: Joi.string().required() }).unknown().required();
  const { encryption: rings } = read(dataDir, 'keys.json', Joi.object({ encryption }));
  return { mongodbUri: mongodb, keys: keyRing(rings.storage) };
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
        'set MONGODB_URI and SARRAF_STORAGE_KEYS.',
      { cause: error },
    );
  }
}
