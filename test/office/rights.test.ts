import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { formToken } from '../../api/access/login-cookie.ts';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import { limitsOn } from '../../api/limits/limits.ts';
import { isDescribed, type Route } from '../../api/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { LOGIN_TIMES } from '../../domain/office-login.ts';
import { reporter } from '../../domain/bulk/report.ts';
import type { User } from '../../domain/user.ts';
import type { Engine } from '../../engine/engine.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { officeRoutes } from '../../office/routes.ts';
import { keyHash, KEY_PREFIX_LENGTH } from '../../store/api-keys.ts';
import { connectStore } from '../../store/connection.ts';
import { secretsOf, storeOn, type Store } from '../../store/index.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO, idOf } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import {
  aCard,
  aMerchant,
  aMethod,
  anAccount,
  anAttempt,
  anEntry,
  anOperation,
  aTransaction,
  codeOf,
  CREATED_AT,
  DAY_MS,
  kwd,
  referenceOf,
} from '../support/builders.ts';
import { TEST_STORE_KEYS } from '../support/keys.ts';
import { hashOnce } from '../support/passwords.ts';
import { anOffice, browse, COUNTING_MS, PASSWORD, type OfficeApp } from './office-app.ts';
import {
  ALERT_AT,
  ALL_BUT,
  AWAY,
  BULK,
  DUE,
  HELD,
  IN_HAND,
  JOBS,
  KEY_ENDS,
  LINK,
  mayTry,
  tryName,
  ONE_OF_EACH,
  OWN_PRESSES,
  PAID,
  PAUSED_BULK,
  PAYMENTS,
  refusedTo,
  TRIES,
  UNCONFIRMED_BULK,
  WAITING,
  type OfficeTry,
} from './rights.ts';

