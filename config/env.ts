import Joi from 'joi';
import { COMMAND_DEADLINE_MS, DEBITS_PER_SECOND, RATE_LIMIT_WAIT_MS } from './defaults.ts';
import { codecOrigins, codecTokens } from './codec-access.ts';
import { filesPlace, type FilesPlaceSettings, sendfile, type Sendfile } from './files-place.ts';
import { isPublic, keyRing, type KeyRing } from './key-ring.ts';
import { messages, type MessageEnv } from './message-env.ts';
import { rateLimits, type RateLimits } from './rate-limits.ts';
import { tokenIssuers, type TokenIssuer } from './token-issuers.ts';

export type Mode = 'production' | 'embedded';

/** Where the database is, what opens the secrets in it, and what finds its documents. */
export interface StoreEnv {
  readonly MONGODB_URI: string;
  readonly SARRAF_STORAGE_KEYS: KeyRing;
  readonly SARRAF_SEARCH_KEYS: KeyRing;
  readonly SARRAF_MODE: Mode;
}

/** Where Temporal and MongoDB are, and their keys: what API and worker share. */
export interface SharedEnv extends StoreEnv {
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_NAMESPACE: string;
  readonly TEMPORAL_API_KEY?: string;
  readonly TEMPORAL_TLS_CLIENT_CERT_PATH?: string;
  readonly TEMPORAL_TLS_CLIENT_KEY_PATH?: string;
  readonly TEMPORAL_TLS_SERVER_CA_CERT_PATH?: string;
  readonly SARRAF_PAYLOAD_KEYS: KeyRing;
  readonly LOG_LEVEL: string;
  /** Whether settings are kept in memory (store/settings-cache.ts). */
  readonly SETTINGS_IN_MEMORY: boolean;
  /** The IP address on which metrics are given; they are for the operator's own network. */
  readonly METRICS_HOST: string;
}

/** Where files are kept: what API and worker share. */
export interface FilesEnv {
  /** A directory, or a bucket of an S3-compatible storage. */
  readonly FILES_URL: FilesPlaceSettings;
  readonly AWS_ACCESS_KEY_ID?: string;
  readonly AWS_SECRET_ACCESS_KEY?: string;
  readonly AWS_SESSION_TOKEN?: string;
}

export interface ApiEnv extends SharedEnv, FilesEnv {
  readonly API_HOST: string;
  readonly API_PORT: number;
  /** The address under which payers and gateways reach this API. */
  readonly PUBLIC_URL: string;
  /** Who may decrypt what the Temporal UI and CLI show: names with the SHA-256 of their tokens, in hex. */
  readonly SARRAF_CODEC_TOKENS: ReadonlyMap<string, string>;
  /** The origins of the Temporal UIs that may ask from a browser. */
  readonly SARRAF_CODEC_ORIGINS: readonly string[];
  /** Whose tokens are believed beside our own. */
  readonly SARRAF_TOKEN_ISSUERS: readonly TokenIssuer[];
  readonly API_METRICS_PORT?: number;
  /** How long a token for the file of a report is good. */
  readonly REPORT_TOKEN_SECONDS: number;
  /** How a proxy in front sends the files of reports; left out: the API sends them itself. */
  readonly FILES_SENDFILE?: Sendfile;
  /** How long a stop goes on taking requests, so that a balancer sees `/readyz` and leaves. */
  readonly API_DRAIN_SECONDS: number;
  /** How often a merchant may make us ask gateways about one transaction. */
  readonly INQUIRY_FIRST_AFTER_SECONDS: number;
  readonly INQUIRY_EVERY_SECONDS: number;
  readonly INQUIRY_PER_DAY: number;
  /** Networks of proxies whose `X-Forwarded-For` is believed. */
  readonly TRUSTED_PROXIES: readonly string[];
  /** Nothing can be created or paid, whoever the merchant is. */
  readonly SARRAF_PAUSED: boolean;
  /** Whether the old endpoints are for HTTPS only; the embedded mode has none. */
  readonly LEGACY_HTTPS: 'required' | 'optional';
  /** Whether there are pages for the people of merchants. */
  readonly OFFICE: 'on' | 'off';
  /** The address of those pages, where it is another one than payers have. */
  readonly OFFICE_URL?: string;
  /** After so many minutes without use a login of those pages ends, of who may move money or administer after 15 at most. */
  readonly OFFICE_IDLE_MINUTES: number;
  /** After so many hours it ends in any case. */
  readonly OFFICE_LOGIN_HOURS: number;
  /** Networks in which issuers of single sign-on may be although they are not public. */
  readonly SSO_ALLOW: readonly string[];
  /** Whether superusers are led from a payment to its workflow in the Temporal UI, which shows all merchants. */
  readonly OFFICE_WORKFLOW_LINK: 'on' | 'off';
  /** The address of the Temporal UI. */
  readonly TEMPORAL_UI_URL?: string;
  /** Limits that are not as `api/limits/limits.ts` has them. */
  readonly RATE_LIMITS: RateLimits;
  readonly RATE_LIMIT_WAIT_MS: number;
  /** How long a command waits for the worker, and until when it may begin. */
  readonly COMMAND_DEADLINE_MS: number;
}

