import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { apiEnv, workerEnv } from '../../config/env.ts';
import { SHUTDOWN_GRACE_MS } from '../../config/defaults.ts';
import { MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { readEnv } from '../../demo/env.ts';
import { serverFile, shopFile } from '../../dev/env-files.ts';
import { settingsOf } from '../../simulator/settings.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
// A package of mocha's, without types of its own.
const yaml: { load: (text: string) => unknown } = createRequire(import.meta.url)('js-yaml');

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly disable?: boolean };
  readonly restart?: string;
  readonly network_mode?: string;
  readonly networks?: Readonly<
    Partial<
      Record<
        'default' | 'databases',
        { readonly aliases?: readonly string[]; readonly ipv4_address?: string }
      >
    >
  >;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const { services, volumes } = merged(yaml.load(read('docker-compose.yml'))) as Compose;
const all = Object.entries(services);
const ours = all.filter(([, { build }]) => build !== undefined);

describe('docker-compose.yml', () => {
  it('has everything that a cluster needs', () => {
    const needed =
      'postgres temporal temporal-ui mongo1 mongo2 mongo3 simulator seed api worker demo';
    for (const name of needed.split(' ')) assert.ok(services[name], name);
  });

  for (const [name, { image }] of all)
    it(`pins the image of ${name} to one version`, () => {
      assert.match(image, /^[a-z/-]+:\d+\.\d+\.\d+|^postgres:\d+\.\d+/);
    });

  it('gives API and worker an environment with which they start', () => {
    const file = variablesIn(serverFile({ payloads: KEY, storage: KEY, search: KEY }));
    assert.doesNotThrow(() => apiEnv({ ...file, ...environment('api') }));
    assert.doesNotThrow(() => workerEnv({ ...file, ...environment('worker') }));
  });

  it('gives simulator and shop an environment with which they start', () => {
    const keys = { private: 'a', public: 'b', webhook: 'c' };
    const file = variablesIn(shopFile({ keys, methodGroups: [['sandbox', 'cash'], ['hold']] }));
    assert.doesNotThrow(() => settingsOf(environment('simulator')));
    const shop = readEnv({ ...file, ...environment('demo') });
    assert.deepEqual(shop.pgGroups, [['sandbox', 'cash'], ['hold']]);
    assert.ok(shop.formOrigins.includes(environment('simulator')['SIMULATOR_PUBLIC_URL'] ?? ''));
  });

  it('starts programs that a release has, with files that the seed writes', () => {
    const release = read('tsconfig.build.json');
    const written = read('dev/seed-cluster.ts');
    for (const [name, { command = [] }] of ours) {
      const main = command.at(-1) ?? '';
      const source = main.replace(/^dist\//, '').replace(/\.js$/, '.ts');
      assert.ok(existsSync(new URL(source, ROOT)), `${name}: ${source}`);
      assert.ok(release.includes(`"${source}"`), `${source} is in no release`);
      const file = /--env-file=\/keys\/(\S+)/.exec(command.join(' '))?.[1];
      if (file !== undefined) assert.ok(written.includes(`'${file}'`), `nobody writes ${file}`);
    }
  });

  it('waits only for what exists and can come true', () => {
    for (const [name, { depends_on = {} }] of all)
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const service = services[other];
        assert.ok(service, `${name} waits for ${other}`);
        const isHealthy = service.healthcheck !== undefined || service.build !== undefined;
        const isOneShot = service.restart?.startsWith('on-failure') === true;
        const can = {
          service_started: true,
          service_healthy: isHealthy && service.healthcheck?.disable !== true && !isOneShot,
          service_completed_successfully: isOneShot,
        }[condition];
        assert.ok(can, `${name} waits for ${other} to be ${condition}`);
      }
  });

  it('names every database and every address as a service that listens there', () => {
    const names = new Map(
      all.flatMap(([name, { networks }]) =>
        [name, ...(networks?.default?.aliases ?? [])].map((alias) => [alias, name] as const),
      ),
    );
    for (const [name, { environment: variables = {} }] of all)
      for (const [variable, value] of Object.entries(variables))
        for (const [, host = '', port = ''] of value.matchAll(/([a-z][\w.-]*):(\d{4,5})\b/g)) {
          if (host === 'localhost') continue;
          const service = names.get(host);
          assert.ok(service, `${name}: ${variable} names ${host}`);
          assert.ok(listens(service).includes(port), `${service} does not listen on ${port}`);
        }
  });

  it('publishes on this machine only, and neither a database nor metrics', () => {
    const published = all.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => {
        const [, from, to] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(port) ?? [];
        assert.ok(from && from === to, `${name} publishes ${port}`);
        return from;
      }),
    );
    assert.deepEqual(published.toSorted(), ['3000', '3001', '3002', '8080']);
  });

  it('declares every volume, and mounts only files that exist', () => {
    for (const [name, { volumes: mounts = [] }] of all)
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        const exists = source.startsWith('./')
          ? existsSync(new URL(source, ROOT))
          : source in volumes;
        assert.ok(exists, `${name} mounts ${source}`);
      }
  });

  it('gives every program of ours more time to stop than it takes', () => {
    const drainMs = Number(environment('api')['API_DRAIN_SECONDS']) * 1000;
    for (const [name, { stop_grace_period: grace = '0s' }] of ours)
      assert.ok(Number.parseInt(grace, 10) * 1000 > SHUTDOWN_GRACE_MS + drainMs + 10_000, name);
  });

  it('opens to webhooks the address of the shop, and no other', () => {
    assert.equal(
      environment('worker')['WEBHOOK_ALLOW'],
      services['demo']?.networks?.default?.ipv4_address,
    );
  });

  it('believes the balancer alone of whom a request comes from', () => {
    const { ipv4_address: balancer } = services['balancer']?.networks?.default ?? {};
    assert.ok(balancer);
    assert.equal(environment('api')['TRUSTED_PROXIES'], balancer);
  });

  it('gives nobody else the addresses that are given by name', () => {
    const { base = '', range = '' } =
      /subnet: (?<base>[\d.]+)\/24, ip_range: (?<range>[\d.]+)\/25/.exec(read('docker-compose.yml'))
        ?.groups ?? {};
    const given = all.flatMap(([, { networks }]) => networks?.default?.ipv4_address ?? []);
    assert.equal(new Set(given).size, given.length);
    for (const address of given) {
      assert.equal(
        address.slice(0, address.lastIndexOf('.')),
        base.slice(0, base.lastIndexOf('.')),
      );
      assert.ok(lastOf(address) > 1 && lastOf(address) < lastOf(range), address);
    }
  });

  it('has no password that everybody knows: each is asked for, by a sentence', () => {
    const secrets = all.flatMap(([name, { environment: variables = {} }]) =>
      Object.entries(variables)
        .filter(([variable]) => /PASSWORD|PWD|SECRET|TOKEN|_KEY$/.test(variable))
        .map(([variable, value]) => [`${name} ${variable}`, value] as const),
    );
    assert.ok(secrets.length >= 3);
    for (const [where, value] of secrets) assert.match(value, /^\$\{[A-Z_]+:\?.{20,}\}$/, where);
  });

  it('keeps databases in a network that leads nowhere, with those alone who need them', () => {
    assert.match(read('docker-compose.yml'), /^ {2}databases:\n {4}internal: true$/m);
    const inside = new Set(
      all.filter(([, { networks }]) => networks?.databases).map(([name]) => name),
    );
    for (const name of ['postgres', 'mongo1', 'mongo2', 'mongo3'])
      assert.deepEqual(Object.keys(services[name]?.networks ?? {}), ['databases'], name);
    for (const [name, { environment: variables = {} }] of all) {
      const isUser = /mongo\d|postgres/.test(Object.values(variables).join(' ')) && name !== 'seed';
      if (isUser) assert.ok(inside.has(name), `${name} cannot reach its database`);
    }
    // The seed is where the simulator is.
    assert.equal(services['seed']?.network_mode, 'service:simulator');
    assert.ok(inside.has('simulator'));
    for (const name of ['balancer', 'demo', 'temporal-ui']) assert.ok(!inside.has(name), name);
  });
});