describe('rights in the office', function () {
  this.timeout(120_000);
  const database = useDatabase();
  const asked: string[] = [];
  let kept: Store;
  let office: OfficeApp;
  let user: User;
  let cookie: string;

  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO, currencies: [kwd('0').currency] }), 'whk_demo');
    await store.gatewayAccounts.put(
      anAccount({
        merchantId: DEMO,
        operations: ['refund', 'void'],
        sandbox: true,
        tokenizable: true,
        cvvRequired: false,
      }),
      {},
    );
    await fill();
    const engine = new Proxy({} as Engine, {
      get: (_, name) => () => {
        asked.push(String(name));
        return Promise.reject(new Unavailable('The engine does not answer.'));
      },
    });
    const limits = limitsOn(
      store.rateLimits,
      { search: { points: 100_000, seconds: 60 }, protection: { points: 1000, seconds: 60 } },
      COUNTING_MS,
    );
    const programs = (ROUTES as readonly Route[]).filter(isDescribed);
    kept = await storeWithSettings();
    office = await anOffice(kept, programs, 'everywhere', { engine, limits });
    user = await office.person();
    const { id, username, email } = user;
    const upload = {
      merchantId: DEMO,
      id: UNCONFIRMED_BULK,
      name: 'July',
      state: 'uploading',
      total: 0,
      createdAt: CREATED_AT,
      initiator: { id, username, email },
    } as const;
    const { right, wrong, report } = reporter();
    right(kwd('1'));
    const faulty = { row: 2, errors: { amount: ['Say it.'] } };
    wrong(faulty);
    await store.bulks.begin(upload, 'seed');
    await store.bulks.addRows(upload, [{ row: 1, request: NO_REQUEST }]);
    await store.bulks.addRefused(upload, [faulty]);
    await store.bulks.accept(upload, { fileHash: 'x', report: report() }, [], 'unconfirmed');
    // One login for all: rights count from the next request on.
    cookie = await cookieOf(user);
  });
  after(async () => {
    await office.close();
    await kept.close();
  });

  /** One that keeps settings in memory, as the API's own does: no test here changes any, and to read them was a third of all reads. */
  async function storeWithSettings(): Promise<Store> {
    const uri = new URL(process.env['MONGODB_URI'] ?? '');
    uri.pathname = `/${database().connection.name}`;
    const keys = secretsOf(TEST_STORE_KEYS);
    const store = storeOn(await connectStore(uri.href), keys, hashOnce);
    store.keepSettings({ warn: ({ err }) => assert.fail(String(err)) });
    return store;
  }

  async function fill(): Promise<void> {
    const { store } = database();
    const notifications = { email: ['created', 'paid'] };
    const common = { merchantId: DEMO, customer: { email: 'sara@example.com' }, notifications };
    const success = { state: 'success', kind: 'purchase', sandbox: true } as const;
    const paid = {
      state: 'paid',
      settledAmount: kwd('12.500'),
      paidAmount: kwd('12.500'),
    } as const;
    const request = {
      merchantId: DEMO,
      initiator: { id: 999, username: 'noura', email: 'noura@shop.example' },
    } as const;
    const approval = { needed: 1, votes: [], expiresAt: Date.now() + DAY_MS } as const;
    const waiting = anOperation({
      ...request,
      sessionId: WAITING,
      state: 'awaiting',
      approval: { ...approval, needed: 2, state: 'pending' },
    });
    const inHand = anOperation({
      ...request,
      sessionId: IN_HAND,
      kind: 'capture',
      referenceNumber: referenceOf('demoRRRRRS'),
      state: 'awaiting',
      approval: { ...approval, state: 'manual_action_required' },
    });
    for (const one of [waiting, inHand]) await store.operations.insert(one);
    const alert = { kind: 'second-success', at: ALERT_AT, detail: 'Paid twice.' } as const;
    await store.transactions.insert(
      aTransaction({
        ...common,
        ...paid,
        sessionId: PAID.id,
        orderNo: 'ORDER-PAID',
        attempts: [anAttempt({ ...success })],
        operations: [anEntry(waiting)],
        alerts: [{ ...alert, referenceNumber: referenceOf('demoAAAAAA') }],
      }),
    );
    await store.transactions.insert(
      aTransaction({
        ...common,
        sessionId: LINK.id,
        type: 'payment_request',
        state: 'pending',
        createdAt: Date.now() - DAY_MS / 2,
        expiresAt: Date.now() + DAY_MS / 2,
        attempts: [
          anAttempt({
            referenceNumber: referenceOf('demoBBBBBB'),
            createdAt: Date.now() - DAY_MS / 4,
            inquiry: {
              firstAfterSeconds: 600,
              gapsSeconds: [600],
              repeatEverySeconds: 3600,
              giveUpAfterSeconds: 86_400,
            },
          }),
        ],
      }),
    );
    await store.transactions.insert(
      aTransaction({
        ...common,
        sessionId: HELD.id,
        state: 'authorized',
        kind: 'authorize',
        settledAmount: kwd('12.500'),
        attempts: [
          anAttempt({ ...success, kind: 'authorize', referenceNumber: referenceOf('demoDDDDDD') }),
        ],
      }),
    );
    await store.transactions.insert(
      aTransaction({
        ...common,
        ...paid,
        sessionId: AWAY.id,
        attempts: [anAttempt({ ...success, referenceNumber: referenceOf('demoEEEEEE') })],
        deletedAt: CREATED_AT + DAY_MS,
      }),
    );
    // Nobody has tried it yet: it can be paid in cash, or by the saved card of its customer.
    const card = {
      merchantId: DEMO,
      customerId: 'C-7',
      cvvRequired: false,
      sandbox: true,
    } as const;
    await store.cards.keep(aCard({ ...card, expiry: { year: 2099, month: 1 } }));
    await store.transactions.insert(
      aTransaction({
        ...common,
        sessionId: DUE.id,
        type: 'payment_request',
        customer: { ...common.customer, id: card.customerId },
        methods: [
          aMethod({ sandbox: true, savesCards: { cvvRequired: false, autoDebit: false } }),
          aMethod({ pgCode: codeOf('cash'), offline: true, sandbox: true }),
        ],
        createdAt: Date.now() - DAY_MS / 2,
        expiresAt: Date.now() + DAY_MS / 2,
      }),
    );
    for (const id of [BULK, PAUSED_BULK]) {
      const bulk = { merchantId: DEMO, id, name: 'June', state: 'uploading', total: 0 } as const;
      const upload = { ...bulk, createdAt: CREATED_AT };
      const { right, report } = reporter();
      right(kwd('1'));
      await store.bulks.begin(upload, 'seed');
      const errors = { amount: ['Say it.'] };
      await store.bulks.addRows(
        upload,
        [1, 2].map((row) => ({ row, request: NO_REQUEST })),
      );
      await store.bulks.accept(upload, { fileHash: id, report: report() });
      await store.bulks.conclude(bulk, 1, { errors, endedAt: CREATED_AT });
      const to = id === BULK ? 'dispatching' : 'paused';
      await store.bulks.move(bulk, { from: ['scheduling'], to });
    }
    await store.webhookEvents.freeze({
      merchantId: DEMO,
      sessionId: PAID.id,
      sequence: 1,
      url: 'https://shop.example.test/webhook',
      payload: { state: 'paid' },
      createdAt: CREATED_AT,
    });
    for (const kind of ['private', 'public'] as const)
      await store.apiKeys.put({
        prefix: keyOf(kind).slice(0, KEY_PREFIX_LENGTH),
        hash: keyHash(keyOf(kind)),
        kind,
        merchantId: DEMO,
        name: 'shop',
        pair: 'pair',
        revoked: false,
        expiresAt: KEY_ENDS,
      });
  }

  /** The cookie of a login that they have begun so long ago. */
  async function cookieOf({ username }: User, agoMs = 0): Promise<string> {
    const { store } = database();
    const found = await store.users.findSecret(username);
    assert.ok(found);
    const { passwordSince } = found;
    const logins = officeLoginsOn(store, () => Date.now() - agoMs);
    const place = { browser: 'Firefox', network: '127.0.0.1', language: 'en' } as const;
    return logins.begin({ ...found.user, passwordSince }, place);
  }

  /** Looks at a page, or sends a form as a page of this login would. */
  function attempt({ path, form }: Pick<OfficeTry, 'path' | 'form'>, by: string) {
    const more = { form_token: formToken(by, path), form_number: randomUUID() };
    return browse(`${office.url}${path}`, {
      cookie: by,
      ...(form && { form: { ...form, ...more } }),
    });
  }

  /** A digest of each collection, but for what every request writes: the log, the counts of limits, when a login was used. */
  async function stored(): Promise<Readonly<Record<string, string>>> {
    const { db } = database().connection;
    assert.ok(db);
    const { collections } = await db.command({ dbHash: 1 });
    const written = new Set(['audit', 'rate_limits', 'office_logins']);
    return Object.fromEntries(
      Object.entries<string>(collections).filter(([name]) => !written.has(name)),
    );
  }

  /** How many presses of this person the log has that were refused with 403. */
  async function refusals(): Promise<number> {
    await office.settled();
    const ended = { 'action.name': 'answer', 'action.status': 403 };
    const log = database().connection.collection('audit');
    return log.countDocuments({ who: `user:${user.username}`, ...ended });
  }

  /** Does it, and says what the engine was asked for and what of the database is otherwise afterwards. */
  async function changedBy(all: () => Promise<void>): Promise<readonly string[]> {
    const before = await stored();
    asked.length = 0;
    await all();
    const after = await stored();
    return [...asked, ...Object.keys(after).filter((name) => after[name] !== before[name])];
  }

  it('are told of every page and every press that there is', () => {
    const known = new Set([...TRIES, ...OWN_PRESSES].map(({ route }) => route));
    const unknown = (officeRoutes as readonly Route[])
      .filter(({ name, who }) => who.includes('login') && !known.has(name))
      .map(({ name }) => name);
    assert.deepEqual(unknown, []);
  });

  for (const [job, permissions] of Object.entries({ ...JOBS, ...ALL_BUT })) {
    const holder = { superuser: job === 'owner', permissions };
    const theirs = TRIES.filter((one) => mayTry(holder, one));
    // Of the jobs one is enough.
    const others =
      job === 'nobody'
        ? ONE_OF_EACH.filter((one) => !theirs.includes(one))
        : job in ALL_BUT
          ? refusedTo(permissions)
          : [];

    if (others.length > 0)
      it(`of ${job} end where they end: the rest is refused, changes nothing, and is in the log`, async () => {
        await database().store.users.update(DEMO, user.username, holder);
        const before = await refusals();
        let refused = 0;
        const changed = await changedBy(async () => {
          for (const one of others) {
            const { status, text } = await attempt(one, cookie);
            assert.ok(status === 403 || status === 404, `${tryName(one)}: ${status}\n${text}`);
            if (one.form && status === 403) refused += 1;
          }
        });
        assert.deepEqual(changed, []);
        // A press that the API has refused, of what is not even to be seen, is a page with 404.
        assert.ok((await refusals()) - before >= refused);
      });

    if (!(job in JOBS)) continue;
    it(`of ${job} are what their pages lead to, and no more`, async () => {
      await database().store.users.update(DEMO, user.username, holder);
      const ledTo = new Set<string>();
      for (const one of theirs.filter(({ form }) => !form)) {
        const { status, text, location } = await attempt(one, cookie);
        assert.ok(status === 200 || status === 303, `${tryName(one)}: ${status}\n${text}`);
        for (const lead of status === 303 ? [{ path: pathOf(location) }] : leadsIn(text)) {
          const which = [...TRIES, ...OWN_PRESSES].find((each) => tryName(each) === tryName(lead));
          assert.ok(which && mayTry(holder, which), `${tryName(one)} leads to ${tryName(lead)}`);
          // Each page leads to itself in the other language.
          if (lead.form || lead.path !== one.path) ledTo.add(tryName(lead));
        }
      }
      const nowhere = theirs.filter((one) => !one.hasNoButton && !ledTo.has(tryName(one)));
      if (job === 'owner') assert.deepEqual(nowhere.map(tryName), []);
    });
  }

  it('change no language by losing what was typed: each form is shown again with it, under its number, and does nothing', async () => {
    await database().store.users.update(DEMO, user.username, { superuser: true });
    const kept = new Set<string>();
    const changed = await changedBy(async () => {
      for (const one of TRIES.filter(({ form }) => !form)) {
        const { text } = await attempt(one, cookie);
        const fields = formOfPage(text);
        if (!fields || kept.has(one.route)) continue;
        kept.add(one.route);
        const typed = Object.fromEntries(
          Object.entries(fields).map(([name, { kind, value }]) => [
            name,
            kind === 'text' ? 'قيمة ٧' : value,
          ]),
        );
        const to = /form="page-form" formaction="([^"]*)"/u.exec(text)?.[1] ?? '';
        const again = await browse(`${office.url}${to.replaceAll('&amp;', '&')}`, {
          cookie,
          form: { lang: 'ar', ...typed },
        });
        assert.equal(again.status, 200, `${one.path}\n${again.text}`);
        assert.match(again.text, /<html lang="ar" dir="rtl">/u, one.path);
        const shown = formOfPage(again.text) ?? {};
        for (const [name, value] of Object.entries(typed))
          if (name !== 'form_token') assert.equal(shown[name]?.value, value, `${one.path} ${name}`);
      }
    });
    assert.deepEqual(changed, []);
    assert.deepEqual([...kept].toSorted(), WITH_FORM);
  });

  it("end at their merchant's: what is another one's is not there, whoever asks", async () => {
    const stranger = await office.person({ merchantId: idOf('another-shop'), superuser: true });
    const theirCookie = await cookieOf(stranger);
    const ours = [
      ...PAYMENTS.map(({ id }) => id),
      WAITING,
      IN_HAND,
      BULK,
      PAUSED_BULK,
      UNCONFIRMED_BULK,
      'key.expiring',
    ];
    const changed = await changedBy(async () => {
      for (const one of TRIES) {
        const isOurs = ours.some((id) => tryName(one).includes(id));
        if (one.form && !isOurs) continue;
        const { status, text } = await attempt(one, theirCookie);
        assert.equal(status === 404, isOurs, `${tryName(one)}: ${status}`);
        assert.doesNotMatch(text, /ORDER-PAID|sara@example/u, tryName(one));
      }
    });
    assert.deepEqual(changed, []);
  });

  it('are of nobody who is not logged in: they are led to the login page, and nothing is done', async () => {
    const { store } = database();
    const gone = await office.person({ superuser: true });
    const service = await office.person({ superuser: true });
    const ways: Readonly<Record<string, Parameters<typeof browse>[1]>> = {
      nobody: {},
      'an expired login': { cookie: await cookieOf(user, LOGIN_TIMES.lifeMs) },
      'somebody inactive': { cookie: await cookieOf(gone) },
      'a service account': { cookie: await cookieOf(service) },
      'a private key': { headers: { Authorization: `Api-Key ${keyOf('private')}` } },
      'a public key': { headers: { Authorization: `Api-Key ${keyOf('public')}` } },
      'a password': { headers: { Authorization: basicOf(user.username, PASSWORD) } },
    };
    await store.users.update(DEMO, gone.username, { active: false });
    await database()
      .connection.collection('users')
      .updateOne({ username: service.username }, { $set: { service: true } });
    // Who is anybody at all comes in by a cookie alone, authorized in the same place: what else is sent is tried at a page and at a press.
    const otherwise = (officeRoutes as readonly Route[]).filter(
      ({ who, authorize }) =>
        who.some((one) => one !== 'login') || (who.length > 0 && authorize !== undefined),
    );
    assert.deepEqual(otherwise, []);
    const twoOfThem = [true, false].flatMap(
      (isPage) => ONE_OF_EACH.find(({ form }) => isPage === !form) ?? [],
    );
    assert.equal(twoOfThem.length, 2);
    for (const [who, how] of Object.entries(ways)) {
      const changed = await changedBy(async () => {
        for (const { path, form } of who === 'nobody' ? ONE_OF_EACH : twoOfThem) {
          const answer = await browse(`${office.url}${path}`, { ...how, ...(form && { form }) });
          assert.equal(answer.status, 303, `${who} ${path}`);
          assert.equal(pathOf(answer.location), '/office/login', `${who} ${path}`);
        }
      });
      assert.deepEqual(changed, [], who);
    }
  });
});

