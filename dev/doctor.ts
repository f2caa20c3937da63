import { readFileSync } from 'node:fs';
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { goOnUnread } from '../admin/unread-output.ts';
import { isFree } from './ports.ts';
import { DEFAULT_PORTS } from './programs.ts';
import { cacheDir } from './servers/cache.ts';
import { chromium } from './servers/chromium.ts';
import type { FetchWay, Server } from './servers/finder.ts';
import { findLocally } from './servers/finder.ts';
import { mongod } from './servers/mongod.ts';
import { NODE_LINE } from './servers/node.ts';
import { temporalServer } from './servers/temporal.ts';
import { testServer } from './servers/test-server.ts';

/** "ok": there; "note": works, and a person may want to know; "bad": something needed cannot be had. */
interface Finding {
  readonly state: 'ok' | 'note' | 'bad';
  readonly text: string;
}

const ROOT = new URL('../', import.meta.url);
const DATA_DIR = fileURLToPath(new URL('.data', ROOT));
/** What building Temporal takes at its peak, with Go's own caches. */
const DISK_GB = 4;
const SIGNS = { ok: '✔', note: '•', bad: '✘' } as const;

goOnUnread();
const findings = [
  nodeVersion(),
  packages(),
  await named('Temporal', 'TEMPORAL_ADDRESS', temporalServer()),
  await named('MongoDB', 'MONGODB_URI', mongod()),
  await server(testServer(), 'for npm test'),
  await server(chromium(), 'for npm test'),
  ...(await ports()),
  await dataDir(),
  await diskSpace(),
];
for (const { state, text } of findings) console.log(`${SIGNS[state]} ${text}`);
const bad = findings.filter(({ state }) => state === 'bad').length;
console.log(bad === 0 ? '\nAll that is needed is here or can be had.' : `\n${bad} to repair.`);
process.exitCode = bad === 0 ? 0 : 1;

function nodeVersion(): Finding {
  const text = `Node ${process.versions.node} (${process.execPath})`;
  return Number.parseInt(process.versions.node, 10) >= NODE_LINE
    ? { state: 'ok', text }
    : { state: 'bad', text: `${text}: Node ${NODE_LINE} is needed; run node dev/install.mjs` };
}

function packages(): Finding {
  try {
    const file = new URL('node_modules/.package-lock.json', ROOT);
    const installed: { packages: object } = JSON.parse(readFileSync(file, 'utf8'));
    const count = Object.keys(installed.packages).length;
    return { state: 'ok', text: `${count} npm packages, installed as locked` };
  } catch (error) {
    return {
      state: 'bad',
      text: `npm packages are missing (${String(error)}): run node dev/install.mjs`,
    };
  }
}

async function named(name: string, variable: string, local: Server): Promise<Finding> {
  const given = process.env[variable] ?? '';
  return given === '' ? server(local) : { state: 'ok', text: `${name}: by ${variable}` };
}

async function server(wanted: Server, purpose = ''): Promise<Finding> {
  const name = purpose === '' ? wanted.name : `${wanted.name} (${purpose})`;
  const found = await findLocally(wanted);
  if (found !== undefined) {
    return { state: 'ok', text: `${name}: ${found.version}, ${found.how} (${found.path})` };
  }
  const ways = wanted.ways.filter((way) => way.kind === 'fetch');
  const lines: string[] = [];
  for (const way of ways) {
    const lack = await lackOf(way);
    if (lack === undefined) {
      return { state: 'note', text: `${name}: not here yet; will be fetched by ${way.name}` };
    }
    lines.push(`\n    - ${way.name}: ${lack}`);
  }
  return { state: 'bad', text: `${name}: cannot be had${lines.join('')}\n    ${wanted.advice}` };
}

function lackOf(way: FetchWay): Promise<string | undefined> {
  return way.lacks().catch((error: unknown) => String(error));
}

async function ports(): Promise<readonly Finding[]> {
  const taken: string[] = [];
  for (const [name, port] of Object.entries(DEFAULT_PORTS)) {
    if (!(await isFree(port))) taken.push(`${port} (${name})`);
  }
  if (taken.length === 0) return [{ state: 'ok', text: 'All default ports are free' }];
  return [
    {
      state: 'note',
      text: `Taken ports: ${taken.join(', ')}. The next free ones will be used; .data/run.json tells which`,
    },
  ];
}

async function dataDir(): Promise<Finding> {
  try {
    await mkdir(DATA_DIR, { recursive: true });
    await access(DATA_DIR, constants.W_OK);
    return { state: 'ok', text: '.data can be written' };
  } catch (error) {
    return { state: 'bad', text: `.data cannot be written: ${String(error)}` };
  }
}

async function diskSpace(): Promise<Finding> {
  const cache = cacheDir();
  await mkdir(cache, { recursive: true });
  const { bavail, bsize } = await statfs(cache);
  const free = (bavail * bsize) / 1e9;
  const text = `${free.toFixed(1)} GB free for the cache ${cache}`;
  return free >= DISK_GB
    ? { state: 'ok', text }
    : { state: 'note', text: `${text}: building servers may need ${DISK_GB} GB` };
}
