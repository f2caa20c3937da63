import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Permission } from '../../domain/permission.ts';
import { scheduled } from '../../domain/report/schedule.ts';
import type { Report } from '../../domain/report/report.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';
import { anAgreement } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { rows, send, textIn, until, type Answer, type Json } from '../support/http.ts';
import { aPerson, type Person } from './support/people.ts';
import { sessionIdOf } from './support/records.ts';
import { aShop, type Shop } from './support/shop.ts';

const REPORTS = '/b/api/v1/reports';
const SCHEDULES = `${REPORTS}/schedules`;
const LOG = '/b/pbl/v2/notifications';
const AGREEMENTS = '/b/pbl/v2/agreements';

/** Of which payments something is; `both` of all of them. */
type Of = TransactionType | 'both';
const OF = ['e_commerce', 'payment_request', 'both'] as const;

/** Who may look at which payments. All of them have every right that is about something else. */
const RIGHTS: Readonly<Record<Of | 'none', readonly Permission[]>> = {
  e_commerce: ['e_commerce.view', 'e_commerce.add', 'e_commerce.change'],
  payment_request: ['payment_request.view', 'payment_request.add', 'payment_request.change'],
  both: [
    'e_commerce.view',
    'e_commerce.add',
    'e_commerce.change',
    'payment_request.view',
    'payment_request.add',
    'payment_request.change',
  ],
  none: [],
};
const HOLDERS = ['e_commerce', 'payment_request', 'both', 'none'] as const;
const REPORTING = ['report.can_view_report', 'report.can_change_report'] as const;

/** What a merchant has, one of each for each kind of payments. */
interface Things {
  readonly report: Report;
  readonly schedule: string;
  readonly agreement: string;
  readonly message: string;
}

