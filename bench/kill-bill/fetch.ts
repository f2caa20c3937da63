import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addToCache, cacheDir } from '../../dev/servers/cache.ts';
import { onPath, run } from '../../dev/servers/command.ts';

/** The newest war that Maven Central has: later releases are published there in parts that are not a server. */
export const VERSION = '0.22.26';
const TOMCAT = '9.0.117';
const MINUTES = 60_000;

interface Artifact {
  readonly coordinates: string;
  readonly file: string;
  readonly sha256: string;
}

const WAR: Artifact = {
  coordinates: `org.kill-bill.billing:killbill-profiles-killbill:${VERSION}:war`,
  file: `org/kill-bill/billing/killbill-profiles-killbill/${VERSION}/killbill-profiles-killbill-${VERSION}.war`,
  sha256: '3a777ea29916900a62f5450f0805d33dbb8086bd33f2babad4fb7be2ef48917b',
};
const SERVER: Artifact = {
  coordinates: `org.apache.tomcat:tomcat:${TOMCAT}:tar.gz`,
  file: `org/apache/tomcat/tomcat/${TOMCAT}/tomcat-${TOMCAT}.tar.gz`,
  sha256: 'f74a0b061e2b0068ec2a17a5e01c250851f6f30f362c8127209a2a6ef7952b29',
};

/** The programs of this machine that a run beside Kill Bill needs. */
export interface Programs {
  readonly java: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly psql: string;
}

/** Finds the programs. Fails with what to install where one is missing. */
export function programs(): Programs {
  const found = {
    java: onPath('java'),
    mvn: onPath('mvn'),
    unzip: onPath('unzip'),
    tar: onPath('tar'),
    postgres: ofPostgres('postgres'),
    initdb: ofPostgres('initdb'),
    psql: ofPostgres('psql'),
  };
  const missing = Object.entries(found).flatMap(([name, path]) =>
    path === undefined ? [name] : [],
  );
  const { java, postgres, initdb, psql } = found;
  if (missing.length > 0 || !java || !postgres || !initdb || !psql)
    throw new Error(
      `There is no ${missing.join(', no ')} here. On Debian: apt-get install openjdk-17-jre-headless maven unzip postgresql.`,
    );
  return { java, postgres, initdb, psql };
}

/** Debian keeps its programs of PostgreSQL away from PATH, by version. */
function ofPostgres(name: string): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = onPath(name) === undefined ? listed(root) : [];
  const [newest] = versions.toSorted((a, b) => Number(b) - Number(a));
  return onPath(name) ?? (newest && onPath(name, join(root, newest, 'bin')));
}

function listed(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Kill Bill and the server of web programs that its own image has it in, unpacked. */
export interface KillBillHome {
  readonly tomcat: string;
  readonly war: string;
}

/** From the cache; by Maven when it is not there, where each file has its checksum, before it is unpacked. */
export async function killBillHome(directory = cacheDir()): Promise<KillBillHome> {
  const name = `kill-bill-${VERSION}-tomcat-${TOMCAT}`;
  const kept = join(directory, name);
  const home = existsSync(kept) ? kept : await addToCache(name, directory, unpacked);
  return { tomcat: join(home, 'tomcat'), war: join(home, 'war') };
}

async function unpacked(workshop: string): Promise<string> {
  console.log(`Getting Kill Bill ${VERSION} and Tomcat ${TOMCAT} by Maven (about 70 MB)`);
  const [war, tomcat] = [await fetched(WAR, workshop), await fetched(SERVER, workshop)];
  const home = join(workshop, 'home');
  await mkdir(join(home, 'war'), { recursive: true });
  await run('unzip', ['-q', war, '-d', join(home, 'war')], { timeoutMs: MINUTES });
  await run('tar', ['-xzf', tomcat, '-C', home], { timeoutMs: MINUTES });
  renameSync(join(home, `apache-tomcat-${TOMCAT}`), join(home, 'tomcat'));
  return home;
}

/**
 * The plugin of Maven is one that takes a single file without reading what the file depends on: the parent of this war's
 * description is not published.
 */
async function fetched({ coordinates, file, sha256 }: Artifact, workshop: string) {
  const repository = join(workshop, 'repository');
  const get = 'org.apache.maven.plugins:maven-dependency-plugin:2.10:get';
  await run(
    'mvn',
    [
      '--batch-mode',
      '--quiet',
      '--strict-checksums',
      `-Dmaven.repo.local=${repository}`,
      get,
      `-Dartifact=${coordinates}`,
      '-Dtransitive=false',
    ],
    { cwd: workshop, timeoutMs: 10 * MINUTES },
  );
  const path = join(repository, file);
  checkSum(readFileSync(path), sha256, coordinates);
  return path;
}

/** Fails when these are not the bytes that were measured. */
export function checkSum(bytes: Buffer, sha256: string, name: string): void {
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== sha256) throw new Error(`${name} has the SHA-256 ${sum} and should have ${sha256}.`);
}
