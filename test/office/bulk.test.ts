import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isDescribed, type Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Bulk, BulkCommand } from '../../domain/bulk/bulk.ts';
import { initiatorOf, type Initiator } from '../../domain/initiator.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { Engine } from '../../engine/engine.ts';
import { DEMO } from '../api/support/records.ts';
import { toldOf } from '../../office/bulk/detail.ts';
import { useDatabase } from '../store/database.ts';
import {
  aMerchant,
  anAccount,
  aTransaction,
  codeOf,
  CREATED_AT,
  kwd,
  sessionOf,
} from '../support/builders.ts';
import { anOffice, browse, leadsTo, loggedIn, type OfficeApp } from './office-app.ts';

const NO_REQUEST = { proposal: {}, terms: aTransaction() };

describe('the pages of files of requests', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  let cookie: string;
  const nudged: string[] = [];
  const engine = { isAway: false };

  before(async () => {
    const { store } = database();
    const plugins = { ...aMerchant().plugins, bulk: { enabled: true } };
    await store.merchants.put(aMerchant({ id: DEMO, plugins }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, sandbox: true }), {});
    const asked = {
      nudgeBulk: async ({ id }: Bulk) => {
        nudged.push(id);
        if (engine.isAway) throw new Error('Nobody is there.');
      },
    } as unknown as Engine;
    const programs = (ROUTES as readonly Route[]).filter(isDescribed);
    office = await anOffice(store, programs, 'everywhere', { engine: asked });
    const permissions = [
      'payment_request.change',
      'payment_request.add',
      'gateway.use:card',
    ] as const;
    cookie = await loggedIn(office, await office.person({ permissions }));
  });
  after(() => office.close());

  const look = (path: string) => browse(`${office.url}/office/bulk${path}`, { cookie });

  /** Sends the form of this page that goes there. */
  async function press(page: string, action: string) {
    const { text } = await look(page);
    const form = new RegExp(`<form[^>]*action="${action}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1];
    assert.ok(form !== undefined, `${page} has no form to ${action}`);
    const fields = [...form.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    return browse(`${office.url}${action}`, { cookie, form: Object.fromEntries(fields) });
  }

  let made = 0;
  /** A file of so many rows, of which the first was made and the second has failed. */
  async function aFile(
    more: {
      readonly name?: string;
      readonly rows?: number;
      at?: number;
      readonly columns?: readonly string[];
      readonly initiator?: Initiator;
    } = {},
  ) {
    const { bulks } = database().store;
    made += 1;
    const {
      name = 'June',
      rows = 3,
      at = CREATED_AT + made,
      columns = ['amount'],
      initiator,
    } = more;
    const id = made.toString(16).padStart(32, 'b');
    const bulk: Bulk = {
      merchantId: DEMO,
      id,
      name,
      state: 'uploading',
      total: 0,
      createdAt: at,
      ...(initiator && { initiator }),
    };
    const found = reporter();
    const numbers = Array.from({ length: rows }, (_, nth) => nth + 1);
    for (const row of numbers) found.right(kwd(`${row}.500`));
    found.wrong({ row: rows + 1, errors: { amount: ['A valid amount is required.'] } });
    await bulks.begin(bulk, 'seed');
    const cells = [['amount', '=1+1']] as const;
    await bulks.addRows(
      bulk,
      numbers.map((row) => ({ row, request: NO_REQUEST, cells })),
    );
    const errors = { amount: ['A valid amount is required.'] };
    await bulks.addRefused(bulk, [{ row: rows + 1, cells: [['amount', 'x']], errors }]);
    await bulks.accept(bulk, { fileHash: id, report: found.report() }, columns);
    const endedAt = Date.now() - 1000;
    await bulks.conclude(bulk, 1, { sessionId: sessionOf('a1'), endedAt });
    const closed = { pg_codes: ['card is closed.'] };
    await bulks.conclude(bulk, 2, { errors: closed, endedAt: endedAt + 500 });
    await bulks.move(bulk, { from: ['scheduling'], to: 'dispatching' });
    return bulk;
  }

  it('list them by the newest, page by page, with how far each has come', async () => {
    for (let nth = 0; nth < 26; nth += 1) await aFile({ name: `file ${nth}.` });
    const first = await look('');
    assert.equal(first.status, 200, first.text);
    const all = Array.from({ length: 26 }, (_, nth) => `file ${25 - nth}.`);
    assert.deepEqual(filesIn(first.text), all.slice(0, 25));
    assert.match(first.text, /Under way/);
    const next = /href="(\/office\/bulk\?before=[0-9a-f]{32})"/.exec(first.text)?.[1] ?? '';
    const second = await browse(`${office.url}${next}`, { cookie });
    assert.deepEqual(filesIn(second.text), all.slice(25));
    assert.match(second.text, /href="\/office\/bulk"[^>]*>First page/);
    assert.doesNotMatch(second.text, /rel="next"/);
    assert.doesNotMatch(second.text, /leads to no place/);
    for (const before of ['nothing', 'f'.repeat(32), '%00']) {
      const anew = await look(`?before=${before}`);
      assert.deepEqual([anew.status, filesIn(anew.text)], [200, all.slice(0, 25)], before);
      assert.match(anew.text, /This link leads to no place in this list/);
      assert.doesNotMatch(anew.text, /First page/);
    }
  });

  it('tell of one what was made, what is left, how quickly it goes, and what is wrong', async () => {
    const { id } = await aFile({ rows: 4 });
    const { status, text } = await look(`/${id}`);
    assert.equal(status, 200, text);
    const said = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    assert.match(said, /2 of 4 looked at/);
    assert.match(said, /About \d+ a minute\. Expected end: /);
    assert.match(said, /Still to be made 2 /);
    assert.match(said, /Left out because they were wrong 1 /);
    // What the rows that are right come to: 1.500, 2.500, 3.500 and 4.500.
    assert.match(said, /In all KWD\s12\.000/);
    assert.match(said, /2 pg_codes card is closed\. When it was made/);
    assert.match(said, /5 amount A valid amount is required\. At the upload/);
    assert.match(text, /<progress[^>]* max="4" value="2"/);
    const arabic = await look(`/${id}?lang=ar`);
    assert.match(arabic.text, /dir="rtl"/);
    await look('?lang=en');
  });

  it('pause, resume and cancel it, each asked of the API once more, and say so afterwards', async () => {
    const { id } = await aFile();
    const at = `/office/bulk/${id}`;
    const does = async (command: BulkCommand, from = `/${id}`) => {
      const answer = await press(from, `${at}/${command}`);
      assert.deepEqual([answer.status, leadsTo(answer)], [303, `${at}?after=${command}`]);
      return browse(`${office.url}${answer.location}`, { cookie });
    };
    nudged.length = 0;
    assert.match((await does('pause')).text, /role="status"[^>]*>.*?Paused\. What is being made/s);
    assert.match((await does('resume')).text, /It goes on\./);
    const asks = await look(`/${id}/cancel`);
    assert.match(asks.text, /1<\/bdi> request that was not made yet will never be made/);
    assert.match((await does('cancel', `/${id}/cancel`)).text, /Canceled\. No more requests/);
    assert.deepEqual(nudged, [id, id, id]);
    assert.match((await look(`/${id}/cancel`)).text, /nothing to cancel/);
    // An address that tells of something else than what is so tells nothing.
    assert.doesNotMatch((await look(`/${id}?after=pause`)).text, /role="status"/);
  });

  it('say what the API says where it is too late, and that nothing is known where no answer came', async () => {
    const { bulks } = database().store;
    const bulk = await aFile();
    const { id } = bulk;
    const stale = await look(`/${id}`);
    const form = Object.fromEntries(
      [...stale.text.matchAll(/name="(form_\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    engine.isAway = true;
    const lost = await press(`/${id}`, `/office/bulk/${id}/pause`);
    engine.isAway = false;
    assert.equal(lost.status, 500);
    assert.match(lost.text, /We do not know yet whether that was done/);
    assert.match(lost.text, /action="[^"]*\/resume"/);
    await bulks.move(bulk, { from: ['paused'], to: 'done' });
    const late = await browse(`${office.url}/office/bulk/${id}/pause`, {
      cookie,
      form: { ...form, form_token: tokenFor(stale.text, `/office/bulk/${id}/pause`) },
    });
    assert.equal(late.status, 400);
    assert.match(late.text, /Nothing was changed.*The bulk is done\. To pause it/s);
    assert.doesNotMatch(late.text, /action="[^"]*\/pause"/);
  });

  it('hand its files on as attachments, with nothing in them that a spreadsheet would run', async () => {
    const { id } = await aFile();
    const files = {
      [`/${id}/result`]: [`bulk-${id}.csv`, /1,dispatched,.*\r\n2,failed/s],
      [`/${id}/errors`]: [`bulk-${id}-errors.csv`, /'=1\+1,2,pg_codes: card is closed\./],
      '/template?columns=all&language=ar': ['bulk-template-all-ar.csv', /amount,.*\r\n.*المبلغ/s],
    } as const;
    for (const [path, [name, content]] of Object.entries(files)) {
      const { status, headers, text } = await look(path);
      assert.equal(status, 200, text);
      assert.equal(headers.get('content-disposition'), `attachment; filename="${name}"`);
      assert.match(headers.get('content-type') ?? '', /^text\/csv/);
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.match(text, content);
    }
    for (const path of [`/${'0'.repeat(32)}/result`, '/x/errors', '/template?columns=some'])
      assert.ok([400, 404].includes((await look(path)).status), path);
  });

  it('give wrong rows that may say how to reach customers to who has sent them, and else with customer.view alone', async () => {
    const reader = { permissions: ['payment_request.view'] } as const;
    const [sender, other, reaching] = await Promise.all([
      office.person(reader),
      office.person(reader),
      office.person({ permissions: [...reader.permissions, 'customer.view'] }),
    ]);
    const { id } = await aFile({
      columns: ['amount', 'customer_email'],
      initiator: initiatorOf(sender),
    });
    const statusFor = async (user: typeof sender) =>
      (
        await browse(`${office.url}/office/bulk/${id}/errors`, {
          cookie: await loggedIn(office, user),
        })
      ).status;
    assert.equal(await statusFor(sender), 200);
    assert.equal(await statusFor(other), 403);
    assert.equal(await statusFor(reaching), 200);
  });

  const HEAD = 'amount,currency_code,pg_codes,order_no';
  const CARD_NUMBER = '4000056655665556';
  const NEW = '/office/bulk/new';

  interface Sent {
    readonly content?: string | Uint8Array<ArrayBuffer>;
    readonly name?: string;
    readonly number?: string;
    readonly fields?: Readonly<Record<string, string>>;
    readonly token?: string;
    readonly language?: 'ar';
  }

  /** Sends the form of a new file, as a browser does. */
  async function send({ language, content, name = 'June fees.csv', ...sent }: Sent) {
    const { number, fields, token } = sent;
    const { text } = await look('/new');
    const body = new FormData();
    body.set('form_token', token ?? tokenFor(text, NEW));
    body.set('form_number', number ?? randomUUID());
    for (const [field, value] of Object.entries(fields ?? {})) body.set(field, value);
    // What a browser sends where nobody has chosen a file has no name.
    if (content === undefined) body.set('file', new File([], ''));
    else body.set('file', new File([content], name));
    const answer = await fetch(`${office.url}${NEW}?lang=${language ?? 'en'}`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        Cookie: `__Host-office=${cookie}`,
        Origin: office.url,
        'Sec-Fetch-Site': 'same-origin',
      },
      body,
    });
    const said = await answer.text();
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: said };
  }

  it('check a file and say what it comes to, and make its requests once, when somebody says so', async () => {
    const number = randomUUID();
    const content = `\ufeff${HEAD},colour\n1.250,KWD,card,A-1,red\nx,KWD,card,A-2,\n2,KWD,card,A-3,\n`;
    nudged.length = 0;
    const sent = await send({ content, number, name: 'in/June\u202e fees.csv' });
    assert.equal(sent.status, 303, sent.text);
    const id = /^\/office\/bulk\/([0-9a-f]{32})$/.exec(sent.location)?.[1];
    assert.ok(id !== undefined, sent.location);
    const { text } = await look(`/${id}`);
    const said = text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    assert.match(said, /Make these requests\?/);
    assert.match(said, /File June fees /);
    assert.match(said, /Rows in the file 3 Requests to be made 2 Wrong rows 1 In all KWD\s3\.250/);
    assert.match(said, /Columns that were ignored colour /);
    assert.match(said, /2 amount A valid amount is required|2 amount .*number/);
    assert.match(said, /Make 2 requests/);
    const { bulks } = database().store;
    const ref = { merchantId: DEMO, id };
    assert.equal((await bulks.find(ref))?.state, 'unconfirmed');
    assert.deepEqual(nudged, []);
    assert.doesNotMatch((await look('')).text, /June fees/);

    // The same press again is the same file; another file in the same form is none at all.
    assert.equal((await send({ content, number })).location, sent.location);
    const other = await send({ content: `${HEAD}\n3,KWD,card,B-1\n`, number });
    assert.equal(other.status, 409);
    assert.match(other.text, /This form was sent with another file before/);
    assert.doesNotMatch(other.text, new RegExp(`action="${NEW}".*value="${number}"`, 's'));

    let there = '';
    for (const _ of [1, 2]) {
      const yes = await browse(`${office.url}/office/bulk/${id}/confirm`, {
        cookie,
        form: { form_token: tokenFor(text, `/office/bulk/${id}/confirm`) },
      });
      assert.equal(leadsTo(yes), `/office/bulk/${id}?after=confirm`, yes.text);
      there = yes.location;
    }
    const shown = await browse(`${office.url}${there}`, { cookie });
    assert.match(shown.text, /The requests are being made/);
    assert.doesNotMatch((await look(`/${id}?after=confirm`)).text, /The requests are being made/);
    assert.equal((await bulks.find(ref))?.state, 'scheduling');
    assert.deepEqual([...new Set(nudged)], [id]);
    assert.equal((await bulks.pending(ref, 9)).length, 2);
    assert.match((await look('')).text, /June fees/);
  });

  it('take from the form what rows do not say, and a file of JSON, under the name that was typed', async () => {
    const fields = { name: 'Rent', currency_code: 'KWD', 'pg_codes.card': 'on', language: 'ar' };
    const content = '{"rows":[{"amount":"5"},{"amount":7.5,"language":"en"}]}';
    const { location, text } = await send({ content, name: 'rows.JSON', fields });
    assert.match(location, /^\/office\/bulk\//, text);
    const ref = { merchantId: DEMO, id: location.slice(-32) };
    assert.equal((await database().store.bulks.find(ref))?.name, 'Rent');
    const rows = await database().store.bulks.pending(ref, 9);
    assert.deepEqual(
      rows.map(({ request: { terms } }) => [terms.language, terms.pgCodes, terms.amount]),
      [
        ['ar', ['card'], kwd('5')],
        ['en', ['card'], kwd('7.5')],
      ],
    );
  });

  const BAD: readonly (readonly [string, Sent, number, RegExp])[] = [
    ['no file', {}, 400, /No file was chosen/],
    ['an empty file', { content: '' }, 400, /The file is empty/],
    ['only a line of names', { content: `${HEAD}\n` }, 400, /has no row below its line of names/],
    [
      'no right row',
      { content: `${HEAD}\nx,KWD,card,\n` },
      400,
      /No row of the file is right.*amount/s,
    ],
    ['another encoding', { content: new Uint8Array([0x61, 0xff]) }, 400, /save it as “CSV UTF-8”/],
    ['no CSV', { content: `${HEAD}\n"1,KWD\n` }, 400, /cannot be read as CSV from line/],
    ['no known column', { content: 'a,b\n1,2\n' }, 400, /Begin with one of the templates/],
    ['JSON that is none', { content: '{', name: 'x.json' }, 400, /cannot be taken/],
    [
      'a column of card numbers',
      { content: `${HEAD},Card Number\n1,KWD,card,,${CARD_NUMBER}\n` },
      400,
      /Card Number.*Card data must never be sent here/s,
    ],
    [
      'a cell with a card number',
      { content: `${HEAD}\n1,KWD,card,${CARD_NUMBER}\n` },
      400,
      /order_no.*This looks like a card number/s,
    ],
    ['a form of nobody', { content: `${HEAD}\n1,KWD,card,\n`, token: 'x' }, 403, /logged in again/],
  ];
  for (const [name, sent, status, said] of BAD)
    it(`say what is wrong with a file, and keep nothing of it: ${name}`, async () => {
      const kept = database().connection.collection('bulks');
      const before = await kept.countDocuments();
      const answer = await send(sent);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, said);
      assert.ok(!answer.text.includes(CARD_NUMBER));
      assert.equal(await kept.countDocuments(), before);
    });

  it('say the same of a method that there is not and of one that the person may not use', async () => {
    const other = anAccount({ merchantId: DEMO, code: codeOf('pos'), sandbox: true });
    await database().store.gatewayAccounts.put(other, {});
    for (const code of ['nope', 'pos']) {
      const content = `${HEAD}\n1,KWD,${code},\n`;
      const english = await send({ content });
      assert.equal(english.status, 400, english.text);
      assert.ok(
        english.text.includes(
          `There is no payment method &quot;${code}&quot; that you may use. If the code is right, ask your administrator for the permission gateway.use:${code}.`,
        ),
        english.text,
      );
      const arabic = await send({ content, language: 'ar' });
      const said = arabic.text.replaceAll(/<[^>]*>/gu, '');
      assert.ok(
        said.includes(
          `لا توجد طريقة دفع &quot;${code}&quot; مسموح لك باستخدامها. إن كان الرمز صحيحًا فاطلب من المسؤول الصلاحية gateway.use:${code}.`,
        ),
        said,
      );
      assert.doesNotMatch(arabic.text, /lang="en"[^>]*>There is/u);
    }
  });

  it('take no file of more than 50 MB', async () => {
    const number = randomUUID();
    await send({ content: `${HEAD}\n1,KWD,card,\n`, number });
    // What comes under a known number is counted all the same, but not read as CSV, which would take seconds.
    const { status, text } = await send({ content: 'x'.repeat(50_000_001), number });
    assert.equal(status, 413, text);
    assert.match(text, /Divide it into/);
  });

  it('show a file that waits for its yes to who has sent it alone, and say when it is gone', async () => {
    const { location } = await send({ content: `${HEAD}\n1,KWD,card,\n` });
    const { text } = await browse(`${office.url}${location}`, { cookie });
    const other = await loggedIn(office, await office.person({ superuser: true }));
    assert.equal((await browse(`${office.url}${location}`, { cookie: other })).status, 404);
    const { bulks } = database().store;
    const found = await bulks.find({ merchantId: DEMO, id: location.slice(-32) });
    assert.ok(found);
    await bulks.discard(found);
    const late = await browse(`${office.url}${location}/confirm`, {
      cookie,
      form: { form_token: tokenFor(text, `${location}/confirm`) },
    });
    assert.equal(late.status, 404);
    assert.match(late.text, /The file is not kept any more/);
  });
});

function filesIn(text: string): readonly string[] {
  return [...text.matchAll(/file \d+\./g)].map(([name]) => name);
}

/** The token of the form of a page that goes there. */
function tokenFor(text: string, action: string): string {
  const form = new RegExp(`action="${action}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1] ?? '';
  return /name="form_token" value="([^"]*)"/.exec(form)?.[1] ?? '';
}

describe('what is told after a press on a file of requests', () => {
  for (const [after, state, told] of [
    ['confirm', 'scheduling', 'confirm'],
    ['confirm', 'dispatching', 'confirm'],
    ['confirm', 'done', undefined],
    ['confirm', 'canceled', undefined],
    ['pause', 'paused', 'pause'],
    ['pause', 'done', undefined],
    ['resume', 'dispatching', 'resume'],
    ['resume', 'done', undefined],
    ['cancel', 'canceled', 'cancel'],
    ['', 'done', undefined],
  ] as const)
    it(`${after || 'nothing'}, ${state}: ${told ?? 'nothing'}`, () => {
      assert.equal(toldOf(after, { state }), told);
    });
});
