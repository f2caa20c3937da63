import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addToCache, cacheDir } from './cache.ts';
import { onPath, outcome, run } from './command.ts';
import type { FetchWay, Server } from './finder.ts';
import { downloadLacks, downloadProgram } from './temporal-download.ts';
import { cacheWay } from './ways.ts';
import { mavenDownloads } from './how-far.ts';
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
  const libraries = join(home, 'lib');
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
  await writeFile(join(home, PROGRAM), LAUNCHER);
  await chmod(join(home, PROGRAM), 0o755);
  return home;
}

/** `exec` matters: whoever stops the launcher must hit Java itself. */
const LAUNCHER = `#!/bin/sh
exec java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m \\
  -cp "$(dirname "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`;

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
