import type { Members } from '../members.ts';
import type { StartProgress } from '../progress.ts';
import { find } from './finder.ts';
import { mongod } from './mongod.ts';
import { startMongo } from './start-mongo.ts';
import { startTemporal } from './start-temporal.ts';
import { temporalServer } from './temporal.ts';

export interface Servers {
  readonly temporalAddress: string;
  readonly temporalUi: string;
  readonly mongodbUri: string;
}

export interface ProvideOptions {
  readonly dataDir: string;
  readonly ports: {
    readonly temporal: number;
    readonly temporalUi: number;
    readonly mongodb: number;
  };
  /** Where our Temporal UI has payloads decrypted. */
  readonly codecEndpoint: string;
  readonly progress: StartProgress;
  readonly members: Members;
  /** Servers named here are used instead of started. */
  readonly env: NodeJS.ProcessEnv;
}

/** The variables of the environment that name a server which is not ours. */
export function namingServers(env: NodeJS.ProcessEnv): readonly string[] {
  return ['MONGODB_URI', 'TEMPORAL_ADDRESS'].filter((name) => (env[name] ?? '') !== '');
}

/** Makes Temporal and MongoDB available: those that the environment names, or else our own. */
export async function provideServers(options: ProvideOptions): Promise<Servers> {
  const temporal = await provideTemporal(options);
  return { ...temporal, mongodbUri: await provideMongo(options) };
}

async function provideTemporal(options: ProvideOptions) {
  const { dataDir, ports, codecEndpoint, progress, members, env } = options;
  const named = env['TEMPORAL_ADDRESS'] ?? '';
  if (named !== '') {
    progress.say(`✔ Temporal on ${named}, by TEMPORAL_ADDRESS`);
    const host = named.replace(/:\d+$/, '');
    return { temporalAddress: named, temporalUi: env['TEMPORAL_UI_URL'] ?? `http://${host}:8233` };
  }
  const { path, version } = await find(temporalServer(), progress);
  const { address, uiUrl } = await progress.step(
    'Starting Temporal',
    async () => {
      const started = await startTemporal({
        program: path,
        dataDir,
        port: ports.temporal,
        uiPort: ports.temporalUi,
        codecEndpoint,
      });
      members.enterServer('temporal', started);
      return started;
    },
    (started) => `Temporal ${version} ready on ${started.address}`,
  );
  return { temporalAddress: address, temporalUi: uiUrl };
}

async function provideMongo({ dataDir, ports, progress, members, env }: ProvideOptions) {
  const named = env['MONGODB_URI'] ?? '';
  if (named !== '') {
    progress.say('✔ MongoDB by MONGODB_URI');
    return named;
  }
  const { path, version } = await find(mongod(), progress);
  const started = await progress.step(
    'Starting MongoDB',
    async () => {
      const mongo = await startMongo({ program: path, dataDir, port: ports.mongodb });
      members.enterServer('mongodb', mongo);
      return mongo;
    },
    (mongo) => `MongoDB ${version} ready on 127.0.0.1:${mongo.port}`,
  );
  return started.uri('sarraf');
}
