import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { RATE_LIMIT_NAMES, rateLimits } from '../config/rate-limits.ts';
import type { EncryptionKeys } from './keys.ts';
import { releasedArguments } from './single-file.ts';

export type ProgramName = 'simulator' | 'mailbox' | 'worker' | 'api' | 'demo';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Where each program of the system begins. */
export const MAINS: Readonly<Record<ProgramName, string>> = {
  simulator: main('simulator'),
  mailbox: main('dev/mailbox'),
  worker: main('worker'),
  api: main('api'),
  demo: main('demo'),
};

/** Node's arguments that run a program: compiled where `built` has it (dev/build.ts), else from its source. */
export function programArguments(main: string, built?: string): readonly string[] {
  const compiled = built && join(built, relative(ROOT, main).replace(/\.ts$/, '.js'));
  if (compiled && existsSync(compiled)) return releasedArguments(compiled);
  return main.endsWith('.ts') ? ['--import', 'tsx', main] : [main];
}

/** The ports that people expect; a taken one is replaced by the next free one. */
export const DEFAULT_PORTS = {
  api: 3000,
  demo: 3001,
  simulator: 3002,
  workerHealth: 3003,
  temporal: 7233,
  temporalUi: 8233,
  mongodb: 27_017,
  apiMetrics: 3004,
  workerMetrics: 3005,
  mailbox: 3006,
  smtp: 2525,
};

export type PortName = keyof typeof DEFAULT_PORTS;

/** Where everything is, before it is known whether it answers. */
export interface Places {
  readonly ports: Readonly<Record<PortName, number>>;
  readonly dataDir: string;
  readonly mongodbUri: string;
  readonly temporalAddress: string;
  readonly temporalUi: string;
}

/** What the seed made, for those that start after it. */
export interface SeedResult {
  readonly keys: { readonly private: string; readonly public: string; readonly webhook: string };
  readonly users: Readonly<
    Record<string, { readonly username: string; readonly password: string }>
  >;
  readonly pgCodes: readonly string[];
  /** The codes in groups that may stand in one transaction together; the shop offers the first by default. */
  readonly methodGroups: readonly (readonly string[])[];
  /** What no key of ours opens: of each kind a sentence for the first few, which names it, and how many more. */
  readonly unopenable?: readonly string[];
}

/** The address of a program, for people and for the other programs. */
export function urlOf(
  name: 'api' | 'demo' | 'simulator' | 'mailbox' | 'workerHealth' | 'apiMetrics' | 'workerMetrics',
  { ports }: Pick<Places, 'ports'>,
): string {
  return `http://127.0.0.1:${ports[name]}`;
}

/** Where a program tells that it is ready. */
export function readyUrl(name: ProgramName, places: Places): string {
  return `${urlOf(name === 'worker' ? 'workerHealth' : name, places)}/readyz`;
}

/** The environment that every program gets. */
export function commonEnvironment(places: Places): Record<string, string> {
  return {
    NODE_ENV: 'development',
    SARRAF_MODE: 'embedded',
    MONGODB_URI: places.mongodbUri,
    TEMPORAL_ADDRESS: places.temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
  };
}

/** Beside the common environment. The network is somebody else: it gets no key of ours. */
export function simulatorEnvironment({ ports, dataDir }: Places): Record<string, string> {
  return { SIMULATOR_PORT: String(ports.simulator), SIMULATOR_DATA_DIR: `${dataDir}/simulator` };
}

/** Beside the common environment. Nothing that it takes leaves this machine. */
export function mailboxEnvironment({ ports, dataDir }: Places): Record<string, string> {
  return {
    MAILBOX_PORT: String(ports.mailbox),
    MAILBOX_SMTP_PORT: String(ports.smtp),
    MAILBOX_DIR: join(dataDir, 'mailbox'),
  };
}

