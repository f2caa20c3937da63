import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { apiEnv, workerEnv } from '../../config/env.ts';
import { ALERT_KINDS } from '../../domain/transaction/transaction.ts';
import { adminProgram } from '../../admin/program.ts';
import { readAccount } from '../../admin/account-file.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { DEMO } from '../api/support/records.ts';
import { docPage, ROOT, section } from './support.ts';

const operators = docPage('docs/operators.md');

describe("the operators' page", () => {
  it('has every variable of API and worker, and no other', () => {
    const source = ['config/env.ts', 'config/message-env.ts']
      .map((file) => readFileSync(new URL(file, ROOT), 'utf8'))
      .join('\n');
    const read = [...source.matchAll(/^ {2}readonly ([A-Z][A-Z_]+)\??:/gm)].map(([, name]) => name);
    assert.ok(read.includes('MONGODB_URI'));
    const told = rowsOf('### API and worker').keys();
    assert.deepEqual(new Set(told), new Set(read));
  });

  it('calls those variables required without which API or worker do not start', () => {
    const required = [...rowsOf('### API and worker')]
      .filter(([, [, , fallback]]) => fallback === 'required')
      .map(([name]) => name);
    for (const read of [() => apiEnv({}), () => workerEnv({})])
      assert.throws(read, ({ message }: Error) => {
        const missing = [...message.matchAll(/"([A-Z_]+)" is required/g)].map(([, name]) => name);
        return missing.length > 0 && missing.every((name) => required.includes(name ?? ''));
      });
    const complete = Object.fromEntries(required.map((name) => [name, EXAMPLES[name] ?? 'x']));
    assert.doesNotThrow(() => [apiEnv(complete), workerEnv(complete)]);
  });

  it('has every noun and verb of the command line, and no other', () => {
    const program = adminProgram({
      open: () => Promise.reject(new Error('Nothing is run.')),
      terminal: { env: {}, out: () => undefined, err: () => undefined, input: () => '' },
      flag: () => undefined,
    });
    const told = [...rowsOf('## The command line')].map(([noun, [, verbs = '']]) => [
      noun,
      [...verbs.matchAll(/`([^`]+)`/g)].map(([, verb = '']) => verb).toSorted(),
    ]);
    assert.deepEqual(
      Object.fromEntries(told),
      Object.fromEntries(
        program.commands.map((noun) => [
          noun.name(),
          noun.commands.map((verb) => verb.name()).toSorted(),
        ]),
      ),
    );
  });

  it('shows an account that can be put as it stands', () => {
    const [, json = ''] =
      /```json\n([^]+?)```/.exec(section(operators, '## Gateway accounts')) ?? [];
    assert.equal(readAccount(DEMO, JSON.parse(json)).account.code, 'card');
  });

  it('has every search attribute with its type', () => {
    const told = [...rowsOf('### Finding one')].filter(([name]) => /^[A-Z]\w+$/.test(name));
    assert.deepEqual(
      Object.fromEntries(told.map(([name, cells]) => [name, cells[1]?.toUpperCase()])),
      Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, type])),
    );
  });

  it('tells what to do about every kind of alert', () => {
    const told = rowsOf('## Alerts: what a person has to look at').keys();
    assert.deepEqual(new Set(told), new Set<string>(ALERT_KINDS));
  });

  it('has every metric of ours, and no other, also in the rules for alerts', () => {
    const sources = ['api/metrics/metrics.ts', 'worker/metrics.ts'].map((path) =>
      readFileSync(new URL(path, ROOT), 'utf8'),
    );
    const ours = sources.flatMap((source) =>
      [...source.matchAll(/'(sarraf_[a-z_]+)'/g)].map(([, name]) => name),
    );
    const told = [...rowsOf('## Metrics and alerts').keys()].filter((name) =>
      name.startsWith('sarraf_'),
    );
    assert.deepEqual(new Set(told), new Set(ours));
    const ruled = [...metricsBlock('groups').matchAll(/sarraf_[a-z_]+/g)].map(([name]) =>
      name.replace(/_(?:count|bucket|sum)$/, ''),
    );
    assert.ok(ruled.length > 5);
    for (const name of ruled) assert.ok(ours.includes(name), name);
  });

  it('has no rule that waits for a nothing which no process tells', () => {
    assert.doesNotMatch(metricsBlock('groups'), /sarraf_[a-z_]+_total[^\n]*== 0/);
  });

  it('names the jobs of its configuration as the rule does that finds them down', () => {
    const [, jobs = ''] = /up\{job=~"([^"]+)"\} == 0/.exec(metricsBlock('groups')) ?? [];
    const named = [...metricsBlock('scrape_configs').matchAll(/job_name: (\S+)/g)].map(
      ([, name = '']) => name,
    );
    assert.equal(named.length, 2);
    for (const name of named) assert.match(name, new RegExp(`^(?:${jobs})$`));
  });

  it('has every setting with which the embedded Temporal is started', () => {
    const source = readFileSync(new URL('dev/servers/start-temporal.ts', ROOT), 'utf8');
    const tuning = [...source.matchAll(/'((?:history|matching|system)\.\w+)=(\w+)'/g)];
    assert.ok(tuning.length > 0);
    const told = [...rowsOf('## The embedded Temporal server')];
    assert.deepEqual(
      told.map(([name, cells]) => [name, cells[1]]),
      tuning.map(([, name, value]) => [name, value]),
    );
  });
});

/** The block of the section about metrics that begins so. */
function metricsBlock(first: string): string {
  const block = new RegExp(`\`\`\`yaml\n${first}:[^]+?\`\`\``);
  return block.exec(section(operators, '## Metrics and alerts'))?.[0] ?? '';
}

const EXAMPLES: Readonly<Record<string, string>> = {
  MONGODB_URI: 'mongodb://127.0.0.1/sarraf',
  API_PORT: '3000',
  PUBLIC_URL: 'https://pay.example.com',
  FILES_URL: 'file:///var/lib/sarraf/files',
  SARRAF_PAYLOAD_KEYS: `p1:${Buffer.alloc(32, 1).toString('base64')}`,
  SARRAF_STORAGE_KEYS: `s1:${Buffer.alloc(32, 2).toString('base64')}`,
  SARRAF_SEARCH_KEYS: `f1:${Buffer.alloc(32, 3).toString('base64')}`,
};

/** The rows of the tables of a section that begin with one name in backticks, by that name. */
function rowsOf(heading: string): ReadonlyMap<string, readonly string[]> {
  const lines = section(operators, heading)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return new Map(
    lines.flatMap((line) => {
      const cells = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      const name = /^`([^`]+)`$/.exec(cells[0] ?? '')?.[1];
      return name === undefined ? [] : [[name, cells] as const];
    }),
  );
}
