import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { text as readText } from 'node:stream/consumers';
import type { Connection } from 'mongoose';
import { RequestError } from '../../api/middleware/errors.ts';
import { parseJson } from '../../api/middleware/strict-json.ts';
import { check } from '../../api/middleware/validate.ts';
import { allFaults, normalizedForCreation, proposalOf } from '../../api/transactions/request.ts';
import { creationBody } from '../../api/transactions/schema.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import { connectStore } from '../../store/connection.ts';
import { aMerchant, anAccount, codeOf, someTraits } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { SALE, send, TRANSACTIONS, until, type Answer } from '../support/http.ts';
import { HOSTILE_BODIES } from './corpus/bodies.ts';
import { HOSTILE_BYTES, HOSTILE_HEADERS, HOSTILE_IDS, HOSTILE_QUERIES } from './corpus/requests.ts';
import { HOSTILE_VALUES } from './corpus/values.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { sandboxNetworkOf } from './support/network.ts';

type Method = 'POST' | 'PUT' | 'PATCH' | 'GET';

/** In everything that this file sends; nowhere else. */
const MARK = `mark${randomBytes(6).toString('hex')}`;
const marked = (content: string): string => content.replaceAll('MARK', MARK);

describe('a request that means harm', function () {
  this.timeout(120_000);
  let system: System;
  let database: Connection;
  let merchant: Awaited<ReturnType<typeof anotherMerchant>>;
  let session: string;
  let atFirst: readonly unknown[];
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    database = await connectStore(system.run.mongodb);
    merchant = await anotherMerchant(system, { eCommerce: true });
    session = await merchant.client.sale();
    // It is written beside the first answer, and then not for ten minutes.
    await until('the key is known to be used', async () =>
      (await system.store.apiKeys.list(merchant.id)).every(
        ({ lastUsedAt }) => lastUsedAt !== undefined,
      ),
    );
    atFirst = await stored();
  });
  after(() => database.close());

  /**
   * All that the database holds of this merchant, and what holds the mark, whosever it is. That somebody has tried is in
   * the audit log, and nothing of what they said.
   */
  async function stored(): Promise<readonly unknown[]> {
    const all = [];
    for (const { name } of await database.listCollections()) {
      if (name.startsWith('system.')) continue;
      for (const document of await database.collection(name).find().toArray()) {
        const content = JSON.stringify(document);
        const isTheirs = name !== 'audit' && content.includes(merchant.id);
        if (isTheirs || content.includes(MARK)) all.push([name, content]);
      }
    }
    return all.filter(([name]) => name !== 'rate_limits');
  }

  const ask = (method: Method, path: string, init: RequestInit = {}): Promise<Answer> =>
    sendAnew(`${system.run.api}${path}`, {
      ...init,
      method,
      headers: {
        Authorization: `Api-Key ${merchant.key}`,
        'Content-Type': 'application/json',
        ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
        ...Object.fromEntries(new Headers(init.headers)),
      },
    });
  const one = () => `${TRANSACTIONS}${session}/`;
  const targets = () => [
    ['POST', TRANSACTIONS] as const,
    ['PUT', one()] as const,
    ['PATCH', one()] as const,
  ];

  // A body is read in one way wherever it is sent: a few of them show it.
  for (const [nth, [name, content]] of Object.entries(HOSTILE_BODIES).entries())
    it(`is refused when its body is ${name}`, async () => {
      for (const [method, path] of targets())
        if (method === 'POST' || nth % 10 === 0)
          assertRefused(await ask(method, path, { body: marked(content) }), `${method} ${name}`);
    });

  it('is refused when its body is no UTF-8, in the middle of a text', async () => {
    const [start = '', end = ''] = JSON.stringify({ ...SALE, order_no: 'HERE' }).split('HERE');
    for (const bytes of [
      [0xff],
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      const body = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
      for (const [method, path] of targets()) {
        const answer = await ask(method, path, { body });
        assertRefused(answer, bytes.join(' '));
        assert.equal(answer.body['code'], 'parse_error');
      }
    }
  });

  // What no field can be is a rule, which is asked of each value below; of each field one value shows that it is asked here.
  for (const [field, values] of Object.entries(HOSTILE_VALUES))
    it(`is refused when ${field} is what no ${field} can be`, async () => {
      const [first = ''] = values;
      const [inPart = first] = values.filter((value) => !CLEARS.has(value));
      // What could stand in a log or a header, too.
      const [telling = first] = values.filter((value) => value.includes('MARK'));
      const emptied = values.filter((value) => CLEARS.has(value));
      for (const [method, path, sent] of [
        ['POST', TRANSACTIONS, new Set([first, telling])],
        ['PUT', one(), new Set([first, ...emptied])],
        ['PATCH', one(), [inPart]],
      ] as const)
        for (const value of sent) {
          const body = method === 'PATCH' ? partWith(field, value) : saleWith(field, value);
          const answer = await ask(method, path, { body: marked(body) });
          assertRefused(answer, `${method} ${field} = ${value.slice(0, 80)}`);
          assert.equal(answer.status, 400);
        }
    });

  it('is refused in a form as in JSON', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const right = 'type=payment_request&currency_code=KWD&pg_codes=sandbox';
    for (const content of [
      `${right}&amount[$gt]=0&order_no=MARK`,
      `${right}&amount=1&amount=99&order_no=MARK`,
      `${right}&amount=%2B1&order_no=MARK`,
      `${right}&amount=1&order_no=MARK&order_no=MARK`,
      `${right}&amount=1&order_no=MARK%0d%0aX`,
      `${right}&amount=1&order_no=MARK%00`,
      `${right}&amount=1&order_no=MARK&__proto__=x`,
      `${right}&amount=1&order_no=MARK&extra={"a":1,"a":2}`,
      `${right}&amount=1&order_no=MARK&extra={"__proto__":1}`,
      `${right}&amount=1&order_no=MARK&extra=${'['.repeat(5000)}${']'.repeat(5000)}`,
      `${right}&amount=1&order_no=MARK&card_number=MARK`,
      `${right}&amount=1&order_no=MARK&extra={"cvv":"MARK"}`,
      `${right}&amount=1&order_no=MARK&${'a&'.repeat(2000)}`,
      `${right}&amount=1&order_no=MARK${'x'.repeat(1_000_000)}`,
    ])
      for (const [method, path] of targets())
        assertRefused(
          await ask(method, path, { headers: form, body: marked(content) }),
          content.slice(0, 120),
        );
  });

  it('finds nothing under an id that is none, and nothing of others', async () => {
    const other = await anotherMerchant(system);
    const foreign = await other.client.sale();
    const unknown = '0123456789'.repeat(4);
    const body = JSON.stringify({ ...SALE, order_no: MARK });
    for (const method of ['GET', 'PUT', 'PATCH'] as const) {
      const init = method === 'GET' ? {} : { body };
      for (const id of HOSTILE_IDS) {
        const answer = await ask(method, `${TRANSACTIONS}${marked(id)}/`, init);
        assertRefused(answer, `${method} ${id.slice(0, 80)}`);
      }
      const [mine, their] = [
        await ask(method, `${TRANSACTIONS}${unknown}/`, init),
        await ask(method, `${TRANSACTIONS}${foreign}/`, init),
      ];
      assert.deepEqual([their.status, their.text], [404, mine.text]);
    }
    assert.equal((await other.client.read(foreign)).body['order_no'], undefined);
  });

  it('gets a page without what it wrote when it looks for a page', async () => {
    for (const path of ['/checkout/', '/b/checkout/result/', '/b/gw/return/'])
      for (const id of HOSTILE_IDS) {
        const url = `${system.run.api}${path}${marked(id)}`;
        // Dots that the client itself resolves name no page of a payment.
        if (new URL(url).pathname === '/') continue;
        const answer = await send(url);
        assert.ok(answer.status >= 400 && answer.status < 500, `${path}${id}: ${answer.status}`);
        assert.ok(!answer.text.includes('<script'), id);
        assert.ok(![...answer.headers.values()].join().includes(MARK), id);
      }
  });

  it('lists nothing for a query that means nothing', async () => {
    for (const query of HOSTILE_QUERIES)
      assertRefused(await ask('GET', `${TRANSACTIONS}?${marked(query)}`), query.slice(0, 80));
  });

  it('is refused for its headers', async () => {
    const body = JSON.stringify({ ...SALE, order_no: MARK });
    for (const headers of HOSTILE_HEADERS) {
      const [name, value] = Object.entries(headers)[0] ?? ['', ''];
      const init = { body, headers: { [name]: marked(value) } };
      assertRefused(await ask('POST', TRANSACTIONS, init), `${name}: ${value.slice(0, 80)}`);
    }
  });

  it('is told so in the same form when it is no request at all', async () => {
    for (const [name, bytes] of Object.entries(HOSTILE_BYTES)) {
      const answer = await sendBytes(system.run.api, marked(bytes));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 4\d\d /, `${name}: ${answer.slice(0, 200)}`);
      // Node itself refuses a request without a host, before anybody is asked.
      if (name === 'no host') continue;
      const { code, detail } = JSON.parse(
        body.replace(/^[0-9a-f]+\r\n/, '').split('\r\n')[0] ?? '',
      );
      assert.ok(typeof code === 'string' && typeof detail === 'string', `${name}: ${answer}`);
      assert.ok(!answer.includes(MARK), name);
    }
  });

  it('is not read to its end, and holds nothing up, when it hangs up in the middle', async () => {
    const { port } = new URL(system.run.api);
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        `POST ${TRANSACTIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Api-Key ${merchant.key}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 5000\r\n\r\n--x\r\n{"order_no":"${MARK}`,
      );
      await wait(200);
      socket.destroy();
    }
    assert.equal((await send(`${system.run.api}/healthz`)).status, 200);
  });

  it('has stored nothing, changed nothing, started nothing and left nothing in the logs', async () => {
    assert.deepEqual(await stored(), atFirst);
    // Of our own programs; MongoDB writes slow queries down whole.
    for (const program of ['api', 'worker'])
      assert.ok(
        !readFileSync(join(system.dataDir, 'logs', `${program}.log`), 'utf8').includes(MARK),
      );
    assert.deepEqual(await sandboxNetworkOf(system).moved(session), []);
    // A transaction that does exist shows when the search has caught up with all that came before it.
    await merchant.client.sale();
    const query = `MerchantId = "${merchant.id}"`;
    const count = await until('the search knows the last sale', async () => {
      const found = await system.temporal.workflow.count(query);
      return found.count > 1 && found.count;
    });
    assert.equal(count, 2, 'the first sale and the last one');
  });

  it('may have operators of a database in what is the merchant’s own, where they mean nothing', async () => {
    const extra = { $where: 'sleep(1000)', $gt: '', 'a.b': { $ref: 'x', $id: 1 } };
    const kept = await merchant.client.read(await merchant.client.sale({ extra }));
    assert.deepEqual(kept.body['extra'], extra);
  });
});

