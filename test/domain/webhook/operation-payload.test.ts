import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../../domain/json.ts';
import { OPERATION_STATES, type Operation } from '../../../domain/operation/operation.ts';
import { standardMessage } from '../../../domain/webhook/canonical.ts';
import { childPayload } from '../../../domain/webhook/child-payload.ts';
import { operationPayload } from '../../../domain/webhook/operation-payload.ts';
import { operationTargets } from '../../../domain/webhook/operation-targets.ts';
import { paymentPayload } from '../../../domain/webhook/payload.ts';
import { signatureOf } from '../../../transports/signature.ts';
import {
  aMerchant,
  anAttempt,
  anEntry,
  anOperation,
  aTransaction,
  CREATED_AT,
  CARD,
  kwd,
  referenceOf,
  sessionOf,
  untold,
} from '../../support/builders.ts';

const LABELLED = { pgParamsFormat: 'labelled' } as const;
const FLAT = { pgParamsFormat: 'flat' } as const;

interface Vector {
  readonly name: string;
  readonly key: string;
  readonly payload: JsonObject;
  readonly message: string;
  readonly signature: string;
}

describe('the body of an operation webhook', () => {
  it('has every field that is always there, and no other, for the barest refund', () => {
    assert.deepEqual(operationPayload(anOperation(), CREATED_AT, LABELLED), {
      operation: 'refund',
      result: 'success',
      success: true,
      amount: '3.000',
      session_id: sessionOf('a1'),
      txn: {
        amount: '3.000',
        currency_code: 'KWD',
        order_no: '',
        session_id: sessionOf('c1'),
        state: 'refunded',
      },
      reference_number: 'demoRRRRRR',
      pg_code: 'card',
      pg_params: {},
      pg_response: {},
      is_sandbox: false,
      source: 'input',
      timestamp_utc: '2026-01-15T09:00:00Z',
    });
  });

  it("adds the payment's order number, who asked, what they said, and what the gateway answered", () => {
    const payload = operationPayload(
      anOperation({
        parentOrderNo: 'ORD-1',
        initiator: { id: 35, username: 'ops', email: 'ops@example.com' },
        extra: { why: { deep: '' } },
        sandbox: true,
        source: 'pg',
        pgParams: { ref: 'R1' },
        gatewayResponse: { status: 'OK' },
      }),
      CREATED_AT,
      FLAT,
    );
    assert.ok(payload);
    const { order_no, initiator, extra, is_sandbox, source, pg_params, pg_response } = payload;
    assert.deepEqual(
      { order_no, initiator, extra, is_sandbox, source, pg_params, pg_response },
      {
        order_no: 'ORD-1',
        initiator: {
          id: 35,
          username: 'ops',
          email: 'ops@example.com',
          first_name: '',
          last_name: '',
          phone: '',
        },
        extra: { why: { deep: '' } },
        is_sandbox: true,
        source: 'pg',
        pg_params: { ref: 'R1' },
        pg_response: { status: 'OK' },
      },
    );
  });

  const told: readonly (readonly [Partial<Operation>, string, string, boolean])[] = [
    [{ kind: 'capture', state: 'done' }, 'paid', 'success', true],
    [{ kind: 'void', state: 'done' }, 'voided', 'success', true],
    [{ kind: 'refund', state: 'done' }, 'refunded', 'success', true],
    [{ kind: 'refund', state: 'queued' }, 'refund_queued', 'queued', false],
    [{ kind: 'capture', state: 'queued' }, 'capture_queued', 'queued', false],
    [{ kind: 'void', state: 'rejected' }, 'void_rejected', 'rejected', false],
    [{ kind: 'refund', state: 'rejected' }, 'refund_rejected', 'rejected', false],
  ];
  for (const [given, state, result, success] of told)
    it(`says ${result} of a ${given.kind} that is ${given.state}, and calls the child ${state}`, () => {
      const payload = operationPayload(anOperation(given), CREATED_AT, LABELLED);
      const txn = payload?.['txn'];
      const { state: child } = txn as { readonly state: string };
      assert.deepEqual(
        [payload?.['result'], payload?.['success'], child],
        [result, success, state],
      );
    });

  for (const state of OPERATION_STATES.filter(
    (one) => !['done', 'queued', 'rejected'].includes(one),
  ))
    it(`is none for an operation that is ${state}`, () => {
      assert.equal(operationPayload(anOperation({ state }), CREATED_AT, LABELLED), undefined);
    });

  it('is signed as vector D says, over amount, order_no, reference_number and result', () => {
    const { vectors } = JSON.parse(
      readFileSync(new URL('../../vectors/webhook-signatures.json', import.meta.url), 'utf8'),
    ) as { readonly vectors: readonly Vector[] };
    const vector = vectors.find(({ name }) => name === 'D');
    assert.ok(vector);
    const payload = operationPayload(
      anOperation({
        amount: kwd('9.000'),
        parentOrderNo: 'ORD-1001',
        referenceNumber: referenceOf('demoRF0001'),
      }),
      CREATED_AT,
      LABELLED,
    );
    assert.ok(payload);
    assert.equal(standardMessage(payload), vector.message);
    assert.equal(
      signatureOf(payload, { key: vector.key, scheme: 'standard' }),
      '192321c53655f0948f29d81b80c0190049f063f7bd871261826fadabc7937975',
    );
  });
});

