import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Joi from 'joi';
import { STARTUP_LOOK_EVERY_MS, STARTUP_PATIENCE_MS } from '../config/defaults.ts';
import { loggerOf } from '../config/logger.ts';
import { hostsOf, tellWhyNot, untilThere } from '../config/startup.ts';
import { serverFile, shopFile } from './env-files.ts';
import { encryptionKeys } from './keys.ts';
import { seed } from './seed.ts';

// The program `seed` of docker-compose.yml: makes the sandbox merchant and its keys once, and hands every program its
// own in a file. Safe to repeat.
tellWhyNot('The seed');
const url = Joi.string().uri().required();
const env = Joi.attempt(
  process.env,
  Joi.object<SeedEnv, true>({
    MONGODB_URI: Joi.string().required(),
    SEED_KEYS_DIR: Joi.string().required(),
    SEED_SIMULATOR_URL: url,
    SEED_SIMULATOR_CONTROL_URL: url,
    SEED_PUBLIC_URL: url,
    SEED_SHOP_URL: url,
  }),
  { abortEarly: false, stripUnknown: true },
);
const seeded = await untilThere(
  {
    what: 'MongoDB or the simulator',
    where: `${hostsOf(env.MONGODB_URI)}, ${env.SEED_SIMULATOR_CONTROL_URL}`,
    variable: 'MONGODB_URI or SEED_SIMULATOR_CONTROL_URL',
    connect: () =>
      seed({
        mongodbUri: env.MONGODB_URI,
        dataDir: env.SEED_KEYS_DIR,
        simulatorUrl: env.SEED_SIMULATOR_URL,
        simulatorControlUrl: env.SEED_SIMULATOR_CONTROL_URL,
        publicUrl: env.SEED_PUBLIC_URL,
        demoUrl: env.SEED_SHOP_URL,
      }),
  },
  {
    patienceMs: STARTUP_PATIENCE_MS,
    lookEveryMs: STARTUP_LOOK_EVERY_MS,
    logger: loggerOf({ program: 'seed', level: 'info' }),
  },
);
for (const sentence of seeded.unopenable) console.warn(sentence);
keep('server.env', serverFile(encryptionKeys(env.SEED_KEYS_DIR)));
keep('shop.env', shopFile(seeded));

interface SeedEnv {
  readonly MONGODB_URI: string;
  readonly SEED_KEYS_DIR: string;
  readonly SEED_SIMULATOR_URL: string;
  readonly SEED_SIMULATOR_CONTROL_URL: string;
  readonly SEED_PUBLIC_URL: string;
  readonly SEED_SHOP_URL: string;
}

/** Readable by the user that all programs run as, and by nobody else. */
function keep(name: string, content: string): void {
  writeFileSync(join(env.SEED_KEYS_DIR, name), content, { mode: 0o600 });
}
