import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { startOfDay } from '../../../domain/report/calendar.ts';
import { REVIVE_SCHEDULE_ID } from '../../../workflows/ids.ts';
import { theSystem, type System } from '../../support/system.ts';
import { part, rows, textIn, until, type Json } from '../../support/http.ts';
import { ROLES, type Role } from '../../../drills/concurrency/role-moves.ts';
import { aStaff, REQUESTS, type Staff } from './support/staff.ts';
import { codeOf } from '../../support/builders.ts';
import { answerLost } from '../support/answer-lost.ts';
import { OPERATION } from '../support/operating.ts';

describe('a request for a refund', () => {
  let system: System;
  let staff: Staff;
  /** For all that leave no request on it that waits. */
  let paid: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    staff = await aStaff(system, { bccInitiator: true });
    paid = await staff.payment();
  });
  // Also where a test has failed that set another one.
  afterEach(() => staff.policy({ bccInitiator: true }));

  /** Does this, and gives what of the shared payment went back meanwhile. */
  async function refundedBy(act: () => Promise<unknown>): Promise<readonly string[]> {
    const before = await staff.refunded(paid);
    await act();
    const all = await staff.refunded(paid);
    assert.deepEqual(all.slice(0, before.length), before);
    return all.slice(before.length);
  }

  it('is answered by 202 with its columns, and nothing moves; then shows who decided, why, and what came of it', async () => {
    const id = await staff.payment({ order_no: 'WAIT-1' });
    const answer = await staff.refund('maker', id, '2.000');
    assert.equal(answer.status, 202, answer.text);
    const { approval, ...rest } = answer.body;
    assert.deepEqual(
      [rest['operation'], rest['result'], typeof rest['detail']],
      ['refund', 'pending', 'string'],
    );
    const { maker } = staff.people;
    const shown = part(answer.body, 'approval');
    assert.deepEqual(
      { ...shown, id: 0, number: 0, created: 0, expires_at: 0, reference_number: 0 },
      {
        id: 0,
        number: 0,
        created: 0,
        requested_by: { id: maker.user.id, username: maker.user.username },
        session_id: id,
        order_no: 'WAIT-1',
        operation: 'refund',
        amount: '12.340',
        operation_amount: '2.000',
        currency_code: 'KWD',
        pg_code: 'sandbox',
        destination: 'pg',
        reference_number: 0,
        state: 'pending',
        approvals_needed: 1,
        approvals: [],
        expires_at: 0,
      },
    );
    const waits = Date.parse(textIn(shown, 'expires_at')) - Date.parse(textIn(shown, 'created'));
    // The time counts from the request; the promise is made a moment later.
    assert.ok(waits <= 48 * 3_600_000 && waits > 48 * 3_600_000 - 60_000, String(waits));
    const { version, context, you, ...plain } = await staff.read(textIn(shown, 'id'));
    assert.deepEqual([plain, typeof version, typeof context], [approval, 'string', 'object']);
    assert.deepEqual(you, {
      may_decide: false,
      may_break_glass: false,
      may_give_up: false,
      why_not: 'A decision has a person: log in as a user.',
      needs_step_up: false,
    });
    assert.deepEqual(await staff.refunded(id), []);

    const { checker } = staff.people;
    const by = { id: checker.user.id, username: checker.user.username };
    const agreed = textIn(shown, 'id');
    const { body } = await staff.decide('checker', agreed, 'approve');
    assert.deepEqual([body['state'], body['decided_by']], ['done', by]);
    assert.deepEqual(
      rows(body, 'approvals').map((vote) => vote['by']),
      [by],
    );
    const result = part(body, 'result');
    assert.deepEqual(
      [result['result'], result['amount'], part(result, 'txn')['session_id']],
      ['success', '2.000', agreed],
    );
    assert.match(textIn(result, 'signature'), /^[0-9a-f]{64}$/);
  });

  // What each role is answered to each decision on a request of the maker's that is pending, unless they may take it.
  type Refused = 'may' | 400 | 403 | 404;
  const TABLE: Readonly<Record<Role, readonly [Refused, Refused, Refused, Refused]>> = {
    // approve, reject, cancel, retry
    maker: [403, 403, 'may', 400],
    colleague: [403, 403, 404, 400],
    checker: ['may', 'may', 'may', 403],
    second: ['may', 'may', 'may', 400],
    admin: ['may', 'may', 'may', 400],
    clerk: [403, 403, 403, 403],
    key: [403, 403, 403, 403],
  };
  const VERDICTS = ['approve', 'reject', 'cancel', 'retry'] as const;

  /** That a request which is over stays as it is, whatever somebody decides who may. */
  async function assertOver(request: string, state: string): Promise<void> {
    assert.equal((await staff.read(request))['state'], state);
    for (const next of VERDICTS) {
      const { status, body } = await staff.decide('admin', request, next);
      assert.deepEqual([status, body['code']], [400, 'invalid_state'], next);
    }
    assert.equal((await staff.read(request))['state'], state);
  }

  /** A refund that waits, and how the same request is sent again. */
  async function asked() {
    const headers = { 'Idempotency-Key': randomUUID() };
    const again = () => staff.refund('maker', paid, '0.100', {}, headers);
    const first = await again();
    assert.equal(first.status, 202, first.text);
    return { request: textIn(part(first.body, 'approval'), 'id'), again };
  }

  /** Decides twice at once with one Idempotency-Key, and once more after the answer was lost: it is one decision. Gives its answer. */
  async function decidedOnce(who: Role, request: string, verdict: string, body: Json) {
    const seen = await staff.ask(who, 'GET', `${REQUESTS}${request}/`);
    const shown = { ...body, version: textIn(seen.body, 'version') };
    const key = randomUUID();
    const decide = () => staff.decide(who, request, verdict, shown, { 'Idempotency-Key': key });
    const [first, second] = await Promise.all([decide(), decide()]);
    assert.equal(first.status, 200, first.text);
    assert.deepEqual([second.status, second.text], [200, first.text]);
    await answerLost(system, key);
    const again = await decide();
    assert.deepEqual([again.status, again.body['state']], [200, first.body['state']], again.text);
    return first.body;
  }

  /** Ends its run by force, and waits until the reviver has opened one again. */
  async function terminatedAndRevived(request: string): Promise<void> {
    const run = system.temporal.workflow.getHandle(`operation/${request}`);
    // It is begun when the request is answered.
    await until('its run', () => run.describe().catch(() => undefined));
    await run.terminate('By mistake.');
    await inDatabase(system, (database) =>
      database
        .collection('operations')
        .updateOne({ sessionId: request }, { $inc: { createdAt: -10 * 60_000 } }),
    );
    await system.temporal.schedule.getHandle(REVIVE_SCHEDULE_ID).trigger('BUFFER_ONE');
    // A round that is under way ends first.
    await until(
      'it runs again',
      async () => (await run.describe()).status.name === 'RUNNING',
      75_000,
    );
    assert.equal((await staff.read(request))['state'], 'pending');
  }

  // Who may decide in which way is a rule (test/domain/operation/approval.test.ts); of each way there is one here.
  it('is decided by nobody whom the table does not name, then rejected, and that is told to whom asks for it again', async () => {
    const gone = await refundedBy(async () => {
      const { request, again } = await asked();
      for (const role of ROLES) {
        for (const [nth, verdict] of VERDICTS.entries()) {
          const expected = TABLE[role][nth];
          if (expected === 'may') continue;
          const answer = await staff.decide(role, request, verdict);
          assert.equal(answer.status, expected, `${role} ${verdict}: ${answer.text}`);
        }
        assert.equal((await staff.read(request))['state'], 'pending', role);
      }
      const { user } = staff.people.checker;
      const rejected = await decidedOnce('checker', request, 'reject', { reason: 'Not agreed.' });
      assert.deepEqual(
        [rejected['state'], rejected['reason'], rejected['decided_by']],
        ['rejected', 'Not agreed.', { id: user.id, username: user.username }],
      );
      assert.ok(Date.parse(textIn(rejected, 'decided_at')) > 0);
      assert.ok(!('expires_at' in rejected) && !('result' in rejected));
      await assertOver(request, 'rejected');
      await assertTold(again, /rejected: Not agreed\./);
    });
    assert.deepEqual(gone, []);
  });

  it('is canceled by a checker, and that is told to whom asks for it again', async () => {
    const gone = await refundedBy(async () => {
      const { request, again } = await asked();
      const answer = await staff.decide('checker', request, 'cancel', { reason: 'Not agreed.' });
      assert.equal(answer.status, 200, answer.text);
      await assertOver(request, 'canceled');
      await assertTold(again, /canceled: Not agreed\./);
    });
    assert.deepEqual(gone, []);
  });

  it('whose run was terminated has one again, without anybody who asks, is approved once, and then it is decided', async () => {
    const gone = await refundedBy(async () => {
      const { request } = await asked();
      await terminatedAndRevived(request);
      assert.equal((await decidedOnce('admin', request, 'approve', {}))['state'], 'done');
      await assertOver(request, 'done');
    });
    assert.deepEqual(gone, ['refund 0.100 KWD']);
  });

  it('of who may decide, too, is not decided by them, by whatever way they say who they are', async () => {
    await staff.policy({ checkersActDirectly: false });
    const gone = await refundedBy(async () => {
      const request = await staff.request('admin', paid, '0.200');
      const bearer = await staff.people.admin.bearer();
      for (const body of [{}, { break_glass: true, reason: 'It burns.' }])
        for (const headers of [undefined, { Authorization: bearer }]) {
          const own = await staff.decide('admin', request, 'approve', body, headers);
          assert.equal(own.status, 403, own.text);
        }
      assert.equal((await staff.read(request))['state'], 'pending');
      assert.equal((await staff.decide('checker', request, 'approve')).body['state'], 'done');
    });
    assert.deepEqual(gone, ['refund 0.200 KWD']);
  });

  it('lets no second one in, waits on where a checker asks for what cannot be, and is canceled by what can', async () => {
    const id = await staff.payment();
    const request = await staff.request('maker', id, '5.000');
    for (const who of ['maker', 'colleague', 'key'] as const) {
      const { status, body } = await staff.refund(who, id, '1.000');
      assert.deepEqual([status, body['code']], [400, 'approval_pending'], who);
    }
    const refused = await staff.refund('second', id, '99.000');
    assert.deepEqual([refused.status, refused.body['code']], [400, 'amount_exceeds_balance']);
    assert.equal((await staff.read(request))['state'], 'pending');
    // The money of the request is there for whom it stands back.
    const taken = await staff.refund('second', id);
    assert.deepEqual([taken.status, taken.body['amount']], [200, '12.340'], taken.text);
    const shown = await staff.read(request);
    assert.deepEqual(
      [shown['state'], part(shown, 'decided_by')['id']],
      ['canceled', staff.people.second.user.id],
    );
    assert.deepEqual(await staff.refunded(id), ['refund 12.340 KWD']);
  });

  it('shows a checker what to know, and is not decided by who was shown something else, nor begun where it cannot be', async () => {
    await staff.policy({ checkers: 3 });
    const id = await staff.payment({ customer_id: randomUUID() });
    const today = startOfDay(Date.now(), 'Asia/Kuwait');
    const direct = await staff.request('maker', id, '1.000');
    await staff.decide('admin', direct, 'reject', {});
    const reason = { code: 'other', note: 'They called' };
    const request = await staff.request('maker', id, '2.340', { reason });
    const read = async (who: Role) => (await staff.ask(who, 'GET', `${REQUESTS}${request}/`)).body;
    const seen = await read('checker');
    assert.deepEqual(part(seen, 'context'), {
      refundable: '10.000',
      refunded_before: '0.000',
      payment_age_days: 0,
      customer_payments_90d: 1,
      customer_refunds_90d: 0,
      maker_requests_today: part(seen, 'context')['maker_requests_today'],
    });
    // At the shop, where midnight may have passed since the first one.
    const isTomorrow = startOfDay(Date.now(), 'Asia/Kuwait') > today;
    assert.ok(isTomorrow || Number(part(seen, 'context')['maker_requests_today']) >= 2);
    assert.ok(Number(seen['number']) >= 2);
    assert.deepEqual(seen['operation_reason'], reason);
    assert.deepEqual(part(seen, 'you'), {
      may_decide: true,
      may_break_glass: true,
      may_give_up: false,
      needs_step_up: false,
    });
    const own = await read('maker');
    assert.equal(part(own, 'you')['may_decide'], false);
    assert.match(textIn(part(own, 'you'), 'why_not'), /checker/);
    assert.deepEqual((await read('key'))['operation_reason'], { code: 'other' });

    const version = textIn(seen, 'version');
    const first = await staff.decide('checker', request, 'approve', { version, note: 'Seen' });
    assert.equal(first.status, 200, first.text);
    assert.deepEqual(
      rows(first.body, 'approvals').map(({ note }) => note),
      ['Seen'],
    );
    // The other checker was shown it before that.
    const refusals = [await staff.decide('second', request, 'approve', { version })];
    const now = textIn(await read('second'), 'version');
    assert.notEqual(now, version);
    const standing = async (who: Role) => part(await read(who), 'you');
    assert.equal((await standing('second'))['may_break_glass'], true);
    const archived = await staff.ask('key', 'POST', `/b/checkout/v1/pymt-txn/${id}/delete/`);
    assert.equal(archived.status, 200, archived.text);
    refusals.push(await staff.decide('second', request, 'approve', { version: now }));
    refusals.push(await staff.decide('second', request, 'reject', { version: now }));
    assert.deepEqual(
      refusals.map(({ status, body }) => [status, body['code']]),
      refusals.map(() => [412, 'version_conflict']),
    );
    assert.deepEqual(await staff.refunded(id), []);
    assert.equal((await read('second'))['state'], 'pending');
    // One yes of two that are missing begins nothing; alone it would.
    const { may_decide, may_break_glass } = await standing('second');
    assert.deepEqual([may_decide, may_break_glass], [true, false]);
    const isTask = async (who: Role) => {
      const { body } = await staff.ask(who, 'GET', '/b/tasks/v1/tasks/?kind=approval');
      return rows(body, 'results').some((task) => part(task, 'subject')['id'] === request);
    };
    assert.equal(await isTask('second'), true);
    assert.equal((await staff.decide('second', request, 'approve')).status, 200);
    assert.equal(await isTask('admin'), false);
    const last = await standing('admin');
    assert.equal(last['may_decide'], false);
    const late = await staff.decide('admin', request, 'approve');
    assert.deepEqual([late.status, late.body['detail']], [400, last['why_not']], late.text);
    const rejected = await staff.decide('admin', request, 'reject', { reason: 'Archived.' });
    assert.equal(rejected.status, 200, rejected.text);
  });

  /** What the checker is told before they decide, once it is so. */
  const seenAs = (request: string, mayDecide: boolean) =>
    until(`may_decide ${mayDecide}`, async () => {
      const { body } = await staff.ask('checker', 'GET', `${REQUESTS}${request}/`);
      const you = part(body, 'you');
      return you['may_decide'] === mayDecide && you;
    });

  it('goes on only at an account that still does it, which is said before; where its gateway declines after all, whoever may refund has it tried again', async () => {
    const before = await staff.refunded(paid);
    const request = await staff.request('maker', paid, '4.000');
    const { gatewayAccounts } = system.store;
    const opened = await gatewayAccounts.open(staff.shop.id, codeOf('sandbox'));
    assert.ok(opened);
    const put = (operations: readonly ('refund' | 'void')[]) =>
      gatewayAccounts.put({ ...opened.account, operations }, { ...opened.settings });
    await put(['void']);
    try {
      const you = await seenAs(request, false);
      assert.match(textIn(you, 'why_not'), /sandbox has refund switched off/);
      const refused = await staff.decide('checker', request, 'approve');
      assert.deepEqual([refused.status, refused.body['code']], [400, 'operation_not_enabled']);
      assert.deepEqual(await staff.refunded(paid), before);
      assert.equal((await staff.read(request))['state'], 'pending');
    } finally {
      await put(opened.account.operations);
    }
    await seenAs(request, true);
    await staff.declineNext(paid);
    const approved = await staff.decide('checker', request, 'approve');
    assert.deepEqual(
      [approved.status, approved.body['state']],
      [200, 'manual_action_required'],
      approved.text,
    );
    assert.deepEqual(await staff.refunded(paid), before);
    // Who may not refund may not have it tried again either; a checker has decided already.
    for (const who of ['checker', 'clerk', 'key'] as const)
      assert.equal((await staff.decide(who, request, 'retry')).status, 403, who);
    const again = await staff.decide('checker', request, 'approve');
    assert.deepEqual([again.status, again.body['code']], [400, 'invalid_state']);
    // As much as it comes to takes more by now than the yes that it has.
    await staff.policy({ checkers: 2 });
    const more = await staff.decide('colleague', request, 'retry');
    assert.deepEqual([more.status, more.body['code']], [400, 'invalid_state'], more.text);
    assert.match(textIn(more.body, 'detail'), /Ask for it anew/);
    await staff.policy({ stepUpFrom: { KWD: 4_000 } });
    const unshown = await staff.decide('colleague', request, 'retry');
    assert.deepEqual([unshown.status, unshown.body['code']], [401, 'step_up_required']);
    assert.deepEqual(await staff.refunded(paid), before);
    const shown = { 'X-Step-Up': encodeURIComponent(staff.people.colleague.password) };
    const retried = await staff.decide('colleague', request, 'retry', undefined, shown);
    assert.deepEqual([retried.status, retried.body['state']], [200, 'done'], retried.text);
    assert.deepEqual(await staff.refunded(paid), [...before, 'refund 4.000 KWD']);
    const late = await staff.decide('maker', request, 'retry');
    assert.deepEqual([late.status, late.body['code']], [400, 'invalid_state']);
    assert.deepEqual(await staff.refunded(paid), [...before, 'refund 4.000 KWD']);
  });

  it('void: waits like a refund, holds the capture off, and lets all go when it is agreed to', async () => {
    const id = await staff.held();
    const operate = (who: Role, operation: string) =>
      staff.ask(who, 'POST', OPERATION, { operation, session_id: id });
    const asked = await operate('maker', 'void');
    assert.deepEqual([asked.status, asked.body['result']], [202, 'pending'], asked.text);
    const request = textIn(part(asked.body, 'approval'), 'id');
    const capture = await operate('colleague', 'capture');
    assert.equal(capture.status, 400, capture.text);
    assert.deepEqual(await staff.moved(id), ['authorize 12.340 KWD']);
    assert.equal((await staff.decide('maker', request, 'approve')).status, 403);
    const agreed = await staff.decide('checker', request, 'approve');
    assert.deepEqual([agreed.status, agreed.body['state']], [200, 'done'], agreed.text);
    assert.equal(part(part(agreed.body, 'result'), 'txn')['state'], 'voided');
    assert.deepEqual(await staff.moved(id), ['authorize 12.340 KWD', 'void 12.340 KWD']);
  });

  it('capture: waits for nobody, whoever asks, and what was captured goes back by a checker only', async () => {
    const id = await staff.held();
    const capture = { operation: 'capture', session_id: id, amount: '5.000' };
    for (const who of ['maker', 'key'] as const) {
      const answer = await staff.ask(who, 'POST', OPERATION, capture);
      assert.deepEqual([answer.status, answer.body['result']], [200, 'success'], answer.text);
    }
    // All that was captured, since it names no amount.
    const request = await staff.request('maker', id);
    assert.deepEqual(await staff.refunded(id), []);
    assert.equal((await staff.decide('checker', request, 'approve')).body['state'], 'done');
    assert.deepEqual(await staff.refunded(id), ['refund 10.000 KWD']);
  });

  it('is decided once, however many decide at the same time', async () => {
    const before = await staff.refunded(paid);
    const request = await staff.request('maker', paid, '3.000');
    const answers = await Promise.all(
      (['checker', 'second', 'admin', 'checker', 'second'] as const).map((who, nth) =>
        staff.decide(who, request, nth % 2 === 0 ? 'approve' : 'reject'),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ body }) => body['code'] === 'invalid_state');
    assert.deepEqual([taken.length, refused.length], [1, 4]);
    const state = textIn(await staff.read(request), 'state');
    const gone = state === 'done' ? ['refund 3.000 KWD'] : [];
    assert.deepEqual(await staff.refunded(paid), [...before, ...gone]);
  });

  it('waits on where a decision is wrong, or comes from another merchant, for whom it does not exist, until its maker cancels it', async () => {
    const { request } = await asked();
    const wrong = await staff.decide('checker', request, 'reject', { reason: 'x'.repeat(501) });
    assert.deepEqual([wrong.status, Object.keys(wrong.body)], [400, ['reason']]);
    const typed = await staff.decide('checker', request, 'approve', { break_glass: 'yes' });
    assert.deepEqual([typed.status, Object.keys(typed.body)], [400, ['break_glass']]);
    const none = await staff.decide('checker', 'f'.repeat(40), 'approve');
    assert.deepEqual([none.status, none.body['code']], [404, 'not_found']);
    assert.equal((await staff.decide('checker', 'nothing', 'approve')).status, 404);

    const other = await aStaff(system);
    for (const who of ['maker', 'admin', 'key'] as const) {
      const { status } = await other.ask(who, 'GET', `${REQUESTS}${request}/`);
      assert.equal(status, 404, who);
      const list = await other.ask(who, 'GET', REQUESTS);
      assert.deepEqual([list.status, list.body['count']], [200, 0]);
    }
    for (const verdict of VERDICTS)
      assert.equal((await other.decide('admin', request, verdict)).status, 404, verdict);
    assert.equal((await staff.read(request))['state'], 'pending');
    assert.equal((await staff.decide('maker', request, 'cancel')).status, 200);
    await assertOver(request, 'canceled');
  });
});

