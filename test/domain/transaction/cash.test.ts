import assert from 'node:assert/strict';
import { acknowledgeCash } from '../../../domain/transaction/cash.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const CASH = codeOf('cash');
const COURIER = codeOf('courier');
const cash = aMethod({ pgCode: CASH, gateway: 'cash', offline: true, fee: kwd('0.500') });
const methods = [aMethod(), cash];
const command = {
  referenceNumber: referenceOf('demoCCCCCC'),
  requestId: 'request-1',
  now: CREATED_AT + 5000,
} as const;
const aSale = (given: Partial<Transaction> = {}) => aTransaction({ methods, ...given });

describe('cash that a merchant acknowledges', () => {
  it('is an attempt that is decided at once, with the fee of its method', () => {
    const change = acknowledgeCash(aSale(), command);
    assert.ok(change);
    const { state, settledPgCode, settledAmount, attempts } = change.transaction;
    assert.deepEqual([state, settledPgCode, settledAmount], ['cod', CASH, kwd('12.500')]);
    const [attempt, ...others] = attempts;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [attempt?.state, attempt?.total, attempt?.referenceNumber, attempt?.concludedAt],
      ['cod', kwd('13.000'), command.referenceNumber, command.now],
    );
    assert.deepEqual([change.notice?.result, change.notice?.pgCode], ['cod', CASH]);
  });

  const OPEN = new Set(['created', 'pending', 'attempted', 'failed', 'expired']);
  for (const state of TRANSACTION_STATES)
    it(`${OPEN.has(state) ? 'counts for' : 'is refused to'} a transaction that is ${state}`, () => {
      const given = aSale({ state });
      if (OPEN.has(state)) assert.equal(acknowledgeCash(given, command)?.transaction.state, 'cod');
      else assert.throws(() => acknowledgeCash(given, command), { code: 'invalid_state' });
    });

  it('ends an attempt that its gateway has not decided', () => {
    const change = acknowledgeCash(aSale({ state: 'pending', attempts: [anAttempt()] }), command);
    const [older] = change?.transaction.attempts ?? [];
    assert.deepEqual([older?.state, older?.unanswered], ['canceled', true]);
  });

  it('twice by the same request changes nothing the second time', () => {
    const first = acknowledgeCash(aSale(), command);
    assert.ok(first);
    assert.equal(acknowledgeCash(first.transaction, command), undefined);
    assert.throws(() => acknowledgeCash(first.transaction, { ...command, requestId: 'another' }), {
      code: 'invalid_state',
    });
  });

  it('needs to know the method where there are several, and takes no other', () => {
    const both = aSale({ methods: [...methods, { ...cash, pgCode: COURIER }] });
    const fault = (pgCode?: typeof CASH) => () =>
      acknowledgeCash(both, { ...command, ...(pgCode && { pgCode }) });
    for (const wrong of [undefined, CARD, codeOf('nobody')])
      assert.throws(fault(wrong), ({ fields }: { fields?: object }) => 'pg_code' in (fields ?? {}));
    const change = acknowledgeCash(both, { ...command, pgCode: COURIER });
    assert.equal(change?.transaction.settledPgCode, COURIER);
  });

  it('is refused where the transaction offers no cash', () => {
    assert.throws(() => acknowledgeCash(aTransaction(), command), { code: 'validation_error' });
  });

  it('waits while a gateway reports money that nobody accounts for', () => {
    const attempt = anAttempt({ state: 'failed' });
    const unclear = aSale({
      state: 'attempted',
      attempts: [attempt],
      alerts: [
        {
          kind: 'amount-mismatch',
          referenceNumber: attempt.referenceNumber,
          at: CREATED_AT,
          detail: 'Asked for more.',
        },
      ],
    });
    assert.throws(() => acknowledgeCash(unclear, command), { code: 'locked' });
    const charged = kwd('5');
    const counted = {
      ...unclear,
      alerts: unclear.alerts.map((alert) => ({ ...alert, charged })),
    };
    assert.throws(() => acknowledgeCash(counted, command), { code: 'locked' });
    const back = anEntry({
      kind: 'refund',
      state: 'done',
      paymentReference: attempt.referenceNumber,
      amount: charged,
    });
    const returned = { ...counted, operations: [back] };
    assert.equal(acknowledgeCash(returned, command)?.transaction.state, 'cod');
  });
});
