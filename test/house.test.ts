import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What the files of a room may import besides their own room. A path that ends in a slash means all below it. */
interface Row {
  readonly ours: readonly string[];
  /** Of ours, but as types only: nothing of it runs here. */
  readonly types?: readonly string[];
  readonly packages: readonly string[];
  readonly node: boolean;
  /** What single files may import on top of that. */
  readonly files?: Readonly<Record<string, Partial<Omit<Row, 'files'>>>>;
}

const ANYTHING = ['*'];
/** Nothing that runs outside of a test needs one. */
const ALL_BUT_TESTS = ['*', '!test/'];
const WEB_PACKAGES = ['koa', '@koa/router', '@koa/bodyparser'];
const PAGE_PACKAGES = ['preact', 'preact-render-to-string'];

/** Who may know whom; anything not written is refused. */
const TABLE: Readonly<Record<string, Row>> = {
  domain: {
    ours: [],
    packages: [],
    node: false,
    files: {
      'domain/money.ts': { packages: ['currency.js'] },
      'domain/agreement/calendar.ts': { packages: ['temporal-polyfill'] },
      'domain/report/calendar.ts': { packages: ['temporal-polyfill'] },
      'domain/phone.ts': { packages: ['libphonenumber-js'] },
    },
  },
  workflows: {
    ours: ['domain/'],
    types: ['activities/'],
    packages: ['@temporalio/workflow', '@temporalio/common'],
    node: false,
  },
  activities: {
    ours: [
      'domain/',
      'engine/alert-events.ts',
      'engine/create-transaction.ts',
      'engine/operation-word.ts',
      'gateways/',
      'pdf/pool.ts',
      'store/',
      'transports/',
      'render/',
    ],
    types: ['engine/'],
    packages: ['@temporalio/activity', '@temporalio/common'],
    node: false,
  },
  gateways: {
    ours: ['domain/'],
    packages: ['joi'],
    node: true,
    files: { 'gateways/settlement-file.ts': { packages: ['csv-parse'] } },
  },
  store: {
    ours: ['domain/'],
    packages: ['@node-rs/argon2', 'mongoose', 'rate-limiter-flexible', 'uuid'],
    node: true,
  },
  transports: {
    ours: ['domain/'],
    packages: [
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      'ipaddr.js',
      'nodemailer',
      'undici',
    ],
    node: true,
  },
  render: {
    ours: ['domain/'],
    packages: PAGE_PACKAGES,
    node: false,
    files: {
      'render/office/stylesheet.ts': { node: true },
      'render/pages/script.ts': { node: true },
      'render/pages/stylesheet.ts': { node: true },
      'render/files/xlsx.ts': { packages: ['hucre'] },
      'render/mails/merchant-html.ts': { packages: ['parse5'] },
      'render/qr.ts': { packages: ['qrcode'] },
    },
  },
  pdf: {
    ours: [],
    types: ['render/files/paper.ts'],
    packages: ['@myriaddreamin/typst-ts-node-compiler'],
    node: true,
  },
  temporal: {
    ours: ['workflows/visibility.ts'],
    packages: ['@temporalio/client', '@temporalio/common', '@temporalio/proto'],
    node: true,
  },
  engine: {
    ours: ['domain/', 'workflows/starts.ts', 'workflows/messages.ts', 'workflows/ids.ts'],
    types: ['store/'],
    files: {
      'engine/alert-events.ts': { ours: ['store/webhook-copies.ts'] },
      'engine/operation-word.ts': { ours: ['store/operations.ts'] },
      'engine/schedules.ts': { ours: ['temporal/codec.ts'] },
    },
    packages: ['@temporalio/client', '@temporalio/common'],
    node: true,
  },
  api: {
    ours: [
      'domain/',
      'engine/',
      'office/routes.ts',
      'render/',
      'store/',
      'temporal/',
      'gateways/registry.ts',
      'gateways/return-url.ts',
      'pdf/pool.ts',
      'transports/file-key.ts',
      'transports/files-at.ts',
      'transports/files.ts',
      'transports/signature.ts',
      'workflows/messages.ts',
    ],
    types: ['workflows/'],
    packages: [
      ...WEB_PACKAGES,
      '@temporalio/common',
      'busboy',
      'file-type',
      'joi',
      'jose',
      'prom-client',
      'pino',
    ],
    node: true,
    files: {
      'api/app.ts': { ours: ['office/errors.ts'] },
      'api/index.ts': { ours: ['config/'], packages: ['@temporalio/client'] },
      'api/access/issuers-for.ts': {
        ours: [
          'transports/addresses.ts',
          'transports/issuer.ts',
          'transports/resolve.ts',
          'transports/ssrf-guard.ts',
        ],
      },
      'api/access/issuers.ts': { ours: ['transports/issuer.ts'], packages: ['openid-client'] },
      'api/access/second-factor.ts': { packages: ['otpauth'] },
      'api/bulk/csv.ts': { packages: ['csv-parse'] },
      'api/access/password-rules.ts': {
        packages: ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common'],
      },
    },
  },
  office: {
    ours: [
      'api/access/asked-for.ts',
      'api/access/authorize-login.ts',
      'api/access/caller.ts',
      'api/access/login-cookie.ts',
      'api/access/own-page.ts',
      'api/access/settings.ts',
      'api/access/step-up.ts',
      'api/middleware/body.ts',
      'api/middleware/errors.ts',
      'api/route.ts',
      'render/',
    ],
    types: ['api/', 'domain/'],
    packages: ['koa', 'light-my-request'],
    node: true,
    files: {
      'office/typed.ts': {
        ours: ['domain/currencies.ts', 'domain/digits.ts', 'domain/typed-amount.ts'],
      },
      'office/bulk/new.ts': {
        ours: ['api/bulk/file-faults.ts', 'domain/attachment.ts', 'domain/cut-text.ts'],
      },
      'office/bulk/facts.ts': { ours: ['domain/bulk/row-faults.ts'] },
      // The names of columns, which are no rule.
      'office/payments/column-facts.ts': { ours: ['domain/saved-view.ts'] },
      'office/login/routes.ts': {
        ours: [
          'api/access/recorded.ts',
          'api/access/required-factor.ts',
          'api/access/single-sign-on.ts',
          'api/client-address.ts',
        ],
      },
      'office/login/enter.ts': {
        ours: ['api/access/emergency-login.ts', 'api/access/new-places.ts'],
      },
      'office/login/links.ts': {
        ours: ['api/access/account-links.ts', 'api/access/recorded.ts', 'api/client-address.ts'],
      },
      'office/login/sso.ts': {
        ours: [
          'api/access/recorded.ts',
          'api/access/single-sign-on.ts',
          'api/client-address.ts',
          'api/limits/spend.ts',
        ],
      },
      'office/login/required-factor.ts': {
        ours: [
          'api/access/recorded.ts',
          'api/access/second-factor.ts',
          'api/me/second-factor-set.ts',
        ],
      },
      'office/login/second.ts': { ours: ['api/access/recorded.ts'] },
    },
  },
  worker: {
    ours: [
      'domain/',
      'activities/',
      'engine/',
      'gateways/',
      'store/',
      'transports/',
      'temporal/',
      'workflows/ids.ts',
    ],
    packages: ['@temporalio/common', '@temporalio/worker', 'pino'],
    node: true,
    files: {
      'worker/deps.ts': { packages: ['@temporalio/client'] },
      'worker/index.ts': {
        ours: ['config/', 'pdf/pool.ts'],
        packages: ['@temporalio/client'],
      },
    },
  },
  admin: {
    ours: [
      'domain/',
      'store/',
      'gateways/gateway.ts',
      'gateways/registry.ts',
      'gateways/settlement-file.ts',
    ],
    packages: ['commander', 'joi'],
    node: true,
    files: { 'admin/connection.ts': { ours: ['config/'] } },
  },
  config: { ours: [], packages: ['joi', 'pino'], node: true },
  simulator: { ours: [], packages: [...WEB_PACKAGES, ...PAGE_PACKAGES], node: true },
  clients: { ours: [], packages: [], node: true },
  demo: { ours: ['clients/'], packages: ['koa', '@koa/router', ...PAGE_PACKAGES], node: true },
  dev: { ours: ALL_BUT_TESTS, packages: ANYTHING, node: true },
  bench: { ours: ALL_BUT_TESTS, packages: ANYTHING, node: true },
  drills: { ours: ALL_BUT_TESTS, packages: ANYTHING, node: true },
  test: { ours: ANYTHING, packages: ANYTHING, node: true },
};