describe('where an operation is told', () => {
  const OPERATIONS = 'https://shop.example.test/operations';
  const PLUGIN = 'https://shop.example.test/plugin';
  const OWN = 'https://shop.example.test/webhook';
  const rows: readonly (readonly [string, Parameters<typeof shop>[0], readonly string[]])[] = [
    [
      'both, when both are set',
      { operationsUrl: OPERATIONS, pluginUrl: PLUGIN },
      [OPERATIONS, PLUGIN],
    ],
    ['one, when both are the same', { operationsUrl: PLUGIN, pluginUrl: PLUGIN }, [PLUGIN]],
    ['the address for operations alone', { operationsUrl: OPERATIONS }, [OPERATIONS]],
    ["the plugin's alone", { pluginUrl: PLUGIN }, [PLUGIN]],
    ["the payment's own, when neither is set", {}, [OWN]],
  ];
  for (const [name, settings, targets] of rows)
    it(`is ${name}`, () => {
      assert.deepEqual(operationTargets(anOperation(), aTransaction(), shop(settings)), targets);
    });

  it('is nowhere when nothing is set, or webhooks are off', () => {
    assert.deepEqual(operationTargets(anOperation(), untold(aTransaction()), shop({})), []);
    const off = shop({ operationsUrl: OPERATIONS });
    const merchant = { ...off, webhooks: { ...off.webhooks, enabled: false } };
    assert.deepEqual(operationTargets(anOperation(), aTransaction(), merchant), []);
  });

  it('is everywhere for what a program asked for, and nowhere where the merchant does not want that', () => {
    const merchant = shop({ operationsUrl: OPERATIONS }, false);
    const usual = shop({ operationsUrl: OPERATIONS });
    assert.deepEqual(operationTargets(anOperation({ channel: 'api' }), aTransaction(), usual), [
      OPERATIONS,
    ]);
    assert.deepEqual(
      operationTargets(anOperation({ channel: 'api' }), aTransaction(), merchant),
      [],
    );
    for (const given of [{ channel: 'staff' }, { source: 'pg' }] as const)
      assert.deepEqual(operationTargets(anOperation(given), aTransaction(), merchant), [
        OPERATIONS,
      ]);
  });

  it('never falls back on the disclosure address of an old shop', () => {
    const legacy = aTransaction({ legacy: { referenceNumber: referenceOf('demoLLLLLL') } });
    assert.deepEqual(operationTargets(anOperation(), legacy, shop({ pluginUrl: PLUGIN })), []);
    assert.deepEqual(operationTargets(anOperation(), legacy, shop({ operationsUrl: OPERATIONS })), [
      OPERATIONS,
    ]);
  });
});