export interface WorkerEnv extends SharedEnv, FilesEnv, MessageEnv {
  readonly WORKER_HEALTH_HOST: string;
  readonly WORKER_HEALTH_PORT?: number;
  readonly WORKER_METRICS_PORT?: number;
  /** Makes the worker a version of this deployment. Left out: workers are not versioned. */
  readonly WORKER_DEPLOYMENT?: string;
  /** The engine charges nobody by itself. */
  readonly SARRAF_PAUSED: boolean;
  /** How much all workers together do for agreements in a second; the same at each worker. */
  readonly DEBITS_PER_SECOND: number;
  /** Networks that webhooks may go to although they are not public. */
  readonly WEBHOOK_ALLOW: readonly string[];
  /** The query `__stack_trace` of Temporal says where a run waits, at the price of slower workflows. */
  readonly WORKFLOW_STACK_TRACES: boolean;
}

const port = Joi.number().port();
const off = Joi.boolean().empty('').default(false);
/** The value stays out of the message: it may be a key. */
const unreadable = { 'any.custom': '{{#label}} cannot be read: {{#error.message}}' };
const keys = Joi.string().required().custom(keyRing).messages(unreadable);
const store = {
  // A replica set has several hosts, which no URI has. The value stays out of the message: it may hold a password.
  MONGODB_URI: Joi.string()
    .pattern(/^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:[/?]\S*)?$/)
    .messages({
      'string.pattern.base': '{{#label}} must be like mongodb://host:27017/name?replicaSet=rs0',
    })
    .required(),
  SARRAF_STORAGE_KEYS: keys,
  SARRAF_SEARCH_KEYS: keys,
  SARRAF_MODE: Joi.string().valid('production', 'embedded').default('production'),
};
const shared = {
  ...store,
  TEMPORAL_ADDRESS: Joi.string().required(),
  TEMPORAL_NAMESPACE: Joi.string().default('default'),
  TEMPORAL_API_KEY: Joi.string(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: Joi.string(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: Joi.string(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: Joi.string(),
  SARRAF_PAYLOAD_KEYS: keys,
  LOG_LEVEL: Joi.string().valid('debug', 'info', 'warn', 'error', 'silent').default('info'),
  METRICS_HOST: Joi.string().ip({ cidr: 'forbidden' }).default('127.0.0.1'),
  SETTINGS_IN_MEMORY: Joi.boolean().empty('').default(true),
};

const files = {
  FILES_URL: Joi.string().custom(filesPlace).required().messages(unreadable),
  AWS_ACCESS_KEY_ID: Joi.string(),
  AWS_SECRET_ACCESS_KEY: Joi.string(),
  AWS_SESSION_TOKEN: Joi.string(),
};

const webAddress = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .custom((text: string) => {
    if (!URL.canParse(text)) throw new Error('it leads nowhere');
    return text;
  });

/** Commas part the networks; each is an address, or one with the length of its prefix. */
const networks = Joi.string()
  .empty('')
  .custom((text: string): readonly string[] => {
    const parts = text.split(',').map((part) => part.trim());
    const network = Joi.string().ip({ version: ['ipv4', 'ipv6'], cidr: 'optional' });
    return parts.filter((part) => part !== '').map((part) => Joi.attempt(part, network));
  });

const apiSchema = Joi.object<ApiEnv>({
  ...shared,
  API_HOST: Joi.string().default('127.0.0.1'),
  API_PORT: port.required(),
  PUBLIC_URL: webAddress.required(),
  SARRAF_CODEC_TOKENS: Joi.string()
    .empty('')
    .custom(codecTokens)
    .default(new Map())
    .messages(unreadable),
  SARRAF_CODEC_ORIGINS: Joi.string()
    .empty('')
    .custom(codecOrigins)
    .default([])
    .messages(unreadable),
  SARRAF_TOKEN_ISSUERS: Joi.string()
    .empty('')
    .custom(tokenIssuers)
    .default([])
    .messages(unreadable),
  API_METRICS_PORT: port,
  ...files,
  FILES_SENDFILE: Joi.string().empty('').custom(sendfile).messages(unreadable),
  REPORT_TOKEN_SECONDS: Joi.number().integer().min(1).max(86_400).default(900),
  API_DRAIN_SECONDS: Joi.number().integer().min(0).max(60).default(0),
  INQUIRY_FIRST_AFTER_SECONDS: Joi.number().integer().min(0).max(86_400).default(600),
  INQUIRY_EVERY_SECONDS: Joi.number().integer().min(0).max(86_400).default(1800),
  INQUIRY_PER_DAY: Joi.number().integer().min(1).max(1000).default(3),
  TRUSTED_PROXIES: networks.default([]),
  SARRAF_PAUSED: off,
  OFFICE: Joi.string().valid('on', 'off').empty('').default('on'),
  OFFICE_URL: webAddress.empty(''),
  OFFICE_IDLE_MINUTES: Joi.number().integer().min(5).max(60).default(60),
  OFFICE_LOGIN_HOURS: Joi.number().integer().min(1).max(24).default(12),
  SSO_ALLOW: networks.default([]),
  OFFICE_WORKFLOW_LINK: Joi.string().valid('on', 'off').empty('').default('off'),
  TEMPORAL_UI_URL: webAddress.empty(''),
  LEGACY_HTTPS: Joi.string().valid('required', 'optional').empty('').default('required'),
  RATE_LIMITS: Joi.string().empty('').custom(rateLimits).default({}).messages(unreadable),
  RATE_LIMIT_WAIT_MS: Joi.number()
    .empty('')
    .integer()
    .min(1)
    .max(10_000)
    .default(RATE_LIMIT_WAIT_MS),
  COMMAND_DEADLINE_MS: Joi.number()
    .empty('')
    .integer()
    .min(1000)
    .max(60_000)
    .default(COMMAND_DEADLINE_MS),
})
  // Half of a pair would fall back silently on whatever role the machine has, or on no certificate at all.
  .and('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
  .and('TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH')
  .with('AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID');

const workerSchema = Joi.object<WorkerEnv>({
  ...shared,
  ...files,
  WORKER_HEALTH_HOST: Joi.string().default('127.0.0.1'),
  WORKER_HEALTH_PORT: port,
  WORKER_METRICS_PORT: port,
  // Temporal parts name and build with a dot.
  WORKER_DEPLOYMENT: Joi.string()
    .empty('')
    .max(100)
    .pattern(/^[A-Za-z0-9][\w-]*$/),
  SARRAF_PAUSED: off,
  DEBITS_PER_SECOND: Joi.number().empty('').min(0.1).max(10_000).default(DEBITS_PER_SECOND),
  WEBHOOK_ALLOW: networks.default([]),
  WORKFLOW_STACK_TRACES: off,
  ...messages,
})
  // A mail needs somebody it comes from and pages that it leads to; so do the others, but for whom they come from.
  .with('SMTP_URL', ['MAIL_FROM', 'PUBLIC_URL'])
  .with('SMS_URL', 'PUBLIC_URL')
  .with('WHATSAPP_URL', 'PUBLIC_URL')
  .and('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY')
  .and('TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH')
  .with('AWS_SESSION_TOKEN', 'AWS_ACCESS_KEY_ID');
const sharedSchema = Joi.object<SharedEnv>(shared).and(
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
);
const storeSchema = Joi.object<StoreEnv>(store);

export function apiEnv(env: NodeJS.ProcessEnv): ApiEnv {
  return read(apiSchema, env);
}

export function workerEnv(env: NodeJS.ProcessEnv): WorkerEnv {
  return read(workerSchema, env);
}

/** For programs that work on the database and on Temporal, and listen nowhere. */
export function sharedEnv(env: NodeJS.ProcessEnv): SharedEnv {
  return read(sharedSchema, env);
}

/** For programs that work on the database alone. */
export function storeEnv(env: NodeJS.ProcessEnv): StoreEnv {
  return read(storeSchema, env);
}

/** Throws one error that lists every fault, so that an operator mends them all at once. */
function read<T extends StoreEnv>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): T {
  const { error, value } = schema.validate(env, { abortEarly: false, stripUnknown: true });
  const faults = error ? error.details.map(({ message }) => message) : publicKeys(value);
  if (!error && faults.length === 0) return value;
  const lines = faults.map((fault) => `  - ${fault}`).join('\n');
  throw new Error(`The environment is not complete. Set or correct these variables:\n${lines}`);
}

/** The keys of the tests are in the repository: what they encrypt is open to all. */
function publicKeys(env: StoreEnv & Partial<SharedEnv>): readonly string[] {
  if (env.SARRAF_MODE !== 'production') return [];
  return (['SARRAF_PAYLOAD_KEYS', 'SARRAF_STORAGE_KEYS', 'SARRAF_SEARCH_KEYS'] as const)
    .filter((name) => isPublic(env[name] ?? []))
    .map((name) => `"${name}" holds the key of the tests, which everybody knows; make your own`);
}

/** The keys of the database, in the words of `store/index.ts`. */
export function storeKeysIn({
  SARRAF_STORAGE_KEYS: storage,
  SARRAF_SEARCH_KEYS: search,
}: StoreEnv) {
  return { storage, search };
}

/** The part of the environment about files, in the words of `transports/files.ts`. */
export function filesSettings(env: FilesEnv) {
  const { FILES_URL: place, AWS_ACCESS_KEY_ID: accessKeyId } = env;
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (place.kind === 'local' || accessKeyId === undefined || secretAccessKey === undefined)
    return place;
  const credentials = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
  };
  return { ...place, credentials };
}

/** Temporal's part of the environment in the words of `temporal/connection.ts`. */
export function temporalSettings(env: SharedEnv) {
  const cert = env.TEMPORAL_TLS_CLIENT_CERT_PATH;
  const key = env.TEMPORAL_TLS_CLIENT_KEY_PATH;
  const serverCa = env.TEMPORAL_TLS_SERVER_CA_CERT_PATH;
  const tls = {
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverCa !== undefined && { serverCa }),
  };
  return {
    address: env.TEMPORAL_ADDRESS,
    namespace: env.TEMPORAL_NAMESPACE,
    ...(env.TEMPORAL_API_KEY !== undefined && { apiKey: env.TEMPORAL_API_KEY }),
    ...(Object.keys(tls).length > 0 && { tls }),
  };
}
