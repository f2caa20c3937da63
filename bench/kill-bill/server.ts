import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { anyPort, findPorts } from '../../dev/ports.ts';
import { startChild, type Child } from '../../dev/processes.ts';
import { run } from '../../dev/servers/command.ts';
import { makeDataDir } from '../../dev/servers/data-dir.ts';
import { killBillHome, programs } from './fetch.ts';
import { startPostgres, tail, type Postgres } from './postgres.ts';
import {
  javaArguments,
  killBillProperties,
  LOGBACK,
  PLUGIN,
  ADMIN_LOGIN,
  serverXml,
  TENANT,
  type PeerPorts,
} from './settings.ts';

const READY_MS = 180_000;
/** The modules with tables, in jars of their own. */
const MODULES =
  'account beatrix catalog entitlement invoice payment subscription tenant usage util'.split(' ');

/** Kill Bill as it runs, and what a merchant asks of it. Each fails loudly when it is not answered right. */
export interface KillBill {
  readonly postgres: Postgres;
  /** The payment's id. */
  readonly purchase: () => Promise<string>;
  readonly authorizeAndCapture: () => Promise<string>;
  readonly refund: (payment: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Kill Bill on a PostgreSQL of its own, with one tenant and so many accounts. */
export async function startKillBill(accounts: number): Promise<KillBill> {
  const found = programs();
  const { tomcat, war } = await killBillHome();
  const { path: directory, remove } = makeDataDir('kill-bill');
  const start = anyPort();
  const ports = await findPorts({ http: start, postgres: start + 1 });
  const postgres = await startPostgres(found, directory, ports);
  await postgres.load(await schema(war, directory));
  const base = baseOf(directory, tomcat, war, ports);
  const java = await startChild({
    name: 'Kill Bill',
    command: found.java,
    args: javaArguments(tomcat, base),
    logFile: join(directory, 'kill-bill.log'),
    cwd: base,
  });
  const address = `http://127.0.0.1:${ports.http}`;
  await untilReady(address, java);
  return {
    postgres,
    ...(await merchant(`${address}/1.0/kb`, accounts)),
    close: async () => {
      await java.stop();
      await postgres.stop();
      remove();
    },
  };
}

/** Its own DDL from its jars: what PostgreSQL needs first, then each module's. */
async function schema(war: string, directory: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const [module, name] of [
    ['util', 'ddl-postgresql.sql'],
    ...MODULES.map((one) => [one, 'ddl.sql']),
  ]) {
    const jar = join(war, 'WEB-INF/lib', `killbill-${module}-*.jar`);
    const target = join(directory, `${module}-${name}`);
    const inside = `org/killbill/billing/${module}/${name}`;
    await run('sh', ['-c', `unzip -p ${jar} ${inside} > ${target}`]);
    files.push(target);
  }
  return files;
}

function baseOf(directory: string, tomcat: string, war: string, ports: PeerPorts): string {
  const base = join(directory, 'tomcat');
  for (const name of ['conf', 'logs', 'temp', 'webapps', 'work', 'bundles'])
    mkdirSync(join(base, name), { recursive: true });
  copyFileSync(join(tomcat, 'conf/web.xml'), join(base, 'conf/web.xml'));
  writeFileSync(join(base, 'conf/server.xml'), serverXml(ports, war));
  writeFileSync(join(base, 'killbill.properties'), killBillProperties(ports));
  writeFileSync(join(base, 'logback.xml'), LOGBACK);
  return base;
}

async function untilReady(address: string, java: Child): Promise<void> {
  for (const until = Date.now() + READY_MS; ; await pause(500)) {
    const answer = await fetch(`${address}/1.0/healthcheck`).catch(() => undefined);
    if (answer?.ok) return;
    if (!java.isRunning() || Date.now() > until)
      throw new Error(`Kill Bill does not answer: ${tail(java.logFile)}`);
  }
}

async function merchant(api: string, accounts: number) {
  const authorization = `Basic ${Buffer.from(`${ADMIN_LOGIN.user}:${ADMIN_LOGIN.password}`).toString('base64')}`;
  const headers = {
    Authorization: authorization,
    'Content-Type': 'application/json',
    'X-Killbill-ApiKey': TENANT.apiKey,
    'X-Killbill-ApiSecret': TENANT.apiSecret,
    'X-Killbill-CreatedBy': 'bench',
  };
  /** The id of what was made. */
  const post = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${api}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201, `${path}: ${await answer.text()}`);
    return (answer.headers.get('Location') ?? '').replace(/\/?$/, '').replace(/^.*\//, '');
  };
  await post('/tenants', TENANT);
  // One account at a time is locked, as a payer is with us: each client has its own.
  const free: string[] = [];
  for (let made = 0; made < accounts; made += 1) {
    const account = await post('/accounts', { name: `Bench ${made}`, currency: 'KWD' });
    const method = { pluginName: PLUGIN, pluginInfo: {} };
    await post(`/accounts/${account}/paymentMethods?isDefault=true`, method);
    free.push(account);
  }
  const pay = async (transactionType: string): Promise<string> => {
    const account = free.pop();
    assert.ok(account);
    const sale = { transactionType, amount: '12.340', currency: 'KWD' };
    const payment = await post(`/accounts/${account}/payments`, sale);
    free.push(account);
    return payment;
  };
  return {
    purchase: () => pay('PURCHASE'),
    authorizeAndCapture: async () => {
      const payment = await pay('AUTHORIZE');
      await post(`/payments/${payment}`, { amount: '12.340', currency: 'KWD' });
      return payment;
    },
    refund: async (payment: string) => {
      await post(`/payments/${payment}/refunds`, { amount: '0.001', currency: 'KWD' });
    },
  };
}
