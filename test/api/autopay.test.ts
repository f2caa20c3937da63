import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { GatewayAccount } from '../../domain/account.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { unlessDeleted } from '../../engine/schedule-parts.ts';
import { codeOf } from '../support/builders.ts';
import { theSystem, type System } from '../support/system.ts';
import { part, rows, SALE, send, textIn, until, type Json } from '../support/http.ts';
import { describeSchedule } from '../support/schedules.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork, pressPayButton } from './support/payer.ts';
import { DEMO, transactionOf, untilState } from './support/records.ts';
import { aReceiver, aShop, type Shop } from './support/shop.ts';

const AGREEMENTS = '/b/pbl/v2/agreements/';
const DAY_MS = 24 * 3_600_000;

describe('an agreement that the engine charges', function () {
  this.timeout(120_000);
  let system: System;
  let shop: Shop;
  let receiver: Awaited<ReturnType<typeof aReceiver>>;
  before(async () => {
    system = await theSystem();
    shop = await aShop(system);
    receiver = await aReceiver();
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    const given: Partial<GatewayAccount> = { tokenizable: true, autoDebit: true };
    const account = { ...opened.account, ...given, merchantId: shop.id, code: codeOf('vault') };
    await system.store.gatewayAccounts.put(account, { ...opened.settings });
  });
  after(() => receiver.close());

  const post = (uuid: string, path: string, body: Json = {}) =>
    shop.client.call('POST', `${AGREEMENTS}${uuid}/${path}/`, body);
  const read = async (uuid: string): Promise<Json> => {
    const answer = await shop.client.call('GET', `${AGREEMENTS}${uuid}/`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };

  /** By card: who has agreed by a payment of their own at the network, with the card that it keeps for all. */
  const models = new Map<string, ReturnType<typeof agreedFirst>>();

  /** The uuid of what a customer has agreed on, as the first one did who has paid by that card. */
  async function agreed(number = '4242424242424242'): Promise<string> {
    const model = models.get(number) ?? agreedFirst(number);
    models.set(number, model);
    const { card, agreement } = await model;
    const customerId = `c-${randomUUID().slice(0, 8)}`;
    const uuid = randomUUID();
    const terms = { ...agreement.terms, id: `gym-${customerId}` };
    await system.store.cards.keep({ ...card, customerId, agreements: [terms.id] });
    await system.store.agreements.insert({ ...agreement, uuid, customerId, terms });
    return uuid;
  }

  async function agreedFirst(number: string) {
    const customer_id = `c-${randomUUID().slice(0, 8)}`;
    const id = await shop.client.sale({
      payment_type: 'auto_debit',
      pg_codes: ['vault'],
      customer_id,
      webhook_url: `${receiver.url}/autopay`,
      agreement: {
        id: `gym-${customer_id}`,
        type: 'recurring',
        frequency: 'monthly',
        amount_variability: 'fixed',
        expiry_date: dateIn(400),
        cycle_interval_days: 30,
        total_cycles: 12,
      },
    });
    const page = await goToNetwork(system, id, 'vault');
    await sandboxNetworkOf(system).pay(paymentIdIn(page), { card_number: number });
    await untilState(system, id, 'paid');
    const found = await until('the agreement', async () => {
      const { body } = await shop.client.call('GET', `${AGREEMENTS}?customer_id=${customer_id}`);
      return rows(body, 'results')[0];
    });
    const { agreements, cards } = system.store;
    const agreement = await agreements.find({ merchantId: shop.id, uuid: textIn(found, 'uuid') });
    assert.ok(agreement);
    const card = await cards.find(agreement);
    assert.ok(card);
    return { agreement, card };
  }

  const kept = async (uuid: string) => {
    const agreement = await system.store.agreements.find({ merchantId: shop.id, uuid });
    assert.ok(agreement);
    const card = await system.store.cards.find(agreement);
    assert.ok(card);
    return { agreement, card };
  };

  const beginInDinars = async (uuid: string) => {
    const answer = await post(uuid, 'autopay', {
      amount: '5.000',
      start_date: dateIn(40),
      interval_days: 20,
    });
    assert.equal(answer.status, 200, answer.text);
    return (await kept(uuid)).agreement;
  };

  const advance = async (days: number) => {
    const moved = await until(
      'the clock',
      async () => {
        const answer = await shop.client.call('POST', '/test/clock/advance', { days });
        // Who meets others at it for too long is told to come again.
        return answer.status === 423 ? undefined : answer;
      },
      100_000,
    );
    assert.equal(moved.status, 200, moved.text);
  };

  /** Nothing of it is left to do on the days that others let pass. */
  const end = async (uuid: string) => {
    const ended = await post(uuid, 'end');
    assert.equal(ended.status, 200, ended.text);
  };

  /** What Temporal knows of the agreement's Schedule; nothing while it has none. */
  const scheduleOf = (uuid: string) =>
    unlessDeleted(() => describeSchedule(system.temporal.schedule, `agreement/${uuid}`));

  const statesOf = async (uuid: string) => cyclesOf(await read(uuid)).map(({ state }) => state);

  /** The first cycle, once it is in this state. */
  const cycleIn = (uuid: string, state: string) =>
    until(`a cycle that is ${state}`, async () =>
      cyclesOf(await read(uuid)).find((cycle) => cycle['state'] === state),
    );

  /** The sessions of the first cycle's tries, once so many were declined. */
  const tried = async (uuid: string, times: number) => {
    const tries = await until(`${times} tries`, async () => {
      const [cycle] = cyclesOf(await read(uuid));
      const made = cycle ? rows(cycle, 'tries') : [];
      return made.length >= times && made.every(({ result }) => result === 'soft') && made;
    });
    return tries.map((one) => textIn(one, 'session_id'));
  };

  it('is not charged while an operator holds it, though the merchant pauses and resumes its last period', async () => {
    const uuid = await agreed();
    const begun = await post(uuid, 'autopay', {
      amount: '5.000',
      // The customer has to be told by now: the only period has a cycle.
      start_date: dateIn(5),
      interval_days: 30,
      total_cycles: 1,
    });
    assert.equal(begun.status, 200, begun.text);
    await cycleIn(uuid, 'coming');
    await system.temporal.schedule.getHandle(`agreement/${uuid}`).pause('an operator');
    for (const change of ['pause', 'resume']) {
      const changed = await post(uuid, change);
      assert.equal(changed.status, 200, changed.text);
      await until(`the look after the ${change}`, async () => {
        const found = await system.store.agreements.find({ merchantId: shop.id, uuid });
        const { lookAt = Number.POSITIVE_INFINITY } = found?.autopay ?? {};
        return lookAt > Date.now();
      });
      const state = (await scheduleOf(uuid))?.state;
      assert.deepEqual([state?.paused, state?.note], [true, 'an operator'], `after the ${change}`);
    }
    await end(uuid);
  });

  it('is charged on its date by a payment of its own, once, and the merchant is told', async () => {
    const uuid = await agreed();
    const start_date = dateIn(3);
    const begun = await post(uuid, 'autopay', {
      amount: '5.000',
      start_date,
      interval_days: 20,
      time_zone: 'Asia/Kuwait',
    });
    assert.equal(begun.status, 200, begun.text);
    assert.equal(nextOf(begun.body), start_date);

    await advance(5);
    const cycle = await cycleIn(uuid, 'paid');
    assert.equal(textIn(cycle, 'period'), start_date);
    const [tried] = rows(cycle, 'tries');
    const session = textIn(tried ?? {}, 'session_id');
    const transaction = await transactionOf(system, session);
    assert.equal(transaction.state, 'paid');
    assert.match(transaction.orderNo ?? '', /^gym-.*-1$/);
    assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 5.000 KWD']);
    const told = await until('the webhook', async () =>
      receiver.at('/autopay').find((body) => body['session_id'] === session),
    );
    assert.equal(told['state'], 'paid');

    // What its Schedule says is what an operator sees; it knows no customer.
    const schedule = await scheduleOf(uuid);
    assert.ok(schedule);
    assert.equal(schedule.state.paused, false);
    assert.ok(schedule.info.nextActionTimes.length > 0);
    await end(uuid);
  });

  it('is charged by its own account when the customer saves the same card by another one of that network', async () => {
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('vault'));
    assert.ok(opened);
    const pgCode = codeOf('vault-2');
    await system.store.gatewayAccounts.put(
      { ...opened.account, code: pgCode, autoDebit: false },
      { ...opened.settings },
    );
    const uuid = await agreed();
    const { agreements, cards } = system.store;
    const agreement = await agreements.find({ merchantId: shop.id, uuid });
    const card = agreement && (await cards.find(agreement));
    assert.ok(card);
    // The network knows the card by now, and names the token that it has given it before.
    await cards.keep({ ...card, pgCode, agreements: [], autoDebit: false, cvvRequired: true });
    const request = { amount: '5.000', start_date: dateIn(20), interval_days: 20 };
    const begun = await post(uuid, 'autopay', request);
    assert.equal(begun.status, 200, begun.text);
    const charged = await post(uuid, `cycles/${nextOf(begun.body)}/charge`);
    assert.equal(charged.status, 200, charged.text);
    const made = await until('the end of the try', async () => {
      const [cycle] = cyclesOf(await read(uuid));
      return cycle && rows(cycle, 'tries').find(({ result }) => result !== 'pending');
    });
    assert.equal(made['result'], 'paid');
    await cycleIn(uuid, 'paid');
    const { attempts } = await transactionOf(system, textIn(made, 'session_id'));
    assert.deepEqual(
      attempts.map((one) => one.pgCode),
      ['vault'],
    );
    await end(uuid);
  });

  it('is looked at again and again by an operator, backfills included, and nothing happens twice', async () => {
    const uuid = await agreed();
    const begun = await post(uuid, 'autopay', {
      amount: '5.000',
      interval_days: 30,
      start_date: dateIn(20),
    });
    assert.equal(begun.status, 200, begun.text);
    const period = nextOf(begun.body);
    for (const status of [200, 200]) {
      const charged = await post(uuid, `cycles/${period}/charge`);
      assert.equal(charged.status, status, charged.text);
    }
    const cycle = await cycleIn(uuid, 'paid');
    const handle = system.temporal.schedule.getHandle(`agreement/${uuid}`);
    const before = (await scheduleOf(uuid))?.info.numActionsTaken ?? 0;
    await handle.trigger();
    await handle.trigger();
    // The month behind us, and every firing that is written down for half a year before us.
    await handle.backfill({
      start: new Date(Date.now() - 30 * DAY_MS),
      end: new Date(Date.now() + 200 * DAY_MS),
      overlap: 'ALLOW_ALL',
    });
    const fired = await until('the looks', async () => {
      const info = (await scheduleOf(uuid))?.info;
      return info && info.numActionsTaken >= before + 4 && info.recentActions;
    });
    for (const { action } of fired)
      await system.temporal.workflow.getHandle(action.workflow.workflowId).result();
    await shop.client.call('POST', '/test/clock/advance', { days: 4 });
    assert.equal((await post(uuid, `cycles/${period}/charge`)).status, 200);
    const other = await post(uuid, `cycles/${dateIn(300)}/charge`);
    assert.equal(other.body['code'], 'invalid_state');
    const cycles = cyclesOf(await read(uuid));
    assert.deepEqual(
      cycles.map((one) => one['period']),
      [period],
    );
    assert.equal(rows(cycle, 'tries').length, 1);
    const session = textIn(rows(cycle, 'tries')[0] ?? {}, 'session_id');
    assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 5.000 KWD']);
    const { charges, paid } =
      (await system.store.agreements.find({ merchantId: shop.id, uuid })) ?? {};
    assert.deepEqual([charges, paid], [[session], [session]]);
    await end(uuid);
  });

  it('is charged for each period however many callers move the test clock at once', async function () {
    this.timeout(180_000);
    const uuid = await agreed();
    // What the others have let pass is behind it.
    const passedMs = await system.store.clocks.ahead(shop.id);
    const start_date = dateIn(passedMs / DAY_MS + 2);
    const request = { amount: '1.000', start_date, interval_days: 2 };
    const begun = await post(uuid, 'autopay', { ...request, total_cycles: 2 });
    assert.equal(begun.status, 200, begun.text);
    await Promise.all(Array.from({ length: 5 }, () => advance(1)));
    // The clock waits for what is due in a day, but no longer than five seconds: what has only begun by then goes on.
    const look = async () => {
      const states = cyclesOf(await read(uuid)).map(({ state }) => state);
      const isOpen = states.length < 2 || states.includes('coming') || states.includes('trying');
      return isOpen ? undefined : states;
    };
    const states = await until('the end of both', look, 60_000);
    assert.deepEqual(states, ['paid', 'paid']);
  });

  it('leaves no cycle coming that it does not charge any more, because it was paused or given up', async function () {
    this.timeout(180_000);
    // The network declines this card whenever it is charged without its customer.
    const paused = await agreed();
    const givenUp = await agreed('4000000000000341');
    const passedDays = (await system.store.clocks.ahead(shop.id)) / DAY_MS;
    const request = { amount: '1.000', start_date: dateIn(passedDays + 2), interval_days: 10 };
    for (const uuid of [paused, givenUp]) {
      const begun = await post(uuid, 'autopay', request);
      assert.equal(begun.status, 200, begun.text);
      await cycleIn(uuid, 'coming');
    }
    assert.equal((await post(paused, 'pause')).status, 200);
    // A try that is late, on a slow machine, moves those after it: each is waited for before its day is over.
    for (const [before, days] of [3, 1, 2, 4].entries()) {
      await advance(days);
      await tried(givenUp, before + 1);
    }
    // The last of four tries comes a week after the first; by then the next cycle is announced.
    await cycleIn(givenUp, 'failed');
    await advance(1);
    const states = await until('the end of all', async () => {
      const both = [await statesOf(paused), await statesOf(givenUp)];
      return both.flat().some((state) => state === 'coming' || state === 'trying')
        ? undefined
        : both;
    });
    assert.deepEqual(states, [['skipped'], ['failed', 'skipped']]);
    await until('the end of its Schedule', async () => (await scheduleOf(givenUp)) === undefined);
    await end(paused);
  });

  it('can be paused, resumed, shortened and ended, and each of these only when it makes sense', async () => {
    const uuid = await agreed();
    const early = await post(uuid, 'pause');
    assert.equal(early.body['code'], 'invalid_state');
    const request = { amount: '5.000', start_date: dateIn(30), payment_processing_day: 31 };
    const begun = await post(uuid, 'autopay', request);
    assert.equal(begun.status, 200, begun.text);
    const again = await post(uuid, 'autopay', request);
    assert.deepEqual([again.status, again.body['code']], [400, 'invalid_state']);

    const skipped = await post(uuid, `cycles/${nextOf(begun.body)}/skip`);
    assert.equal(skipped.status, 200, skipped.text);
    assert.notEqual(nextOf(skipped.body), nextOf(begun.body));

    assert.equal(part((await post(uuid, 'pause')).body, 'autopay')['state'], 'paused');
    // Whether a look at the change has made it yet is nobody's promise.
    await until('the pause of the Schedule', async () => {
      const found = await scheduleOf(uuid);
      return found?.state.paused;
    });
    assert.equal(part((await post(uuid, 'resume')).body, 'autopay')['state'], 'active');

    const ended = await post(uuid, 'end');
    assert.equal(textIn(ended.body, 'state'), 'ended');
    assert.equal(part(ended.body, 'autopay')['ended_as'], 'merchant');
    await until('the end of the Schedule', async () => (await scheduleOf(uuid)) === undefined);
    const late = await post(uuid, 'resume');
    assert.equal(late.body['code'], 'invalid_state');
  });

  it('is not charged for a period whose declined payment was paid after all, and nobody pays one that is tried anew', async () => {
    // The network declines this card whenever it is charged without its customer.
    const card = '4000000000000341';
    const both = [await agreed(card), await agreed(card)] as const;
    // In two hours, at the latest three: within the day that passes, and a whole day before the next try.
    const charge_at = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(11, 16);
    for (const uuid of both) {
      const request = { amount: '5.000', interval_days: 20, charge_at };
      const begun = await post(uuid, 'autopay', request);
      assert.equal(begun.status, 200, begun.text);
    }
    const [paidLate, unpaid] = both;
    await advance(1);
    const [session = ''] = await tried(paidLate, 1);
    const page = await goToNetwork(system, session, 'vault');
    await sandboxNetworkOf(system).pay(paymentIdIn(page));
    await untilState(system, session, 'paid');
    await advance(2);
    const cycle = await cycleIn(paidLate, 'paid');
    assert.deepEqual(
      rows(cycle, 'tries').map((one) => [one['session_id'], one['result']]),
      [[session, 'paid']],
    );
    const [first = ''] = await tried(unpaid, 2);
    assert.equal((await transactionOf(system, first)).state, 'expired');
    assert.deepEqual(await sandboxNetworkOf(system).moved(first), []);
    for (const uuid of both) await end(uuid);
  });

  it('is refused where its account would take no such charge', async () => {
    const uuid = await agreed();
    const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('vault'));
    assert.ok(opened);
    const put = (given: Partial<GatewayAccount>) =>
      system.store.gatewayAccounts.put({ ...opened.account, ...given }, { ...opened.settings });
    await put({ active: false });
    const refused = await post(uuid, 'autopay', { amount: '5.000', interval_days: 20 });
    await put({});
    assert.deepEqual([refused.status, refused.body['code']], [400, 'invalid_state'], refused.text);
    assert.equal((await read(uuid))['autopay'], null);
  });

  describe('in dinars, which another account does not take,', () => {
    const abroad = codeOf('abroad');
    before(async () => {
      const opened = await system.store.gatewayAccounts.open(shop.id, codeOf('vault'));
      assert.ok(opened);
      const usd = currencyCode('USD');
      assert.ok(usd);
      const given = { code: abroad, currencies: [usd], defaultCurrency: usd };
      await system.store.gatewayAccounts.put(
        { ...opened.account, ...given },
        { ...opened.settings },
      );
    });

    it('keeps its card where it is to be moved to one of that account', async () => {
      const { uuid, token, pgCode } = await beginInDinars(await agreed());
      const { card } = await kept(uuid);
      const other = `tok_${randomUUID().replaceAll('-', '')}`;
      await system.store.cards.keep({ ...card, token: other, pgCode: abroad, agreements: [] });
      const moved = await post(uuid, 'card', { token: other });
      assert.deepEqual([moved.status, moved.body['code']], [400, 'invalid_state'], moved.text);
      assert.match(textIn(moved.body, 'detail'), /"abroad" does not accept KWD/);
      const { agreement } = await kept(uuid);
      assert.deepEqual([agreement.token, agreement.pgCode], [token, pgCode]);
      await end(uuid);
    });

    it('is paid by no account that would become the one of its card, and by its own', async () => {
      const uuid = await agreed();
      const { customerId, terms } = (await kept(uuid)).agreement;
      const pay = (pg_codes: readonly string[], currency_code: string, amount: string) =>
        shop.client.create({
          type: 'e_commerce',
          payment_type: 'auto_debit',
          pg_codes,
          currency_code,
          amount,
          customer_id: customerId,
          agreement: { id: terms.id },
        });
      const before = await pay(['abroad'], 'USD', '1.00');
      assert.equal(before.status, 201, before.text);
      await beginInDinars(uuid);
      // Nor by one that was created before.
      const early = textIn(before.body, 'session_id');
      const page = await send(`${system.run.api}/checkout/${early}`);
      assert.equal(page.text.includes('value="abroad"'), false);
      const pressed = await pressPayButton(system, early, { code: 'abroad' });
      assert.equal(pressed.status, 410, pressed.text.slice(0, 300));
      assert.deepEqual((await transactionOf(system, early)).attempts, []);
      const refused = await pay(['abroad'], 'USD', '1.00');
      assert.equal(refused.status, 400, refused.text);
      assert.deepEqual(refused.body['pg_codes'], [
        `"abroad" cannot charge the KWD 5.000 that is charged automatically by the agreement "${terms.id}", which would move there.`,
      ]);
      const created = await pay(['vault'], 'KWD', '1.000');
      assert.equal(created.status, 201, created.text);
      await end(uuid);
      const later = await pay(['abroad'], 'USD', '1.00');
      assert.equal(later.status, 400, later.text);
      assert.equal('pg_codes' in later.body, false, later.text);
    });
  });

  it('is refused with every fault at once', async () => {
    const uuid = await agreed();
    const wrong = await post(uuid, 'autopay', {
      amount: '5.000',
      start_date: dateIn(-1),
      end_date: dateIn(500),
      time_zone: 'Mars/Olympus',
      charge_at: '25:00',
      total_cycles: 13,
    });
    assert.equal(wrong.status, 400);
    for (const field of ['start_date', 'end_date', 'time_zone', 'charge_at', 'total_cycles'])
      assert.ok(field in wrong.body, `${field} is missing in ${wrong.text}`);
    for (const [body, fields] of [
      [{}, 'amount'],
      [{ amount: '5.0001', interval_days: 7, interval_months: 1 }, 'amount interval_days'],
      [{ amount: {}, interval_days: 0, charge_at: '9' }, 'amount charge_at interval_days'],
      [{ amount: 0, interval_months: 2 }, 'amount payment_processing_day'],
      [{ amount: '5', start_date: '2027-02-30', end_date: 'soon' }, 'end_date start_date'],
      [
        { amount: '5', payment_processing_day: 32, total_cycles: 1.5 },
        'payment_processing_day total_cycles',
      ],
      [{ amount: '-5', time_zone: '+03:00' }, 'amount time_zone'],
      [{ amount: '0.005', interval_days: 7 }, 'amount'],
    ] as const) {
      const answer = await post(uuid, 'autopay', body);
      const found = Object.keys(answer.body).toSorted().join(' ');
      assert.deepEqual([answer.status, found], [400, fields], answer.text);
    }
    assert.equal((await read(uuid))['autopay'], null);
    for (const days of [0, 32, 1.5, '1', undefined]) {
      const answer = await shop.client.call('POST', '/test/clock/advance', { days });
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['days']], answer.text);
    }
    const card = await post(uuid, 'card', { token: 'tok_of_somebody_else' });
    assert.deepEqual([card.status, 'token' in card.body], [400, true]);
    assert.equal((await post(randomUUID(), 'pause')).status, 404);
  });

  it('cannot be begun with what a strict merchant has not agreed on', async () => {
    const uuid = await agreed();
    const { amount: first } = SALE;
    await shop.set({ strictAgreements: true });
    try {
      // A day less than the last one that is too early: midnight may have passed since the payment.
      for (const [body, fields] of [
        [{ amount: '50.000', interval_days: 1 }, 'amount interval_days start_date'],
        [{ amount: first, interval_days: 30, start_date: dateIn(28) }, 'start_date'],
      ] as const) {
        const answer = await post(uuid, 'autopay', body);
        const named = Object.keys(answer.body).toSorted().join(' ');
        assert.deepEqual([answer.status, named], [400, fields], answer.text);
      }
      const right = { amount: first, interval_days: 30, start_date: dateIn(40) };
      const begun = await post(uuid, 'autopay', right);
      assert.equal(begun.status, 200, begun.text);
      const early = await post(uuid, `cycles/${right.start_date}/charge`);
      assert.deepEqual([early.status, early.body['code']], [400, 'agreement_violation']);
    } finally {
      await shop.set({});
      await end(uuid);
    }
  });
});

function cyclesOf(agreement: Json): readonly Json[] {
  return rows(part(agreement, 'autopay'), 'cycles');
}

function nextOf(agreement: Json): string {
  return textIn(part(part(agreement, 'autopay'), 'next_cycle'), 'period');
}

/** The date in so many days, in UTC, as where a request says no zone. */
function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
