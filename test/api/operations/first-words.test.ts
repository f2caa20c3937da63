import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { codeOf } from '../../support/builders.ts';
import { theSystem, type System } from '../../support/system.ts';
import { merchantAt, send, textIn, until, type Json } from '../../support/http.ts';
import { operating, type Operating } from '../support/operating.ts';
import { DEMO, transactionOf } from '../support/records.ts';

type Status = 'QUEUED' | 'DONE' | 'DECLINED';

/** Words of a network on an operation of which we know nothing yet, and what they must come to in any order. */
const CASES: readonly (readonly [words: readonly Status[], end: string | undefined])[] = [
  [['QUEUED', 'DONE'], 'done'],
  [['DONE', 'QUEUED'], 'done'],
  [['DONE', 'DONE'], 'done'],
  [['QUEUED', 'DECLINED'], 'rejected'],
  [['DECLINED', 'QUEUED'], 'rejected'],
  [['DECLINED', 'QUEUED', 'DONE'], 'done'],
  [['DECLINED', 'DECLINED'], undefined],
];

describe('an operation done at the gateway itself, of which several words come', function () {
  this.timeout(60_000);
  let system: System;
  let at: Operating;
  let secret: string;
  before(async function () {
    this.timeout(120_000);
    system = await theSystem();
    at = operating(system, merchantAt(system.run.api, system.run.keys.private));
    const opened = await system.store.gatewayAccounts.open(DEMO, codeOf('sandbox'));
    assert.ok(opened);
    secret = textIn(opened.settings, 'callback_secret');
  });

  /** The network's word, as it posts it. */
  async function say(payment: Json, operation: Json, status: Status): Promise<void> {
    const body = JSON.stringify({
      event_id: `evt_${randomUUID()}`,
      payment,
      operation: { ...operation, status },
    });
    const seconds = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const answer = await send(`${system.run.api}/b/gw/callback/sandbox/?merchant=demo`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Simulator-Signature': `t=${seconds},v1=${v1}`,
      },
      body,
    });
    assert.equal(answer.status, 200, answer.text);
  }

  /** A paid sale, and an operation on it that the network has told nobody of; where it is done, its book has it. */
  async function untold(isDone: boolean) {
    const id = await at.paid();
    const [attempt] = (await transactionOf(system, id)).attempts;
    assert.ok(attempt?.gatewayReference);
    const [payment] = await at.network.paymentsOf(attempt.referenceNumber);
    assert.ok(payment);
    const request = { kind: 'refund', amount: '2.340', callback: false };
    const operation: Json = isDone
      ? (await at.network.operate(attempt.gatewayReference, request)).body
      : {
          id: `op_${randomUUID()}`,
          kind: 'refund',
          payment_id: attempt.gatewayReference,
          merchant_reference: 'at-the-network',
          amount: '2.340',
          currency: 'KWD',
        };
    return { id, payment, operation };
  }

  async function standsAs(id: string, end: string | undefined): Promise<void> {
    if (end !== undefined)
      await until(`it is ${end}`, async () => {
        const { operations = [] } = await transactionOf(system, id);
        return operations.length === 1 && operations[0]?.state === end;
      });
    const { operations = [] } = await transactionOf(system, id);
    assert.deepEqual(
      operations.map(({ state }) => state),
      end === undefined ? [] : [end],
    );
  }

  for (const [words, end] of CASES) {
    const isDone = words.includes('DONE');
    it(`is ${end ?? 'none'} by ${words.join(', ')} at once`, async () => {
      const { id, payment, operation } = await untold(isDone);
      await Promise.all(words.map((word) => say(payment, operation, word)));
      await standsAs(id, end);
    });

    it(`is ${end ?? 'none'} by ${words.join(', ')}, one after another`, async () => {
      const { id, payment, operation } = await untold(isDone);
      for (const word of words) await say(payment, operation, word);
      await standsAs(id, end);
    });
  }
});
