import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, outcome, run } from './command.ts';
import type { FetchWay, Server } from './finder.ts';
import { downloadLacks, downloadProgram } from './temporal-download.ts';
import { cacheWay } from './ways.ts';
import { mavenDownloads } from './how-far.ts';
import { anyPort, findPorts, isListening } from '../ports.ts';
import { startChild, type Child } from '../processes.ts';
import type { Tell } from '../progress.ts';

const VERSION = '1.38.0';
const NAME = `temporal-test-server-${VERSION}`;
const PROGRAM = 'temporal-test-server';
const JAVA = 17;

/** Temporal's test server, whose clock skips the waiting. Tests start it; `npm start` does not need it. */
export function testServer(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: "Temporal's test server",
    ways: [
      cacheWay({ name: PROGRAM, directory, program: PROGRAM, versionOf: usable }),
      official(directory),
      maven(directory),
    ],
    advice: `Install Java ${JAVA} or newer and Maven (on Debian: apt-get install openjdk-17-jre-headless maven), then try again.`,
  };
}

/** It has no --version; without arguments it tells its usage, which shows that it runs. */
async function usable(path: string): Promise<string> {
  const home = dirname(path);
  if (existsSync(join(home, LIBRARIES)) && !existsSync(join(home, CLASSES)))
    // Without them it runs as well, and starts as slowly as it did.
    await keepClasses(home).catch(() => undefined);
  const { output } = await outcome(path, []);
  if (!/usage/i.test(output)) throw new Error(output.trim().split('\n')[0]);
  return VERSION;
}

const official = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: "Temporal's official download",
  doing: "Downloading Temporal's test server (about 70 MB)",
  lacks: downloadLacks,
  async fetch(tell) {
    const home = await addToCache(NAME, directory, async (workshop) => {
      const program = 'temporal-test-server';
      const unpacked = await downloadProgram(program, `v${VERSION}`, workshop, tell);
      const made = join(workshop, NAME);
      await mkdir(made);
      await rename(unpacked, join(made, PROGRAM));
      return made;
    });
    const path = join(home, PROGRAM);
    return { path, version: await usable(path), how: 'downloaded' };
  },
});

const maven = (directory: string): FetchWay => ({
  kind: 'fetch',
  name: 'Maven',
  doing: "Getting Temporal's test server by Maven (about 40 MB)",
  async lacks() {
    const java = onPath('java');
    if (java === undefined) return 'Java is not installed';
    const { output } = await outcome(java, ['-version']);
    const version = Number(/version "(\d+)/.exec(output)?.[1]);
    if (!(version >= JAVA)) return `Java ${JAVA} or newer is needed, and ${java} is ${version}`;
    return onPath('mvn') === undefined ? 'Maven is not installed' : undefined;
  },
  async fetch(tell) {
    const home = await addToCache(NAME, directory, (workshop) => fromMaven(workshop, tell));
    const path = join(home, PROGRAM);
    return { path, version: await usable(path), how: 'from Maven' };
  },
});

async function fromMaven(workshop: string, tell: Tell): Promise<string> {
  const home = join(workshop, NAME);
  const libraries = join(home, LIBRARIES);
  await mkdir(libraries, { recursive: true });
  await writeFile(join(workshop, 'pom.xml'), POM);
  await run(
    'mvn',
    [
      '-B',
      '-f',
      join(workshop, 'pom.xml'),
      'dependency:copy-dependencies',
      `-DoutputDirectory=${libraries}`,
    ],
    { cwd: workshop, timeoutMs: 10 * 60_000, onLine: mavenDownloads(tell) },
  );
  await writeLauncher(home);
  return home;
}

const LIBRARIES = 'lib';
const CLASSES = 'classes.jsa';
/** It seldom lives for a minute. */
const JVM = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'];
const START_MS = 30_000;
const MAIN = 'io.temporal.testserver.TestServer';

/** `exec` matters: whoever stops the launcher must hit Java itself. Java goes on without an archive that is not there, or another Java's. */
async function writeLauncher(home: string): Promise<void> {
  const launcher = join(home, PROGRAM);
  const script = `#!/bin/sh
home=$(dirname "$0")
exec java -Xshare:auto -XX:SharedArchiveFile="$home/${CLASSES}" ${JVM.join(' ')} \\
  -cp "$home/${LIBRARIES}/*" ${MAIN} "$@"
`;
  await writeFile(`${launcher}.new`, script);
  await chmod(`${launcher}.new`, 0o755);
  await rename(`${launcher}.new`, launcher);
}

/**
 * Has Java write down the classes that a start and a first workflow load (JEP 350), where they stay: a start then takes a third of its
 * CPU seconds, and a run of the tests starts several.
 */
async function keepClasses(home: string): Promise<void> {
  const workshop = await mkdtemp(join(home, '.new-'));
  try {
    const classes = join(workshop, CLASSES);
    const { port } = await findPorts({ port: anyPort() });
    const libraries = join(home, LIBRARIES, '*');
    const server = await startChild({
      name: PROGRAM,
      command: 'java',
      args: [`-XX:ArchiveClassesAtExit=${classes}`, ...JVM, '-cp', libraries, MAIN, String(port)],
      logFile: join(workshop, 'log'),
      graceMs: 60_000,
    });
    try {
      await startOneWorkflow(server, port);
    } finally {
      await server.stop();
    }
    await writeLauncher(home);
    await rename(classes, join(home, CLASSES));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Fails where the server does not come up. */
async function startOneWorkflow(server: Child, port: number): Promise<void> {
  const end = Date.now() + START_MS;
  while (server.isRunning() && Date.now() < end && !(await isListening(port))) await wait(50);
  const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  try {
    const name = 'classes';
    await connection.withDeadline(end, () =>
      connection.workflowService.startWorkflowExecution({
        namespace: 'default',
        workflowId: name,
        requestId: name,
        workflowType: { name },
        taskQueue: { name },
      }),
    );
  } finally {
    await connection.close();
  }
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>sarraf</groupId>
  <artifactId>test-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;
