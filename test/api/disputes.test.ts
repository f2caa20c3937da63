import assert from 'node:assert/strict';
import { sessionDifferences } from '../../domain/ledger/compare.ts';
import { theSystem, type System } from '../support/system.ts';
import { merchantAt, part, rows, send, textIn, until, type Json } from '../support/http.ts';
import { operating, type Operating } from './support/operating.ts';
import { DEMO, eventsOf, ledgerOf, transactionOf } from './support/records.ts';

/** The payer's bank on one side, the whole engine on the other. */
describe('a dispute of a payment', () => {
  let system: System;
  let at: Operating;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    at = operating(system, merchantAt(system.run.api, system.run.keys.private));
  });

  const control = async (path: string, body: Json): Promise<Json> => {
    const answer = await send(`${system.run.simulator}/control${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };

  const raise = async (id: string, body: Json = {}): Promise<string> => {
    const [attempt] = await at.attempts(id);
    return textIn(await control(`/payments/${attempt?.gatewayReference}/disputes`, body), 'id');
  };

  const decide = (disputeId: string, outcome: string, more: Json = {}) =>
    control(`/disputes/${disputeId}/decide`, { outcome, ...more });

  const untilIs = (id: string, state: string) =>
    until(`the dispute is ${state}`, async () => {
      const { disputes = [] } = await transactionOf(system, id);
      return disputes[0]?.state === state && disputes[0];
    });

  /** The events of the ledger, and what they come to on the account of disputes. */
  async function booked(id: string) {
    const entries = await ledgerOf(system, id);
    const lines = entries.flatMap((entry) => entry.lines);
    const sum = lines
      .filter(({ account }) => account === 'disputes')
      .reduce((total, { amount }) => total + amount.minor, 0);
    const transaction = await transactionOf(system, id);
    const { sessionId } = transaction;
    const operations = await system.store.operations.ofPayment(DEMO, sessionId);
    const session = { sessionId, transaction, entries, operations };
    assert.deepEqual(sessionDifferences(session), []);
    return [entries.map(({ event }) => event).toSorted(), sum] as const;
  }

  it('is a task: booked, told, and nothing that the bank has is refunded as well', async () => {
    const id = await at.paid({ webhook_url: `${system.run.demo}/webhooks` });
    const disputeId = await raise(id);
    const dispute = await untilIs(id, 'open');
    assert.equal(dispute.disputeId, disputeId);
    const { alerts } = await transactionOf(system, id);
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ['dispute'],
    );
    assert.deepEqual(await booked(id), [['capture', 'chargeback'], 12_340]);
    const answer = await at.operate({ session_id: id, operation: 'refund' });
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, /bank claims KWD 12\.340 in a dispute/);
    const event = await until('the event', async () =>
      (await eventsOf(system, id)).find(({ type }) => type === 'payment.dispute'),
    );
    const told = part(event.payload, 'dispute');
    assert.deepEqual(
      [told['id'], told['state'], told['amount'], told['withdrawn_amount']],
      [disputeId, 'open', '12.340', '12.340'],
    );
    const [read] = rows(await at.stands(id), 'disputes');
    assert.equal(read?.['state'], 'open');
    const mails = await until('the mail', async () => {
      const { results } = await system.store.notifications.list(
        DEMO,
        {},
        { limit: 200, offset: 0 },
      );
      return results.some(
        ({ sessionId, event: kind }) => sessionId === id && kind === 'dispute-open',
      );
    });
    assert.ok(mails);
  });

  it('that is won gives the money back, and it can be refunded again', async () => {
    const id = await at.paid();
    const disputeId = await raise(id, { amount: '2.340' });
    await untilIs(id, 'open');
    const refused = await at.operate({
      session_id: id,
      operation: 'refund',
      amount: '10.001',
    });
    assert.equal(refused.status, 400, refused.text);
    await decide(disputeId, 'won');
    await untilIs(id, 'won');
    assert.deepEqual(await booked(id), [['capture', 'chargeback', 'chargeback-reversed'], 0]);
    await at.done({ session_id: id, operation: 'refund' });
    assert.deepEqual(await at.network.moved(id), [
      'capture 12.340 KWD',
      'chargeback 2.340 KWD',
      'chargeback_reversal 2.340 KWD',
      'refund 12.340 KWD',
    ]);
  });

  it('of which the first word is lost comes to the same with the next', async () => {
    const id = await at.paid();
    const disputeId = await raise(id, { callback: false });
    await decide(disputeId, 'lost');
    await untilIs(id, 'lost');
    assert.deepEqual(await booked(id), [['capture', 'chargeback'], 12_340]);
    // Won, then lost once more: the bank has come again.
    const other = await at.paid();
    const again = await raise(other);
    await decide(again, 'won', { callback: false });
    await decide(again, 'lost');
    await untilIs(other, 'lost');
    const moved = ['capture', 'chargeback', 'chargeback', 'chargeback-reversed'];
    assert.deepEqual(await booked(other), [moved, 12_340]);
  });

  it('that is a mere question moves nothing, and a refund may end it', async () => {
    const id = await at.paid();
    const disputeId = await raise(id, { status: 'inquiry' });
    await untilIs(id, 'inquiry');
    await at.done({ session_id: id, operation: 'refund', amount: '1.000' });
    await decide(disputeId, 'closed');
    await untilIs(id, 'closed');
    assert.equal((await booked(id))[1], 0);
  });
});
