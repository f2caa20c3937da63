import assert from 'node:assert/strict';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, send, textIn, type MerchantClient } from '../support/http.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { formOf, goToNetwork, pressPayButton } from './support/payer.ts';
import { eventsOf, transactionOf, untilState } from './support/records.ts';

describe('pressing Pay', () => {
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  /** What the network knows of all attempts of a transaction, by status. */
  const atNetwork = async (id: string) => {
    const { attempts } = await transactionOf(system, id);
    const found = await Promise.all(
      attempts.map(({ referenceNumber }) => network.paymentsOf(referenceNumber)),
    );
    return found.flat().map((payment) => textIn(payment, 'status'));
  };

  it('twice at the same moment makes one attempt and one payment at the network', async () => {
    const id = await merchant.sale();
    const formId = await formOf(system, id);
    const answers = await Promise.all([
      pressPayButton(system, id, { formId }),
      pressPayButton(system, id, { formId }),
    ]);
    const [one, other] = answers.map(({ headers }) => headers.get('location'));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    assert.ok(one?.startsWith(system.run.simulator) === true);
    assert.equal(one, other);
    assert.equal((await transactionOf(system, id)).attempts.length, 1);
    assert.deepEqual(await atNetwork(id), ['OPEN']);
    await network.pay(paymentIdIn(one));
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('in ten tabs at the same moment leads all to the same page', async () => {
    const id = await merchant.sale();
    const forms = await Promise.all(Array.from({ length: 10 }, () => formOf(system, id)));
    assert.equal(new Set(forms).size, 10, 'each form has a number of its own');
    const answers = await Promise.all(
      forms.map((formId) => pressPayButton(system, id, { formId })),
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.get('location'))).size, 1);
    assert.deepEqual(await atNetwork(id), ['OPEN']);
  });

  it('again after going back leads to the same page of the network', async () => {
    const id = await merchant.sale();
    const first = await goToNetwork(system, id);
    assert.equal(await goToNetwork(system, id), first);
    assert.deepEqual(await atNetwork(id), ['OPEN']);
  });

  it('after a try that ended begins a new one, and an old form does not bring the old one back', async () => {
    const id = await merchant.sale();
    const formId = await formOf(system, id);
    const first = (await pressPayButton(system, id, { formId })).headers.get('location') ?? '';
    await network.cancel(paymentIdIn(first));
    await untilState(system, id, 'attempted');
    const second = await goToNetwork(system, id);
    assert.notEqual(second, first);
    await network.pay(paymentIdIn(second));
    await untilState(system, id, 'paid');
    const late = await pressPayButton(system, id, { formId });
    assert.equal(late.status, 303);
    assert.ok(!late.headers.get('location')?.startsWith(system.run.simulator));
    assert.deepEqual((await atNetwork(id)).toSorted(), ['CANCELED', 'CAPTURED']);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('with another method asks the network about the first one before it gives that up', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    await goToNetwork(system, id);
    const answer = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: 'cash',
    });
    assert.equal(answer.status, 303);
    const { attempts } = await untilState(system, id, 'cod');
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['canceled', 'cod'],
    );
    assert.deepEqual(await atNetwork(id), ['CANCELED'], 'nobody can pay there any more');
    assert.deepEqual(await network.moved(id), []);
  });

  it('with another method is asked back while the bank asks on the page of the first one', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    const first = paymentIdIn(await goToNetwork(system, id));
    await network.beginChallenge(first);
    const told = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: 'cash',
    });
    assert.equal(told.status, 423);
    assert.match(told.text, /role="alert"/);
    assert.equal((await transactionOf(system, id)).attempts.length, 1);
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(told.text)?.[1];
    assert.equal(field('replace_attempt'), 'yes');
    const formId = field('form_id') ?? '';
    const gone = await pressPayButton(system, id, { formId, code: 'cash', replace_attempt: 'yes' });
    assert.equal(gone.status, 303);
    await untilState(system, id, 'cod');
    assert.deepEqual(await atNetwork(id), ['OPEN']);
  });

  it('with another method takes no second payment when the first was made and nobody had said so', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    const formId = await formOf(system, id);
    await network.pay(paymentIdIn(await goToNetwork(system, id)), { callback: false });
    const answer = await pressPayButton(system, id, { formId, code: 'cash' });
    assert.equal(answer.status, 303);
    const { attempts, settledPgCode } = await untilState(system, id, 'paid');
    assert.equal(settledPgCode, 'sandbox');
    assert.equal(attempts.length, 1);
    assert.deepEqual(await network.moved(id), ['capture 12.340 KWD']);
  });

  it('takes the fee of the method, to the last fils', async () => {
    const id = await merchant.sale({ amount: '10.020', pg_codes: ['sandbox-fee'] });
    await network.pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-fee')));
    await untilState(system, id, 'paid');
    assert.deepEqual(await network.moved(id), ['capture 10.271 KWD']); // 10.020 + 0.2505, rounded up
  });

  it('holds and does not charge where the method only holds', async () => {
    const id = await merchant.sale({
      pg_codes: ['sandbox-hold'],
      currency_code: 'JPY',
      amount: '500',
    });
    await network.pay(paymentIdIn(await goToNetwork(system, id, 'sandbox-hold')));
    await untilState(system, id, 'authorized');
    assert.deepEqual(await network.moved(id), ['authorize 500 JPY']);
  });

  it('for cash ends at our own page, without a network', async () => {
    const webhook = `${system.run.demo}/webhooks`;
    const id = await merchant.sale({ pg_codes: ['cash'], webhook_url: webhook });
    const answer = await pressPayButton(system, id, {
      formId: await formOf(system, id),
      code: 'cash',
    });
    assert.equal(answer.status, 303);
    assert.ok(answer.headers.get('location')?.startsWith(`${system.run.api}/b/gw/return/`));
    await untilState(system, id, 'cod');
    const [event] = await eventsOf(system, id);
    assert.deepEqual([event?.payload['result'], event?.payload['state']], ['cod', 'cod']);
  });

  it('without a method, or with one that is not offered, shows the page again and begins nothing', async () => {
    const id = await merchant.sale();
    const formId = await formOf(system, id);
    for (const code of ['', 'cash', 'nobody', '../..', 'sandbox-hold']) {
      const answer = await pressPayButton(system, id, { formId, code });
      assert.equal(answer.status, 400, code);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.text, /role="alert"/);
      assert.match(answer.text, /name="form_id"/);
    }
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
  });

  it('too late shows that the time is over, and begins nothing', async () => {
    const id = await merchant.sale({ expiration_time: '00:00:06' });
    const formId = await formOf(system, id);
    await untilState(system, id, 'expired');
    const answer = await pressPayButton(system, id, { formId });
    assert.equal(answer.status, 410);
    assert.deepEqual((await transactionOf(system, id)).attempts, []);
    const read = await merchant.read(id);
    assert.equal(read.body['state'], 'expired');
  });

  it('is not done by reading any of the pages, nor by a robot that looks at the link', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    const { api } = system.run;
    for (const path of [
      `/checkout/${id}`,
      `/checkout/${id}/`,
      `/checkout/${id}/pay/`,
      `/checkout/${id}/pay/cash/`,
      `/checkout/${id}/pay/sandbox/`,
      `/checkout/${id}/pay/nobody/`,
      `/b/checkout/redirect/start/?session_id=${id}`,
      `/b/checkout/result/${id}/`,
    ])
      for (const method of ['GET', 'HEAD']) await send(`${api}${path}`, { method });
    const { attempts, state } = await transactionOf(system, id);
    assert.deepEqual([attempts, ['created', 'pending'].includes(state)], [[], true]);
  });

  it('begins at the link of a method with a press of Pay, for which it is chosen', async () => {
    const id = await merchant.sale({ pg_codes: ['sandbox', 'cash'] });
    const page = `${system.run.api}/checkout/${id}/pay`;
    const linked = await send(`${page}/cash/?lang=ar`);
    assert.equal(linked.status, 200);
    assert.match(
      linked.text,
      /<input[^>]*value="cash"[^>]*checked|<input[^>]*checked[^>]*value="cash"/,
    );
    assert.match(linked.text, /<html[^>]*lang="ar"/);
    assert.equal((await send(`${page}/nobody/`)).status, 400);
    const back = await send(`${page}/`);
    assert.deepEqual(
      [back.status, new URL(back.headers.get('location') ?? '').pathname],
      [303, `/checkout/${id}`],
    );
  });

  it('can be given up: the transaction is canceled, and the merchant is told', async () => {
    const id = await merchant.sale({ webhook_url: `${system.run.demo}/webhooks` });
    const cancel = () => send(`${system.run.api}/checkout/${id}/cancel/`, { method: 'POST' });
    assert.equal((await cancel()).status, 303);
    await untilState(system, id, 'canceled');
    assert.equal((await cancel()).status, 303, 'pressing it again is harmless');
    const events = await eventsOf(system, id);
    assert.deepEqual(
      events.map(({ payload }) => payload['state']),
      ['canceled'],
    );
  });
});
