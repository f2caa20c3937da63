import Joi from 'joi';

/** Where Temporal and MongoDB are: what API and worker share. */
export interface SharedEnv {
  readonly MONGODB_URI: string;
  readonly TEMPORAL_ADDRESS: string;
  readonly TEMPORAL_NAMESPACE: string;
  readonly TEMPORAL_API_KEY?: string;
  readonly TEMPORAL_TLS_CLIENT_CERT_PATH?: string;
  readonly TEMPORAL_TLS_CLIENT_KEY_PATH?: string;
  readonly TEMPORAL_TLS_SERVER_CA_CERT_PATH?: string;
  readonly LOG_LEVEL: string;
  /** The IP address on which metrics are given; they are for the operator's own network. */
  readonly METRICS_HOST: string;
}

export interface ApiEnv extends SharedEnv {
  readonly API_HOST: string;
  readonly API_PORT: number;
  /** The address under which payers and gateways reach this API. */
  readonly PUBLIC_URL: string;
  readonly API_METRICS_PORT?: number;
  /** How long a stop goes on taking requests, so that a balancer sees `/readyz` and leaves. */
  readonly API_DRAIN_SECONDS: number;
}

export interface WorkerEnv extends SharedEnv {
  readonly WORKER_HEALTH_HOST: string;
  readonly WORKER_HEALTH_PORT?: number;
  readonly WORKER_METRICS_PORT?: number;
}

const port = Joi.number().port();
const shared = {
  // A replica set has several hosts, which no URI has. The value stays out of the message: it may hold a password.
  MONGODB_URI: Joi.string()
    .pattern(/^mongodb(?:\+srv)?:\/\/[^/?#\s]+(?:[/?]\S*)?$/)
    .messages({
      'string.pattern.base': '{{#label}} must be like mongodb://host:27017/name?replicaSet=rs0',
    })
    .required(),
  TEMPORAL_ADDRESS: Joi.string().required(),
  TEMPORAL_NAMESPACE: Joi.string().default('default'),
  TEMPORAL_API_KEY: Joi.string(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: Joi.string(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: Joi.string(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: Joi.string(),
  LOG_LEVEL: Joi.string().valid('debug', 'info', 'warn', 'error', 'silent').default('info'),
  METRICS_HOST: Joi.string().ip({ cidr: 'forbidden' }).default('127.0.0.1'),
};

const apiSchema = Joi.object<ApiEnv>({
  ...shared,
  API_HOST: Joi.string().default('127.0.0.1'),
  API_PORT: port.required(),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .required(),
  API_METRICS_PORT: port,
  API_DRAIN_SECONDS: Joi.number().integer().min(0).max(60).default(0),
});
const workerSchema = Joi.object<WorkerEnv>({
  ...shared,
  WORKER_HEALTH_HOST: Joi.string().default('127.0.0.1'),
  WORKER_HEALTH_PORT: port,
  WORKER_METRICS_PORT: port,
});

export function apiEnv(env: NodeJS.ProcessEnv): ApiEnv {
  return read(apiSchema, env);
}

export function workerEnv(env: NodeJS.ProcessEnv): WorkerEnv {
  return read(workerSchema, env);
}

/** Throws one error that lists every fault, so that an operator mends them all at once. */
function read<T>(schema: Joi.ObjectSchema<T>, env: NodeJS.ProcessEnv): T {
  const { error, value } = schema.validate(env, { abortEarly: false, stripUnknown: true });
  if (!error) return value;
  const faults = error.details.map(({ message }) => `  - ${message}`).join('\n');
  throw new Error(`The environment is not complete. Set or correct these variables:\n${faults}`);
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
