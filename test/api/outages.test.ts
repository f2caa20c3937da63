import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  unlessAway,
  until,
  type Json,
  type MerchantClient,
} from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { countDocuments, DEMO, sessionIdOf, transactionOf, untilState } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';

const BULKS = '/b/bulk/v1/bulk/';
const WITH_BULK = {
  bulk: { enabled: true },
  payment_request: { enabled: true, currency: 'KWD' },
} as const;
/** A worker that was killed is missed after a minute, and then a message is tried again. */
const PATIENCE_MS = 110_000;
/** Of one file. They are made 25 at a time, with a pause after the second time, in which it is killed at the latest. */
const ROWS = 52;

describe('while a program is away', function () {
  this.timeout(300_000);
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  /** The program that was killed and is not back yet. */
  let away: Parameters<System['running']['kill']>[0] | undefined;
  const kill = (program: typeof away & string) => {
    away = program;
    system.running.kill(program, 'SIGKILL');
  };
  const comeBack = async () => {
    if (away !== undefined) await system.running.restart(away);
    away = undefined;
  };

  describe('the worker', () => {
    let shop: Shop;
    let bulk: string;
    let messages: Awaited<ReturnType<typeof messagesUnderWay>>;
    const order = randomUUID();
    before(async () => {
      shop = await aShop(system, WITH_BULK);
    });
    after(comeBack);

    it('creation and reading go on, a press of Pay is told to come again, and then it pays once', async () => {
      const older = await merchant.sale();
      const olderForm = await formOf(system, older);
      messages = await messagesUnderWay();
      bulk = await beingMade(shop, order);
      kill('worker');
      // Nobody has these yet: the server of one hesitates, and the provider of the other has asked to come again.
      for (const { id } of messages.filter(({ end }) => end === 'sent')) {
        const [message] = await messagesOf(id);
        assert.deepEqual([message?.status, message?.handedAt], ['wanted', undefined]);
      }
      const { body: begun } = await shop.client.call('GET', `${BULKS}${bulk}/`);
      assert.equal(begun['state'], 'dispatching');

      const id = await merchant.sale({ order_no: 'meanwhile' });
      assert.equal((await merchant.read(id)).body['state'], 'created');
      assert.equal((await merchant.list('order_no=meanwhile')).status, 200);
      await until(
        'the API itself can serve',
        async () => (await send(`${system.run.api}/readyz`)).status === 200,
      );

      const formId = await formOf(system, id);
      const began = Date.now();
      const [page, other, patch] = await Promise.all([
        pressPayButton(system, id, { formId }),
        pressPayButton(system, older, { formId: olderForm }),
        merchant.patch(id, { customer_first_name: 'Sara' }),
      ]);
      assert.ok(Date.now() - began < 40_000, `it took ${Date.now() - began} ms`);
      for (const answer of [page, other, patch]) {
        assert.equal(answer.status, 503);
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
      }
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(patch.body['code'], 'unavailable');

      await comeBack();
      for (const [session, form] of [
        [id, formId],
        [older, olderForm],
      ] as const) {
        const again = await unlessAway(() => pressPayButton(system, session, { formId: form }));
        assert.equal(again.status, 303, again.text.slice(0, 200));
        const payment = paymentIdIn(again.headers.get('location') ?? '');
        const { attempts } = await transactionOf(system, session);
        assert.equal(attempts.length, 1);
        await network.pay(payment);
        await untilState(system, session, 'paid');
        assert.deepEqual(await network.moved(session), ['capture 12.340 KWD']);
      }
    });

    it('a file of requests of which it had made some rows is made to its end, each row once', async () => {
      // What the killed worker had in hand is missed after half a minute.
      await until(
        'the bulk is done',
        async () => (await shop.client.call('GET', `${BULKS}${bulk}/`)).body['state'] === 'done',
        240_000,
      );
      const listed = await shop.client.call('GET', `${BULKS}${bulk}/rows/?limit=1000`);
      const made = JSON.parse(listed.text) as readonly Json[];
      assert.deepEqual(
        [made.length, new Set(made.map((row) => row['session_id'])).size],
        [ROWS, ROWS],
      );
      const { transactions } = system.store;
      const page = await transactions.listByOrder(shop.id, order, { limit: 1, offset: 0 });
      assert.equal(page.count, ROWS);
      const over = await shop.client.call('POST', `${BULKS}${bulk}/cancel/`);
      assert.deepEqual([over.status, over.body['code']], [400, 'invalid_state']);
    });

    it('a mail and a message by telephone are one for each event: before the other side had it, and after', async () => {
      for (const { address, id, end } of messages) {
        const log = await until(
          `the end of the message to ${address}`,
          async () => {
            const all = await messagesOf(id);
            return all.length > 0 && all.every(({ status }) => status !== 'wanted') && all;
          },
          PATIENCE_MS,
        );
        assert.deepEqual(
          log.map(({ status }) => status),
          [end],
          address,
        );
        assert.equal((await mailsTo(system, address)).length, 1, address);
      }
    });
  });

  describe('the API', () => {
    after(comeBack);

    it('a payment is made at the network, and counts once when the API is back', async () => {
      const id = await merchant.sale({ webhook_url: `${system.run.demo}/webhooks` });
      const payment = paymentIdIn(await goToNetwork(system, id));
      kill('api');
      await until('the API is gone', async () => {
        const answer = await send(`${system.run.api}/healthz`).catch(() => undefined);
        return answer === undefined;
      });
      await network.pay(payment);
      await comeBack();
      assert.equal((await merchant.read(id)).status, 200);
      // The longer the API was away, the longer the network waits before it calls again.
      await network.callBack(payment);
      await untilState(system, id, 'paid');
      await network.callBack(payment);
      assert.equal((await transactionOf(system, id)).sequence, 1);
      assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    });
  });

  describe('the network', () => {
    after(comeBack);

    it('the payer is told at once, can try again, and pays once when it is back', async () => {
      const id = await merchant.sale();
      const formId = await formOf(system, id);
      kill('simulator');
      const answer = await pressPayButton(system, id, { formId });
      assert.equal(answer.status, 502, answer.text.slice(0, 200));
      assert.match(answer.text, /role="alert"/);
      assert.match(answer.text, /name="form_id"/, 'the page has a form to try again');
      const { state, attempts } = await transactionOf(system, id);
      assert.equal(attempts[0]?.state, 'error');
      assert.ok(state === 'pending' || state === 'attempted');

      await comeBack();
      await network.pay(paymentIdIn(await goToNetwork(system, id)));
      await untilState(system, id, 'paid');
      assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
    });
  });

  for (const server of ['mongodb', 'temporal'] as const)
    describe(`the server ${server}`, () => {
      const order = `without-${server}`;
      const create = () =>
        send(`${system.run.api}${TRANSACTIONS}`, {
          method: 'POST',
          headers: {
            Authorization: `Api-Key ${system.run.keys.private}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': order,
          },
          body: JSON.stringify({ ...SALE, order_no: order }),
        });
      let shop: Shop;
      before(async () => {
        shop = await aShop(system, WITH_BULK);
        kill(server);
      });
      after(comeBack);

      it('requests are told to come again', async () => {
        const answer = await create();
        assert.equal(answer.status, 503, answer.text);
        assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
        const ready = await send(`${system.run.api}/readyz`);
        assert.deepEqual([ready.status, ready.body[server]], [503, false]);
        assert.equal((await send(`${system.run.api}/healthz`)).status, 200);
      });

      if (server === 'temporal')
        it('a file of requests is taken once, for who is told to come again would send it twice', () =>
          assertTakenOnce(shop));

      it('nothing was half made, and the same request makes one sale', async () => {
        await comeBack();
        const made = await until(
          'the sale is made',
          async () => {
            const again = await create();
            return again.status === 201 && again;
          },
          90_000,
        );
        assert.equal(await countDocuments(system, order), 1);
        const id = textIn(made.body, 'session_id');
        await until('the payer can pay', async () => {
          const page = await send(`${system.run.api}/checkout/${id}`);
          return page.status === 200;
        });
        await network.pay(paymentIdIn(await patiently(() => goToNetwork(system, id))));
        await untilState(system, id, 'paid');
        assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
      });
    });

  const messagesOf = (id: string) => system.store.notifications.listOf(DEMO, sessionIdOf(id));

  const texted = async (address: string, end: 'sent' | 'unknown') => {
    const asked = { customer_phone: address, notifications: { sms: ['created'] } };
    return { address, end, id: await merchant.sale(asked) };
  };
  const mailed = async (address: string, end: 'sent' | 'unknown') => {
    const asked = { customer_email: address, notifications: { email: ['created'] } };
    return { address, end, id: await merchant.sale(asked) };
  };

  /** Messages about payments that were handed over without a word since, were put off, and are being handed over. */
  async function messagesUnderWay() {
    // By their names the sinks do what servers and providers can do.
    const unheard = await texted(aNumber('0504'), 'unknown');
    const silent = await mailed(anAddress('silent'), 'unknown');
    for (const { address } of [unheard, silent])
      await until(
        `a message to ${address}`,
        async () => (await mailsTo(system, address)).length === 1,
      );
    const putOff = await texted(aNumber('0503'), 'sent');
    // The third try comes only after half a minute.
    await until('the provider has asked to come again, twice', async () =>
      (await messagesOf(putOff.id)).some(({ error, tries }) => error === 'HTTP 503' && tries === 2),
    );
    // The last one, for nobody waits longer than twenty seconds for its server.
    const first = await mailed(anAddress('hesitates'), 'sent');
    const tried = await until('the mail is tried', async () => {
      const [one] = await messagesOf(first.id);
      return one?.tries === 1 && one;
    });
    assert.deepEqual([tried.status, tried.handedAt], ['wanted', undefined]);
    return [first, silent, putOff, unheard];
  }

  const upload = ({ key }: Shop, csv: string) =>
    send(`${system.run.api}${BULKS}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${key}`, 'Content-Type': 'text/csv' },
      body: csv,
    });

  /** A file of requests that was paused, goes on, and has some of its rows made; gives its id. */
  async function beingMade(shop: Shop, order: string): Promise<string> {
    const rows = Array.from({ length: ROWS }, (_, row) => `1.${100 + row},sandbox,${order}`);
    const taken = await upload(shop, ['amount,pg_codes,order_no', ...rows].join('\n'));
    assert.equal(taken.status, 201, taken.text);
    const bulk = textIn(taken.body, 'bulk_id');
    await assertPausedAndResumed(shop, bulk);
    await until('some rows are made', async () => {
      const { body } = await shop.client.call('GET', `${BULKS}${bulk}/`);
      return Number(body['dispatched']) > 0;
    });
    return bulk;
  }

  async function assertTakenOnce(shop: Shop): Promise<void> {
    const taken = await upload(shop, 'amount,pg_codes\n1,sandbox\n');
    assert.deepEqual([taken.status, taken.body['state']], [201, 'scheduling'], taken.text);
    const listed = await shop.client.call('GET', BULKS);
    const all = JSON.parse(listed.text) as readonly Json[];
    assert.deepEqual(
      all.map((bulk) => bulk['bulk_id']),
      [taken.body['bulk_id']],
    );
    await assertPausedAndResumed(shop, textIn(taken.body, 'bulk_id'));
  }

  describe('the primary of the database', () => {
    it('what would write is told to come again, for another one will be elected', async () => {
      const client = new mongo.MongoClient(system.run.mongodb);
      try {
        // Longer than any machine needs to hear of it.
        await client.db('admin').command({ replSetStepDown: 600, force: true });
        const answer = await merchant.create(SALE);
        assert.equal(answer.status, 503, answer.text);
        assert.equal(answer.body['code'], 'unavailable');
      } finally {
        await client.close();
        await mayBeElected(system);
        // Also for the tests that follow, whatever was answered.
        await until(
          'there is a primary again',
          async () => (await merchant.create(SALE)).status === 201,
          90_000,
        );
      }
    });
  });
});

/** Ends the time in which the one member of the replica set may not be its primary. */
async function mayBeElected({ run }: System): Promise<void> {
  const uri = new URL(run.mongodb);
  uri.search = '?directConnection=true';
  const member = new mongo.MongoClient(uri.href);
  try {
    await member.db('admin').command({ replSetFreeze: 0 });
  } finally {
    await member.close();
  }
}

function anAddress(name: string): string {
  return `${name}@${randomUUID().slice(0, 8)}.example`;
}

/** One with which the sink shows what providers can do, by its end. */
function aNumber(end: string): string {
  return `+9655${Math.floor(Math.random() * 900 + 100)}${end}`;
}

async function assertPausedAndResumed({ client }: Shop, bulk: string): Promise<void> {
  for (const [command, state] of [
    ['pause', 'paused'],
    ['resume', 'dispatching'],
  ] as const) {
    const told = await client.call('POST', `${BULKS}${bulk}/${command}/`);
    assert.deepEqual([told.status, told.body['state']], [200, state], told.text);
  }
}

/** A client that lost its server needs some seconds until it finds it again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const { value } = await until(
    'it works again',
    () =>
      work().then(
        (value) => ({ value }),
        () => undefined,
      ),
    90_000,
  );
  return value;
}
