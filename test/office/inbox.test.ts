import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { formToken } from '../../api/access/login-cookie.ts';
import { operatorCommands } from '../../api/tasks/commands.ts';
import { taskRoutes } from '../../api/tasks/routes.ts';
import type { Permission } from '../../domain/permission.ts';
import type { Task } from '../../domain/tasks/task.ts';
import { noSettlementResults } from '../../domain/settlement/settlement.ts';
import type { User } from '../../domain/user.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import type { Store } from '../../store/index.ts';
import { useAdmin } from '../admin/support/command-line.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO, idOf } from '../api/support/records.ts';
import {
  aMerchant,
  anAccount,
  anAgreement,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { part, rows, textIn, type Json } from '../support/http.ts';
import { anOffice, arabicOf, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const TASKS = '/b/tasks/v1/tasks/';
const SEVERAL = '/office/inbox/several';
const FILE = { merchantId: DEMO, pgCode: CARD, digest: 'ab'.repeat(32) };
const EXPIRES = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
const AGREEMENT = anAgreement().uuid;
const DECLINED = '5c0a1b8e-7d43-5f0e-9d3f-2b8f6f1f0a22';
const STUCK = ['demoSTUCKA', 'demoSTUCKB', 'demoSTUCKC'] as const;

/** Who sees which kind, by what they need for it. */
const SEEN_BY: readonly (readonly [
  kinds: readonly string[],
  permissions: readonly Permission[],
])[] = [
  [['gateway.failing', 'gateway.expiring'], ['gateway.manage']],
  [['settlement'], ['ledger.import']],
  [['mail'], ['settings.change']],
  [
    ['agreement', 'agreement', 'agreement'],
    ['customer.view', 'e_commerce.change'],
  ],
  [
    ['stuck', 'stuck', 'stuck'],
    ['payment.inquiry', 'e_commerce.view'],
  ],
  [[], ['customer.view', 'payment_request.change']],
  [[], ['e_commerce.change']],
  [[], ['payment_request.view', 'report.can_view_report']],
  [[], []],
];

describe('the inbox', function () {
  this.timeout(60_000);
  const { database, run } = useAdmin();
  let office: OfficeApp;
  let owner: User;
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    office = await anOffice(store, taskRoutes);
    owner = await office.person({ superuser: true });
    await fill(store);
    await store.bulks.begin(
      {
        merchantId: DEMO,
        id: 'b1'.repeat(16),
        name: 'June',
        state: 'dispatching',
        total: 3,
        createdAt: Date.now() - HOUR_MS,
        initiator: initiatorOf(owner),
      },
      'seed',
    );
    await ended('b1'.repeat(16), 2);
    const report = await store.reports.want({
      id: 'f1'.repeat(20),
      merchantId: DEMO,
      name: 'transactions_manual',
      source: 'manual',
      selection: { until: Date.now() },
      layout: { format: 'csv', language: 'en', columns: [], bom: false },
      initiator: initiatorOf(owner),
      emails: [],
      createdAt: Date.now() - DAY_MS,
    });
    await store.reports.fail(report, Date.now());
  });
  after(() => office.close());

  const ended = (id: string, failed: number) =>
    database().store.bulks.move(
      { merchantId: DEMO, id },
      { from: ['dispatching'], to: 'done', failed },
    );
  const ask = async (user: User, path = '', body?: Json): Promise<Json & { status: number }> => {
    const response = await fetch(`${office.url}${TASKS}${path}`, {
      headers: {
        Authorization: basicOf(user.username, PASSWORD),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { ...((await response.json()) as Json), status: response.status };
  };
  const listed = async (user: User, query = ''): Promise<readonly Json[]> =>
    rows(await ask(user, query), 'results');
  const kindsOf = async (user: User, query = '') =>
    (await listed(user, query)).map((task) => textIn(task, 'kind'));
  const idsOf = async (kind: string) =>
    (await listed(owner, `?kind=${kind}`)).map((task) => textIn(task, 'id'));

  it('has all that is stored and needs somebody, with what each is about and where it is', async () => {
    const tasks = await listed(owner, '?limit=100');
    const about = tasks.map((task) => {
      const { type, id, url } = part(task, 'subject');
      const path = typeof url === 'string' ? new URL(url).pathname : 'nowhere';
      return `${textIn(task, 'kind')} | ${String(type)} ${String(id)} | ${path} | ${'detail' in task ? textIn(task, 'detail') : ''}`;
    });
    const bulk = 'b1'.repeat(16);
    const payment = sessionOf('d1');
    const report = reportId(tasks);
    const paths = { agreement: '/b/pbl/v2/agreements', payment: '/b/checkout/v1/transactions' };
    assert.deepEqual(
      about.toSorted(),
      [
        'gateway.failing | account card | nowhere | card: 11 of 20 attempts of the last 15 minutes ended in an error.',
        `gateway.expiring | account card | nowhere | card: its credentials expire on ${EXPIRES}.`,
        `settlement | settlement ${FILE.digest} | nowhere | card, june.csv: it differs from the ledger. Missing here: 2. More than once: 1.`,
        ...(
          [
            [DECLINED, 'A-2: its card was declined, and nothing more is charged.'],
            [AGREEMENT, 'A-1: the cycle of 2026-01-01 was missed, and is not charged any more.'],
            [AGREEMENT, 'A-1: the cycle of 2026-02-01 was missed, and is not charged any more.'],
          ] as const
        ).map(
          ([uuid, detail]) =>
            `agreement | agreement ${uuid} | ${paths.agreement}/${uuid}/ | ${detail}`,
        ),
        'mail | channel email | /b/pbl/v2/notifications/ | email: ECONNECTION',
        ...STUCK.map(() => `stuck | payment ${payment} | ${paths.payment}/${payment}/ | `),
        `report | report ${report} | /b/api/v1/reports/exports/${report}/ | transactions_manual`,
        `bulk | bulk ${bulk} | /b/bulk/v1/bulk/${bulk}/ | June: 2 of 3 rows made nothing.`,
      ].toSorted(),
    );
    const { counts } = await ask(owner);
    assert.deepEqual(
      Object.entries(counts as object).filter(([, count]) => count !== 0),
      [
        ['gateway.failing', 1],
        ['stuck', 3],
        ['settlement', 1],
        ['agreement', 3],
        ['mail', 1],
        ['gateway.expiring', 1],
        ['bulk', 1],
        ['report', 1],
      ],
    );
  });

  it('says in both languages what the operator types where neither a page nor the API sees to it', async () => {
    const commands = {
      'gateway.failing': ['accounts show card', 'accounts deactivate card'],
      'gateway.expiring': ['accounts put', '--code card --file account.json'],
      settlement: ['settlements import ./june.csv', '--account card'],
    };
    const tasks = await listed(owner, `?kind=${Object.keys(commands).join(',')}`);
    assert.equal(tasks.length, 3);
    const cookie = await loggedIn(office, owner);
    const [english, arabic] = await Promise.all(
      ['en', 'ar'].map(async (lang) => {
        const { text } = await browse(`${office.url}/office/inbox?lang=${lang}`, { cookie });
        return text;
      }),
    );
    for (const [kind, parts] of Object.entries(commands)) {
      const said = tasks.find((task) => task['kind'] === kind)?.['commands'];
      assert.ok(Array.isArray(said), kind);
      for (const part of parts)
        assert.ok(said.join(' ').includes(part), `${kind}: ${said.join(' ')}`);
      for (const command of said) {
        assert.match(command, /^npm run admin -- .* --merchant demo( |$)/u);
        for (const page of [english, arabic])
          assert.ok(page?.replaceAll(/<\/?span>/gu, '').includes(`>${command}</code>`), command);
      }
    }
    assert.match(english ?? '', /Your operator does it by/u);
    assert.match(arabic ?? '', /ينفّذه المشغّل/u);
    // What a task is about, too, as far as it is a sentence of ours.
    const words = arabic?.replaceAll(/<[^>]+>/gu, '') ?? '';
    for (const said of [
      'card: محاولات انتهت بخطأ في آخر 15 دقيقة: 11 من 20.',
      `card: تنتهي صلاحية بيانات الدخول لهذا الحساب في ${EXPIRES}.`,
      'A-1: فاتت دورة 2026-01-01، ولن يُخصم مبلغها بعد الآن.',
      'A-2: رُفضت بطاقة هذا الاتفاق، ولن يُخصم أي مبلغ بعد الآن.',
      'June: صفوف لم ينتج عنها شيء: 2 من 3.',
      'card، june.csv: يختلف عن دفتر الحسابات. غير موجود هنا: 2. مكرر: 1.',
    ])
      assert.ok(words.includes(said), said);
    assert.doesNotMatch(
      words,
      /ended in an error|credentials expire|was missed|made nothing|from the ledger/u,
    );
    // What has an address has no command.
    const [stuck] = await listed(owner, '?kind=stuck');
    assert.ok(stuck && !('commands' in stuck));
  });

  for (const [kind, task, refusals] of [
    ['gateway.failing', {}, [/^$/u, /yes/u]],
    ['gateway.expiring', {}, [/account\.json/u]],
    [
      'settlement',
      { file: { pgCode: CARD, name: "-June's $(id).csv" } },
      [/June's \$\(id\)\.csv/u],
    ],
    ['key.expiring', { id: '3f9c01ab', detail: `"it's" $(id)` }, [/^$/u, /3f9c01ab/u]],
  ] as const satisfies readonly (readonly [Task['kind'], object, readonly RegExp[]])[])
    it(`names commands for ${kind} as a shell and our command line take them`, async () => {
      const { id = CARD, ...more } = task as Partial<Task>;
      const about = { id: 'x', kind, severity: 'low', since: 0 } as const;
      const commands = operatorCommands(
        { ...about, ...more, subject: { type: 'account', id } },
        DEMO,
      );
      assert.equal(commands?.length, refusals.length);
      for (const [nth, command] of (commands ?? []).entries()) {
        const typed = command.replace('npm run admin -- ', '');
        const words = execFileSync('sh', ['-c', `printf '%s\\0' ${typed}`], { encoding: 'utf8' });
        const { out, err } = await run(words.split('\0').slice(0, -1));
        // Done, or refused for what is not here: a file, a yes, a key.
        assert.match(err, refusals[nth] ?? /never/u, out);
        assert.doesNotMatch(err, /unknown|missing|too many/u);
      }
      const keys = await database().store.apiKeys.list(DEMO);
      if (kind === 'key.expiring') assert.equal(keys[0]?.name, more.detail);
    });

  for (const [kinds, permissions] of SEEN_BY)
    it(`has ${kinds.join(', ') || 'nothing'} for who has ${permissions.join(', ') || 'no permission'}`, async () => {
      assert.deepEqual(await kindsOf(await office.person({ permissions })), kinds);
    });

  it('has nothing of another merchant, nor of what somebody else has started', async () => {
    const stranger = await office.person({ superuser: true, merchantId: idOf('another-shop') });
    assert.deepEqual(await kindsOf(stranger), []);
    const colleague = await office.person({ superuser: true });
    const theirs = await kindsOf(colleague, '?limit=100');
    assert.ok(
      theirs.includes('settlement') && !theirs.includes('bulk') && !theirs.includes('report'),
    );
  });

  it('takes, gives back, calls done with a note and opens again what is new as all else', async () => {
    for (const kind of ['settlement', 'agreement', 'mail', 'gateway.failing', 'report']) {
      const [id = ''] = await idsOf(kind);
      const act = (verb: string, body: Json = {}) =>
        ask(owner, `${encodeURIComponent(id)}/${verb}/`, body);
      assert.equal((await act('take')).status, 200, kind);
      assert.equal((await act('release')).status, 200, kind);
      assert.equal((await act('handle')).status, 400, kind);
      assert.equal((await act('handle', { note: 'Seen to' })).status, 200, kind);
      assert.ok(!(await idsOf(kind)).includes(id), kind);
      assert.equal((await act('reopen')).status, 200, kind);
      assert.ok((await idsOf(kind)).includes(id), kind);
    }
  });

  it('calls several done with one note, each by itself, and says what came of each', async () => {
    const cookie = await loggedIn(office, owner);
    const look = (path: string) => browse(`${office.url}${path}`, { cookie });
    const ids = await idsOf('stuck');
    const { text } = await look('/office/inbox');
    for (const id of ids) assert.ok(text.includes(`name="task.${id}"`), id);
    assert.doesNotMatch(text, /name="task\.settlement/u);
    for (const place of [
      'x',
      '%00',
      Buffer.from(`1.${'0'.repeat(32)}.${'0'.repeat(16)}`).toString('base64url'),
    ]) {
      const stuck = await look(`/office/inbox?kind=stuck&cursor=${place}`);
      assert.equal(stuck.status, 200);
      assert.match(stuck.text, /leads to no place in this list/u);
      assert.doesNotMatch(stuck.text, /First page|name="task\.settlement/u);
      for (const id of ids) assert.ok(stuck.text.includes(id), id);
    }
    assert.doesNotMatch(text, /leads to no place/u);
    const chosen = await browse(`${office.url}/office/inbox`, {
      cookie,
      form: {
        form_token: formToken(cookie, '/office/inbox'),
        press: 'several',
        kind: 'stuck',
        [`task.${ids[0] ?? ''}`]: 'on',
      },
    });
    assert.equal(chosen.status, 303, chosen.text);
    const { searchParams } = new URL(chosen.location, office.url);
    assert.deepEqual([searchParams.get('task'), searchParams.get('back')], [ids[0], 'kind=stuck']);

    const named = new URLSearchParams([...ids, 'stuck:gone'].map((id) => ['task', id]));
    const question = await look(`${SEVERAL}?${named}&back=kind%3Dstuck`);
    assert.equal(question.status, 200);
    assert.match(question.text, /1 of them is over.*Mark 3 tasks as done/su);
    assert.match(question.text, /href="\/office\/inbox\?kind=stuck"/u);

    // Somebody is quicker with one of them.
    const [first = ''] = ids;
    const quicker = await ask(owner, `${encodeURIComponent(first)}/handle/`, { note: 'Mine' });
    assert.equal(quicker.status, 200);
    const press = () =>
      browse(`${office.url}${SEVERAL}`, {
        cookie,
        form: {
          form_token: formToken(cookie, SEVERAL),
          form_number: 'the-same-number',
          note: 'The gateway was away',
          back: 'kind=stuck',
          ...Object.fromEntries(ids.map((id) => [`task.${id}`, 'on'])),
        },
      });
    for (const told of [await press(), await press()]) {
      assert.equal(told.status, 200, told.text);
      assert.match(told.text, /Done: <bdi dir="ltr">2<\/bdi>.*Not done: <bdi dir="ltr">1<\/bdi>/su);
      assert.match(told.text, /This task is handled\. Reopen it first\./u);
      // In the other language the same tasks are shown as they stand.
      const arabic = await look(arabicOf(told.text));
      for (const id of ids) assert.ok(arabic.text.includes(`name="task.${id}"`), arabic.text);
      assert.match(arabic.text, /<html lang="ar".*href="\/office\/inbox\?kind=stuck"/su);
    }
    const done = await listed(owner, '?kind=stuck&state=handled');
    assert.deepEqual(done.map((task) => textIn(part(task, 'mark'), 'note')).toSorted(), [
      'Mine',
      'The gateway was away',
      'The gateway was away',
    ]);
    const gone = await look(`${SEVERAL}?task=stuck%3Agone`);
    assert.equal(gone.status, 404);
    const many = Array.from({ length: 101 }, (_one, nth) => ['task', `stuck:${nth}`]);
    assert.equal((await look(`${SEVERAL}?${new URLSearchParams(many)}`)).status, 400);
  });

  it('has nothing any more of what is mended', async () => {
    const { store } = database();
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO }), {});
    await store.settlements.keepImport({
      ...IMPORT,
      results: { ...noSettlementResults(), matched: 9 },
    });
    await message(store, 'sent', Date.now());
    const left = await kindsOf(owner, '?limit=100');
    assert.deepEqual(
      ['gateway.expiring', 'settlement', 'mail'].filter((kind) => left.includes(kind)),
      [],
    );
  });
});

const IMPORT = {
  ...FILE,
  name: 'june.csv',
  who: 'ops',
  importedAt: Date.now() - 3 * HOUR_MS,
  rows: 9,
};

function reportId(tasks: readonly Json[]): string {
  const report = tasks.find((task) => task['kind'] === 'report');
  return textIn(part(report ?? {}, 'subject'), 'id');
}

const cycle = (name: string, number: number, state: 'missed' | 'failed' | 'paid') => ({
  name,
  number,
  dueAt: Date.parse(name),
  state,
  tries: [],
  told: [],
  settledAt: Date.parse(name) + DAY_MS,
});

async function fill(store: Store): Promise<void> {
  const now = Date.now();
  await store.gatewayAccounts.put(
    anAccount({ merchantId: DEMO, credentialsExpireOn: EXPIRES }),
    {},
  );
  // More than half of twenty, and of another account too few to say anything.
  const attempt = (nth: number, state: 'error' | 'failed', pgCode = CARD) =>
    anAttempt({
      pgCode,
      state,
      referenceNumber: referenceOf(`demo${pgCode}${String(nth).padStart(4, '0')}`.toUpperCase()),
      createdAt: now - (nth + 1) * 10_000,
    });
  await store.transactions.insert(
    aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf('c1'),
      state: 'failed',
      attempts: [
        ...Array.from({ length: 20 }, (_one, nth) => attempt(nth, nth < 11 ? 'error' : 'failed')),
        attempt(0, 'error', codeOf('other')),
      ],
    }),
  );
  await store.transactions.insert(
    aTransaction({
      merchantId: DEMO,
      sessionId: sessionOf('d1'),
      state: 'pending',
      attempts: STUCK.map((reference) =>
        anAttempt({ referenceNumber: referenceOf(reference), createdAt: now - HOUR_MS }),
      ),
    }),
  );
  await store.settlements.keepImport({
    ...IMPORT,
    results: { ...noSettlementResults(), matched: 6, 'missing-here': 2, duplicate: 1 },
  });
  const autopay = {
    rhythm: { every: 'months', months: 1, day: 1 },
    startsOn: '2026-01-01',
    cycles: 12,
    timeZone: 'UTC',
    at: '09:00',
    publicUrl: 'https://pay.example',
    state: 'active',
    amount: kwd('5'),
    skipped: [],
  } as const;
  await store.agreements.insert(
    anAgreement({
      merchantId: DEMO,
      autopay: {
        ...autopay,
        history: [
          cycle('2026-01-01', 1, 'missed'),
          cycle('2026-02-01', 2, 'missed'),
          cycle('2026-03-01', 3, 'paid'),
        ],
      },
    }),
  );
  await store.agreements.insert(
    anAgreement({
      merchantId: DEMO,
      uuid: DECLINED,
      state: 'ended',
      endedAt: now,
      terms: { id: 'A-2', type: 'other' },
      autopay: {
        ...autopay,
        state: 'ended',
        endedAs: 'declined',
        history: [cycle('2026-01-01', 1, 'failed')],
      },
    }),
  );
  await message(store, 'sent', now - 5 * HOUR_MS);
  for (const ago of [3 * HOUR_MS, 2 * HOUR_MS, HOUR_MS]) await message(store, 'failed', now - ago);
}

/** A mail to a customer that ended so. */
async function message(store: Store, status: 'sent' | 'failed', at: number): Promise<void> {
  const id = await store.notifications.want({
    key: `${status}/${at}`,
    merchantId: DEMO,
    channel: 'email',
    event: 'paid',
    language: 'en',
    to: ['sara@example.com'],
    createdAt: at,
  });
  assert.ok(id);
  const error = status === 'failed' ? { error: 'ECONNECTION' } : {};
  await store.notifications.settle(id, { status, at, ...error });
}