describe('the balancer', () => {
  const conf = read('deploy/balancer.conf').replaceAll(/#.*$/gm, '');

  it('says who asks in place of what the caller says', () => {
    assert.match(conf, /proxy_set_header X-Forwarded-For \$remote_addr;/);
    assert.match(conf, /proxy_set_header X-Forwarded-Proto \$scheme;/);
    // A location with headers of its own would have none of these.
    const [, ...locations] = conf.split('location ');
    for (const location of locations) assert.doesNotMatch(location, /proxy_set_header/);
  });

  it('lets through what the API takes: attachments anywhere, and files of requests where they go', () => {
    const sizes = [...conf.matchAll(/client_max_body_size (\d+)m;/g)].map(([, size]) =>
      Number(size),
    );
    assert.ok((sizes[0] ?? 0) * 1024 ** 2 > MAX_ATTACHMENT_BYTES + 1_000_000);
    assert.ok((sizes[1] ?? 0) * 1024 ** 2 > 50_000_000);
    const path = /location ~ (\S+) \{\s+client_max_body_size 52m/.exec(conf)?.[1] ?? '';
    for (const bulk of ['/b/bulk/v1/bulk/', '/b/bulk/v1/bulk', '/office/bulk/new'])
      assert.match(bulk, new RegExp(path));
    for (const other of ['/b/bulk/v1/bulk/7/rows/', '/b/checkout/v1/pymt-txn/', '/office/bulk'])
      assert.doesNotMatch(other, new RegExp(path));
  });

  it('waits for no half request', () => {
    assert.match(conf, /client_header_timeout 15s;/);
    assert.match(conf, /client_body_timeout 15s;/);
  });
});

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  const stages = dockerfile.split(/^FROM /m).slice(1);

  it('builds in stages, and ends with one that has production packages and no sources', () => {
    assert.ok(stages.length >= 3);
    const last = stages.at(-1) ?? '';
    assert.doesNotMatch(last, /COPY \. |npm (?:ci|install)/);
    assert.match(last, /COPY --from=packages \/app\/node_modules/);
    assert.match(dockerfile, /npm install .*--omit=dev/);
  });

  it('runs as a user without rights, with a health check, by the Node that is tested', () => {
    const last = stages.at(-1) ?? '';
    assert.match(last, /^USER node$/m);
    assert.ok(last.indexOf('USER node') > last.lastIndexOf('RUN'));
    assert.match(last, /^HEALTHCHECK .+"deploy\/ready\.mjs"/m);
    const { devEngines } = JSON.parse(read('package.json'));
    assert.match(
      dockerfile,
      new RegExp(`^FROM node:${devEngines.runtime.version}-bookworm-slim AS base$`, 'm'),
    );
  });

  it('is given by .dockerignore all that it copies and builds from', () => {
    const given = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    for (const path of given) assert.ok(existsSync(new URL(path, ROOT)), path);
    const sources = ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'deploy'];
    for (const path of [...sources, 'tsconfig.build.json', 'dev'])
      assert.ok(given.includes(path), path);
    const rooms = [...read('test/house.test.ts').matchAll(/^ {2}([a-z]+): \{/gm)].map(
      ([, room]) => room,
    );
    const needless = new Set(['bench', 'drills', 'test']);
    assert.deepEqual(
      rooms.filter((room) => !needless.has(String(room)) && !given.includes(String(room))),
      [],
    );
    assert.ok(rooms.includes('domain') && rooms.includes('api'));
  });
});

const KEY = `test:${Buffer.alloc(32, 7).toString('base64')}`;

/** What is merged by `<<` is put where it belongs; the reader of YAML leaves it as it is. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key]) => key !== '<<');
  const base: unknown = '<<' in value ? merged(value['<<']) : {};
  return {
    ...(base as object),
    ...Object.fromEntries(own.map(([key, one]) => [key, merged(one)])),
  };
}

function environment(name: string): Readonly<Record<string, string>> {
  return services[name]?.environment ?? {};
}

/** The ports on which a service listens: what it is told, or what its kind always takes. */
function listens(name: string): readonly string[] {
  const known: Readonly<Record<string, string>> = {
    postgres: '5432',
    temporal: '7233',
    'temporal-ui': '8080',
    mongo1: '27017',
    mongo2: '27017',
    mongo3: '27017',
    balancer: /listen (\d+);/.exec(read('deploy/balancer.conf'))?.[1] ?? '',
  };
  const told = Object.entries(environment(name)).filter(([variable]) => variable.endsWith('_PORT'));
  return [known[name] ?? '', ...told.map(([, port]) => port)];
}

function lastOf(address: string): number {
  return Number(address.split('.').at(-1));
}

function variablesIn(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    file
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
