import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CUSTOMER, liveThrough, ORDER, type Leftovers } from './support/canary.ts';
import { contentOf, encodingOf } from './support/histories.ts';
import { filesBelow, type Leftover } from './support/leftovers.ts';
import { HANDED_OVER, MARKED_CARDS, tracesOf } from './support/marked-cards.ts';

/** The customer, the money, and what we write beside them for operators to read. */
const PRIVATE = [
  ...Object.values(CUSTOMER),
  '"minor":12340',
  'KWD 12.340',
  'until the transaction expires',
  'tell the merchant',
];

/** What the SDK's core notes in markers about local activities and about patches of a workflow; none of it is ours. */
const NOTED: Readonly<Record<string, readonly string[]>> = {
  data: [
    'seq',
    'attempt',
    'activity_id',
    'activity_type',
    'complete_time',
    'backoff',
    'original_schedule_time',
  ],
  'patch-data': ['id', 'deprecated'],
};

describe('after payments with marked cards', function () {
  this.timeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-canary-'));
  let evidence: Leftovers;
  let files: readonly Leftover[];

  before(async () => {
    evidence = await liveThrough(dataDir);
    files = filesBelow(dataDir);
  });
  after(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  describe('no card number, no CVV and nothing that a wallet has handed over', () => {
    it('is in a file of MongoDB, of Temporal, of the network, in a report or in a log', () => {
      for (const file of files) assertClean(file);
      const names = files.map(({ name }) => name);
      for (const kind of [
        /^mongodb\/journal\/WiredTigerLog/,
        /^mongodb\/collection-/,
        /^temporal\.sqlite$/,
        /^simulator\/journal\.jsonl$/,
        /^files\//,
        /^logs\/api\.log$/,
        /^logs\/worker\.log$/,
        /^logs\/mongodb\.log$/,
      ])
        assert.ok(
          names.some((name) => kind.test(name)),
          `no ${kind.source} was searched`,
        );
    });

    it('is in a document of MongoDB, whose files are compressed', () => {
      for (const collection of evidence.documents) assertClean(collection);
      const names = evidence.documents.map(({ name }) => name);
      for (const name of ['sarraf.transactions', 'sarraf.webhook_events', 'local.oplog.rs'])
        assert.ok(names.includes(name), `${name} was not searched`);
      const saved = evidence.documents.find(({ name }) => name === 'sarraf.cards');
      assert.ok(saved?.bytes.includes('tok_'), 'no card was saved');
      const debited = evidence.documents.find(({ name }) => name === 'sarraf.agreements');
      assert.match(String(debited?.bytes), /canary-gym.*"paid"/s);
    });

    it('is in what Temporal keeps encrypted', () => {
      assert.ok(evidence.contents.length > 50);
      for (const workflow of ['agreement/', 'cycle/'])
        assert.ok(
          evidence.histories.payloads.some(({ workflowId }) => workflowId.startsWith(workflow)),
          `no ${workflow} was searched`,
        );
      assertClean({ name: 'a payload', bytes: Buffer.from(evidence.contents.join('\n')) });
    });

    it('was sent to the merchant', () => {
      assert.ok(evidence.webhooks.length >= 3, `only ${evidence.webhooks.length} webhooks came`);
      assertClean({ name: 'a webhook', bytes: Buffer.from(evidence.webhooks.join('\n')) });
    });

    it('would have escaped: an order number is found in all of these', () => {
      const holders = files.filter(holdsOrder).map(({ name }) => name);
      for (const kind of [/^temporal\.sqlite/, /^mongodb\//, /^files\//])
        assert.ok(
          holders.some((name) => kind.test(name)),
          `it is in no ${kind.source}`,
        );
      const collections = evidence.documents.filter(holdsOrder).map(({ name }) => name);
      assert.ok(collections.includes('sarraf.transactions'));
      for (const texts of [evidence.contents, evidence.webhooks])
        assert.ok(texts.some((text) => text.includes(ORDER)));
    });
  });

  describe('Temporal keeps', () => {
    it('no payload in clear but search attributes, and its own notes on local activities', () => {
      const { payloads } = evidence.histories;
      const clear = payloads.filter(({ payload }) => encodingOf(payload) !== 'binary/encrypted');
      for (const { path, payload } of clear) {
        // Ids of requests, which say nothing of anybody, travel in headers, and no codec sees those.
        if (path.includes('indexedFields') || path.at(-1) === 'request-id') continue;
        const [, kind = ''] =
          /markerRecordedEventAttributes\.details\.([a-z-]+)\.payloads\.0$/.exec(path.join('.')) ??
          [];
        const noted = NOTED[kind];
        assert.ok(noted, `${path.join('.')} is in clear`);
        const notes = Object.keys(JSON.parse(contentOf(payload)));
        assert.deepEqual(
          notes.filter((name) => !noted.includes(name)),
          [],
        );
      }
      // Not every run of workflows of now takes a patched way.
      for (const kind of Object.keys(NOTED).filter((one) => one !== 'patch-data'))
        assert.ok(
          clear.some(({ path }) => path.includes(kind)),
          `no ${kind} was searched`,
        );
      assert.ok(payloads.length - clear.length > 50);
    });

    it('nothing about the customer, no amount and no summary that can be read', () => {
      const contents = evidence.contents.join('\n');
      for (const words of PRIVATE) {
        assert.ok(!evidence.histories.text.includes(words), `"${words}" is in a history`);
        assert.ok(contents.includes(words), `"${words}" was not there to be hidden`);
      }
    });

    it('of failures the types, and no message', () => {
      const { text } = evidence.histories;
      assert.match(text, /"type":"GatewayNeverReached"/);
      assert.match(text, /"message":"Encoded failure"/);
      assert.doesNotMatch(text, /ECONNREFUSED|fetch failed|gateways\/sandbox/);
    });
  });

  describe('MongoDB keeps', () => {
    it('no key of a merchant or of a gateway that can be read', () => {
      const { keys } = evidence.run;
      const secrets = [keys.private, keys.webhook, 'secret_key', 'callback_secret'];
      for (const { name, bytes } of evidence.documents)
        for (const secret of secrets) assert.ok(!bytes.includes(secret), `${secret} is in ${name}`);
    });

    it('what a wallet has handed over sealed while its network has not answered, and not at all afterwards', () => {
      const [sealed = [], holders = []] = ['device_payloads', 'device_payload_holders'].map(
        (name) =>
          String(evidence.documents.find((one) => one.name === `sarraf.${name}`)?.bytes)
            .trim()
            .split('\n'),
      );
      assert.equal(sealed.length, 1, 'the one that is not answered yet');
      assert.equal(holders.length, 5, 'of all five it is known who has had them');
      assert.equal(holders.filter((one) => one.includes('"spent":true')).length, 4);
    });

    it('who had a payload decrypted, and of which workflow', () => {
      const { content, workflowId } = evidence.shown;
      assert.match(content, /Zubaydah/);
      const audit = evidence.documents.find(({ name }) => name === 'sarraf.audit');
      const entries = String(audit?.bytes).split('\n');
      const decoded = entries.find((entry) => entry.includes('codec.decode'));
      const { _id, at, hash, previous, ...entry } = JSON.parse(String(decoded));
      assert.equal(typeof at, 'number');
      assert.match(`${previous} ${hash}`, /^[0-9a-f]{64} [0-9a-f]{64}$/);
      assert.deepEqual(entry, {
        who: 'embedded-ui',
        from: '127.0.0.1',
        action: {
          name: 'codec.decode',
          namespace: 'default',
          payloads: 1,
          workflowIds: [workflowId],
        },
      });
    });
  });
});

describe('the search for card data', () => {
  const [card] = MARKED_CARDS;
  const { number, cvv } = card;
  const hidings: Readonly<Record<string, string>> = {
    'a number in JSON': `{"number":"${number}"}`,
    'a number among other digits': `1${number}2`,
    'a number as it is printed': '3782 822463 10005',
    'a number in fours': '3782 8224 6310 005',
    'a number with dashes': '3782-822463-10005',
    'a number in a form': 'number=3782+822463+10005',
    'a number in an address': '?number=3782%20822463%2010005',
    'a number in hex': Buffer.from(`x${number}x`).toString('hex'),
    'a number in packed digits': Buffer.from(`${number}f`, 'hex').toString('latin1'),
    'a number in Base64': base64(number),
    'a number in the Base64 of JSON': base64(`{"number":"${number}","a":1}`),
    'a number in the Base64 of other JSON': base64(`{"a_number":"${number}","a":1}`),
    'a number in the Base64 of more JSON': base64(`{"my_number":"${number}"}`),
    'a CVV in JSON': `{"security":"${cvv}"}`,
    'a CVV in JSON in JSON': `{\\"security\\":\\"${cvv}\\"}`,
    'a CVV in a form': `name=x&code=${cvv}&more=1`,
    'a CVV as a number': `{"cvv":${cvv}}`,
    'a CVV in BSON': `\u0002cvv\u0000\u0005\u0000\u0000\u0000${cvv}\u0000`,
  };
  for (const [what, text] of Object.entries(hidings))
    it(`finds ${what}`, () => {
      assert.notDeepEqual(tracesOf(card, Buffer.from(text, 'latin1')), []);
    });

  it('finds nothing where there is none', () => {
    const texts = [
      '378282******0005',
      `{"at":17${cvv}00012,"id":"01a1fbd0-${cvv}-79d9"}`,
      `{"port":"2${cvv}"}`,
      base64('378282463100050'),
    ];
    for (const text of texts) assert.deepEqual(tracesOf(card, Buffer.from(text)), []);
  });
});

function assertClean({ name, bytes }: Leftover): void {
  for (const card of [...MARKED_CARDS, HANDED_OVER])
    assert.deepEqual(tracesOf(card, bytes), [], `in ${name}`);
}

function holdsOrder({ bytes }: Leftover): boolean {
  return bytes.includes(ORDER);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