/** Beside the common environment. */
export function workerEnvironment(places: Places, keys: EncryptionKeys): Record<string, string> {
  const { ports } = places;
  return {
    PUBLIC_URL: urlOf('api', places),
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    SMTP_TLS: 'none',
    MAIL_FROM: 'Sarraf <no-reply@sarraf.example>',
    FILES_URL: filesOf(places),
    SMS_URL: `${urlOf('mailbox', places)}/sms`,
    SMS_FROM: 'Sarraf',
    WHATSAPP_URL: `${urlOf('mailbox', places)}/whatsapp`,
    PHONE_COUNTRY: 'KW',
    WORKER_HEALTH_PORT: String(ports.workerHealth),
    WORKER_METRICS_PORT: String(ports.workerMetrics),
    // The shop and the mailbox are receivers on this machine.
    WEBHOOK_ALLOW: '127.0.0.0/8,::1',
    ...encryptionVariables(keys),
  };
}

/** Somebody who tries things out, and tests, come from one address with one key. Those of `own`, in the same form, stay as they are. */
export function generousLimits(own?: string): string {
  const named = own === undefined ? {} : rateLimits(own);
  const generous = RATE_LIMIT_NAMES.filter((name) => !(name in named)).map((name) =>
    name === 'general' ? `${name}=10000000/86400` : `${name}=10000/60`,
  );
  return [...generous, ...(own === undefined ? [] : [own])].join(',');
}

/** Beside the common environment. */
export function apiEnvironment(places: Places, keys: EncryptionKeys): Record<string, string> {
  return {
    API_PORT: String(places.ports.api),
    API_METRICS_PORT: String(places.ports.apiMetrics),
    API_HOST: '127.0.0.1',
    PUBLIC_URL: urlOf('api', places),
    FILES_URL: filesOf(places),
    SARRAF_CODEC_ORIGINS: uiOrigins(places).join(','),
    // An issuer may be on this machine.
    SSO_ALLOW: '127.0.0.0/8',
    // Seconds in place of a merchant's minutes, so that a person who plays sees all of it.
    INQUIRY_FIRST_AFTER_SECONDS: '5',
    INQUIRY_EVERY_SECONDS: '10',
    INQUIRY_PER_DAY: '100',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? generousLimits(),
    ...encryptionVariables(keys),
  };
}

/** One place for both programs. */
function filesOf({ dataDir }: Pick<Places, 'dataDir'>): string {
  return pathToFileURL(join(dataDir, 'files')).href;
}

/** Where the Temporal UI has payloads decrypted. */
export function codecUrl(places: Pick<Places, 'ports'>): string {
  return `${urlOf('api', places)}/codec`;
}

/** What API and worker are told of the keys. */
export function encryptionVariables(keys: EncryptionKeys) {
  return {
    SARRAF_PAYLOAD_KEYS: keys.payloads,
    SARRAF_STORAGE_KEYS: keys.storage,
    SARRAF_SEARCH_KEYS: keys.search,
  };
}

/** A person may write the loopback either way. */
function uiOrigins({ temporalUi }: Places): readonly string[] {
  const { origin } = new URL(temporalUi);
  return [...new Set([origin, origin.replace('//127.0.0.1', '//localhost')])];
}

/** The shop's environment: it is a merchant, so it knows its keys and where we are, and nothing else of ours. */
export function demoEnvironment(places: Places, seeded: SeedResult): Record<string, string> {
  return {
    DEMO_PORT: String(places.ports.demo),
    DEMO_PUBLIC_URL: urlOf('demo', places),
    SARRAF_API_URL: urlOf('api', places),
    SARRAF_PRIVATE_KEY: seeded.keys.private,
    SARRAF_PUBLIC_KEY: seeded.keys.public,
    SARRAF_WEBHOOK_KEY: seeded.keys.webhook,
    DEMO_PG_CODES: seeded.methodGroups.map((codes) => codes.join(',')).join('|'),
    DEMO_FORM_ORIGINS: urlOf('simulator', places),
    DEMO_WALLETS_SCRIPT: `${urlOf('simulator', places)}/assets/wallets.js`,
    TEMPORAL_UI_URL: places.temporalUi,
  };
}

function main(room: Exclude<ProgramName, 'mailbox'> | 'dev/mailbox'): string {
  return join(ROOT, room, 'index.ts');
}
