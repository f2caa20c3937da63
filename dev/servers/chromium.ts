import { existsSync } from 'node:fs';
import { cacheDir } from './cache.ts';
import { onPath, run } from './command.ts';
import { unreachableServer } from './download.ts';
import type { FetchWay, LocalWay, Server } from './finder.ts';
import { packagedChromium } from './chromium-package.ts';
import { cacheWay, pathWay } from './ways.ts';

/** The browser without windows first: it does the same with a third of the work. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
];
/** Distributions before Debian 12 have the browser with windows alone. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];
const PLAYWRIGHT_ORIGIN = 'https://cdn.playwright.dev';
const INSTALL_MS = 10 * 60_000;

/** A browser for the page tests. */
export function chromium(env: NodeJS.ProcessEnv = process.env): Server {
  const directory = cacheDir(env);
  return {
    name: 'Chromium',
    ways: [
      fromEnvironment(env),
      pathWay(NAMES, chromiumVersion),
      ofPlaywright(),
      cacheWay({
        name: 'chromium',
        directory,
        program: 'chromium',
        versionOf: chromiumVersion,
      }),
      playwrightDownload(),
      debian(),
      packagedChromium(directory, chromiumVersion),
    ],
    advice:
      'Install Chromium or Chrome and have it on PATH (on Debian: apt-get install chromium-headless-shell fonts-noto-core), ' +
      'or set CHROMIUM_PATH to its program.',
  };
}

async function chromiumVersion(path: string): Promise<string> {
  const output = await run(path, ['--version']);
  const version = /Chrom\w* (?:for Testing )?([\d.]+)/.exec(output)?.[1];
  if (version === undefined) throw new Error(`its version reads "${output.trim()}"`);
  return version;
}

const fromEnvironment = (env: NodeJS.ProcessEnv): LocalWay => ({
  kind: 'local',
  name: 'CHROMIUM_PATH',
  async look() {
    const path = env['CHROMIUM_PATH'] ?? '';
    if (path === '') return 'not set';
    return { path, version: await chromiumVersion(path), how: 'by CHROMIUM_PATH' };
  },
});

const ofPlaywright = (): LocalWay => ({
  kind: 'local',
  name: "Playwright's browsers",
  async look() {
    const path = await playwrightPath();
    if (!existsSync(path)) return 'it has downloaded none';
    return { path, version: await chromiumVersion(path), how: 'of Playwright' };
  },
});

const playwrightDownload = (): FetchWay => ({
  kind: 'fetch',
  name: "Playwright's download",
  doing: 'Downloading Chromium by Playwright (about 170 MB)',
  lacks: () => unreachableServer(PLAYWRIGHT_ORIGIN),
  async fetch() {
    const cli = new URL('../../node_modules/playwright-core/cli.js', import.meta.url).pathname;
    await run(process.execPath, [cli, 'install', 'chromium'], { timeoutMs: INSTALL_MS });
    const path = await playwrightPath();
    return { path, version: await chromiumVersion(path), how: 'downloaded by Playwright' };
  },
});

const debian = (): FetchWay => ({
  kind: 'fetch',
  name: 'apt-get',
  doing: 'Installing Chromium by apt-get (about 100 MB)',
  lacks: () =>
    Promise.resolve(
      onPath('apt-get') === undefined
        ? 'there is no apt-get'
        : process.getuid?.() === 0
          ? undefined
          : 'it needs root',
    ),
  async fetch() {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // A foreign package source that fails must not stop us; without any list the install fails below.
    await run('apt-get', ['update', '-qq'], { env, timeoutMs: INSTALL_MS }).catch(() => undefined);
    let why: unknown;
    for (const name of PACKAGES) {
      const install = ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-noto-core'];
      try {
        await run('apt-get', install, { env, timeoutMs: INSTALL_MS });
        const path = onPath(name);
        if (path === undefined) throw new Error(`the package brought no program named ${name}`);
        return { path, version: await chromiumVersion(path), how: 'installed by apt-get' };
      } catch (error) {
        why = error;
      }
    }
    throw why;
  },
});

async function playwrightPath(): Promise<string> {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
