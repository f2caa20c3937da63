import assert from 'node:assert/strict';
import type { Permission } from '../../domain/permission.ts';
import { theSystem, type System } from '../support/system.ts';
import {
  merchantAt,
  part,
  rows,
  send,
  textIn,
  until,
  type Answer,
  type Json,
} from '../support/http.ts';
import { aStaff, type Staff } from './operation-requests/support/staff.ts';
import { anotherMerchant } from './support/another-merchant.ts';
import { paymentIdIn, sandboxNetworkOf } from './support/network.ts';
import { formOf, goToNetwork } from './support/payer.ts';
import { aPerson } from './support/people.ts';
import { untilState } from './support/records.ts';
import { aReceiver } from './support/shop.ts';

describe('the timeline of a payment', () => {
  let system: System;
  let staff: Staff;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  let id = '';
  let child = '';
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    receiver = await aReceiver();
    staff = await aStaff(system);
    id = await staff.shop.client.sale({
      webhook_url: `${receiver.url}/told`,
      customer_email: 'timeline-payer@example.test',
      notifications: { email: ['created'] },
    });
    await formOf(system, id);
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'paid');
    const request = await staff.request('maker', id, '2.000');
    const approved = await staff.decide('checker', request, 'approve');
    assert.equal(approved.status, 200, approved.text);
    child = request;
    await until('all of it is told and nothing is on its way', async () => {
      const all = await entries();
      const states = (kind: string) => of(all, kind).map((entry) => part(entry, 'facts')['state']);
      return (
        states('webhook').join() === 'delivered,delivered' &&
        states('notification').length === 2 &&
        !states('notification').includes('wanted') &&
        of(all, 'ledger').length === 2 &&
        // Of each request the end; of those whose path or body names the payment or its request also the beginning.
        of(all, 'audit').length === 7
      );
    });
  });
  after(() => receiver.close());

  const timeline = (query = '', session = id): Promise<Answer> =>
    staff.shop.client.call('GET', `${pathOf(session)}${query}`);
  const entries = async (query = ''): Promise<readonly Json[]> => {
    const answer = await timeline(query);
    assert.equal(answer.status, 200, answer.text);
    return rows(answer.body, 'results');
  };
  const as = async (permissions: readonly Permission[]): Promise<Answer> => {
    const { basic } = await aPerson(system, { merchantId: staff.shop.id, permissions });
    return send(`${system.run.api}${pathOf(id)}`, { headers: { authorization: basic } });
  };

  it('tells the whole story in its order', async () => {
    const all = await entries();
    const told = all.map(({ at }) => Date.parse(String(at)));
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
    const story = [
      'created',
      'viewed',
      'attempt.begun',
      'callback',
      'attempt.ended',
      'operation',
      'vote',
      'approval',
      'operation',
    ];
    assert.deepEqual(
      all.map(({ kind }) => String(kind)).filter((kind) => story.includes(kind)),
      story,
    );
    const [begun, ended] = of(all, 'operation');
    assert.deepEqual(
      [begun?.['who'], begun?.['about'], ended?.['about']],
      [`user:${staff.people.maker.user.username}`, child, child],
    );
    const {
      step,
      operation,
      amount,
      currency_code: currency,
      checkers,
    } = part(begun ?? {}, 'facts');
    assert.deepEqual(
      { step, operation, amount, currency, checkers },
      { step: 'begun', operation: 'refund', amount: '2.000', currency: 'KWD', checkers: 1 },
    );
    assert.equal(part(ended ?? {}, 'facts')['state'], 'done');
    const checker = `user:${staff.people.checker.user.username}`;
    assert.deepEqual(
      [of(all, 'vote')[0]?.['who'], of(all, 'approval')[0]?.['who']],
      [checker, checker],
    );
  });

  it('has the money, the webhooks without what they say, the messages and the requests', async () => {
    const all = await entries();
    const facts = (kind: string) => of(all, kind).map((entry) => part(entry, 'facts'));
    assert.deepEqual(
      facts('ledger').map(({ type, lines }) => [type, lines]),
      [
        ['capture', linesOf('12.340')],
        ['refund', linesOf('-2.000')],
      ],
    );
    assert.deepEqual(facts('webhook'), [
      { type: 'payment.paid', state: 'delivered', calls: 1 },
      { type: 'refund.success', state: 'delivered', calls: 1 },
    ]);
    assert.doesNotMatch(JSON.stringify(all), new RegExp(`/told|${new URL(receiver.url).host}`));
    const [mail] = facts('notification');
    assert.deepEqual(
      [mail?.['type'], mail?.['channel'], mail?.['to']],
      ['created', 'email', ['timeline-payer@example.test']],
    );
    const requests = of(all, 'audit');
    const routes = facts('audit').map(({ action, route }) => `${String(action)} ${String(route)}`);
    assert.deepEqual(routes, [
      'answer transactions.create',
      'request pages.pay',
      'answer pages.pay',
      'request operations.perform',
      'answer operations.perform',
      'request operation-requests.approve',
      'answer operation-requests.approve',
    ]);
    for (const { from } of requests) assert.equal(typeof from, 'string');
    for (const entry of all) assert.equal('from' in entry, entry['kind'] === 'audit');
  });

  it('turns pages by next, nothing twice and nothing left out', async () => {
    const whole = await entries();
    const pages: Json[] = [];
    let next = `${system.run.api}${pathOf(id)}?limit=3`;
    for (;;) {
      const { pathname, search } = new URL(next);
      const answer = await staff.shop.client.call('GET', `${pathname}${search}`);
      assert.equal(answer.status, 200, answer.text);
      const page = rows(answer.body, 'results');
      pages.push(...page);
      if (answer.body['next'] === null) break;
      assert.equal(page.length, 3);
      next = textIn(answer.body, 'next');
    }
    assert.deepEqual(pages, whole);
  });

  it('is found by the id of an operation', async () => {
    assert.deepEqual((await timeline('', child)).body, (await timeline()).body);
  });

  it('refuses what it does not know, and a cursor of another payment', async () => {
    for (const [query, field] of [
      ['?limit=501', 'limit'],
      ['?limits=5', 'limits'],
      ['?cursor=nonsense', 'cursor'],
    ] as const) {
      const { status, body } = await timeline(query);
      assert.deepEqual([status, Object.keys(body)], [400, [field]]);
    }
    const { body } = await timeline('?limit=1');
    const { search } = new URL(textIn(body, 'next'));
    const other = await staff.shop.client.sale();
    const answer = await timeline(search, other);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['cursor']]);
    assert.match(answer.text, /of another list/);
  });

  it('is nobody else’s, and 404 for what is none', async () => {
    const { key } = await anotherMerchant(system);
    const stranger = merchantAt(system.run.api, key);
    for (const answer of [
      await stranger.call('GET', pathOf(id)),
      await stranger.call('GET', pathOf(child)),
      await timeline('', 'f'.repeat(40)),
      await timeline('', 'nothing'),
    ])
      assert.deepEqual([answer.status, answer.body['code']], [404, 'not_found']);
  });

  it('shows a person what they may see', async () => {
    assert.equal((await as([])).status, 403);
    assert.equal((await as(['e_commerce.view'])).status, 403);
    const whole = await entries();
    const seen = async (permissions: readonly Permission[]) => {
      const { status, body, text } = await as(['payment_request.view', ...permissions]);
      assert.equal(status, 200, text);
      return { all: rows(body, 'results'), text };
    };
    const viewer = await seen([]);
    assert.deepEqual(
      viewer.all.map(({ kind }) => kind),
      whole.map(({ kind }) => kind).filter((kind) => kind !== 'audit'),
    );
    assert.doesNotMatch(viewer.text, /example\.test|"from"/);
    const support = await seen(['customer.view']);
    assert.equal(of(support.all, 'audit').length, 0);
    assert.match(support.text, /timeline-payer@example\.test/);
    const auditor = await seen(['audit.view']);
    assert.deepEqual(of(auditor.all, 'audit'), of(whole, 'audit'));
    assert.doesNotMatch(auditor.text, /timeline-payer@example\.test/);
    assert.deepEqual((await seen(['customer.view', 'audit.view'])).all, whole);
  });
});

function pathOf(session: string): string {
  return `/b/checkout/v1/transactions/${session}/timeline/`;
}

/** Those of one kind. */
function of(all: readonly Json[], kind: string): readonly Json[] {
  return all.filter((entry) => entry['kind'] === kind);
}

/** What the gateway has taken, and the merchant has for it; in the other direction with a sign. */
function linesOf(amount: string) {
  const opposite = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
  return [
    { account: 'gateway', amount, currency_code: 'KWD' },
    { account: 'sales', amount: opposite, currency_code: 'KWD' },
  ];
}