describe('a value that no field can be', () => {
  const context: CheckContext = {
    merchant: aMerchant(),
    accounts: [anAccount({ code: codeOf('sandbox') })],
    traitsOf: () => someTraits(),
    now: Date.now(),
  };

  /** The fields at fault in what would be created, or what is wrong with it as a whole. */
  function faultsIn(text: string): readonly string[] {
    try {
      const body = normalizedForCreation(parseJson(text) as Readonly<Record<string, unknown>>);
      const checked = check(creationBody, body);
      return Object.keys(allFaults(checked, proposalOf(checked.value), context));
    } catch (error) {
      assert.ok(error instanceof RequestError && error.status === 400, String(error));
      return [error.code];
    }
  }

  it('is one beside others that have no fault', () => {
    assert.deepEqual(faultsIn(saleWith('order_no', '"O-1"')), []);
  });

  for (const [field, values] of Object.entries(HOSTILE_VALUES))
    it(`is each of these for ${field}: ${values.length}`, () => {
      for (const value of values) {
        const [fault = '', ...others] = faultsIn(saleWith(field, value));
        const isFound = [field, 'parse_error'].includes(fault);
        assert.deepEqual([isFound, others], [true, []], `${fault}: ${value.slice(0, 80)}`);
      }
    });
});

/** The text of a sale with this value of a field, as it stands in JSON. */
function saleWith(field: string, value: string): string {
  const sale = Object.entries({ ...SALE, customer_id: 'MARK' }).map(([key, known]) => [
    key,
    JSON.stringify(known),
  ]);
  return objectText({ ...Object.fromEntries(sale), [field]: value });
}

