import assert from 'node:assert/strict';
import type { searchAnswer } from '../../api/transactions/row.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { detailAnswer } from '../../api/transactions/detail.ts';
import type { Permission } from '../../domain/permission.ts';
import { alertTask } from '../../domain/tasks/task.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { Alert } from '../../domain/transaction/transaction.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import { aMerchant, aTransaction, referenceOf, sessionOf } from '../support/builders.ts';
import { anOffice, browse, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const VIEW: readonly Permission[] = ['e_commerce.view', 'payment_request.view'];
const ALERTED = sessionOf('b1');
const ARCHIVED = sessionOf('b2');
const NOTE = 'The bank has it back.';

describe('what can be done to a payment, and what is known of its alerts', function () {
  this.timeout(60_000);
  const database = useDatabase();
  let office: OfficeApp;
  const alerts: readonly Alert[] = (['late-money', 'dispute', 'break-glass'] as const).map(
    (kind, nth) => ({
      kind,
      at: Date.parse('2026-11-21T10:00:00Z') + nth,
      referenceNumber: referenceOf('demoAAAAAA'),
      detail: `It is a ${kind}.`,
    }),
  );
  const alerted = aTransaction({ merchantId: DEMO, sessionId: ALERTED, alerts });
  const [taken = '', handled = ''] = alerts.map((alert) => alertTask(alerted, alert).id);
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    office = await anOffice(store, transactionRoutes);
    await store.transactions.insert(alerted);
    for (const [nth, state] of TRANSACTION_STATES.entries())
      await store.transactions.insert(
        aTransaction({ merchantId: DEMO, sessionId: sessionOf(`c${nth}`), state }),
      );
    await store.transactions.insert(
      aTransaction({ merchantId: DEMO, sessionId: ARCHIVED, state: 'cod', deletedAt: 1 }),
    );
    const mark = { merchantId: DEMO, by: { id: 7, username: 'ali' }, at: 1, version: 1 };
    await store.taskMarks.put({ ...mark, taskId: taken, state: 'taken' }, undefined);
    await store.taskMarks.put(
      { ...mark, taskId: handled, state: 'handled', note: NOTE },
      undefined,
    );
  });
  after(() => office.close());

  type Detail = AnswerOf<typeof detailAnswer>;

  async function somebody(...permissions: readonly Permission[]) {
    const person = await office.person({ permissions: [...VIEW, ...permissions] });
    const detail = async (id: string): Promise<Detail> => {
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/${id}/`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      assert.equal(answer.status, 200);
      return (await answer.json()) as Detail;
    };
    const row = async (id: string) => {
      const answer = await fetch(`${office.url}/b/checkout/v1/transactions/?session_id=${id}`, {
        headers: { Authorization: basicOf(person.username, PASSWORD) },
      });
      const [found] = ((await answer.json()) as AnswerOf<typeof searchAnswer>).results;
      assert.ok(found, 'it is in the list');
      return found;
    };
    const cookie = await loggedIn(office, person);
    const list = async (query: string) =>
      (await browse(`${office.url}/office/payments?${query}`, { cookie })).text;
    const page = async (id: string) =>
      (await browse(`${office.url}/office/payments/${id}`, { cookie })).text;
    return { detail, page, row, list };
  }

  it('says of each state whether it is cancelable, and else why not', async () => {
    const { detail } = await somebody('payment.cancel');
    for (const [nth, state] of TRANSACTION_STATES.entries()) {
      const { left, actions } = await detail(sessionOf(`c${nth}`));
      const isFit = ['created', 'pending', 'attempted', 'cod'].includes(state);
      assert.deepEqual(
        [left.cancelable, actions.some(({ action }) => action === 'cancel'), left.why?.cancel],
        isFit
          ? [true, true, undefined]
          : [
              false,
              false,
              `The transaction is ${state}; cancellation is not possible in this state.`,
            ],
        state,
      );
    }
  });

  it('says that what is archived has to be restored first', async () => {
    const { detail } = await somebody('payment.delete', 'payment.cancel');
    const { left, actions } = await detail(ARCHIVED);
    const why = 'The transaction is deleted. Restore it first.';
    assert.deepEqual(left, {
      ...left,
      cancelable: false,
      why: { refund: why, capture: why, void: why, cancel: why },
    });
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['restore'],
    );
  });

  it('tells who has an alert, and what they noted, who sees alerts as tasks', async () => {
    const { detail, page } = await somebody('alert.handle');
    const seen = (await detail(ALERTED)).alerts.map(({ task_id: id, mark }) => [id, mark]);
    const by = { id: 7, username: 'ali' };
    const at = '1970-01-01T00:00:00Z';
    assert.deepEqual(seen, [
      [taken, { state: 'taken', by, at }],
      [handled, { state: 'handled', by, at, note: NOTE }],
      [alertTask(alerted, alerts[2] as Alert).id, undefined],
    ]);
    const text = await page(ALERTED);
    for (const said of [
      'Taken by',
      NOTE,
      'Nobody has taken this yet',
      'alert.dispute&amp;state=handled',
    ])
      assert.ok(text.includes(said), said);
  });

  it('says in the list of each alert whether it needs somebody still', async () => {
    const { row, list } = await somebody('customer.view');
    assert.deepEqual(
      (await row(ALERTED)).alerts.map(({ kind, handled: isHandled }) => [kind, isHandled]),
      [
        ['late-money', false],
        ['dispute', true],
        ['break-glass', false],
      ],
    );
    const text = await list('has_alert=true');
    assert.match(text, /tag-bad[^>]*>(?:<svg.*?<\/svg>)?Paid too late/su);
    assert.match(text, /tag-still">Dispute: handled/u);
  });

  it('tells nobody else', async () => {
    const { detail, page } = await somebody('payment.refund');
    for (const one of (await detail(ALERTED)).alerts)
      assert.deepEqual(Object.keys(one).toSorted(), ['at', 'detail', 'kind', 'reference_number']);
    assert.doesNotMatch(await page(ALERTED), />ali<|The bank has it back|office\/inbox\?/u);
  });

  it('says on the page why there is no button', async () => {
    const [some, none] = [await somebody('payment.refund'), await somebody()];
    assert.match(await some.page(ALERTED), /Nothing can be done with this payment now/u);
    assert.match(await none.page(ALERTED), /takes a permission/u);
    const able = await somebody('payment.cancel');
    assert.doesNotMatch(await able.page(ALERTED), /Nothing can be done|takes a permission/u);
  });
});
