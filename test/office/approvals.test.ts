import assert from 'node:assert/strict';
import { formToken } from '../../api/access/login-cookie.ts';
import { operationRequestRoutes } from '../../api/operation-requests/routes.ts';
import { taskRoutes } from '../../api/tasks/routes.ts';
import { transactionRoutes } from '../../api/transactions/routes.ts';
import { decide, UNANSWERED, type Decision } from '../../domain/operation/approval.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import type { User } from '../../domain/user.ts';
import type { Engine } from '../../engine/engine.ts';
import { Refusal } from '../../domain/refusal.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { basicOf } from '../api/support/people.ts';
import { DEMO, idOf } from '../api/support/records.ts';
import { useDatabase } from '../store/database.ts';
import {
  aMerchant,
  anAccount,
  anAttempt,
  anOperation,
  aTransaction,
  kwd,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { until } from '../support/http.ts';
import { anOffice, browse, leadsTo, loggedIn, PASSWORD, type OfficeApp } from './office-app.ts';

const PAYMENT = sessionOf('a1');
const REQUEST = sessionOf('c1');
const PATH = `/office/approvals/${REQUEST}`;
/** One that needs two. */
const OF_TWO = sessionOf('c2');
const ALONE = `/office/approvals/${OF_TWO}/break-glass`;
const CHECKER = {
  permissions: ['payment.approve', 'e_commerce.view', 'payment_request.view'],
} as const;

const details = transactionRoutes.filter(({ name }) => name === 'transactions.detail');

describe('deciding in the office', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const decided: { readonly decision: Decision; readonly number: string | undefined }[] = [];
  /** What the engine says in place of nothing. */
  let refusal: Refusal | undefined;
  let office: OfficeApp;
  let maker: User;
  let waiting: Operation;
  before(async () => {
    const { store } = database();
    await store.merchants.put(aMerchant({ id: DEMO }), 'whk_demo');
    await store.gatewayAccounts.put(anAccount({ merchantId: DEMO, operations: ['refund'] }), {});
    // An engine that never says whether it has heard.
    const engine = {
      decide: (_request: Operation, decision: Decision, number?: string) => {
        decided.push({ decision, number });
        return Promise.reject(refusal ?? new Unavailable('The engine does not answer.'));
      },
    } as unknown as Engine;
    office = await anOffice(
      store,
      [...operationRequestRoutes, ...details, ...taskRoutes],
      'everywhere',
      {
        engine,
      },
    );
    maker = await office.person({ permissions: ['payment.refund'] });
    waiting = anOperation({
      merchantId: DEMO,
      state: 'awaiting',
      initiator: { id: maker.id, username: 'noura', email: maker.email },
      approval: {
        state: 'pending',
        needed: 1,
        votes: [],
        number: 17,
        expiresAt: Date.now() + 3_600_000,
      },
    });
    await store.operations.insert(waiting);
    await store.transactions.insert(
      aTransaction({
        merchantId: DEMO,
        state: 'paid',
        settledAmount: kwd('12.500'),
        paidAmount: kwd('12.500'),
        attempts: [anAttempt({ state: 'success' })],
        customer: { firstName: 'Sara' },
      }),
    );
  });
  after(() => office.close());

  const look = async (user: User, path = PATH) =>
    browse(`${office.url}${path}`, { cookie: await loggedIn(office, user) });

  /** Presses a button of the page as it was shown. */
  async function press(cookie: string, page: string, fields: Readonly<Record<string, string>>) {
    return browse(`${office.url}${PATH}`, {
      cookie,
      form: { ...hiddenIn(page), form_token: formToken(cookie, PATH), ...fields },
    });
  }

  /** Sends the form of who approves alone, as it was shown. */
  const pressAlone = (cookie: string, page: string, fields: Readonly<Record<string, string>>) =>
    browse(`${office.url}${ALONE}`, {
      cookie,
      form: { ...hiddenIn(page), form_token: formToken(cookie, ALONE), ...fields },
    });

  it('shows who asks for what, and changes nothing by being looked at', async () => {
    const checker = await office.person(CHECKER);
    const page = await look(checker);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /noura.*Sara/su);
    assert.match(page.text, /value="approve".*value="reject"/su);
    await look(checker);
    assert.deepEqual(await database().store.operations.find(waiting), waiting);
    assert.deepEqual(decided, []);
  });

  it('is not there for others: another permission 403, another merchant 404, with nothing of it', async () => {
    for (const [given, status] of [
      [{ permissions: ['e_commerce.view'] }, 403],
      [{ permissions: ['payment.refund'] }, 404],
      [{ merchantId: idOf('another-shop'), superuser: true }, 404],
    ] as const) {
      const user = await office.person(given);
      const page = await look(user);
      assert.equal(page.status, status);
      assert.doesNotMatch(page.text, /noura|3\.000/u);
      const cookie = await loggedIn(office, user);
      const sent = await press(cookie, '', { verdict: 'approve' });
      assert.equal(sent.status, status);
    }
    assert.deepEqual(decided, []);
  });

  it('lets who asked withdraw it, and says why they do not approve it', async () => {
    const page = await look(maker);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /You asked for this/u);
    assert.match(page.text, /value="withdraw"/u);
    assert.doesNotMatch(page.text, /value="(?:approve|reject)"/u);
    const cookie = await loggedIn(office, maker);
    const sent = await press(cookie, page.text, { verdict: 'approve' });
    assert.equal(sent.status, 403);
    assert.deepEqual(decided, []);
  });

  it('does not reject without a reason', async () => {
    const checker = await office.person(CHECKER);
    const cookie = await loggedIn(office, checker);
    const page = await look(checker);
    const sent = await press(cookie, page.text, { verdict: 'reject', comment: '  ' });
    assert.equal(sent.status, 400);
    assert.match(sent.text, /Say why it is rejected/u);
    assert.deepEqual(decided, []);
  });

  it('shows what has changed since, marked, and decides nothing', async () => {
    const { store } = database();
    const checker = await office.person(CHECKER);
    const cookie = await loggedIn(office, checker);
    const page = await look(checker);
    const found = await store.transactions.find({ merchantId: DEMO, sessionId: PAYMENT });
    assert.ok(found);
    const alert = {
      kind: 'dispute',
      at: 1,
      referenceNumber: waiting.referenceNumber,
      detail: 'Disputed.',
    } as const;
    await store.transactions.save({ ...found, version: found.version + 1, alerts: [alert] });
    const sent = await press(cookie, page.text, { verdict: 'approve', comment: 'Seen' });
    assert.equal(sent.status, 412);
    assert.match(sent.text, /Nothing was decided/u);
    assert.match(sent.text, /<mark[^>]*>Changed<\/mark>/u);
    assert.match(sent.text, />Seen<\/textarea>/u);
    assert.notEqual(hiddenIn(sent.text)['version'], hiddenIn(page.text)['version']);
    assert.deepEqual(decided, []);
  });

  it('does not know what came of an answer that did not come, and asks again under the same number', async () => {
    const checker = await office.person(CHECKER);
    const cookie = await loggedIn(office, checker);
    const page = await look(checker);
    const sent = await press(cookie, page.text, { verdict: 'approve', comment: 'Seen' });
    assert.equal(sent.status, 503);
    assert.match(sent.text, /We do not know yet/u);
    assert.match(sent.text, />Look again</u);
    const again = hiddenIn(sent.text);
    assert.equal(again['form_number'], hiddenIn(page.text)['form_number']);
    // With the button of the language nobody knows it either. There the Enter key presses what was pressed before.
    const shown = await press(cookie, sent.text, { lang: 'en' });
    assert.match(shown.text, /We do not know yet/u);
    assert.equal(decided.length, 1);
    // An address that anybody may have written says nothing of what has happened.
    const at = `${office.url}/office/approvals/${waiting.sessionId}`;
    for (const path of ['', '/break-glass']) {
      const { text } = await browse(`${at}${path}?unanswered=approve`, { cookie });
      assert.doesNotMatch(text, /We do not know yet/u);
    }
    await press(cookie, shown.text, {});
    assert.equal(decided.length, 2);
    assert.deepEqual(decided[1], decided[0]);
    assert.deepEqual(
      [decided[0]?.decision.verdict, decided[0]?.decision.note, decided[0]?.decision.seen],
      ['approve', 'Seen', waiting.version],
    );
  });

  it('does not know still, where looking again is refused', async () => {
    const checker = await office.person(CHECKER);
    const cookie = await loggedIn(office, checker);
    const page = await look(checker);
    decided.splice(0);
    const first = await press(cookie, page.text, { verdict: 'reject', comment: 'Not ours' });
    assert.match(first.text, /We do not know yet/u);
    refusal = new Refusal('invalid_state', 'Refused this time.');
    const second = await press(cookie, first.text, {});
    refusal = undefined;
    assert.match(second.text, /We do not know yet.*Refused this time\./su);
    assert.doesNotMatch(second.text, /Nothing was decided/u);
    await press(cookie, second.text, {});
    assert.equal(decided.length, 3);
    assert.deepEqual(decided[2], decided[0]);
  });

  for (const [nth, heard] of [
    [4, 'had taken it'],
    [5, 'had not heard of it'],
  ] as const)
    it(`decides once where the API was killed before it answered and the run ${heard}, pressed again at one that has started since`, async () => {
      const { store } = database();
      const id = sessionOf(`c${nth}`);
      const parentId = sessionOf(`a${nth}`);
      const referenceNumber = referenceOf(`demoKILLE${nth}`);
      const path = `/office/approvals/${id}`;
      await store.transactions.insert(
        aTransaction({
          merchantId: DEMO,
          sessionId: parentId,
          state: 'paid',
          settledAmount: kwd('12.500'),
          paidAmount: kwd('12.500'),
          attempts: [anAttempt({ state: 'success', referenceNumber })],
        }),
      );
      const request = anOperation({
        ...waiting,
        sessionId: id,
        parentId,
        referenceNumber: referenceOf(`demoKILLR${nth}`),
        approval: { ...(waiting.approval ?? assert.fail()), number: 20 + nth },
      });
      await store.operations.insert(request);
      // What a run does that knows nothing but what is stored.
      const run = async (decision: Decision) => {
        const stored = (await store.operations.find(request)) ?? assert.fail();
        const next = { ...decide(stored, decision, Date.now()), version: stored.version + 1 };
        await store.operations.save(next);
        return next;
      };
      const numbers: unknown[] = [];
      const apiWith = (decides: (decision: Decision) => Promise<unknown>) =>
        anOffice(store, [...operationRequestRoutes, ...details], 'everywhere', {
          engine: {
            decide: (_request: Operation, decision: Decision, number?: string) => {
              numbers.push(number);
              return decides(decision);
            },
          } as unknown as Engine,
          outcome: async () => undefined,
        });
      let isReached = false;
      const killed = await apiWith(async (decision) => {
        if (heard === 'had taken it') await run(decision);
        isReached = true;
        return new Promise(() => undefined);
      });
      const checker = await killed.person(CHECKER);
      const cookie = await loggedIn(killed, checker);
      const page = await browse(`${killed.url}${path}`, { cookie });
      const form = {
        ...hiddenIn(page.text),
        form_token: formToken(cookie, path),
        verdict: 'approve',
      };
      const { form_number: key = '' } = hiddenIn(page.text);
      const hangingUp = new AbortController();
      const lost = fetch(`${killed.url}${path}`, {
        method: 'POST',
        headers: { Cookie: `__Host-office=${cookie}`, Origin: killed.url },
        body: new URLSearchParams(form),
        signal: hangingUp.signal,
      });
      await until('the run is asked', async () => isReached);
      hangingUp.abort();
      await assert.rejects(lost);
      await killed.close();
      // The lease of a process that is gone ends by itself.
      await store.claims.abandon({
        merchantId: DEMO,
        route: `POST /b/pbl/v2/operation-requests/${id}/approve`,
        key,
      });
      const started = await apiWith(run);
      for (const _ of ['again', 'and again']) {
        const again = await browse(`${started.url}${path}`, { cookie, form });
        assert.deepEqual([again.status, leadsTo(again)], [303, `${path}?after=approve`]);
      }
      await started.close();
      assert.equal(numbers.length, 2);
      assert.equal(new Set(numbers).size, 1, numbers.join(', '));
      const { approval, version, state } = (await store.operations.find(request)) ?? assert.fail();
      assert.deepEqual(
        [approval?.votes.length, version, state],
        [1, request.version + 1, 'promised'],
      );
    });

  describe('alone, in an emergency', () => {
    const REASON = 'The others are at sea.';
    before(async () => {
      const { store } = database();
      await store.operations.insert(
        anOperation({
          ...waiting,
          sessionId: OF_TWO,
          parentId: sessionOf('a2'),
          referenceNumber: referenceOf('demoRRRRRS'),
          approval: { ...(waiting.approval ?? assert.fail()), needed: 2, number: 18 },
        }),
      );
      await store.transactions.insert(
        aTransaction({
          merchantId: DEMO,
          sessionId: sessionOf('a2'),
          state: 'paid',
          settledAmount: kwd('12.500'),
          paidAmount: kwd('12.500'),
          attempts: [anAttempt({ state: 'success', referenceNumber: referenceOf('demoAAAAAB') })],
        }),
      );
    });
    beforeEach(() => {
      decided.length = 0;
    });
    after(() => {
      decided.length = 0;
    });

    it('is offered to who may decide, where more than one yes is missing', async () => {
      const checker = await office.person(CHECKER);
      const ofTwo = await look(checker, `/office/approvals/${OF_TWO}`);
      assert.ok(ofTwo.text.includes(`href="${ALONE}"`), ofTwo.text);
      assert.doesNotMatch((await look(checker)).text, /break-glass/u);
      assert.equal((await look(checker, `${PATH}/break-glass`)).location, PATH);
      assert.equal((await look(maker, ALONE)).status, 403);
      const other = await office.person({ merchantId: idOf('another-shop'), superuser: true });
      assert.equal((await look(other, ALONE)).status, 404);
    });

    it('says what it means, and does nothing by being looked at', async () => {
      const checker = await office.person(CHECKER);
      const page = await look(checker, ALONE);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /counts for the 2 that are still missing/u);
      assert.match(page.text, /Everybody who may approve is told at once/u);
      assert.match(page.text, /<textarea[^>]* name="comment"[^>]* required/u);
      assert.match(page.text, /<input[^>]* name="step_up"[^>]* required/u);
      assert.deepEqual(decided, []);
    });

    it('needs a reason and who one is, though they have just logged in', async () => {
      const checker = await office.person(CHECKER);
      const cookie = await loggedIn(office, checker);
      const { text } = await look(checker, ALONE);
      for (const [fields, status, said] of [
        [{ comment: ' ', step_up: PASSWORD }, 400, /Say why it cannot wait/u],
        [{ comment: REASON }, 401, /Show once more who you are/u],
        [{ comment: REASON, step_up: 'wrong' }, 401, /That was not right/u],
      ] as const) {
        const sent = await pressAlone(cookie, text, fields);
        assert.equal(sent.status, status, sent.text);
        assert.match(sent.text, said);
        assert.match(sent.text, /<input[^>]* name="step_up"/u);
      }
      assert.deepEqual(decided, []);
    });

    it('is sent with both, and again under the same number where no answer came', async () => {
      const checker = await office.person(CHECKER);
      const cookie = await loggedIn(office, checker);
      const { text } = await look(checker, ALONE);
      const sent = await pressAlone(cookie, text, { comment: REASON, step_up: PASSWORD });
      assert.equal(sent.status, 503);
      assert.match(sent.text, /We do not know yet.*>Look again</su);
      assert.equal(hiddenIn(sent.text)['comment'], REASON);
      const shown = await pressAlone(cookie, sent.text, { lang: 'en' });
      assert.match(shown.text, /We do not know yet/u);
      await pressAlone(cookie, shown.text, { step_up: PASSWORD });
      assert.equal(decided.length, 2);
      assert.deepEqual(decided[1], decided[0]);
      const { breakGlass, reason, verdict } = decided[0]?.decision ?? assert.fail();
      assert.deepEqual([breakGlass, reason, verdict], [true, REASON, 'approve']);
    });

    it('is not decided about what has changed since', async () => {
      const checker = await office.person(CHECKER);
      const cookie = await loggedIn(office, checker);
      const { text } = await look(checker, ALONE);
      const sent = await pressAlone(cookie, text, {
        comment: REASON,
        step_up: PASSWORD,
        version: 'older',
      });
      assert.equal(sent.status, 412);
      assert.match(sent.text, /Something changed while you were looking/u);
      assert.match(sent.text, new RegExp(`>${REASON}</textarea>`, 'u'));
      assert.deepEqual(decided, []);
    });
  });

  it('is at the address of its number, too, which leads to the one of its id', async () => {
    const { location } = await look(maker, '/office/approvals/17');
    assert.equal(location, PATH);
    for (const none of ['99', '017', '9'.repeat(16)])
      assert.equal((await look(maker, `/office/approvals/${none}`)).status, 404, none);
  });

  it('has a task for who may approve, which somebody takes and gives back, and none for the maker', async () => {
    const checker = await office.person(CHECKER);
    const cookie = await loggedIn(office, checker);
    const at = (path: string) => browse(`${office.url}${path}`, { cookie });
    const page = await at('/office/inbox');
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, new RegExp(PATH, 'u'));
    const inRail = async (path: string) =>
      /section-count">(\d+\+?)</u.exec((await at(path)).text)?.[1];
    assert.equal(await inRail('/office/inbox'), '1');
    assert.equal(await inRail(PATH), '1');
    const task = `approval:${REQUEST}`;
    const act = (fields: Readonly<Record<string, string>>) =>
      browse(`${office.url}/office/inbox`, {
        cookie,
        form: { form_token: formToken(cookie, '/office/inbox'), ...fields },
      });
    const taken = await act({ press: `take ${task}`, kind: 'approval' });
    assert.deepEqual([taken.status, taken.location], [303, '/office/inbox?kind=approval']);
    assert.match((await at('/office/inbox?mine=true')).text, /value="release approval:/u);
    const handled = await act({ press: `handle ${task}`, [`note.${task}`]: 'Done' });
    assert.equal(handled.status, 400);
    assert.match(handled.text, /decide it/u);
    assert.equal((await act({ press: `release ${task}` })).status, 303);
    assert.match((await at('/office/inbox?mine=true')).text, /Nothing here/u);
    assert.equal((await act({ press: `burn ${task}` })).status, 400);
    const none = (await look(maker, '/office/inbox')).text;
    assert.match(none, /Nothing waits for you/u);
    assert.doesNotMatch(none, /section-count/u);
    assert.equal((await look(maker, '/office/inbox?kind=x')).status, 400);
  });

  it('lets a checker say that the gateway has not done what nobody knew of, and asks programs to show who they are', async () => {
    const { store } = database();
    const lost = sessionOf('c3');
    const path = `/office/approvals/${lost}`;
    const paid = sessionOf('a3');
    await store.transactions.insert(
      aTransaction({
        merchantId: DEMO,
        sessionId: paid,
        state: 'paid',
        settledAmount: kwd('12.500'),
        attempts: [anAttempt({ state: 'success', referenceNumber: referenceOf('demoRRRRRV') })],
      }),
    );
    await store.operations.insert(
      anOperation({
        ...waiting,
        sessionId: lost,
        parentId: paid,
        state: 'unclear',
        alert: UNANSWERED,
        referenceNumber: referenceOf('demoRRRRRU'),
        approval: {
          state: 'manual_action_required',
          needed: 1,
          votes: [],
          number: 19,
          lastError: UNANSWERED,
          expiresAt: Date.now() - 1000,
        },
      }),
    );
    const cookie = await loggedIn(office, await office.person(CHECKER));
    const page = await browse(`${office.url}${path}`, { cookie });
    assert.match(page.text, /value="giveUp"/u);
    assert.doesNotMatch(page.text, /value="retry"/u);
    const say = () =>
      browse(`${office.url}${path}`, {
        cookie,
        form: {
          ...hiddenIn(page.text),
          form_token: formToken(cookie, path),
          verdict: 'giveUp',
        },
      });
    decided.length = 0;
    const verdicts = () => decided.splice(0).map(({ decision }) => decision.verdict);
    // They have just logged in.
    await say();
    assert.deepEqual(verdicts(), ['cancel']);
    const { username } = await office.person(CHECKER);
    const byProgram = async (headers: Readonly<Record<string, string>> = {}) => {
      const { status } = await fetch(`${office.url}/b/pbl/v2/operation-requests/${lost}/cancel/`, {
        method: 'POST',
        headers: { Authorization: basicOf(username, PASSWORD), ...headers },
      });
      return [status, ...verdicts()];
    };
    assert.deepEqual(await byProgram(), [401]);
    assert.deepEqual(await byProgram({ 'X-Step-Up': encodeURIComponent(PASSWORD) }), [
      503,
      'cancel',
    ]);
  });
});

/** What the forms of a page send along. */
function hiddenIn(page: string): Readonly<Record<string, string>> {
  const main = page.slice(page.indexOf('<main'));
  return Object.fromEntries(
    [...main.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/gu)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}