/** The same of what changes but that. */
function partWith(field: string, value: string): string {
  return objectText({ vendor_name: '"MARK"', [field]: value });
}

/**
 * What empties an optional field in a PATCH, and is no fault there. What a PATCH or a PUT leads to is held against the one schema of
 * what is created (transactionBody), so that one other value of each field shows it.
 */
const CLEARS: ReadonlySet<string> = new Set(['null', '""']);

function objectText(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields)
    .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
    .join(',')}}`;
}

/** 4xx, in one of the shapes of errors (contract/requests#errors). */
function assertRefused({ status, headers, body, text: content }: Answer, what: string): void {
  assert.ok(status >= 400 && status < 500, `${what}: ${status} ${content.slice(0, 300)}`);
  assert.match(headers.get('content-type') ?? '', /^application\/json/, what);
  const isDetail = typeof body['detail'] === 'string' && typeof body['code'] === 'string';
  assert.ok(isDetail ? Object.keys(body).length === 2 : areFaults(body), `${what}: ${content}`);
}

/** Sentences by field; inside an object or a list of objects the same again. */
function areFaults(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const inner = Object.values(value);
  if (Array.isArray(value))
    return inner.every((row) => typeof row === 'string' || (isEmpty(row) ? true : areFaults(row)));
  return inner.length > 0 && inner.every(areFaults);
}

function isEmpty(row: unknown): boolean {
  return typeof row === 'object' && row !== null && Object.keys(row).length === 0;
}

async function sendBytes(api: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(api).port), '127.0.0.1');
  socket.end(Buffer.from(bytes, 'latin1'));
  return readText(socket);
}

/**
 * After some refusals the API closes the connection, and `fetch` may have chosen that one for the next request in the same
 * moment: then it is sent once more.
 */
async function sendAnew(url: string, init: RequestInit): Promise<Answer> {
  try {
    return await send(url, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return send(url, init);
  }
}