describe('a policy of two checkers', () => {
  let system: System;
  let staff: Staff;
  let id: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    staff = await aStaff(system, { checkers: 2, apiKeys: true });
    id = await staff.payment();
  });

  it('needs two, who are not the same one, also where a superuser asks, and loses no vote to an Idempotency-Key that both share', async () => {
    const before = await staff.refunded(id);
    const request = await staff.request('admin', id, '2.000');
    assert.ok('requested_by' in (await staff.read(request)));
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await staff.decide('checker', request, 'approve', {}, key);
    assert.deepEqual(
      [first.status, first.body['state'], rows(first.body, 'approvals').length],
      [200, 'pending', 1],
      first.text,
    );
    const twice = await staff.decide('checker', request, 'approve');
    assert.deepEqual([twice.status, twice.body['code']], [400, 'invalid_state']);
    const shared = await staff.decide('second', request, 'approve', {}, key);
    assert.deepEqual([shared.status, shared.body['code']], [409, 'idempotency_conflict']);
    assert.deepEqual(await staff.refunded(id), before);
    const own = { 'Idempotency-Key': randomUUID() };
    const second = await staff.decide('second', request, 'approve', {}, own);
    assert.deepEqual([second.status, second.body['state']], [200, 'done'], second.text);
    assert.deepEqual(await staff.refunded(id), [...before, 'refund 2.000 KWD']);
  });

  it('holds programs, too, and can be cut short in an emergency, with a reason, and that is written down and told', async () => {
    const before = await staff.refunded(id);
    const request = await staff.request('key', id, '4.000');
    const waiting = await staff.read(request);
    assert.deepEqual(
      [waiting['state'], waiting['approvals_needed'], 'requested_by' in waiting],
      ['pending', 2, false],
    );
    const silent = await staff.decide('checker', request, 'approve', { break_glass: true });
    assert.deepEqual([silent.status, Object.keys(silent.body)], [400, ['reason']]);
    const said = { break_glass: true, reason: 'The second checker is at sea.' };
    const unproved = await staff.decide('checker', request, 'approve', said, {});
    assert.deepEqual([unproved.status, unproved.body['code']], [401, 'step_up_required']);
    assert.deepEqual((await entriesOf(system, request)).audit, []);
    const loud = await staff.decide('checker', request, 'approve', said);
    assert.deepEqual([loud.status, loud.body['state']], [200, 'done'], loud.text);
    const [vote] = rows(loud.body, 'approvals');
    assert.equal(vote?.['break_glass'], true);
    assert.deepEqual(await staff.refunded(id), [...before, 'refund 4.000 KWD']);

    const { username } = staff.people.checker.user;
    const { audit } = await entriesOf(system, request);
    assert.deepEqual(
      audit.map(({ who, action }) => [who, action.sessionId]),
      [[`user:${username}`, id]],
    );
    const lines = await until('people are told', async () => {
      const told = system
        .logs()
        .split('\n')
        .filter(
          (line) => line.includes('approved alone in an emergency') && line.includes(request),
        );
      return told.length > 0 && told;
    });
    // checker, second and admin may approve here.
    assert.equal(lines.length, 1);
    assert.equal((JSON.parse(lines[0] ?? '') as { receivers: number }).receivers, 3);
    for (const word of ['at sea', username, '@shop.example', '4.000'])
      assert.ok(!(lines[0] ?? '').includes(word), word);
  });
});