describe('a right on something that is made of payments', function () {
  this.timeout(60_000);
  let system: System;
  let shop: Shop;
  const people = new Map<string, Person>();
  const things = new Map<Of, Things>();

  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    shop = await aShop(system);
    for (const who of HOLDERS) people.set(who, await somebody([...RIGHTS[who], ...REPORTING]));
    for (const of of OF) things.set(of, await made(of));
  });

  const somebody = (permissions: readonly Permission[]) =>
    aPerson(system, { merchantId: shop.id, permissions });
  const who = (name: string): Person => {
    const found = people.get(name);
    assert.ok(found);
    return found;
  };
  const thing = (of: Of): Things => {
    const found = things.get(of);
    assert.ok(found);
    return found;
  };

  async function made(of: Of): Promise<Things> {
    const { store } = system;
    const { id: merchantId } = shop;
    const filter = of === 'both' ? {} : { types: [of] };
    const now = Date.now();
    const layout = { format: 'csv', language: 'en', columns: [], bom: false } as const;
    const ref = { merchantId, id: randomBytes(20).toString('hex') };
    const order = {
      ...ref,
      name: of,
      source: 'manual',
      layout,
      emails: [],
      createdAt: now,
    } as const;
    const report = await store.reports.want({ ...order, selection: { until: now, ...filter } });
    await store.reports.begin(ref);
    await store.reports.finish(ref, { tries: 1, at: now, rows: 1, size: 1, sums: [] });
    const plan = {
      interval: 'yearly',
      startsOn: '2089-01-01',
      cutOff: '10:00',
      timeZone: 'UTC',
    } as const;
    const schedule = scheduled(
      { ...plan, filter, layout, emails: ['kept@shop.example'] },
      {
        ...ref,
        now,
      },
    );
    await store.reportSchedules.insert(schedule);
    const agreement = anAgreement({
      uuid: randomUUID(),
      merchantId,
      customerId: `customer-${of}`,
      transactionType: of === 'both' ? 'e_commerce' : of,
    });
    await store.agreements.insert(agreement);
    const session = of === 'both' ? undefined : sessionIdOf(await shop.client.sale({ type: of }));
    const message = await store.notifications.want({
      key: of,
      merchantId,
      channel: 'email',
      event: 'own-words',
      language: 'en',
      ...(session && { sessionId: session }),
      to: ['nobody@shop.example'],
      facts: { text: of },
      createdAt: now,
    });
    assert.ok(message);
    return { report, schedule: ref.id, agreement: agreement.uuid, message };
  }

  const call = (method: string, path: string, authorization: string, body?: Json) =>
    send(`${system.run.api}${path}/`, {
      method,
      headers: {
        Authorization: authorization,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });

  interface Resource {
    readonly list: string;
    readonly key: string;
    readonly of: (things: Things) => string;
    /** It is of one kind of payments, always. */
    readonly isOfOne?: true;
    /** How one of them is used, beside being read. */
    readonly uses: readonly (readonly [string, (name: string) => string, Json?])[];
    /** Who has no right at all on payments comes in. */
    readonly isOpen?: true;
    /** What is of no payment in particular is seen by who may see some. */
    readonly isLoose?: true;
  }
  const RESOURCES: Readonly<Record<string, Resource>> = {
    reports: {
      list: `${REPORTS}/files`,
      key: 'encrypted_id',
      of: ({ report }) => report.encryptedId,
      uses: [['GET', (name) => `${REPORTS}/exports/${name}`]],
      isOpen: true,
    },
    schedules: {
      list: SCHEDULES,
      key: 'id',
      of: ({ schedule }) => schedule,
      uses: [
        ['GET', (name) => `${SCHEDULES}/${name}`],
        ['POST', (name) => `${SCHEDULES}/${name}/pause`],
        ['POST', (name) => `${SCHEDULES}/${name}/resume`],
        ['PATCH', (name) => `${SCHEDULES}/${name}`, { emails: [], send_by_email: true }],
      ],
      isOpen: true,
    },
    messages: {
      list: LOG,
      key: 'id',
      of: ({ message }) => message,
      uses: [['GET', (name) => `${LOG}/${name}`]],
      isLoose: true,
    },
    agreements: {
      list: AGREEMENTS,
      key: 'uuid',
      of: ({ agreement }) => agreement,
      isOfOne: true,
      uses: [['GET', (name) => `${AGREEMENTS}/${name}`]],
    },
  };

  for (const [what, resource] of Object.entries(RESOURCES))
    for (const holder of HOLDERS)
      it(`shows ${what} of what somebody may see of payments: ${holder}`, async () => {
        const { basic } = who(holder);
        const listed = await call('GET', resource.list, basic);
        if (holder === 'none' && !resource.isOpen) {
          assert.equal(listed.status, 403, listed.text);
          return;
        }
        const kinds = OF.filter((of) => of !== 'both' || !resource.isOfOne);
        const seen = (of: Of) =>
          holder === of || holder === 'both' || (of === 'both' && resource.isLoose === true);
        assert.deepEqual(
          names(listed, resource.key).filter((name) =>
            kinds.some((of) => resource.of(thing(of)) === name),
          ),
          kinds
            .filter(seen)
            .map((of) => resource.of(thing(of)))
            .toSorted(),
        );
        for (const of of kinds)
          for (const [method, path, body] of resource.uses) {
            const answer = await call(method, path(resource.of(thing(of))), basic, body);
            assert.equal(answer.status, seen(of) ? 200 : 403, `${method} ${of}: ${answer.text}`);
          }
      });

  it('changes no agreement of other payments', async () => {
    for (const [of, holder] of [
      ['e_commerce', 'payment_request'],
      ['payment_request', 'e_commerce'],
    ] as const) {
      const path = `${AGREEMENTS}/${thing(of).agreement}`;
      for (const [act, body] of [
        ['pause'],
        ['resume'],
        ['end'],
        ['autopay', { amount: '1' }],
        ['card', { token: 'tok' }],
        ['cycles/2026-01-01/skip'],
        ['cycles/2026-01-01/charge'],
      ] as const) {
        const answer = await call('POST', `${path}/${act}`, who(holder).basic, body);
        assert.equal(answer.status, 403, `${act} of ${of}: ${answer.text}`);
      }
    }
    const ended = await call(
      'POST',
      `${AGREEMENTS}/${thing('both').agreement}/end`,
      who('both').basic,
    );
    assert.equal(ended.status, 200, ended.text);
  });

  it('is as far as it was given when a file is taken, not when it was listed', async () => {
    const reader = await somebody(['report.can_view_report', ...RIGHTS.both]);
    const listed = await call('GET', `${REPORTS}/files`, reader.basic);
    const row = rows(listed.body, 'results').find(({ report_name: name }) => name === 'both');
    assert.ok(row);
    const { url } = row['download_action'] as Readonly<Record<'url', string>>;
    const taken = () => send(url, { headers: { Authorization: reader.basic } });
    // There is nothing in the place for files.
    assert.equal((await taken()).status, 404);
    const permissions: readonly Permission[] = ['report.can_view_report', 'e_commerce.view'];
    await system.store.users.update(shop.id, reader.user.username, { permissions });
    assert.equal((await taken()).status, 403);
  });

  describe('on how customers are reached', () => {
    const plan = { interval: 'yearly', start_date: '2089-01-01', cut_off_time: '10:00' };
    const contacts = [common('order_no'), common('customer_phone')];
    let seer: Person;
    before(async () => {
      seer = await somebody([...RIGHTS.both, ...REPORTING, 'customer.view']);
    });

    it('leaves it out of the usual columns of who may not see customers', async () => {
      for (const [{ basic }, has] of [
        [seer, true],
        [who('both'), false],
      ] as const) {
        assert.deepEqual(contactsIn(await call('GET', `${REPORTS}/columns`, basic)), [has, has]);
        const made = await call('POST', SCHEDULES, basic, plan);
        assert.deepEqual(contactsIn(made), [has, has]);
        const path = `${SCHEDULES}/${textIn(made.body, 'id')}`;
        const more = await call('PATCH', path, basic, { add_breakdown_columns: true });
        assert.deepEqual(contactsIn(more), [has, has]);
        // They are the usual ones still, which have the breakdown at its place.
        assert.notEqual(columnNames(more).at(-1), 'voided_amount');
        assert.ok(columnNames(more).includes('voided_amount'));
        const asked = await call('POST', `${REPORTS}/exports`, basic, {});
        const report = await system.store.reports.findByName(
          shop.id,
          textIn(asked.body, 'encrypted_id'),
        );
        const columns = report?.layout.columns.map(({ name }) => name) ?? [];
        assert.deepEqual([columns.length > 20, columns.includes('customer_email')], [true, has]);
      }
    });

    it('refuses to write it down for them, but for what a schedule has already', async () => {
      const key = `Api-Key ${shop.key}`;
      const made = await call('POST', SCHEDULES, key, { ...plan, columns: contacts });
      const path = `${SCHEDULES}/${textIn(made.body, 'id')}`;
      const others = [...contacts, common('customer_email')];
      for (const [{ basic }, mayAll] of [
        [who('both'), false],
        [seer, true],
      ] as const) {
        const answers = [
          await call('POST', `${REPORTS}/exports`, basic, { columns: contacts }),
          await call('POST', SCHEDULES, basic, { ...plan, columns: contacts }),
          await call('PATCH', path, basic, { columns: others }),
        ];
        for (const answer of answers)
          if (mayAll) assert.ok(answer.status < 300, answer.text);
          else {
            assert.deepEqual([answer.status, answer.body['code']], [403, 'permission_denied']);
            assert.match(answer.text, /customer\.view/);
          }
        const kept = await call('PATCH', path, basic, { columns: contacts });
        assert.equal(kept.status, 200, kept.text);
      }
    });

    it('gives them no report that has it', async () => {
      const { report } = thing('both');
      const key = `Api-Key ${shop.key}`;
      const asked = await call('POST', `${REPORTS}/exports`, key, { columns: contacts });
      const id = textIn(asked.body, 'encrypted_id');
      await until('the report is finished', async () => {
        const { body } = await call('GET', `${REPORTS}/exports/${id}`, key);
        return body['status'] === 'finished';
      });
      const all = async ({ basic }: Person) =>
        names(await call('GET', `${REPORTS}/files`, basic), 'encrypted_id');
      const read = ({ basic }: Person) => call('GET', `${REPORTS}/exports/${id}`, basic);
      const blind = who('both');
      assert.deepEqual(
        [await all(seer), await all(blind)].map((list) => [
          list.includes(id),
          list.includes(report.encryptedId),
        ]),
        [
          [true, true],
          [false, true],
        ],
      );
      assert.deepEqual([(await read(seer)).status, (await read(blind)).status], [200, 403]);
      const { url } = (await read(seer)).body['download_action'] as { readonly url: string };
      const taken = () => fetch(url, { headers: { Authorization: seer.basic } });
      assert.equal((await taken()).status, 200);
      const permissions = [...RIGHTS.both, ...REPORTING];
      await system.store.users.update(shop.id, seer.user.username, { permissions });
      assert.equal((await taken()).status, 403);
    });

    it('tells them not to whom messages went', async () => {
      const { message } = thing('both');
      const seeing = await somebody([...RIGHTS.both, 'customer.view']);
      const receivers = [{ type: 'to', address: 'nobody@shop.example' }];
      for (const [authorization, told] of [
        [`Api-Key ${shop.key}`, receivers],
        [seeing.basic, receivers],
        [who('both').basic, undefined],
      ] as const) {
        const read = await call('GET', `${LOG}/${message}`, authorization);
        const listed = await call('GET', LOG, authorization);
        const row = rows(listed.body, 'results').find(({ id }) => id === message);
        assert.ok(row);
        assert.deepEqual([read.body['receivers'], row['receivers']], [told, told]);
      }
    });

    it('mails it to nobody who may not see customers', async () => {
      const seeing = await somebody([...RIGHTS.both, ...REPORTING, 'customer.view']);
      for (const [email, columns, status] of [
        [who('both').user.email, contacts, 400],
        [seeing.user.email, contacts, 201],
        [who('both').user.email, [common('order_no')], 201],
      ] as const) {
        const body = { ...plan, columns, ...request([email]) };
        const answer = await call('POST', SCHEDULES, seeing.basic, body);
        assert.equal(answer.status, status, answer.text);
        const told = { ...body, send_by_email: false };
        const other = await call('POST', SCHEDULES, seeing.basic, told);
        assert.equal(other.status, 201, other.text);
      }
    });
  });

  describe('sends a report', () => {
    let teller: Person;
    let shopper: Person;
    before(async () => {
      teller = await somebody(['report.can_view_report', ...RIGHTS.both]);
      shopper = await somebody(['report.can_view_report', 'e_commerce.view']);
    });
    const stranger = 'stranger@elsewhere.example';
    const plan = { interval: 'yearly', start_date: '2089-01-01', cut_off_time: '10:00' };

    it('to nobody outside, and to nobody of the merchant who may not see what is in it', async () => {
      const by = who('both').basic;
      const { email: inside } = teller.user;
      const { email: half } = shopper.user;
      const path = `${SCHEDULES}/${thing('both').schedule}`;
      for (const [emails, isRight] of [
        [[stranger], false],
        [[half], false],
        [[inside, stranger], false],
        [[who('none').user.email], false],
        [[who('both').user.email, inside.toUpperCase()], true],
      ] as const)
        for (const answer of [
          await call('PATCH', path, by, request(emails)),
          await call('POST', SCHEDULES, by, { ...plan, ...request(emails) }),
          await call('POST', `${REPORTS}/exports`, by, request(emails)),
        ]) {
          const why = `${emails.join()}: ${answer.text}`;
          if (isRight) assert.ok(answer.status < 300, why);
          else assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['emails']], why);
        }
      const half_ = { ...plan, ...request([half]) };
      const narrow = await call('POST', SCHEDULES, who('e_commerce').basic, half_);
      assert.equal(narrow.status, 201, narrow.text);
    });

    it('still to where it goes already', async () => {
      const path = `${SCHEDULES}/${thing('e_commerce').schedule}`;
      const key = `Api-Key ${shop.key}`;
      assert.equal((await call('PATCH', path, key, request([stranger]))).status, 200);
      const by = who('e_commerce').basic;
      const kept = await call('PATCH', path, by, request([stranger, who('both').user.email]));
      assert.equal(kept.status, 200, kept.text);
      assert.equal((await call('PATCH', path, by, request([]))).status, 200);
      assert.equal((await call('PATCH', path, by, request([stranger]))).status, 400);
    });

    it('of no more than before to somebody outside whom it goes to already', async () => {
      const key = `Api-Key ${shop.key}`;
      const by = who('both').basic;
      const columns = [common('order_no')];
      const told = { emails: [stranger], send_by_email: false, plugins: ['e_commerce'], columns };
      const made = await call('POST', SCHEDULES, key, { ...plan, ...told });
      const path = `${SCHEDULES}/${textIn(made.body, 'id')}`;
      const more = { columns: [...columns, common('customer_last_name')] };
      const answers = async (changes: readonly (readonly [Json, boolean])[]) => {
        for (const [change, isRight] of changes) {
          const answer = await call('PATCH', path, by, change);
          const why = `${JSON.stringify(change)}: ${answer.text}`;
          if (isRight) assert.equal(answer.status, 200, why);
          else assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['emails']], why);
        }
      };
      await answers([
        [{ send_by_email: true }, false],
        [{ send_by_email: true, ...more }, false],
        [{ bom: true }, true],
        // Nothing of it is in the mail.
        [{ ...more, plugins: [] }, true],
      ]);
      const sent = { ...told, send_by_email: true };
      assert.equal((await call('PATCH', path, key, sent)).status, 200);
      await answers([
        [sent, true],
        [{ bom: false, language: 'ar', columns: [common('order_no', 'Bill')] }, true],
        [more, false],
        [{ add_breakdown_columns: true }, false],
        [{ plugins: [] }, false],
        [{ plugins: ['e_commerce', 'invoice'] }, false],
        [{ ...more, send_by_email: false }, true],
        [{ send_by_email: true }, false],
        [{ send_by_email: true, emails: [] }, true],
      ]);
    });

    it('anywhere where a superuser says so', async () => {
      const { basic } = await aPerson(system, { merchantId: shop.id, superuser: true });
      const made = await call('POST', SCHEDULES, basic, { ...plan, ...request([stranger]) });
      assert.equal(made.status, 201, made.text);
      assert.ok(textIn(made.body, 'id'));
    });
  });
});

/** The names of the columns that a schedule has, or that are listed. */
function columnNames({ body }: Answer) {
  return rows(body, 'columns' in body ? 'columns' : 'results').map(({ name }) => name);
}

/** Whether these two are among them. */
function contactsIn(answer: Answer): readonly boolean[] {
  return ['customer_email', 'customer_phone'].map((name) => columnNames(answer).includes(name));
}

/** A column of a list's answer, sorted. */
function names(answer: Answer, key: string): readonly string[] {
  assert.equal(answer.status, 200, answer.text);
  return rows(answer.body, 'results')
    .map((row) => textIn(row, key))
    .toSorted();
}

function common(name: string, label = name): Json {
  return { kind: 'common', name, label_en: label };
}

function request(emails: readonly string[]): Json {
  return { emails, send_by_email: true };
}
