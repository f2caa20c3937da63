import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, until, type Json, type MerchantClient } from '../support/http.ts';
import { mailsTo } from '../support/mails.ts';
import { close, listen } from '../transports/support/listen.ts';
import { sandboxNetworkOf, paymentIdIn } from './support/network.ts';
import { goToNetwork } from './support/payer.ts';
import { DEMO, sessionIdOf, transactionOf, untilState } from './support/records.ts';
import { startTerminated } from './support/terminated.ts';
import { REVIVE_SCHEDULE_ID } from '../../workflows/ids.ts';
import { notificationStartOf } from '../../workflows/starts.ts';

const ALL = ['created', 'paid', 'failed', 'canceled', 'expired', 'refunded'];
/** What a killed worker leaves of them is in test/api/outages.test.ts. */
describe('mails to customers', function () {
  this.timeout(120_000);
  let system: System;
  let merchant: MerchantClient;
  let network: ReturnType<typeof sandboxNetworkOf>;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    network = sandboxNetworkOf(system);
  });

  const request = (email: string, more: Json = {}) =>
    merchant.sale({
      type: 'payment_request',
      customer_email: email,
      notifications: { email: ALL },
      ...more,
    });
  const mailed = (email: string, count: number, withinMs?: number) =>
    until(
      `${count} mails to ${email}`,
      async () => {
        const mails = await mailsTo(system, email);
        return mails.length >= count && mails;
      },
      withinMs,
    );
  const payOnce = async (id: string) => network.pay(paymentIdIn(await goToNetwork(system, id)));
  const settled = (id: string) =>
    until('every message is dealt with', async () => {
      const log = await system.store.notifications.listOf(DEMO, sessionIdOf(id));
      return log.length > 0 && log.every(({ status }) => status !== 'wanted') && log;
    });

  it('ask for the payment, say that it came, and that it was given back: each once, with copies', async () => {
    const email = anAddress();
    const desk = anAddress('desk');
    const id = await request(email, {
      email_recipients: [desk],
      order_no: 'ORD-7<b>',
      customer_first_name: 'Sara <script>',
    });
    const [asked] = await mailed(email, 1);
    assert.ok(asked);
    assert.match(asked.subject, /^Payment request from .+: KWD 12\.340$/);
    assert.deepEqual([asked.to, asked.cc], [[email], [desk]]);
    assert.match(asked.text, new RegExp(`session_id=${id}`));
    assert.match(asked.html, /ORD-7&lt;b/);
    assert.doesNotMatch(asked.html, /<script>/);

    await network.pay(paymentIdIn(await goToNetwork(system, id)));
    await untilState(system, id, 'paid');
    await mailed(email, 2);
    const refund = { operation: 'refund', session_id: id, amount: '2.500' };
    const refunded = await merchant.call('POST', '/b/pbl/v2/operation/', refund);
    assert.equal(refunded.status, 200, refunded.text);
    const mails = await mailed(email, 3);
    await settled(id);
    assert.deepEqual(
      (await mailsTo(system, email)).map(
        ({ subject }) => /request|paid|refunded/.exec(subject)?.[0],
      ),
      ['request', 'paid', 'refunded'],
    );
    assert.match(mails[2]?.subject ?? '', /KWD 2\.500$/);
    const log = await system.store.notifications.listOf(DEMO, sessionIdOf(id));
    assert.deepEqual(
      log.map(({ event, status, tries }) => [event, status, tries]),
      [
        ['created', 'sent', 1],
        ['paid', 'sent', 1],
        ['refunded', 'sent', 1],
      ],
    );
  });

  it('are Arabic where the transaction is, from right to left', async () => {
    const email = anAddress();
    await request(email, { language: 'ar' });
    const [mail] = await mailed(email, 1);
    assert.match(mail?.html ?? '', /<html lang="ar" dir="rtl">/);
    assert.match(mail?.subject ?? '', /طلب دفع من .*دكّان/);
    assert.match(mail?.from ?? '', /دكّان/);
  });

  it('tell the merchant of the first webhook that it does not acknowledge, at its support address', async () => {
    const order_no = `ORD-${randomUUID()}`;
    const refusing = createServer((_request, response) => response.writeHead(503).end());
    const port = await listen(refusing);
    try {
      const webhook_url = `http://127.0.0.1:${port}/${randomUUID()}?secret=abc`;
      const refused = async (order: string) => {
        const id = await merchant.sale({ order_no: order, webhook_url });
        await payOnce(id);
        await until('the refusal is known', async () => {
          const { notice } = await transactionOf(system, id);
          return notice?.status === 'failed';
        });
      };
      await refused(order_no);
      const told = await until('a mail about the webhook', async () => {
        const all = await mailsTo(system, 'help@shop.example');
        return all.filter(({ subject }) => subject.includes(order_no))[0];
      });
      await refused(`${order_no}-2`);
      assert.equal(told.subject, `A webhook of Dukkan was not acknowledged – ${order_no}`);
      assert.match(
        told.text,
        /Answer of your server: HTTP 503\nNext call: \d[^\n]+ GMT\+3\nLast call: \d/,
      );
      assert.match(told.text, new RegExp(`Receiver: 127\\.0\\.0\\.1:${port}$`, 'm'));
      assert.doesNotMatch(told.text, /secret=/);
      const all = await mailsTo(system, 'help@shop.example');
      assert.equal(all.filter(({ subject }) => subject.includes(order_no)).length, 1);
    } finally {
      await close(refusing);
    }
  });

  it('are none that the terms do not ask for, and no request from a shop', async () => {
    const email = anAddress();
    const [silent, shop] = [
      await request(email, { notifications: { email: ['captured'] } }),
      await request(email, { type: 'e_commerce', notifications: { email: ['created', 'paid'] } }),
    ];
    await network.pay(paymentIdIn(await goToNetwork(system, shop)));
    const [first] = await mailed(email, 1);
    assert.match(first?.subject ?? '', /You have paid/);
    await merchant.call('POST', '/b/pbl/v2/operation/', {
      operation: 'cancel',
      session_id: silent,
    });
    await untilState(system, silent, 'canceled');
    assert.equal((await mailsTo(system, email)).length, 1);
  });

  it('that a server refuses are written down as failed, and those that it wants later come later', async () => {
    const [refused, later] = [anAddress('refused'), anAddress('later')];
    const id = await request(refused, { email_recipients: [anAddress('desk')] });
    const again = await request(later);
    const log = await settled(id);
    assert.deepEqual(
      log.map(({ status, error }) => [status, error]),
      [['failed', 'EENVELOPE 550']],
    );
    await mailed(later, 1, 30_000);
    assert.deepEqual(
      (await settled(again)).map(({ status, tries }) => [status, tries]),
      [['sent', 2]],
    );
    const logs = system.logs();
    assert.match(logs, /pymt-txn/, 'the logs tell of the requests');
    for (const email of [refused, later])
      assert.ok(!logs.includes(email), 'no address is in a log');
  });

  it('that are wanted are sent by the reviver where their run was ended before', async () => {
    const email = anAddress('moved');
    const id = await system.store.notifications.want({
      key: email,
      merchantId: DEMO,
      channel: 'email',
      event: 'own-words',
      language: 'en',
      to: [email],
      facts: { subject: 'News', text: 'We have moved.' },
      createdAt: Date.now() - 10 * 60_000,
    });
    assert.ok(id);
    await startTerminated(system, 'notification', notificationStartOf(id));
    await system.temporal.schedule.getHandle(REVIVE_SCHEDULE_ID).trigger('BUFFER_ONE');
    // A round that is under way ends first.
    await mailed(email, 1, 75_000);
    await until('the end of the message', async () => {
      const message = await system.store.notifications.find(id);
      return message?.status === 'sent';
    });
  });
});

function anAddress(name = 'sara'): string {
  return `${name}@${randomUUID().slice(0, 8)}.example`;
}
