import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { toDecimal } from '../../domain/money.ts';
import { defaultColumns, commonColumn } from '../../domain/report/columns.ts';
import type { Report } from '../../domain/report/report.ts';
import type { ReportDownload } from '../../store/audit-entry.ts';
import { filesAt } from '../../transports/files-at.ts';
import { fileKey } from '../../transports/file-key.ts';
import { theSystem, type System } from '../support/system.ts';
import { rows, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { startS3 } from '../support/s3-server.ts';
import { anotherApi } from './support/another-api.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { operating } from './support/operating.ts';
import { aPerson, type Person } from './support/people.ts';
import { aShop, type Shop } from './support/shop.ts';

const REPORTS = '/b/api/v1/reports';

describe('reports', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  let reader: Person;
  /** The sales of the shop: one that was paid and refunded in part, one that nobody paid, one with a formula for a number. */
  let sales: { readonly refunded: string; readonly open: string; readonly odd: string };
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system, {}, { timeZone: 'Asia/Kuwait' });
    reader = await aPerson(system, {
      merchantId: shop.id,
      permissions: [
        'report.view_report',
        'e_commerce.view',
        'payment_request.view',
        'customer.view',
      ],
    });
    const { paid, done } = operating(system, shop.client);
    const refunded = await paid({ order_no: 'ORDER-1', customer_first_name: 'سارة' });
    await done({ operation: 'refund', session_id: refunded, amount: '2.340' });
    const open = await shop.client.sale({ order_no: 'ORDER-2' });
    const odd = await shop.client.sale({ order_no: '=1+1', pg_codes: ['sandbox'] });
    sales = { refunded, open, odd };
  });

  const ask = (path: string, authorization = `Api-Key ${shop.key}`, api = system.run.api) =>
    send(`${api}${path}`, { headers: { Authorization: authorization } });
  const order = (body: Json, headers: Readonly<Record<string, string>> = {}) =>
    send(`${system.run.api}${REPORTS}/exports/`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${shop.key}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const finished = (id: string): Promise<Json> =>
    until('the report is finished', async () => {
      const { body } = await ask(`${REPORTS}/exports/${id}/`);
      return body['status'] === 'finished' && body;
    });
  const made = async (body: Json): Promise<Json> => {
    const answer = await order(body);
    assert.equal(answer.status, 202, answer.text);
    return finished(textIn(answer.body, 'encrypted_id'));
  };
  const bytesOf = async (report: Json): Promise<Buffer> => {
    const { url } = report['download_action'] as { readonly url: string };
    const response = await fetch(url, { headers: { Authorization: `Api-Key ${shop.key}` } });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const table = async (report: Json): Promise<readonly Readonly<Record<string, string>>[]> =>
    parse<Record<string, string>>(await bytesOf(report), { columns: true });
  const auditOf = async (
    token: string,
  ): Promise<readonly (ReportDownload & { readonly who: string })[]> => {
    const hash = createHash('sha256').update(token).digest('hex');
    const found: (ReportDownload & { readonly who: string })[] = [];
    for await (const entry of system.store.audit.entries()) {
      const action = entry['action'] as ReportDownload;
      if (action.name === 'report.download' && action.tokenHash === hash)
        found.push({ ...action, who: String(entry['who']) });
    }
    return found;
  };
  it('are written as CSV in the background, with children as rows and totals as in the ledger', async () => {
    const report = await made({ file_name_prefix: 'pearl-' });
    assert.match(
      textIn(report, 'report_name'),
      /^pearl-transactions_manual_start_\d{4}-\d\d-\d\d$/,
    );
    assert.deepEqual(
      [report['source'], report['interval'], report['file_format'], report['records_amount']],
      ['manual', '', 'csv', 4],
    );
    const lines = await table(report);
    assert.deepEqual(
      lines.map((line) => [line['Row'], line['Session id'], line['Order number'], line['Amount']]),
      [
        ['purchase', sales.refunded, 'ORDER-1', '12.340'],
        ['refund', lines[1]?.['Session id'], 'ORDER-1', '2.340'],
        ['purchase', sales.open, 'ORDER-2', '12.340'],
        ['purchase', sales.odd, "'=1+1", '12.340'],
      ],
    );
    assert.equal(lines[1]?.['Payment'], sales.refunded);
    assert.equal(lines[0]?.['First name'], 'سارة');
    assert.equal(lines[1]?.['Moved at the gateway'], '-2.340');
    const balances = await system.store.ledger.balances(shop.id);
    assert.deepEqual(
      new Map(rows(report, 'totals').map((one) => [one['account'], one['amount']])),
      new Map(balances.map(({ account, amount }) => [account, toDecimal(amount)])),
    );
  });

  it('are workbooks in Arabic, too, whose amounts are numbers and whose texts are no formulas', async () => {
    const report = await made({ file_format: 'xlsx', language: 'ar', order_no: '=1+1' });
    const { sheets } = await readXlsx(await bytesOf(report));
    const [head = [], line = []] = sheets[0]?.rows ?? [];
    assert.deepEqual(
      head,
      defaultColumns(false).map(({ labelAr }) => labelAr),
    );
    const at = (name: Parameters<typeof commonColumn>[0]) =>
      line[head.indexOf(commonColumn(name).labelAr)];
    assert.deepEqual([at('order_no'), at('amount'), at('state')], ['=1+1', 12.34, 'created']);
  });

  it('have the columns that are asked for, in their order', async () => {
    const report = await made({
      order_no: 'ORDER-1',
      bom: true,
      columns: [
        { kind: 'static', name: 'shop', value: 'Pearl, Kuwait', order: 2 },
        { kind: 'common', name: 'order_no', label_en: 'Bill', order: 1 },
        { kind: 'common', name: 'state', is_active: false },
        { kind: 'gateway_response', name: 'nothing', path: 'no.such.path', order: 3 },
      ],
    });
    const whole = String(await bytesOf(report));
    assert.equal(
      whole,
      '\uFEFFBill,shop,nothing\r\nORDER-1,"Pearl, Kuwait",\r\nORDER-1,"Pearl, Kuwait",\r\n',
    );
  });

  it('have only what fits the filter', async () => {
    const states = await made({ state: ['paid'] });
    assert.equal(states['records_amount'], 2);
    const none = await made({ created_before: '2020-01-01' });
    assert.equal(none['records_amount'], 0);
    assert.deepEqual(await table(none), []);
    assert.equal((await made({ plugins: ['invoice'] }))['records_amount'], 0);
    assert.equal((await made({ currency_code: ['USD'] }))['records_amount'], 0);
  });

  it('are the same under one Idempotency-Key, whose file is one', async () => {
    const key = { 'Idempotency-Key': `report-${Date.now()}` };
    const [one, other] = await Promise.all([order({}, key), order({}, key)]);
    const id = textIn(one.body, 'encrypted_id');
    assert.equal(textIn(other.body, 'encrypted_id'), id);
    await finished(id);
    const again = await order({}, key);
    assert.deepEqual([again.status, again.body['encrypted_id']], [200, id]);
    assert.equal((await order({ bom: true }, key)).status, 409);
  });

  const bad: readonly [Json, string][] = [
    [{ created_after: '2026-02-30' }, 'created_after'],
    [{ created_after: '2026-02-02', created_before: '2026-02-01' }, 'created_before'],
    // An empty date, and the last one: as instants they may be of years that nothing can print.
    [{ created_after: '0001-01-01' }, 'created_after'],
    [{ created_before: '9999-12-31' }, 'created_before'],
    [{ file_format: 'pdf' }, 'file_format'],
    [{ state: ['happy'] }, 'state'],
    [{ state: [] }, 'state'],
    [{ currency_code: ['QQQ'] }, 'currency_code'],
    [{ file_name_prefix: '../../etc/' }, 'file_name_prefix'],
    [{ columns: [{ kind: 'common', name: 'secret' }] }, 'columns'],
    [{ columns: [{ kind: 'gateway_response', name: 'x' }] }, 'columns'],
    [{ columns: [{ kind: 'common', name: 'state', is_active: false }] }, 'columns'],
  ];
  for (const [body, field] of bad)
    it(`refuse ${JSON.stringify(body)}`, async () => {
      const answer = await order(body);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], answer.text);
    });

  it('are listed when they are finished, newest first and page by page', async () => {
    await made({});
    const page = await ask(`${REPORTS}/files/?limit=2&cursor=ignored`);
    assert.equal(page.status, 200, page.text);
    const all = await ask(`${REPORTS}/files/`, reader.basic);
    const created = rows(all.body, 'results').map((one) => String(one['created_at']));
    assert.deepEqual(created, created.toSorted().toReversed());
    assert.equal(page.body['count'], rows(all.body, 'results').length);
    assert.deepEqual(page.body['previous'], null);
    const next = await ask(new URL(textIn(page.body, 'next')).href.replace(system.run.api, ''));
    assert.deepEqual(
      [...rows(page.body, 'results'), ...rows(next.body, 'results')].map(
        (one) => one['encrypted_id'],
      ),
      rows(all.body, 'results')
        .slice(0, 4)
        .map((one) => one['encrypted_id']),
    );
    const none = await ask(`${REPORTS}/files/?source=auto&interval=daily`);
    assert.deepEqual(none.body, { count: 0, next: null, previous: null, results: [] });
  });

  for (const query of [
    'created_after=2026-01-02&created_before=2026-01-01',
    'created_after=yesterday',
    'interval=hourly',
    'source=somewhere',
    'limit=201',
    'limit=0',
    'offset=-1',
  ])
    it(`are not listed by ${query}`, async () => {
      const answer = await ask(`${REPORTS}/files/?${query}`);
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid_parameters']);
    });

  it('give their file to nobody but who listed them, and every try is in the audit log', async () => {
    const report = await made({});
    const token = tokenIn(report);
    const path = `${REPORTS}/files/${token}/download/`;
    const stranger = await anotherMerchant(system);
    const blind = await aPerson(system, { merchantId: shop.id, permissions: ['e_commerce.view'] });
    const tries: readonly [Answer, number, string][] = [
      [await ask(path, reader.basic), 403, 'forbidden'],
      [await ask(path, `Api-Key ${stranger.key}`), 403, 'forbidden'],
      [await ask(path, blind.basic), 403, 'permission_denied'],
    ];
    for (const [answer, status, code] of tries)
      assert.deepEqual([answer.status, answer.body['code']], [status, code]);
    assert.equal((await fetch(`${system.run.api}${path}`)).status, 401);
    assert.equal((await ask(path, 'Api-Key wrong.key')).status, 401);
    const size = (await bytesOf(report)).byteLength;
    await bytesOf(report);
    assert.deepEqual(
      (await auditOf(token)).map(({ outcome, reportId, bytes }) => [outcome, reportId, bytes]),
      [
        ['denied', undefined, undefined],
        ['denied', undefined, undefined],
        ['denied', undefined, undefined],
        ['denied', undefined, undefined],
        ['denied', undefined, undefined],
        ['ok', report['encrypted_id'], size],
        ['ok', report['encrypted_id'], size],
      ],
    );
    assert.deepEqual(
      (await auditOf(token)).slice(3, 5).map(({ who, merchantId }) => [who, merchantId]),
      [
        ['nobody', shop.id],
        ['nobody', shop.id],
      ],
    );
    const seen = await ask(
      `${REPORTS}/exports/${textIn(report, 'encrypted_id')}/`,
      `Api-Key ${stranger.key}`,
    );
    assert.equal(seen.status, 404);
  });

  it('say of a token that it is none, that nobody knows it, or that its time is over', async () => {
    const report = await stored(await made({}));
    const owner = `key:${shop.key.slice(0, 8)}`;
    const past = { merchantId: shop.id, owner, expiresAt: Date.now() - 1 };
    const [old = ''] = await system.store.reportTokens.mint([report.id], past);
    const answers = [];
    const unknown = '7d9f1c52-8e0a-4b56-b6d1-8a7f0f2c1e94';
    for (const token of ['not-a-token', unknown]) {
      assert.equal(
        (await fetch(`${system.run.api}${REPORTS}/files/${token}/download/`)).status,
        401,
      );
      assert.deepEqual(await auditOf(token), []);
    }
    for (const token of ['not-a-token', unknown, old]) {
      const { status, body } = await ask(`${REPORTS}/files/${token}/download/`);
      answers.push([status, body['code'], (await auditOf(token)).at(-1)?.outcome]);
    }
    assert.deepEqual(answers, [
      [400, 'invalid_parameters', 'malformed'],
      [404, 'not_found', 'not_found'],
      [410, 'gone', 'expired'],
    ]);
  });

  // How a proxy is told to send them, and how often somebody may have them, is in limits.test.ts.
  it('lead to the bucket where files are in one', async function () {
    this.timeout(180_000);
    const report = await stored(await made({}));
    const s3 = await startS3();
    const { accessKeyId, secretAccessKey } = s3.credentials;
    const query = `endpoint=${encodeURIComponent(s3.endpoint)}&path_style=true`;
    const api = await anotherApi(system, {
      FILES_URL: `s3://${s3.bucket}/sarraf?${query}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    try {
      const files = await filesAt({
        kind: 's3',
        bucket: s3.bucket,
        prefix: 'sarraf/',
        region: 'us-east-1',
        endpoint: s3.endpoint,
        pathStyle: true,
        credentials: s3.credentials,
      });
      const key = fileKey(`reports/${shop.id}/${report.id}-${report.tries}.csv`);
      assert.ok(key);
      await files.create(key, Buffer.from('in the bucket'), 'text/csv');
      const listed = await ask(`${REPORTS}/exports/${report.encryptedId}/`, reader.basic, api.url);
      const path = `${REPORTS}/files/${tokenIn(listed.body)}/download/`;
      const headers = { Authorization: reader.basic };
      const answer = await fetch(`${api.url}${path}`, { headers, redirect: 'manual' });
      assert.equal(answer.status, 302);
      const file = await fetch(answer.headers.get('Location') ?? '');
      assert.deepEqual([file.status, await file.text()], [200, 'in the bucket']);
    } finally {
      await api.stop();
      await s3.stop();
    }
  });

  async function stored(report: Json): Promise<Report> {
    const found = await system.store.reports.findByName(shop.id, textIn(report, 'encrypted_id'));
    assert.ok(found);
    return found;
  }
});

function tokenIn(report: Json): string {
  const { url } = report['download_action'] as { readonly url: string };
  return url.split('/').at(-3) ?? '';
}