interface Import {
  readonly from: string;
  readonly kind: 'value' | 'type';
}

interface Source {
  /** From the root, with slashes: `domain/money.ts`. */
  readonly file: string;
  readonly text: string;
}

describe('the house', () => {
  const sources = allSources();

  for (const room of Object.keys(TABLE))
    it(`lets ${room} import what its row allows, and nothing else`, () => {
      const files = sources.filter(({ file }) => roomOf(file) === room);
      assertNone('These imports are refused:', files.flatMap(refusedImports));
    });

  it('allows nothing that nobody imports', () => {
    const idle = Object.entries(TABLE).flatMap(([room, { files, ...row }]) =>
      [
        { where: room, row, of: sources.filter(({ file }) => roomOf(file) === room) },
        ...Object.entries(files ?? {}).map(([where, more]) => ({
          where,
          row: more,
          of: sources.filter(({ file }) => file === where),
        })),
      ].flatMap(({ where, row, of }) => {
        const used = of.flatMap(({ file, text }) =>
          importsOf(text).map(({ from }) => targetOf(file, from)),
        );
        return [...(row.ours ?? []), ...(row.types ?? []), ...(row.packages ?? [])]
          .filter((one) => !/^[*!]/.test(one) && !used.some((target) => allows([one], target)))
          .map((one) => `${where}: ${one}`);
      }),
    );
    assertNone('Take these out of the table:', idle);
  });

  it('has on the map what each room may import of ours', () => {
    const rows = Object.entries(TABLE).map(
      ([room, { ours, types }]) => `| ${room} | ${cell(ours)} | ${cell(types)} |`,
    );
    const [, told = ''] = readFileSync(join(ROOT, 'docs/map.md'), 'utf8').split('|---|---|---|\n');
    assert.deepEqual(told.trimEnd().split('\n'), rows);
  });

  it('has a row for every folder with sources, and no source outside of them', () => {
    const strangers = sources.filter(({ file }) => !(roomOf(file) in TABLE));
    assertNone(
      'Give these rooms a row, or move the files:',
      strangers.map(({ file }) => file),
    );
    assert.ok(sources.length > 200, `only ${sources.length} sources were found`);
  });

  it('names files and folders in kebab-case', () => {
    const part = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
    const odd = sources.filter(
      ({ file }) =>
        !file
          .replace(/(?:\.test)?\.tsx?$/, '')
          .split('/')
          .every((one) => part.test(one)),
    );
    assertNone(
      'Rename these:',
      odd.map(({ file }) => file),
    );
  });

  it('exports by name, one by one', () => {
    const forbidden = /^\s*export\s+(?:default\b|\*)|\bas default\b/m;
    // Mocha takes the reporter of a file by this name.
    const free = sources.filter(({ file }) => file !== 'dev/mocha-reporter.ts');
    assertNone('Name the exports of these:', matching(free, forbidden));
  });

  it('keeps nothing between calls where workflows share it', () => {
    // A thread loads these modules once for all its workflows (worker/bundle.ts): one would see what another has left there.
    const kept =
      /^(?:export )?(?:(?:let|var)\s|const \w+(?::[^=]+)? = (?:new \w+(?:<.*>)?\(\)|\[\]|\{\});)/m;
    for (const line of [
      'let last = 0;',
      'const seen = new Map<string, number>();',
      'const all: string[] = [];',
    ])
      assert.match(line, kept);
    const shared = sources.filter(({ file }) => /^(?:domain|workflows)\//.test(file));
    assertNone('Give these to who calls:', matching(shared, kept));
  });

  it('calls Temporal from one room', () => {
    const calls =
      /\bWithStartWorkflowOperation\b|\b(?:workflow|schedule)\s*\.\s*(?:start|signalWithStart|execute\w*|getHandle|create|list)\(/;
    for (const line of ["workflow.start('x', {})", 'client.schedule.getHandle(id)'])
      assert.match(line, calls);
    const programs = sources.filter(
      ({ file }) => !/^(?:engine|dev|bench|drills|test)\//.test(file),
    );
    assertNone('Move these calls to engine/:', matching(programs, calls));
  });

  it('writes together what belongs together by one mechanism', () => {
    const byHand = /\bClientSession\b|\bwithSession\(|\bwithTransaction\(|\.transaction\(/;
    for (const line of ['session.withTransaction(work)', 'connection.transaction(work)'])
      assert.match(line, byHand);
    const stores = sources.filter(
      ({ file }) => file.startsWith('store/') && file !== 'store/atomically.ts',
    );
    assertNone('Use atomically() of store/atomically.ts:', matching(stores, byHand));
  });

  it('makes no object of mongoose for each part of a document that is written', () => {
    const made = /\bnew \w*model\(/i;
    assert.match('await new model({ ...invoice }).save()', made);
    const stores = sources.filter(({ file }) => file.startsWith('store/'));
    assertNone('Use insertWhole() of store/replace.ts:', matching(stores, made));
  });

  it('knows a network by its name in its connector alone', () => {
    const named = /['"`](?:adyen|stripe)['"`]/;
    assert.match("gateway.traits.slug === 'stripe'", named);
    const others = sources.filter(({ file }) => !/^(?:gateways|drills|test)\//.test(file));
    assertNone('Let the traits or a member of the connector say it:', matching(others, named));
  });

  it('says in imports whether a name is a built-in module', () => {
    const bare = sources.flatMap(({ file, text }) =>
      importsOf(text)
        .filter(({ from }) => isBuiltin(from) && !from.startsWith('node:'))
        .map(({ from }) => `${file} imports ${from}: write node:${from}`),
    );
    assertNone('', bare);
  });

  it('leaves nothing for later', () => {
    // Written so that this line is none itself.
    const later = /\b(?:TO(?:DO)|FIX(?:ME))\b/;
    assertNone('Do it, or write an issue:', matching(sources, later));
  });

  it('runs every test', () => {
    const partial =
      /\b(?:describe|context|suite|it|test|specify|this)\s*\.\s*(?:only|skip)\s*\(|^\s*x(?:it|describe)\(/m;
    const tests = sources.filter(({ file }) => roomOf(file) === 'test');
    assertNone('These leave tests out:', matching(tests, partial));
  });
});

describe('the net over imports', () => {
  const caught: readonly (readonly [file: string, text: string])[] = [
    ['domain/money.ts', `import Joi from 'joi';`],
    ['domain/ids.ts', `import currency from 'currency.js';`],
    ['domain/ids.ts', `import { createHash } from 'node:crypto';`],
    ['domain/ids.ts', `import type { Store } from '../store/index.ts';`],
    ['domain/transaction/open.ts', `import { env } from '../../config/env.ts';`],
    ['workflows/proxies.ts', `import { createActivities } from '../activities/index.ts';`],
    ['workflows/proxies.ts', `import { type Activities } from '../activities/index.ts';`],
    ['workflows/proxies.ts', `import type { Gateway } from '../gateways/gateway.ts';`],
    ['workflows/proxies.ts', `import { randomUUID } from 'crypto';`],
    ['workflows/proxies.ts', `const store = await import('../store/index.ts');`],
    ['workflows/index.ts', `export { createActivities } from '../activities/index.ts';`],
    ['workflows/index.ts', `import '@temporalio/client';`],
    ['store/index.ts', `import {\n  gatewayFor,\n} from '../gateways/registry.ts';`],
    ['api/app.ts', `import { readEnv } from '../config/env.ts';`],
    ['api/app.ts', `import { sandbox } from '../gateways/sandbox/index.ts';`],
    ['api/app.ts', `import { transactionWorkflow } from '../workflows/index.ts';`],
    ['api/app.ts', `import mongoose from "mongoose";`],
    ['worker/deps.ts', `import { readEnv } from '../config/env.ts';`],
    ['worker/deps.ts', `import { holderOf } from '../workflows/transaction/state.ts';`],
    ['simulator/app.ts', `import type { Money } from '../domain/money.ts';`],
    ['clients/node/src/call.ts', `import type { Money } from '../../../domain/money.ts';`],
    ['clients/node/src/call.ts', `import { fetch } from 'undici';`],
    ['demo/app.ts', `export type { Money } from '../domain/money.ts';`],
    ['render/pages/page.tsx', `import { createHash } from 'node:crypto';`],
    ['store/index.ts', `import { x } from '../../elsewhere/x.ts';`],
    ['nowhere/x.ts', `import { x } from '../domain/money.ts';`],
    ['drills/time-travel/part.ts', `import { until } from '../../test/support/http.ts';`],
    ['gateways/registry.ts', `const connector = await import(name);`],
  ];
  for (const [file, text] of caught)
    it(`catches ${JSON.stringify(text)} in ${file}, and says whose row refuses it`, () => {
      const [refused = '', ...more] = refusedImports({ file, text });
      const [, from = 'import(…)'] = /["']([^"']+)["']/.exec(text) ?? [];
      assert.deepEqual(more, []);
      for (const said of [file, from, `"${roomOf(file)}"`])
        assert.ok(refused.includes(said), `${refused} does not say ${said}`);
    });

  const passed: readonly (readonly [file: string, text: string])[] = [
    ['domain/money.ts', `import currency from 'currency.js';`],
    ['domain/transaction/open.ts', `import { add } from '../money.ts';`],
    ['workflows/proxies.ts', `import type { Activities } from '../activities/index.ts';`],
    ['api/app.ts', `import type { Birth } from '../workflows/transaction/state.ts';`],
    ['api/index.ts', `import { readEnv } from '../config/env.ts';`],
    ['worker/index.ts', `import { readEnv } from '../config/env.ts';`],
    ['render/pages/stylesheet.ts', `import { createHash } from 'node:crypto';`],
    ['dev/seed.ts', `import { sandbox } from '../gateways/sandbox/index.ts';`],
    ['domain/ids.ts', `export const from = 'joi';`],
    [
      'domain/ids.ts',
      `/**\n * import Joi from 'joi';\n */\nexport function from(): string {\n  return 'joi';\n}`,
    ],
    ['domain/ids.ts', `// import Joi from 'joi';`],
  ];
  for (const [file, text] of passed)
    it(`lets ${JSON.stringify(text)} pass in ${file}`, () => {
      assert.deepEqual(refusedImports({ file, text }), []);
    });

  it('reads an import of every form', () => {
    const text = [
      `import a from 'a';`,
      `import * as b from "b";`,
      `import c, { d } from 'c';`,
      `import {\n  type E,\n  f as g,\n} from 'd';`,
      `import type { H } from 'e';`,
      `export { i } from 'f';`,
      `export type { J } from 'g';`,
      `export * from 'h';`,
      `import 'i';`,
      `  const k = await import('j');`,
    ].join('\n');
    const read = importsOf(text).map(({ from, kind }) => `${from}:${kind[0]}`);
    assert.deepEqual(read, 'a:v b:v c:v d:v e:t f:v g:t h:v i:v j:v'.split(' '));
  });
});

/** A cell of the table on the map. */
function cell(list: readonly string[] = []): string {
  if (list === ANYTHING) return 'all';
  return list === ALL_BUT_TESTS ? 'all but `test/`' : list.map((one) => `\`${one}\``).join(', ');
}

/** One sentence for each import that the row of the file's room does not allow. */
function refusedImports({ file, text }: Source): readonly string[] {
  return importsOf(text)
    .filter((one) => !isAllowed(file, one))
    .map(
      ({ from, kind }) =>
        `${file} imports ${from}${kind === 'type' ? ' (as a type)' : ''}: the row of "${roomOf(file)}" refuses it.`,
    );
}

function isAllowed(file: string, { from, kind }: Import): boolean {
  const row = TABLE[roomOf(file)];
  if (!row) return false;
  const more = row.files?.[file];
  if (from === UNNAMED) return row.packages === ANYTHING;
  if (isBuiltin(from)) return row.node || more?.node === true;
  if (!from.startsWith('.'))
    return allows([...row.packages, ...(more?.packages ?? [])], packageOf(from));
  const target = targetOf(file, from);
  if (roomOf(target) === roomOf(file)) return true;
  const types = kind === 'type' ? (row.types ?? []) : [];
  return !target.startsWith('..') && allows([...row.ours, ...types, ...(more?.ours ?? [])], target);
}

/** What an import is about: a file of ours from the root, or a package. */
function targetOf(file: string, from: string): string {
  return from.startsWith('.')
    ? posix.normalize(posix.join(posix.dirname(file), from))
    : packageOf(from);
}

function allows(list: readonly string[], name: string): boolean {
  const fits = (one: string) =>
    one === '*' || one === name || (one.endsWith('/') && name.startsWith(one));
  return list.some(fits) && !list.some((one) => one.startsWith('!') && fits(one.slice(1)));
}

/** What stands for a dynamic import whose module is only known when it runs. */
const UNNAMED = 'import(…)';

/**
 * The imports of a source. `import { type A }` counts as a value: with `verbatimModuleSyntax` the module is loaded for
 * nothing, but it is loaded.
 */
function importsOf(text: string): readonly Import[] {
  const still =
    /^[ \t]*(?:import|export)\s+(?<type>type\s+)?(?:[\w$*{},\s]+?\s+from\s+)?["'](?<from>[^"']+)["']/gm;
  const dynamic = /\bimport\(\s*(?:["'](?<from>[^"']+)["'])?/g;
  const imports = [...text.matchAll(still)].map(({ groups }): Import => ({
    from: groups?.['from'] ?? '',
    kind: groups?.['type'] === undefined ? 'value' : 'type',
  }));
  const late = [...text.matchAll(dynamic)].map(({ groups }): Import => ({
    from: groups?.['from'] ?? UNNAMED,
    kind: 'value',
  }));
  return [...imports, ...late];
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function packageOf(from: string): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

function matching(sources: readonly Source[], pattern: RegExp): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    const found = pattern.exec(text);
    if (!found) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${file}:${line} ${found[0].trim()}`];
  });
}

function assertNone(what: string, faults: readonly string[]): void {
  assert.deepEqual(faults, [], [what, ...faults].join('\n  '));
}

function allSources(folder = ''): readonly Source[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = posix.join(folder, entry.name);
    if (entry.isDirectory()) return isOurs(entry.name) ? allSources(file) : [];
    if (!/(?<!\.d)\.tsx?$/.test(basename(file))) return [];
    return [{ file, text: readFileSync(join(ROOT, file), 'utf8') }];
  });
}

function isOurs(folder: string): boolean {
  return !folder.startsWith('.') && !['node_modules', 'dist', 'coverage'].includes(folder);
}
