import assert from 'node:assert/strict';
import { isDescribed, type Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Bulk, BulkCommand } from '../../domain/bulk/bulk.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { Engine } from '../../engine/engine.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, aTransaction, CREATED_AT, kwd, sessionOf } from '../support/builders.ts';
import { anOffice, browse, loggedIn, type OfficeApp } from './office-app.ts';

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
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    const asked = {
      nudgeBulk: async ({ id }: Bulk) => {
        nudged.push(id);
        if (engine.isAway) throw new Error('Nobody is there.');
      },
    } as unknown as Engine;
    const programs = (ROUTES as readonly Route[]).filter(isDescribed);
    office = await anOffice(store, programs, 'everywhere', { engine: asked });
    cookie = await loggedIn(
      office,
      await office.person({ permissions: ['payment_request.change', 'payment_request.add'] }),
    );
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
  async function aFile(more: { readonly name?: string; readonly rows?: number; at?: number } = {}) {
    const { bulks } = database().store;
    made += 1;
    const { name = 'June', rows = 3, at = CREATED_AT + made } = more;
    const id = made.toString(16).padStart(32, 'b');
    const bulk: Bulk = { merchantId: DEMO, id, name, state: 'uploading', total: 0, createdAt: at };
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
    await bulks.accept(bulk, { fileHash: id, report: found.report() }, ['amount']);
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
    for (const before of ['nothing', 'f'.repeat(32)])
      assert.equal((await look(`?before=${before}`)).status, 400, before);
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
      assert.deepEqual([answer.status, answer.location], [303, `${at}?after=${command}`]);
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
});

function filesIn(text: string): readonly string[] {
  return [...text.matchAll(/file \d+\./g)].map(([name]) => name);
}

/** The token of the form of a page that goes there. */
function tokenFor(text: string, action: string): string {
  const form = new RegExp(`action="${action}"[^>]*>(.*?)</form>`, 's').exec(text)?.[1] ?? '';
  return /name="form_token" value="([^"]*)"/.exec(form)?.[1] ?? '';
}
