import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAINS, programArguments } from '../../dev/programs.ts';
import { createSimulator } from '../../simulator/app.ts';
import type { SimulatorOptions } from '../../simulator/app.ts';
import { fileJournal } from '../../simulator/journal.ts';
import { misjudged } from '../support/rivals.ts';
import { GOOD_CARD, aNetwork, dig, listOf, until } from './support.ts';
import type { TestNetwork } from './support.ts';

describe('the journal', () => {
  let dataDir: string;
  let networks: TestNetwork[];
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'simulator-'));
    networks = [];
  });
  afterEach(async () => {
    await Promise.all(networks.map(async (network) => network.close()));
    rmSync(dataDir, { recursive: true });
  });

  const started = async (options: Partial<SimulatorOptions>) => {
    const network = await aNetwork(options);
    networks.push(network);
    return network;
  };

  const fileOf = () => join(dataDir, 'journal.jsonl');
  const pay = { card_number: '4242424242424242' };

  it('brings back accounts, payments, keys, ledger and deliveries after a restart', async () => {
    const first = await started({ dataDir });
    const created = await first.create({}, 'kept-key');
    const id = String(created.json['id']);
    await first.http('POST', `/control/payments/${id}/pay`, { json: pay });
    const held = await first.open({ capture: false, merchant_reference: 'held' });
    await first.http('POST', `/control/payments/${held}/pay`, { json: pay });
    const before = { ledger: await first.ledger(), payment: await first.payment(id) };
    const body = first.merchant.url;
    await first.close();

    const second = await started({ dataDir });
    assert.deepEqual(await second.ledger(), before.ledger);
    assert.deepEqual(await second.payment(id), before.payment);
    const urls = { return_url: `${body}/return?session=s1`, notify_url: `${body}/callback` };
    const replay = await second.create(urls, 'kept-key');
    assert.equal(replay.headers.get('idempotent-replay'), 'true');
    assert.equal(replay.json['id'], id);
    const callbacks = await second.http('GET', `/control/callbacks?payment_id=${id}`);
    assert.equal(listOf(callbacks, 'callbacks').length, 1);
    const next = await second.open();
    await second.http('POST', `/control/payments/${next}/pay`, { json: pay });
    assert.equal((await second.ledger()).at(-1)?.['seq'], 3);
    await second.close();
  });

  it('goes on in the middle of a challenge', async () => {
    const first = await started({ dataDir });
    const id = await first.open();
    await first.http('POST', `/pay/${id}`, { form: { ...GOOD_CARD, number: '4000000000003220' } });
    await first.http('POST', `/pay/${id}/challenge`, { form: { code: '1' } });
    await first.http('POST', `/pay/${id}/challenge`, { form: { code: '2' } });
    await first.close();
    const second = await started({ dataDir });
    await second.http('POST', `/pay/${id}/challenge`, { form: { code: '3' } });
    assert.equal((await second.payment(id))['code'], '3ds_failed');
    await second.close();
  });

  it('sends after a restart the callback that was not acknowledged, as the same event', async () => {
    const first = await started({ dataDir, patience: { waitMs: 10_000, retryMs: [60_000] } });
    first.merchant.answer = (response) => {
      response.writeHead(500).end();
    };
    const id = await first.open();
    await first.http('POST', `/control/payments/${id}/pay`, { json: pay });
    first.merchant.answer = (response) => {
      response.end();
    };
    const lost = await first.open();
    await first.http('POST', `/control/payments/${lost}/pay`, {
      json: { ...pay, callback: false },
    });

    // As after a crash: the first one still waits, and has said nothing more.
    const another = join(dataDir, 'another');
    mkdirSync(another);
    copyFileSync(fileOf(), join(another, 'journal.jsonl'));
    const simulator = createSimulator({
      port: 0,
      dataDir: another,
      log: () => undefined,
      patience: { waitMs: 10_000, retryMs: [10] },
    });
    await simulator.listen();
    await until(() => first.merchant.received.length === 2);
    await simulator.close();
    await first.close();
    const events = first.merchant.received.map(({ body }) => {
      const event: unknown = JSON.parse(body);
      return `${String(dig(event, 'event_id'))} ${String(dig(event, 'payment', 'id'))}`;
    });
    assert.equal(new Set(events).size, 1);
    assert.ok(events[0]?.endsWith(id));
  });

  it('drops a last line that was cut off, and refuses a damaged one elsewhere', async () => {
    const first = await started({ dataDir });
    const id = await first.open();
    await first.http('POST', `/control/payments/${id}/pay`, { json: pay });
    await first.close();
    const whole = readFileSync(fileOf(), 'utf8');
    appendFileSync(fileOf(), '{"type":"move","payment":{"id":"pay_');
    const second = await started({ dataDir });
    assert.equal((await second.ledger()).length, 1);
    await second.close();
    assert.ok(readFileSync(fileOf(), 'utf8').startsWith(whole));
    writeFileSync(fileOf(), whole.replace('{"type":"payment"', '{"type:'));
    assert.throws(
      () => createSimulator({ port: 0, dataDir }),
      /Line 2 of .+ is damaged\. Restore/u,
    );
  });

  it('refuses a ledger with a line taken out', async () => {
    const first = await started({ dataDir });
    for (const merchant_reference of ['a', 'b']) {
      const id = await first.open({ merchant_reference });
      await first.http('POST', `/control/payments/${id}/pay`, { json: pay });
    }
    await first.close();
    const lines = readFileSync(fileOf(), 'utf8').split('\n');
    const firstMove = lines.findIndex((line) => line.startsWith('{"type":"move"'));
    writeFileSync(fileOf(), lines.toSpliced(firstMove, 1).join('\n'));
    assert.throws(() => createSimulator({ port: 0, dataDir }), /Ledger entry 2 does not follow 0/u);
  });

  it('is open once: who opens it again is told what has it, and nothing is written', async () => {
    const first = await started({ dataDir });
    const before = readFileSync(fileOf(), 'utf8');
    assert.throws(() => fileJournal(dataDir, () => undefined), {
      message: new RegExp(`process ${process.pid}\\b.*${dataDir}.*SIMULATOR_DATA_DIR`),
    });
    assert.equal(readFileSync(fileOf(), 'utf8'), before);
    await first.close();
    fileJournal(dataDir, () => undefined).close();
  });

  it('is taken from a process that was killed, and not before', async () => {
    const child = spawn(
      process.execPath,
      programArguments(MAINS.simulator, process.env['SARRAF_BUILT']),
      {
        env: { PATH: process.env['PATH'], SIMULATOR_PORT: '0', SIMULATOR_DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      assert.throws(() => fileJournal(dataDir, () => undefined), {
        message: new RegExp(`process ${child.pid}\\b`),
      });
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
    fileJournal(dataDir, () => undefined).close();
  });

  it('is taken again after a restart of a container, where this process has the same number', () => {
    writeFileSync(join(dataDir, 'journal.pid'), JSON.stringify({ pid: process.pid }));
    fileJournal(dataDir, () => undefined).close();
  });

  it('is opened by one of two processes that take over at once what a dead one has left', async () => {
    const module = new URL('../../simulator/journal.ts', import.meta.url).href;
    const claim = 'module.fileJournal(directory, () => undefined)';
    assert.equal(await misjudged(dataDir, { module, claim, left: 'journal.pid' }), 0);
  }).timeout(60_000);

  it('leaves the number of another process that has opened it meanwhile', () => {
    const journal = fileJournal(dataDir, () => undefined);
    const other = JSON.stringify({ pid: process.ppid });
    writeFileSync(join(dataDir, 'journal.pid'), other);
    journal.close();
    assert.equal(readFileSync(join(dataDir, 'journal.pid'), 'utf8'), other);
  });

  it('can be read by its owner only, since it holds the accounts’ secrets', async () => {
    const network = await started({ dataDir });
    await network.close();
    assert.equal(statSync(fileOf()).mode & 0o077, 0);
  });
});
