import assert from 'node:assert/strict';
import { request } from 'node:http';
import { randomBytes } from 'node:crypto';
import { MAX_ATTACHMENT_BYTES } from '../../../domain/attachment.ts';
import type { Permission } from '../../../domain/permission.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { theSystem, type System } from '../../support/system.ts';
import {
  merchantAt,
  SALE,
  send,
  textIn,
  TRANSACTIONS,
  until,
  type Answer,
  type Json,
  type MerchantClient,
} from '../../support/http.ts';
import { mailsTo } from '../../support/mails.ts';
import { anotherMerchant } from '../support/another-merchant.ts';
import { aPerson } from '../support/people.ts';
import { formOf, pressPayButton } from '../support/payer.ts';
import { transactionOf, untilState } from '../support/records.ts';

const UPLOAD = '/b/checkout/v1/upload-attachment/';
const PDF = DOCUMENTS['pdf'] ?? Buffer.alloc(0);

let system: System;
let merchant: MerchantClient;

async function open(): Promise<void> {
  system = await theSystem();
  merchant = merchantAt(system.run.api, system.run.keys.private);
}

type Part = string | { readonly name: string; readonly bytes: Uint8Array; readonly type?: string };

function formOfParts(parts: Readonly<Record<string, Part>>): FormData {
  const form = new FormData();
  for (const [key, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(key, part);
    else
      form.append(
        key,
        new Blob([Uint8Array.from(part.bytes)], { type: part.type ?? '' }),
        part.name,
      );
  return form;
}

function sendParts(
  path: string,
  parts: Readonly<Record<string, Part>>,
  init: RequestInit = {},
): Promise<Answer> {
  return send(`${system.run.api}${path}`, {
    method: 'POST',
    headers: { Authorization: `Api-Key ${system.run.keys.private}` },
    body: formOfParts(parts),
    ...init,
  });
}

/** Sends the field twice: as two files, or as a text and a file. */
async function refusesTwice(path: string, field: string, others: Readonly<Record<string, Part>>) {
  for (const second of [bill('b.pdf'), 'b.pdf']) {
    const body = formOfParts({ ...others, [field]: bill() });
    for (const [key, part] of formOfParts({ [field]: second })) body.append(key, part);
    const answer = await sendParts(path, {}, { body });
    assert.deepEqual([answer.status, answer.body['code']], [400, 'parse_error'], answer.text);
    assert.match(textIn(answer.body, 'detail'), new RegExp(`"${field}" is duplicated`));
  }
}

const bill = (name = 'bill.pdf', bytes: Uint8Array = PDF) => ({ name, bytes });

/** Uploads a bill, and gives its `file_url`. */
async function uploaded(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await sendParts(UPLOAD, { file: bill(), ...more });
  assert.equal(answer.status, 200, answer.text);
  return textIn(answer.body, 'file_url');
}

describe('an upload', () => {
  before(open);

  for (const [extension, bytes] of Object.entries(DOCUMENTS))
    it(`takes ${extension} and serves it as a download that nothing can run in`, async () => {
      const name = `فاتورة (1).${extension}`;
      const answer = await sendParts(UPLOAD, { file: { name, bytes, type: 'text/html' } });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['file_url', 'original_filename']);
      assert.equal(answer.body['original_filename'], name);
      const path = textIn(answer.body, 'file_url');
      assert.match(path, /^payment_transactions\/attachments\/1_[0-9a-f]{32}\.[a-z]+$/);
      const download = await fetch(`${system.run.api}/media/${path}`);
      assert.equal(download.status, 200);
      assert.deepEqual(Buffer.from(await download.arrayBuffer()), bytes);
      const { headers } = download;
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
      assert.equal(headers.get('content-length'), String(bytes.length));
      assert.equal(
        headers.get('content-disposition'),
        `attachment; filename*=UTF-8''${encodeURIComponent(name).replace('(', '%28').replace(')', '%29')}`,
      );
      assert.doesNotMatch(headers.get('content-type') ?? '', /html|svg/);
    });

  it('is with the mail that asks the customer to pay', async () => {
    const email = `sara-${randomBytes(6).toString('hex')}@example.test`;
    await merchant.sale({
      customer_email: email,
      notifications: { email: ['created'] },
      attachment_upload_url: await uploaded(),
    });
    const letter = await until('the mail', async () => {
      const [mail] = await mailsTo(system, email);
      return mail;
    });
    assert.deepEqual(letter.files, ['bill.pdf']);
  });

  it('keeps the last part of a name with folders', async () => {
    // A program writes the header itself: a browser would leave the folders out.
    const boundary = 'x'.repeat(20);
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="tests/demo-file.txt"\r\n\r\nhello\r\n--${boundary}--\r\n`;
    const answer = await send(`${system.run.api}${UPLOAD}`, {
      method: 'POST',
      headers: {
        Authorization: `Api-Key ${system.run.keys.private}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    });
    assert.equal(answer.body['original_filename'], 'demo-file.txt', answer.text);
  });

  it('takes a file of exactly the largest size, with an address of its own each time', async () => {
    const bytes = Buffer.concat([PDF, Buffer.alloc(MAX_ATTACHMENT_BYTES - PDF.length, ' ')]);
    const [one, other] = await Promise.all([
      sendParts(UPLOAD, { file: bill('large.pdf', bytes) }),
      sendParts(UPLOAD, { file: bill('large.pdf', bytes) }),
    ]);
    assert.deepEqual([one.status, other.status], [200, 200], one.text);
    assert.notEqual(one.body['file_url'], other.body['file_url']);
  });

  const refused: readonly (readonly [string, Readonly<Record<string, Part>>, string, RegExp])[] = [
    ['nothing', {}, 'file', /^This field is required\.$/],
    ['a text in place of a file', { file: 'bill.pdf' }, 'file', /required/],
    ['an extension that is not allowed', { file: bill('a.html') }, 'file', /must end in one of/],
    ['a name without extension', { file: bill('bill') }, 'file', /must end in one of/],
    [
      'a page that is called a picture',
      { file: bill('a.png', Buffer.from('<html>')) },
      'file',
      /no png/,
    ],
    ['a name of 101 characters', { file: bill(`${'n'.repeat(97)}.pdf`) }, 'file', /100 characters/],
    ['an empty file', { file: bill('a.pdf', Buffer.alloc(0)) }, 'file', /is empty/],
    ['a file in another field', { attachment: bill() }, 'attachment', /cannot be sent here/],
    [
      'a byte too many',
      { file: bill('a.pdf', Buffer.alloc(MAX_ATTACHMENT_BYTES + 1, PDF)) },
      'file',
      /2\.5 MB/,
    ],
    ['an unknown session', { file: bill(), session_id: '0'.repeat(40) }, 'session_id', /no such/],
    ['no session at all', { file: bill(), session_id: 'x' }, 'session_id', /no such/],
    ['an unknown order', { file: bill(), order_no: 'nobody has it' }, 'order_no', /no such/],
    [
      'a short link to nothing',
      { file: bill(), shortify_attachment_url: 'true' },
      'attachment_short_url',
      /needs session_id or order_no/,
    ],
    [
      'a flag that is none',
      { file: bill(), shortify_attachment_url: 'maybe' },
      'shortify_attachment_url',
      /true or false/,
    ],
  ];
  for (const [what, parts, field, why] of refused)
    it(`refuses ${what} in one sentence`, async () => {
      const answer = await sendParts(UPLOAD, parts);
      assert.equal(answer.status, 400, answer.text);
      assert.match(textIn(answer.body, field), why);
    });

  it('refuses its file twice, as any field that is no list', async () => {
    await refusesTwice(UPLOAD, 'file', {});
  });

  it('says the same of two aims on both fields', async () => {
    const { body, status } = await sendParts(UPLOAD, {
      file: bill(),
      session_id: '0'.repeat(40),
      order_no: 'x',
    });
    assert.equal(status, 400);
    assert.equal(textIn(body, 'session_id'), textIn(body, 'order_no'));
  });

  it('stops reading a file that is too large, however much more would come', async () => {
    const { hostname, port } = new URL(system.run.api);
    const boundary = 'b'.repeat(20);
    const answered = new Promise<number>((resolve, reject) => {
      const upload = request({
        hostname,
        port,
        path: UPLOAD,
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${system.run.keys.private}`,
          'Content-Type': `multipart/form-data; boundary=${boundary}`,
        },
      });
      upload.once('response', (answer) => {
        resolve(answer.statusCode ?? 0);
        upload.destroy();
      });
      upload.once('error', reject);
      upload.write(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
      );
      // Never ended: only a server that does not wait for the end can answer.
      for (let part = 0; part < 60; part += 1) upload.write(randomBytes(50_000));
    });
    assert.equal(await answered, 400);
  });

  it('needs a private key', async () => {
    const without = await sendParts(UPLOAD, { file: bill() }, { headers: {} });
    assert.equal(without.status, 401);
    const headers = { Authorization: `Api-Key ${system.run.keys.public}` };
    const open = await sendParts(UPLOAD, { file: bill() }, { headers });
    assert.equal(open.body['code'], 'public_key_not_allowed');
  });

  it('gives nothing to who guesses, and nothing but attachments', async () => {
    const path = await uploaded();
    for (const other of [
      path.replace(/_[0-9a-f]{32}/, `_${'0'.repeat(32)}`),
      path.replace(/_[0-9a-f]{32}/, ''),
      'payment_transactions/attachments/..%2f..%2fkeys.json',
      'payment_transactions/attachments/.%00',
    ])
      assert.equal((await send(`${system.run.api}/media/${other}`)).status, 404, other);
  });
});

/** A sale by one multipart request. */
const createdWith = async (parts: Readonly<Record<string, Part>>): Promise<Answer> =>
  sendParts(TRANSACTIONS, { ...SALE, pg_codes: 'sandbox', ...parts });

/** What the address of the file gives. */
const fileAt = async (body: Json): Promise<string> => {
  const { status, text: content } = await send(textIn(body, 'attachment'));
  assert.equal(status, 200);
  return content;
};

describe('a transaction with a file', () => {
  before(open);

  it('is not made of a request that has the file twice', async () => {
    await refusesTwice(TRANSACTIONS, 'attachment', { ...SALE, pg_codes: 'sandbox' });
  });

  it('is created by one multipart request, and has it in every answer', async () => {
    const created = await createdWith({ attachment: bill(), order_no: 'with a file' });
    assert.equal(created.status, 201, created.text);
    assert.equal(await fileAt(created.body), PDF.toString());
    assert.equal('attachment_short_url' in created.body, false);
    const read = await merchant.read(textIn(created.body, 'session_id'));
    assert.equal(read.body['attachment'], created.body['attachment']);
  });

  it('may name an upload, by its path or its whole address', async () => {
    const path = await uploaded();
    for (const url of [path, `${system.run.api}/media/${path}`]) {
      const { body, status } = await merchant.create({ ...SALE, attachment_upload_url: url });
      assert.equal(status, 201);
      assert.equal(body['attachment'], `${system.run.api}/media/${path}`);
    }
  });

  it('is refused with a file that is none, together with every other fault', async () => {
    const answer = await createdWith({
      attachment: bill('a.png', Buffer.from('<html>')),
      amount: '-1',
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body).toSorted(), ['amount', 'attachment']);
    assert.ok(Array.isArray(answer.body['attachment']));
  });

  it('is refused with a file and the name of an upload at once', async () => {
    const answer = await createdWith({
      attachment: bill(),
      attachment_upload_url: await uploaded(),
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(Object.keys(answer.body), ['attachment', 'attachment_upload_url']);
  });

  for (const [what, url] of [
    ['that nobody made', `payment_transactions/attachments/a_${'0'.repeat(32)}.pdf`],
    ['at another address', 'https://files.example.com/bill.pdf'],
    ['outside of the uploads', 'payment_transactions/attachments/../../keys.pdf'],
    ['of another kind', 'payment_transactions/attachments/a.exe'],
  ] as const)
    it(`is refused with an upload ${what}`, async () => {
      const { status, body } = await merchant.create({ ...SALE, attachment_upload_url: url });
      assert.equal(status, 400);
      assert.deepEqual(Object.keys(body), ['attachment_upload_url']);
    });

  it('cannot have the upload of another merchant', async () => {
    const { client } = await anotherMerchant(system);
    const body = { ...SALE, attachment_upload_url: await uploaded() };
    const answer = await client.create(body);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /no such upload/);
  });

  it('keeps its file in a PATCH, changes it by another, and loses it when told', async () => {
    const id = await merchant.sale({ attachment_upload_url: await uploaded() });
    const kept = await merchant.patch(id, { order_no: 'changed' });
    assert.equal(await fileAt(kept.body), PDF.toString());
    const changed = await sendParts(
      `${TRANSACTIONS}${id}/`,
      { attachment: { name: 'note.txt', bytes: Buffer.from('another') } },
      { method: 'PATCH' },
    );
    assert.equal(changed.status, 200, changed.text);
    assert.equal(await fileAt(changed.body), 'another');
    assert.equal(changed.body['order_no'], 'changed');
    const without = await merchant.patch(id, { attachment_upload_url: '' });
    assert.equal('attachment' in without.body, false);
  });

  it('loses its file in a PUT that does not name it', async () => {
    const id = await merchant.sale({ attachment_upload_url: await uploaded() });
    const put = await merchant.put(id, SALE);
    assert.equal(put.status, 200);
    assert.equal('attachment' in put.body, false);
  });

  it('gives an upload its place by session or by order number, the newest first', async () => {
    const order = `order ${randomBytes(4).toString('hex')}`;
    const older = await merchant.sale({ order_no: order });
    const newer = await merchant.sale({ order_no: order });
    await uploaded({ order_no: order });
    assert.equal('attachment' in (await merchant.read(older)).body, false);
    assert.ok('attachment' in (await merchant.read(newer)).body);
    const answer = await sendParts(UPLOAD, {
      file: bill(),
      session_id: older,
      shortify_attachment_url: 'true',
    });
    const { body } = await merchant.read(older);
    assert.equal(body['attachment_short_url'], answer.body['attachment_short_url']);
    const led = await send(textIn(answer.body, 'attachment_short_url'));
    assert.deepEqual([led.status, led.headers.get('location')], [302, body['attachment']]);
  });

  it('may get another file once it is paid', async () => {
    const id = await merchant.sale({ pg_codes: ['cash'] });
    const formId = await formOf(system, id);
    await pressPayButton(system, id, { formId, code: 'cash' });
    await untilState(system, id, 'cod');
    await uploaded({ session_id: id });
    const { state, attachment } = await transactionOf(system, id);
    assert.deepEqual([state, attachment?.name], ['cod', 'bill.pdf']);
  });

  it('cannot be reached by the upload of another merchant', async () => {
    const { client } = await anotherMerchant(system);
    const id = await client.sale();
    const answer = await sendParts(UPLOAD, { file: bill(), session_id: id });
    assert.equal(answer.status, 400);
    assert.match(textIn(answer.body, 'session_id'), /no such/);
  });

  it('gets no file from a person who may not make such payments', async () => {
    const id = await merchant.sale();
    const upload = async (permissions: readonly Permission[]) => {
      const headers = { Authorization: (await aPerson(system, { permissions })).basic };
      return sendParts(UPLOAD, { file: bill(), session_id: id }, { headers });
    };
    assert.equal((await upload(['e_commerce.add'])).status, 403);
    assert.equal((await upload(['payment_request.view'])).status, 403);
    assert.equal((await upload(['payment_request.add'])).status, 200);
  });

  it('answers the same request again, and another file under its key with a conflict', async () => {
    const headers = {
      Authorization: `Api-Key ${system.run.keys.private}`,
      'Idempotency-Key': randomBytes(8).toString('hex'),
    };
    const parts = { ...SALE, pg_codes: 'sandbox', attachment: bill() };
    const first = await sendParts(TRANSACTIONS, parts, { headers });
    const again = await sendParts(TRANSACTIONS, parts, { headers });
    assert.deepEqual(again.body, first.body);
    const other = { ...parts, attachment: bill('bill.pdf', Buffer.concat([PDF, PDF])) };
    assert.equal((await sendParts(TRANSACTIONS, other, { headers })).status, 409);
  });

  it('shows it to the payer for download, in both languages', async () => {
    const { body } = await createdWith({ attachment: bill('Rent <b>.pdf') });
    const page = textIn(body, 'checkout_page_url');
    for (const [language, words] of [
      ['en', 'Download'],
      ['ar', 'تنزيل'],
    ] as const) {
      const { text: html } = await send(`${page}?lang=${language}`);
      assert.ok(html.includes(`href="${textIn(body, 'attachment')}"`));
      assert.ok(html.includes(words) && html.includes('Rent &lt;b>.pdf'));
    }
  });

  it('takes no notice of a form field in which nobody chose a file', async () => {
    const created = await createdWith({ attachment: { name: '', bytes: Buffer.alloc(0) } });
    assert.equal(created.status, 201, created.text);
    assert.equal('attachment' in created.body, false);
  });
});