describe('children in the body of a payment', () => {
  const paid = aTransaction({
    state: 'paid',
    attempts: [anAttempt({ state: 'success' })],
    settledAmount: kwd('12.500'),
    paidAmount: kwd('12.500'),
    settledPgCode: CARD,
  });
  const notice = {
    sequence: 1,
    at: CREATED_AT,
    referenceNumber: referenceOf('demoAAAAAA'),
    pgCode: CARD,
    result: 'success',
  } as const;

  it('are left out while there are none, also while one is under way or after it failed', () => {
    for (const state of ['awaiting', 'promised', 'unclear', 'failed', 'dropped'] as const) {
      const body = paymentPayload({ ...paid, operations: [anEntry({ state })] }, notice, LABELLED);
      for (const key of ['transaction', 'transactions', 'refunded_amount', 'voided_amount'])
        assert.ok(!(key in body), `${key} of one that is ${state}`);
    }
  });

  it('are listed under both names, oldest first, and what was given back is summed', () => {
    const body = paymentPayload(
      {
        ...paid,
        operations: [
          anEntry({ sessionId: sessionOf('c1'), amount: kwd('1.250') }),
          anEntry({ sessionId: sessionOf('c2'), amount: kwd('2.000'), state: 'queued' }),
          anEntry({ sessionId: sessionOf('c3'), amount: kwd('0.750') }),
        ],
      },
      notice,
      LABELLED,
    );
    assert.deepEqual(body['transaction'], body['transactions']);
    assert.deepEqual(body['transactions'], [
      { ...child('c1', '1.250'), state: 'refunded' },
      { ...child('c2', '2.000'), state: 'refund_queued' },
      { ...child('c3', '0.750'), state: 'refunded' },
    ]);
    assert.equal(body['refunded_amount'], '2.000');
    assert.ok(!('voided_amount' in body));
  });

  it('have the voided amount on the payment and on the child', () => {
    const body = paymentPayload(
      {
        ...paid,
        state: 'authorized',
        operations: [anEntry({ kind: 'void', amount: kwd('12.500') })],
      },
      notice,
      LABELLED,
    );
    assert.equal(body['voided_amount'], '12.500');
    assert.deepEqual(body['transactions'], [
      { ...child('c1', '12.500'), state: 'voided', voided_amount: '12.500' },
    ]);
  });

  it('have no voided amount where the gateway has undone it: the money is held again', () => {
    const undone = anEntry({ kind: 'void', amount: kwd('12.500'), reversedAt: CREATED_AT });
    const held = { ...paid, state: 'authorized', operations: [undone] } as const;
    const body = paymentPayload(held, notice, LABELLED);
    assert.equal(body['voided_amount'], undefined);
    const reversed = { state: 'voided', is_reversed: true };
    assert.deepEqual(body['transactions'], [{ ...child('c1', '12.500'), ...reversed }]);
    const operation = anOperation({ kind: 'void', state: 'done', reversedAt: CREATED_AT });
    const told = childPayload({ operation, parent: held }, CREATED_AT, shop({}).webhooks);
    assert.deepEqual(
      [told?.['state'], told?.['is_reversed'], told?.['voided_amount']],
      ['voided', true, undefined],
    );
  });
});

/** A merchant who has set these addresses. */
function shop(
  { operationsUrl, pluginUrl }: { operationsUrl?: string; pluginUrl?: string },
  notifyApiOperations?: boolean,
) {
  const merchant = aMerchant();
  return {
    ...merchant,
    plugins: {
      ...merchant.plugins,
      e_commerce: { enabled: true, ...(pluginUrl !== undefined && { webhookUrl: pluginUrl }) },
    },
    webhooks: {
      ...merchant.webhooks,
      ...(notifyApiOperations !== undefined && { notifyApiOperations }),
      ...(operationsUrl !== undefined && { operationsUrl }),
    },
  };
}

/** A child in the list of its payment, but for what became of it. */
function child(tail: string, amount: string) {
  return { amount, currency_code: 'KWD', order_no: '', session_id: sessionOf(tail) };
}

describe('the answer to who asks about a child', () => {
  for (const [what, given, answer] of [
    ['was done', {}, ['success', 'refunded', undefined]],
    ['the gateway has undone since', { reversedAt: CREATED_AT }, ['failed', 'refunded', true]],
    [
      'nobody knew to be done before it was undone',
      { reversedAt: CREATED_AT, reversedBeforeTold: true },
      ['failed', 'refund_rejected', undefined],
    ],
  ] as const)
    it(`says how a refund stands that ${what}`, () => {
      const operation = anOperation({ kind: 'refund', state: 'done', ...given });
      const about = { operation, parent: aTransaction({ state: 'paid' }) };
      const { result, state, is_reversed } = { ...childPayload(about, CREATED_AT, LABELLED) };
      assert.deepEqual([result, state, is_reversed], answer);
    });
});
