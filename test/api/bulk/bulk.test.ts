import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { movesOf } from '../../../domain/bulk/bulk.ts';
import { theSystem, type System } from '../../support/system.ts';
import { part, rows, send, textIn, until, type Answer, type Json } from '../../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from '../support/network.ts';
import { goToNetwork } from '../support/payer.ts';
import { aPerson } from '../support/people.ts';
import { aReceiver, aShop, type Shop } from '../support/shop.ts';

const BULK = '/b/bulk/v1/bulk/';
const HEAD = 'amount,currency_code,pg_codes,order_no,customer_first_name';

const CARD_DATA = /Card data must never be sent here/;

/** What a killed worker leaves of one is in test/api/outages.test.ts. */
describe('a file of requests for payment', function () {
  this.timeout(1100_000);
  let system: System;
  let shop: Shop;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system, {
      bulk: { enabled: true },
      payment_request: { enabled: true, currency: 'KWD' },
      legacy: { enabled: false },
    });
  });

  const upload = (body: string | Buffer, query = '', more: Readonly<Record<string, string>> = {}) =>
    send(`${system.run.api}${BULK}${query}`, {
      method: 'POST',
      headers: { Authorization: `Api-Key ${shop.key}`, 'Content-Type': 'text/csv', ...more },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  const read = (id: string) => shop.client.call('GET', `${BULK}${id}/`);
  const list = async (id: string, query = '?limit=1000'): Promise<readonly Json[]> => {
    const answer = await shop.client.call('GET', `${BULK}${id}/rows/${query}`);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as readonly Json[];
  };
  const untilIt = (id: string, state: string, withinMs = 100_000) =>
    until(
      `the bulk is ${state}`,
      async () => {
        const { body } = await read(id);
        return body['state'] === state && body;
      },
      withinMs,
    );
  it('is looked at without being kept, then made row by row, each told with its bulk', async () => {
    const receiver = await aReceiver();
    try {
      const order = randomUUID();
      const csv = Buffer.from(
        `\ufeff${HEAD},extra.note,color\r\n` +
          `5.250,KWD,sandbox,${order}-1,"سارة ""العلي"", أم علي","١٢\nشارع",red\r\n\r\n` +
          `7.5,KWD,sandbox | cash,=${order}-2,,,\r\n`,
      );
      const look = await upload(csv, '?dry_run=true');
      assert.deepEqual(
        [look.status, look.body],
        [
          200,
          {
            dry_run: true,
            rows: 2,
            valid: 2,
            invalid: 0,
            errors: [],
            sums: [{ currency_code: 'KWD', amount: '12.750' }],
            error_counts: {},
            unknown_columns: ['color'],
          },
        ],
      );
      const id = await taken(upload(csv, `?name=June&webhook_url=${receiver.url}/hooks`));
      const done = await untilIt(id, 'done');
      assert.deepEqual(
        ['name', 'total', 'pending', 'dispatched', 'failed', 'actions'].map((key) => done[key]),
        ['June', 2, 0, 2, 0, []],
      );
      assert.deepEqual(done['report'], {
        rows: 2,
        valid: 2,
        invalid: 0,
        sums: [{ currency_code: 'KWD', amount: '12.750' }],
        error_counts: {},
        unknown_columns: ['color'],
      });
      const [first, second] = await list(id);
      assert.ok(first && second);
      assert.equal(first['order_no'], `${order}-1`);
      const { body } = await shop.client.read(textIn(first, 'session_id'));
      assert.deepEqual(
        ['type', 'state', 'amount', 'customer_first_name', 'checkout_url'].map((key) => body[key]),
        ['payment_request', 'created', '5.250', 'سارة "العلي", أم علي', first['checkout_url']],
      );
      assert.deepEqual(body['extra'], { note: '١٢\nشارع' });
      const file = await fetch(`${system.run.api}${BULK}${id}/result/`, {
        headers: { Authorization: `Api-Key ${shop.key}` },
      });
      assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
      const lines = await file.text();
      assert.ok(lines.includes(`,'=${order}-2,`), lines);
      await sandboxNetworkOf(system).pay(
        paymentIdIn(await goToNetwork(system, textIn(first, 'session_id'))),
      );
      const [told] = await until('the merchant is told', async () => {
        const all = receiver.at('/hooks');
        return all.length > 0 && all;
      });
      assert.equal(told?.['transaction_log_id'], id);
    } finally {
      await receiver.close();
    }
  });

  for (const [type, file] of [
    ['text/csv', 'amount,notifications.email,extra.branch,extra.till\n1,created,Salmiya,\n'],
    [
      'application/json',
      '{"rows":[{"amount":"1","currency_code":null,"customer_email":null,"notifications":{"email":["created"]},"extra":{"branch":"Salmiya"}}]}',
    ],
  ] as const)
    it(`has what the query says of each field that a row does not say, also of those inside another: ${type}`, async () => {
      const query =
        '?pg_codes=sandbox&currency_code=KWD&customer_email=sara@example.test&customer_phone=%2B96550000001&extra.till=4&extra.branch=Hawalli&notifications.email=paid&notifications.sms=created';
      const id = await taken(upload(file, query, { 'Content-Type': type }));
      await untilIt(id, 'done');
      const [row] = await list(id);
      const { body } = await shop.client.read(textIn(row ?? {}, 'session_id'));
      assert.deepEqual(body['extra'], { till: '4', branch: 'Salmiya' });
      assert.deepEqual(body['notifications'], { email: ['created'], sms: ['created'] });
    });

  it('is told by disclosures with its id where the shop still reads those', async () => {
    const receiver = await aReceiver();
    try {
      const csv = `${HEAD}\n5,KWD,sandbox,${randomUUID()},Sara\n`;
      const ways = `webhook_url=${receiver.url}/old&redirect_url=${receiver.url}/back`;
      const off = await upload(csv, `?legacy=true&${ways}`);
      assert.equal(off.status, 404, off.text);
      const { plugins } = (await system.store.merchants.find(shop.id)) ?? {};
      assert.ok(plugins);
      await shop.set({ plugins: { ...plugins, legacy: { enabled: true } } });
      const refused = await upload(csv.replace('sandbox', 'sandbox|cash'), '?legacy=true');
      const [row] = rows(refused.body, 'errors');
      assert.deepEqual(Object.keys(row?.['errors'] as object).toSorted(), [
        'pg_codes',
        'redirect_url',
        'webhook_url',
      ]);
      const id = await taken(upload(csv, `?legacy=true&${ways}`));
      assert.equal((await untilIt(id, 'done'))['legacy'], true);
      const session = textIn((await list(id))[0] ?? {}, 'session_id');
      await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
      const [told] = await until('the disclosure', async () => {
        const all = receiver.at('/old');
        return all.length > 0 && all;
      });
      assert.deepEqual(
        ['bulk_id', 'result', 'amount', 'transaction_log_id'].map((key) => told?.[key]),
        [id, 'success', '5.000', undefined],
      );
    } finally {
      await shop.set({});
      await receiver.close();
    }
  });

  it('is refused as a whole when a row is wrong, with each fault, unless such rows are left out', async () => {
    const body = {
      rows: [
        { amount: '1.000', pg_codes: ['sandbox'] },
        { amount: '1.0001', pg_codes: ['sandbox'] },
        { amount: 2, pg_codes: ['nowhere'], color: 'red' },
        { amount: '1', pg_codes: ['sandbox'], extra: { cvv: '123' } },
        { amount: '1', pg_codes: ['sandbox'], language: 'fr', unit_code: 'none' },
        'no object',
        { amount: '1', pg_codes: ['sandbox'], card_number: '4000056655665556' },
        { amount: '1', pg_codes: ['sandbox'], payment: { CVV2: '123' } },
      ],
    };
    const json = { 'Content-Type': 'application/json' };
    const refused = await upload(JSON.stringify(body), '', json);
    assert.equal(refused.status, 400, refused.text);
    assert.deepEqual(
      [refused.body['code'], refused.body['rows'], refused.body['invalid']],
      ['invalid_rows', 8, 7],
    );
    assert.deepEqual(
      rows(refused.body, 'errors').map(({ row, errors }) => [row, Object.keys(errors as object)]),
      [
        [2, ['amount']],
        [3, ['pg_codes']],
        [4, ['extra']],
        [5, ['unit_code', 'language']],
        [6, ['non_field_errors']],
        [7, ['card_number']],
        [8, ['payment']],
      ],
    );
    assert.deepEqual(refused.body['unknown_columns'], ['color', 'card_number', 'payment']);
    assert.equal((await shop.client.call('GET', BULK)).text.includes('"total":0'), false);
    const id = await taken(upload(JSON.stringify(body), '?skip_invalid=true', json));
    await untilIt(id, 'done');
    assert.deepEqual(
      (await list(id)).map(({ row, state }) => [row, state]),
      [[1, 'dispatched']],
    );
    const [first, ...others] = await list(id, '?state=wrong&limit=3');
    assert.deepEqual([first?.['row'], first?.['state']], [2, 'left_out']);
    assert.match(JSON.stringify(first?.['errors']), /^\{"amount":\["Ensure that /);
    assert.deepEqual(
      others.map(({ row }) => row),
      [3, 4],
    );
    const [names, ...lines] = await errorsOf(id);
    assert.equal(names, 'amount,pg_codes,color,language,unit_code,row,errors');
    assert.deepEqual(
      lines.map((line) => line.slice(0, 40)),
      [
        '1.0001,sandbox,,,,2,amount: Ensure that ',
        '2,nowhere,red,,,3,"pg_codes: ""nowhere""',
        // What card data was sent is nowhere.
        '1,sandbox,,,,4,extra.cvv: Card data must',
        '1,sandbox,,fr,none,5,"unit_code: There i',
        ',,,,,6,non_field_errors: Expected an obj',
        '1,sandbox,,,,7,card_number: Card data mu',
        '1,sandbox,,,,8,payment.CVV2: Card data m',
      ],
    );
  });

  it('names in a row what is an amount in no currency beside the currency that is none', async () => {
    const body = { rows: [{ amount: 'x', currency_code: 'XXX' }] };
    const json = { 'Content-Type': 'application/json' };
    const seen = await upload(JSON.stringify(body), '?dry_run=true', json);
    const [wrong] = rows(seen.body, 'errors');
    assert.deepEqual(Object.keys(part(wrong ?? {}, 'errors')).toSorted(), [
      'amount',
      'currency_code',
      'pg_codes',
    ]);
  });

  it('gives the rows that were left out as they came, with why, to be corrected and sent again', async () => {
    const lines = [
      `${HEAD},extra.note,color`,
      'x,KWD,sandbox,"=1+1","سارة, أم علي",4000056655665556,red',
      '2,KWD,sandbox,O-2,,,',
      '3,KWD',
    ];
    const id = await taken(upload(lines.join('\n'), '?skip_invalid=true&name=wrong'));
    const file = (await errorsOf(id)).join('\n');
    assert.match(
      file,
      /^amount,currency_code,pg_codes,order_no,customer_first_name,extra\.note,color,row,errors\nx,KWD,sandbox,'=1\+1,"سارة, أم علي",,red,1,"extra\.note: This looks like a card number[^\n]*\n3,KWD,,,,,,3,"?non_field_errors: The row has 2 cells, the first line 7\./,
    );
    const again = await upload(file.replace('x,KWD', '1,KWD'), '?dry_run=true');
    assert.deepEqual(
      [again.body['rows'], again.body['valid'], again.body['unknown_columns']],
      [2, 1, ['color', 'row', 'errors']],
    );
    const whole = await taken(upload(`${HEAD}\n1,KWD,sandbox,,\n`));
    assert.equal((await errorsOf(whole)).length, 1);
    const other = await aShop(system);
    assert.equal((await other.client.call('GET', `${BULK}${id}/errors/`)).status, 404);
  });

  it('repeats a card number to nobody, in whichever cell it stands', async () => {
    const number = '4000056655665556';
    const lines = [`1,KWD,${number},,`, `1,${number},sandbox,,`, '1,KWD,sandbox,,'];
    const csv = [HEAD, ...lines].join('\n');
    const seen = await upload(csv, '?dry_run=true');
    assert.equal(seen.body['valid'], 1, seen.text);
    assert.ok(!seen.text.includes(number), seen.text);
    const id = await taken(upload(csv, '?skip_invalid=true'));
    const kept = (await errorsOf(id)).join('\n');
    assert.equal(kept.match(/looks like a card number/g)?.length, 2, kept);
    assert.ok(!kept.includes(number), kept);
  });

  it('is made as it was meant of a corrected file of wrong rows, without the apostrophes for spreadsheets', async () => {
    const order_no = `-${randomUUID()}`;
    const customer_phone = '+96550000001';
    const csv = `${HEAD},customer_phone\nx,KWD,sandbox,${order_no},@sara,${customer_phone}\n1,KWD,sandbox,,,\n`;
    const wrong = await taken(upload(csv, '?skip_invalid=true'));
    const file = (await errorsOf(wrong)).join('\n');
    for (const text of [order_no, '@sara', customer_phone]) assert.ok(file.includes(`'${text}`));
    const id = await taken(upload(file.replace('x,KWD', '1,KWD')));
    await untilIt(id, 'done');
    const [row] = await list(id);
    const { body } = await shop.client.read(textIn(row ?? {}, 'session_id'));
    assert.deepEqual(
      [body['order_no'], body['customer_first_name'], body['customer_phone']],
      [order_no, '@sara', customer_phone],
    );
  });

  /** The lines of the file of wrong rows. */
  const errorsOf = async (id: string) => {
    const answer = await shop.client.call('GET', `${BULK}${id}/errors/`);
    assert.equal(answer.status, 200, answer.text);
    return answer.text.split('\r\n').filter((line) => line !== '');
  };

  it('waits for a yes where it shall be confirmed later, in no list, and is made once', async () => {
    const order = randomUUID();
    const csv = `${HEAD}\n1,KWD,sandbox,${order},\nx,KWD,sandbox,,\n`;
    const taken = await upload(csv, '?confirm_later=true&skip_invalid=true');
    assert.deepEqual(
      [taken.status, taken.body['state'], taken.body['invalid']],
      [201, 'unconfirmed', 1],
    );
    const id = textIn(taken.body, 'bulk_id');
    const { body } = await read(id);
    assert.deepEqual([body['pending'], body['actions']], [1, ['confirm']]);
    const created = Date.parse(textIn(body, 'created_at'));
    assert.equal(Date.parse(textIn(body, 'confirm_by')), created + 3_600_000);
    assert.ok(!(await shop.client.call('GET', BULK)).text.includes(id));
    const paused = await shop.client.call('POST', `${BULK}${id}/pause/`);
    assert.deepEqual([paused.status, paused.body['code']], [400, 'invalid_state']);
    // A person of the merchant has not sent it.
    const person = await aPerson(system, { merchantId: shop.id, superuser: true });
    const theirs = await send(`${system.run.api}${BULK}${id}/confirm/`, {
      method: 'POST',
      headers: { Authorization: person.basic },
    });
    assert.equal(theirs.status, 404, theirs.text);
    const confirm = () => shop.client.call('POST', `${BULK}${id}/confirm/`);
    for (const yes of await Promise.all([confirm(), confirm()]))
      assert.equal(yes.status, 200, yes.text);
    await untilIt(id, 'done');
    assert.equal((await confirm()).status, 200);
    assert.deepEqual(
      (await list(id)).map((row) => [row['state'], row['order_no']]),
      [['dispatched', order]],
    );
    const ended = await upload(`${HEAD}\n1,KWD,sandbox,,\n`, '?confirm_later=true');
    const other = textIn(ended.body, 'bulk_id');
    await system.store.bulks.confirm({ merchantId: shop.id, id: other });
    assert.equal((await shop.client.call('POST', `${BULK}${other}/cancel/`)).status, 200);
    const late = await shop.client.call('POST', `${BULK}${other}/confirm/`);
    assert.deepEqual([late.status, late.body['code']], [400, 'invalid_state']);
  });

  it('answers very many bad rows with the first thousand and counts', async () => {
    const csv = `${HEAD}\n${'x,KWD,sandbox,,\n'.repeat(1200)}`;
    const { status, body } = await upload(csv, '?skip_invalid=true');
    assert.equal(status, 400);
    assert.deepEqual([body['rows'], body['invalid']], [1200, 1200]);
    assert.deepEqual(body['error_counts'], { amount: 1200 });
    assert.equal(rows(body, 'errors').length, 1000);
  });

  const BAD: readonly (readonly [string, () => Promise<Answer>, number, RegExp])[] = [
    ['nothing', () => upload(''), 400, /line of names/],
    ['no column that means anything', () => upload('a,b\n1,2\n'), 400, /names no column/],
    ['a column twice', () => upload('amount,amount\n1,2\n'), 400, /is duplicated/],
    ['a quote that is not closed', () => upload(`${HEAD}\n"1,KWD\n`), 400, /quote/],
    ['a row of other length', () => upload(`${HEAD}\n1,KWD,sandbox\n`), 400, /3 cells/],
    [
      'a column of card numbers',
      () => upload('amount,pg_codes,Card Number\n1,sandbox,4000056655665556\n'),
      400,
      CARD_DATA,
    ],
    [
      'a column of CVVs',
      () => upload('amount,pg_codes,cvv\n1,sandbox,\n', '?skip_invalid=true&dry_run=true'),
      400,
      CARD_DATA,
    ],
    [
      'a CVV inside an object',
      () => upload('amount,pg_codes,billing_address.cvc\n1,sandbox,\n'),
      400,
      CARD_DATA,
    ],
    [
      'a card number beside the rows',
      () =>
        upload('{"rows":[{"amount":"1","pg_codes":["sandbox"]}],"pan":"4000056655665556"}', '', {
          'Content-Type': 'application/json',
        }),
      400,
      CARD_DATA,
    ],
    ['no UTF-8', () => upload(Buffer.from([0x61, 0xff, 0x0a])), 400, /UTF-8/],
    ['only a line of names', () => upload(`${HEAD}\n`), 400, /invalid_rows/],
    ['an unknown option', () => upload('', '?amunt=1'), 400, /amunt/],
    ['an option that is no flag', () => upload('', '?dry_run=yes'), 400, /dry_run/],
    [
      'a picture',
      () => upload('x', '', { 'Content-Type': 'image/png' }),
      415,
      /text\/csv, application\/json/,
    ],
    [
      'JSON without rows',
      () => upload('{}', '', { 'Content-Type': 'application/json' }),
      400,
      /rows/,
    ],
    ['no key', () => upload(HEAD, '', { Authorization: '' }), 401, /detail/],
  ];
  for (const [name, call, status, said] of BAD)
    it(`is refused with a reason: ${name}`, async () => {
      const answer = await call();
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, said);
    });

  it('is not there for a merchant without the plugin, or for another merchant', async () => {
    const other = await aShop(system, { bulk: { enabled: false } });
    const body = `${HEAD}\n1,KWD,sandbox,,\n`;
    const refused = await upload(body, '', { Authorization: `Api-Key ${other.key}` });
    assert.equal(refused.status, 404);
    const id = await taken(upload(body));
    assert.equal((await other.client.call('GET', `${BULK}${id}/`)).status, 404);
    assert.equal((await other.client.call('POST', `${BULK}${id}/cancel/`)).status, 404);
    const newest = await shop.client.call('GET', `${BULK}?limit=1&progress=true`);
    const [one] = JSON.parse(newest.text) as readonly Json[];
    assert.deepEqual([one?.['bulk_id'], one?.['failed']], [id, 0]);
    const older = await shop.client.call('GET', `${BULK}?before=${id}`);
    assert.equal(older.status, 200, older.text);
    assert.ok(!older.text.includes(id));
    for (const query of ['?limit=101', '?limit=0', '?progress=1', '?before=x'])
      assert.equal((await shop.client.call('GET', `${BULK}${query}`)).status, 400, query);
    // What is another merchant's is no place in a list.
    assert.equal((await other.client.call('GET', `${BULK}?before=${id}`)).status, 400);
    for (const query of ['?limit=0', '?after=x', '?state=x'])
      assert.equal((await shop.client.call('GET', `${BULK}${id}/rows/${query}`)).status, 400);
  });

  it('goes on when its run was never told that it was resumed, and makes no row any more when it is canceled', async () => {
    const id = await taken(upload(`${HEAD}\n${'1,KWD,sandbox,,\n'.repeat(200)}`));
    assert.equal((await shop.client.call('POST', `${BULK}${id}/pause/`)).status, 200);
    const run = system.temporal.workflow.getHandle(`bulk/${id}`);
    await until('its run waits', async () => {
      // It may be asked before there is one, or before a worker has it.
      const told = await run
        .query<{ readonly currentDetails?: string }>('__temporal_workflow_metadata')
        .catch(() => undefined);
      return told?.currentDetails?.includes('**paused**');
    });
    const saidAt = Date.now() - 2 * 60_000;
    await system.store.bulks.move({ merchantId: shop.id, id }, { ...movesOf('resume'), saidAt });
    const dispatched = async () => Number((await read(id)).body['dispatched']);
    const made = await dispatched();
    assert.ok(made < 100, String(made));
    await system.temporal.schedule.getHandle('sweep').trigger();
    await until('it goes on', async () => (await dispatched()) > made, 100_000);
    const canceled = await shop.client.call('POST', `${BULK}${id}/cancel/`);
    assert.deepEqual([canceled.status, canceled.body['state']], [200, 'canceled'], canceled.text);
    assert.equal(await run.result(), 'canceled');
    const { body } = await read(id);
    assert.ok(Number(body['pending']) > 0);
    assert.equal((await list(id, '?state=pending&limit=1')).length, 1);
  });

  it('is taken once with an Idempotency-Key, and another file with that key is refused', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const csv = `${HEAD}\n1,KWD,sandbox,,\nx,KWD,sandbox,,\n`;
    const first = await upload(csv, '?skip_invalid=true&name=May', key);
    assert.equal(first.status, 201, first.text);
    await untilIt(textIn(first.body, 'bulk_id'), 'done');
    const again = await upload(csv, '?name=May&skip_invalid=true', key);
    assert.deepEqual([again.status, again.body], [201, first.body]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const json = { ...key, 'Content-Type': 'application/json' };
    const others = [
      upload(csv.replace('1,', '2,'), '?skip_invalid=true&name=May', key),
      upload(`${csv}\n`, '?skip_invalid=true&name=May', key),
      upload(csv, '?skip_invalid=true&name=June', key),
      upload(csv, '?skip_invalid=true&name=May&language=ar', key),
      upload('{"rows":[{"amount":"1"}]}', '?skip_invalid=true&name=May', json),
    ];
    for (const other of await Promise.all(others))
      assert.deepEqual([other.status, other.body['code']], [409, 'idempotency_conflict']);
    const mine = (await shop.client.call('GET', BULK)).text.split('"name":"May"').length - 1;
    assert.equal(mine, 1);
    const bad = await upload(csv, '', { 'Idempotency-Key': 'k'.repeat(256) });
    assert.deepEqual([bad.status, bad.body['code']], [400, 'validation_error']);
  });

  it('waits with a repeat until the first upload has ended', async () => {
    const key = randomUUID();
    const headers = {
      Authorization: `Api-Key ${shop.key}`,
      'Content-Type': 'text/csv',
      'Idempotency-Key': key,
    };
    const first = request(`${system.run.api}${BULK}`, { method: 'POST', headers });
    const answered = new Promise<string>((resolve, reject) => {
      first.once('response', (answer) => resolve(readText(answer)));
      first.once('error', reject);
    });
    first.write(`${HEAD}\n1,KWD,sandbox,,\n`);
    const id = createHash('sha256').update(`bulk\n${shop.id}\n${key}`).digest('hex').slice(0, 32);
    await until('the first upload has begun', () =>
      system.store.bulks.find({ merchantId: shop.id, id }),
    );
    const lines = ['1,KWD,sandbox,,', '2,KWD,sandbox,,'];
    const repeat = upload([HEAD, ...lines].join('\n'), '', { 'Idempotency-Key': key });
    const other = upload(`${HEAD}\n3,KWD,sandbox,,`, '', { 'Idempotency-Key': key });
    first.end('2,KWD,sandbox,,');
    assert.equal((JSON.parse(await answered) as Json)['bulk_id'], id);
    assert.equal(await taken(repeat), id);
    const { status, body } = await other;
    assert.deepEqual([status, body['code']], [409, 'idempotency_conflict']);
  });
});

/** The bulk of a file that must be taken. */
async function taken(answer: Promise<Answer>): Promise<string> {
  const { status, body, text: said } = await answer;
  assert.equal(status, 201, said);
  return textIn(body, 'bulk_id');
}
