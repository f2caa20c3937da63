import { anyPort } from './ports.ts';
import type { StartProgress } from './progress.ts';
import { chromium } from './servers/chromium.ts';
import { find } from './servers/finder.ts';
import { mongod } from './servers/mongod.ts';
import { startMongo } from './servers/start-mongo.ts';
import { startTemporal } from './servers/start-temporal.ts';
import { temporalServer } from './servers/temporal.ts';
import { testServer } from './servers/test-server.ts';

/** Every program that tests need, found or got. */
export type TestPrograms = Awaited<ReturnType<typeof testPrograms>>;

/** Finds or gets every server that tests need. */
export async function testPrograms(progress: StartProgress) {
  const programs = {
    temporal: await find(temporalServer(), progress),
    mongod: await find(mongod(), progress),
    testServer: await find(testServer(), progress),
    chromium: await find(chromium(), progress),
  };
  progress.say(
    `Temporal ${programs.temporal.version}, MongoDB ${programs.mongod.version}, Chromium ${programs.chromium.version}`,
  );
  return programs;
}

/**
 * Starts one Temporal and one MongoDB for all tests, on free ports of this range and with nothing in them, and gives the
 * environment by which tests find them. They end with this process.
 */
export async function testEnvironment(
  programs: TestPrograms,
  ports: string,
): Promise<Record<string, string>> {
  const temporal = await startTemporal({
    program: programs.temporal.path,
    port: anyPort(ports),
    uiPort: anyPort(ports),
  });
  const mongo = await startMongo({ program: programs.mongod.path, port: anyPort(ports) });
  return {
    TEMPORAL_ADDRESS: temporal.address,
    MONGODB_URI: mongo.uri('test'),
    TEMPORAL_TEST_SERVER: programs.testServer.path,
    CHROMIUM_PATH: programs.chromium.path,
  };
}
