import assert from 'node:assert/strict';
import { theSystem, type System } from '../../support/system.ts';
import { rows, send, textIn, type Json } from '../../support/http.ts';
import type { Role } from '../../../drills/concurrency/role-moves.ts';
import { aStaff, REQUESTS, type Staff } from './support/staff.ts';

describe('the list of requests', () => {
  let system: System;
  let staff: Staff;
  const payments: string[] = [];
  /** Oldest first: who asked, and how it ended. */
  const asked: string[] = [];
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    staff = await aStaff(system, { checkersActDirectly: false });
    for (const code of ['sandbox', 'sandbox-fee'])
      payments.push(await staff.payment({ pg_codes: [code] }, code));
    const [one = '', two = ''] = payments;
    asked.push(await staff.request('maker', one, '1.000'));
    await staff.decide('checker', asked[0] ?? '', 'approve');
    asked.push(await staff.request('colleague', one, '2.000'));
    await staff.decide('checker', asked[1] ?? '', 'reject');
    asked.push(await staff.request('second', two, '3.000'));
    asked.push(await staff.request('maker', one, '4.000'));
  });

  const list = async (who: Role, query = '') => {
    const answer = await staff.ask(who, 'GET', `${REQUESTS}?${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const found = async (who: Role, query = '') =>
    rows(await list(who, query), 'results').map((one) => asked.indexOf(textIn(one, 'id')));

  it('is newest first, and has what each one may see', async () => {
    for (const who of ['checker', 'second', 'admin', 'key'] as const)
      assert.deepEqual(await found(who), [3, 2, 1, 0], who);
    assert.deepEqual(await found('maker'), [3, 0]);
    assert.deepEqual(await found('colleague'), [1]);
    const clerk = await staff.ask('clerk', 'GET', REQUESTS);
    assert.deepEqual([clerk.status, clerk.body['code']], [403, 'permission_denied']);
    assert.equal((await send(`${system.run.api}${REQUESTS}`)).status, 401);
  });

  it('shows one to whom it shows in the list, and to others not even that it is there', async () => {
    for (const [who, seen] of [
      ['maker', [3, 0]],
      ['colleague', [1]],
      ['checker', [0, 1, 2, 3]],
    ] as const)
      for (const [nth, id] of asked.entries()) {
        const { status } = await staff.ask(who, 'GET', `${REQUESTS}${id}/`);
        assert.equal(status, seen.some((one) => one === nth) ? 200 : 404, `${who} ${nth}`);
      }
    assert.equal((await staff.ask('clerk', 'GET', `${REQUESTS}${asked[0]}/`)).status, 403);
  });

  it('narrows down by each field, and by several', async () => {
    const [one, two] = payments;
    for (const [query, expected] of [
      ['state=pending', [3, 2]],
      ['state=done', [0]],
      ['state=rejected', [1]],
      ['state=expired', []],
      ['operation=refund', [3, 2, 1, 0]],
      ['operation=void', []],
      [`session_id=${one}`, [3, 1, 0]],
      [`session_id=${two}&state=pending`, [2]],
      ['session_id=nothing', []],
      ['pg_code=sandbox-fee', [2]],
      ['currency_code=KWD', [3, 2, 1, 0]],
      ['currency_code=USD', []],
      ['created_after=2020-01-01T00:00:00Z&created_before=2099-01-01T00:00:00Z', [3, 2, 1, 0]],
      ['created_after=2099-01-01T00:00:00Z', []],
      ['created_before=2020-01-01T00:00:00Z', []],
    ] as const)
      assert.deepEqual(await found('key', query), expected, query);
    assert.deepEqual(await found('maker', 'state=pending'), [3]);
  });

  it('goes page by page, by addresses that keep what was asked', async () => {
    const seen: number[] = [];
    let page: Json = await list('checker', 'operation=refund&limit=3');
    assert.deepEqual([page['count'], page['previous']], [4, null]);
    for (;;) {
      seen.push(...rows(page, 'results').map((one) => asked.indexOf(textIn(one, 'id'))));
      const { next } = page;
      if (typeof next !== 'string') break;
      assert.ok(next.includes('operation=refund') && next.includes('offset=3'), next);
      const answer = await send(next, { headers: { Authorization: staff.people.checker.basic } });
      page = answer.body;
      assert.ok(textIn(page, 'previous').includes('offset=0'));
    }
    assert.deepEqual(seen, [3, 2, 1, 0]);
  });

  it('says every fault of its query at once', async () => {
    const query =
      'state=new&operation=cancel&pg_code=a%20b&currency_code=XXQ&created_after=now&created_before=1&limit=0&offset=-1';
    const { status, body } = await staff.ask('key', 'GET', `${REQUESTS}?${query}`);
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(body).toSorted(), [
      'created_after',
      'created_before',
      'currency_code',
      'limit',
      'offset',
      'operation',
      'pg_code',
      'state',
    ]);
  });
});