/** Of a row that nobody makes here. */
const NO_REQUEST = { proposal: {}, terms: aTransaction() };

/** Where the links of a page lead, and what each of its buttons sends. */
function leadsIn(text: string): readonly Pick<OfficeTry, 'path' | 'form'>[] {
  const links = [...text.matchAll(/<a [^>]*href="(\/office[^"]*)"/gu)].map(([, href = '']) => ({
    path: pathOf(href),
  }));
  const forms = [...text.matchAll(/<form([^>]*)>(.*?)<\/form>/gsu)].flatMap(
    ([, head = '', inside = '']) => {
      const path = /action="([^"]*)"/u.exec(head)?.[1] ?? '';
      if (!head.includes('method="post"')) {
        const others = [...inside.matchAll(/formAction="([^"]*)"/giu)].map(([, to = '']) => to);
        return [path, ...others].map((to) => ({ path: pathOf(to) }));
      }
      const presses = [...inside.matchAll(/name="press" value="([^"]*)"/gu)];
      if (presses.length > 0) return presses.map(([, press = '']) => ({ path, form: { press } }));
      const verdicts = [...inside.matchAll(/name="verdict" value="([^"]*)"/gu)];
      if (verdicts.length > 0)
        return verdicts.map(([, verdict = '']) => ({ path, form: { verdict } }));
      return [{ path, form: {} }];
    },
  );
  return [...links, ...forms];
}