describe('a policy from a sum on', () => {
  let staff: Staff;
  before(async function () {
    this.timeout(120_000);
    staff = await aStaff(await theSystem(), { from: { KWD: 5000 } });
  });

  it('is not passed by small refunds, one after the other or at the same time', async () => {
    const id = await staff.payment();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => staff.refund('maker', id, '1.000')),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    const waiting = answers.filter(({ status }) => status === 202).length;
    assert.deepEqual([done, waiting], [4, 1], answers.map((one) => one.text).join('\n'));
    for (const { status, body } of answers)
      if (status === 400) assert.equal(body['code'], 'approval_pending');
    assert.deepEqual(await staff.refunded(id), Array<string>(4).fill('refund 1.000 KWD'));
  });
});

/** That whoever asks for the refund again is told of the no. */
async function assertTold(again: () => ReturnType<Staff['refund']>, said: RegExp): Promise<void> {
  const { status, body } = await again();
  assert.deepEqual(
    [status, body['code'], body['result']],
    [400, 'invalid_state', 'failed'],
    String(body['detail']),
  );
  assert.match(textIn(body, 'detail'), said);
}

interface Written {
  readonly who: string;
  readonly action: { readonly sessionId: string };
}

/** What the audit log has of an emergency. */
async function entriesOf(system: System, request: string) {
  const audit = await inDatabase(system, (database) =>
    database
      .collection<Written>('audit')
      .find({ 'action.name': 'operation.break-glass', 'action.childSessionId': request })
      .toArray(),
  );
  return { audit };
}

async function inDatabase<T>(
  { run }: System,
  work: (database: mongo.Db) => Promise<T>,
): Promise<T> {
  const client = await mongo.MongoClient.connect(run.mongodb);
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}
