import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encryptionKeys } from '../../../dev/keys.ts';
import { anyPort, findPorts } from '../../../dev/ports.ts';
import { startChild } from '../../../dev/processes.ts';
import {
  encryptionVariables,
  generousLimits,
  MAINS,
  programArguments,
} from '../../../dev/programs.ts';
import { untilReady } from '../../../dev/ready.ts';
import { theBuild } from '../../support/built.ts';
import type { System } from '../../support/system.ts';

/**
 * One more API process of the system, with settings of its own; its limits are the system's, but for those that are set. `stop`
 * ends it.
 */
export async function anotherApi(
  { run, dataDir }: System,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const { port } = await findPorts({ port: anyPort() });
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild({
    name: `api-${port}`,
    command: process.execPath,
    args: programArguments(MAINS.api, await theBuild()),
    env: {
      ...process.env,
      SARRAF_MODE: 'embedded',
      MONGODB_URI: run.mongodb,
      TEMPORAL_ADDRESS: run.temporal,
      ...encryptionVariables(encryptionKeys(dataDir)),
      API_PORT: String(port),
      PUBLIC_URL: url,
      // A busy machine makes no test of limits wrong.
      RATE_LIMIT_WAIT_MS: '10000',
      FILES_URL: pathToFileURL(join(dataDir, 'files')).href,
      // As the system that it belongs to.
      SETTINGS_IN_MEMORY: 'false',
      ...settings,
      // What others have guessed from our address counts here, too.
      RATE_LIMITS: generousLimits(settings['RATE_LIMITS']),
    },
    logFile: join(dataDir, 'logs', `api-${port}.log`),
  });
  await untilReady(`${url}/readyz`, child);
  return { url, stop: () => child.stop() };
}