/** The pages with a form that is posted and filled in. */
const WITH_FORM = [
  'account',
  'approval',
  'ask-cancel',
  'ask-capture',
  'ask-cash',
  'ask-charge',
  'ask-delete',
  'ask-expire',
  'ask-inquire',
  'ask-notify',
  'ask-refund',
  'ask-resend',
  'ask-restore',
  'ask-several-cancel',
  'ask-several-expire',
  'ask-several-resend',
  'ask-several-tasks',
  'ask-void',
  'break-glass',
  'inbox',
  'new-bulk',
  'new-payment',
].map((name) => `office.${name}`);

/** What the form of the page would send, by name; nothing where it has none, or one of its address. */
function formOfPage(
  text: string,
):
  | Readonly<Record<string, { readonly kind: 'text' | 'choice'; readonly value: string }>>
  | undefined {
  const form = /<form id="page-form"[^>]*method="post".*?<\/form>/su.exec(text)?.[0];
  if (form === undefined) return undefined;
  const inputs = [...form.matchAll(/<input\b[^>]*>/gu)].flatMap(([tag]) => {
    const type = attribute(tag, 'type');
    const isLeftOut =
      ['file', 'password'].includes(type) ||
      attribute(tag, 'name') === 'step_up' ||
      (['checkbox', 'radio'].includes(type) && !tag.includes(' checked'));
    const kind = ['hidden', 'checkbox', 'radio'].includes(type) ? 'choice' : 'text';
    return isLeftOut ? [] : [[attribute(tag, 'name'), { kind, value: attribute(tag, 'value') }]];
  });
  const areas = [...form.matchAll(/(<textarea\b[^>]*>)([^<]*)</gu)].map(([, tag = '', value]) => [
    attribute(tag, 'name'),
    { kind: 'text', value },
  ]);
  const selects = [...form.matchAll(/(<select\b[^>]*>)(.*?)<\/select>/gsu)].map(
    ([, tag = '', options = '']) => [
      attribute(tag, 'name'),
      {
        kind: 'choice',
        value: attribute(/<option[^>]* selected[^>]*>/u.exec(options)?.[0] ?? '', 'value'),
      },
    ],
  );
  return Object.fromEntries([...inputs, ...areas, ...selects]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`, 'u').exec(tag)?.[1] ?? '';
}

function pathOf(href: string): string {
  return new URL(href, 'http://office').pathname.replace(/\/$/u, '');
}

function keyOf(kind: 'private' | 'public'): string {
  return `${kind}-key-of-the-office-tests-0123456789`;
}
