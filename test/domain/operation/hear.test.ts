import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { APPROVAL_PATIENCE_MS } from '../../../domain/operation/approval.ts';
import {
  answered,
  forgotten,
  hearOperation,
  refused,
  unclear,
} from '../../../domain/operation/hear.ts';
import {
  childState,
  entryOf,
  OPERATION_STATES,
  type Operation,
  type OperationState,
} from '../../../domain/operation/operation.ts';
import type { OperationReport } from '../../../domain/operation/report.ts';
import { operationPayload } from '../../../domain/webhook/operation-payload.ts';
import { CREATED_AT, kwd } from '../../support/builders.ts';
import { aNumberedOperation, wordOn } from './support.ts';

const NOW = CREATED_AT + 5000;
const RESULTS = ['done', 'queued', 'declined', 'reversed'] as const;

/** What each word makes of an operation in each state, when it is the first word of the gateway. */
const TABLE: Readonly<
  Record<OperationState, Readonly<Record<OperationReport['result'], OperationState | undefined>>>
> = {
  awaiting: { done: undefined, queued: undefined, declined: undefined, reversed: undefined },
  promised: { done: 'done', queued: 'queued', declined: 'failed', reversed: 'done' },
  queued: { done: 'done', queued: undefined, declined: 'rejected', reversed: 'done' },
  unclear: { done: 'done', queued: 'queued', declined: 'failed', reversed: 'done' },
  done: { done: undefined, queued: undefined, declined: undefined, reversed: 'done' },
  rejected: { done: 'done', queued: undefined, declined: undefined, reversed: 'done' },
  failed: { done: 'done', queued: 'queued', declined: undefined, reversed: 'done' },
  dropped: { done: undefined, queued: undefined, declined: undefined, reversed: undefined },
};

describe("a gateway's word on an operation", () => {
  for (const state of OPERATION_STATES)
    for (const result of RESULTS) {
      const next = TABLE[state][result];
      it(`${result} makes of one that is ${state} ${next ?? 'nothing new'}`, () => {
        const heard = hearOperation(
          aNumberedOperation(1, { state }),
          wordOn(aNumberedOperation(1), { result }),
          NOW,
        );
        assert.equal(heard?.state, next);
      });
    }

  it('that names no amount says that it is queued, and no more', () => {
    const operation = aNumberedOperation(1);
    const { amount: _amount, ...queued } = wordOn(operation, { result: 'queued' });
    assert.equal(hearOperation(operation, queued, NOW)?.state, 'queued');
    const done = hearOperation(operation, { ...queued, result: 'done' }, NOW);
    assert.equal(done?.state, 'unclear');
    assert.match(done?.alert ?? '', /reports no amount/);
  });

  it('is kept with what it tells', () => {
    const operation = aNumberedOperation(1);
    const heard = hearOperation(
      operation,
      wordOn(operation, { message: 'Fine', pgParams: { rrn: '7' }, gatewayResponse: { ok: true } }),
      NOW,
    );
    assert.deepEqual(heard, {
      ...operation,
      state: 'done',
      concludedAt: NOW,
      gatewayReference: `net-${operation.referenceNumber}`,
      message: 'Fine',
      pgParams: { rrn: '7' },
      gatewayResponse: { ok: true },
    });
  });

  it('comes to the same end in every order and however often, when a no may follow a queue', () => {
    const start = aNumberedOperation(1);
    const words = fc.array(fc.constantFrom(...RESULTS), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.infiniteStream(fc.nat()), (results, randomBytes) => {
        const shuffled = results
          .flatMap((result) => [result, result])
          .map((result) => ({ result, at: randomBytes.next().value ?? 0 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ result }) => result);
        assert.equal(endOf(start, shuffled), endOf(start, results));
      }),
    );
  });

  it('that undoes what was done calls for a person, in either order and once', () => {
    const operation = aNumberedOperation(1);
    const [done, reversed] = [
      wordOn(operation),
      wordOn(operation, { result: 'reversed', message: 'Account closed' }),
    ];
    for (const words of [
      [done, reversed],
      [reversed, done],
      [done, reversed, reversed],
    ]) {
      const end = words.reduce(
        (known, word) => hearOperation(known, word, NOW) ?? known,
        operation,
      );
      assert.equal(end.state, 'done');
      assert.equal(end.reversedAt, NOW);
      assert.match(
        end.alert ?? '',
        /undone this refund of KWD 1\.000: Account closed.* other way round/,
      );
      assert.equal(hearOperation(end, reversed, NOW), undefined);
    }
  });

  it('that is a no to what was queued calls for a person, in either order', () => {
    const operation = aNumberedOperation(1);
    const [queued, no] = [
      wordOn(operation, { result: 'queued' }),
      wordOn(operation, { result: 'declined', message: 'Account closed' }),
    ];
    for (const words of [
      [queued, no],
      [no, queued],
    ]) {
      const end = words.reduce<Operation>(
        (known, word) => hearOperation(known, word, NOW) ?? known,
        operation,
      );
      assert.equal(end.state, 'rejected');
      assert.match(end.alert ?? '', /refused this refund of KWD 1\.000 .*: Account closed\. /);
    }
    assert.equal(hearOperation(operation, no, NOW)?.alert, undefined);
  });

  it('that undoes what nobody knew to be done is a rejection to merchants, and to the books both', () => {
    const operation = aNumberedOperation(1);
    const [queued, done, reversed] = (['queued', 'done', 'reversed'] as const).map((result) =>
      wordOn(operation, { result }),
    );
    assert.ok(queued && done && reversed);
    for (const [words, told] of [
      [[queued, reversed], 'refund_rejected'],
      [[reversed], 'refund_rejected'],
      [[queued, reversed, done], 'refund_rejected'],
      [[queued, done, reversed], 'refunded'],
    ] as const) {
      const end = words.reduce<Operation>(
        (known, word) => hearOperation(known, word, NOW) ?? known,
        operation,
      );
      const { version: _version, ...entry } = entryOf(end);
      assert.deepEqual([entry.state, entry.reversedAt], ['done', NOW]);
      assert.equal(childState({ ...entry, version: 1 }), told);
      const payload = operationPayload(end, NOW, { pgParamsFormat: 'labelled' });
      const isRejected = told === 'refund_rejected';
      assert.deepEqual(
        [payload?.['result'], payload?.['success'], payload?.['txn']],
        [
          isRejected ? 'rejected' : 'reversed',
          false,
          {
            amount: '1.000',
            currency_code: 'KWD',
            order_no: '',
            session_id: end.sessionId,
            state: told,
            ...(!isRejected && { is_reversed: true }),
          },
        ],
      );
    }
  });

  it('that undoes a capture once more, which was made anew under its old name, calls for a person again', () => {
    const operation = aNumberedOperation(1, { kind: 'capture', state: 'done' });
    const [first, again] = ['1 November', '9 November'].map((message) =>
      wordOn(operation, { result: 'reversed', message }),
    );
    assert.ok(first && again);
    const undone = hearOperation(operation, first, NOW);
    assert.ok(undone);
    assert.equal(hearOperation(undone, first, NOW + 1), undefined);
    const heard = hearOperation(undone, again, NOW + 9);
    assert.deepEqual([heard?.state, heard?.reversedAt], ['done', NOW]);
    assert.match(
      heard?.alert ?? '',
      /undone this capture of KWD 1\.000 once more: 9 November\. .*by hand/,
    );
  });

  it('that undoes a part leaves the books to a person', () => {
    const done = { ...aNumberedOperation(1), state: 'done' } as const;
    const part = wordOn(done, { result: 'reversed', amount: kwd('0.400') });
    const end = hearOperation(done, part, NOW);
    assert.equal(end?.reversedAt, undefined);
    assert.match(end?.alert ?? '', /undone this refund of KWD 0\.400\. .*by hand/);
  });

  it('with other money leaves it unclear, and the right word later ends that', () => {
    const operation = aNumberedOperation(1);
    const wrong = wordOn(operation, { amount: kwd('2.000') });
    const heard = hearOperation(operation, wrong, NOW);
    assert.equal(heard?.state, 'unclear');
    assert.match(heard.alert ?? '', /KWD 2\.000.*KWD 1\.000/);
    assert.equal(hearOperation(heard, wrong, NOW), undefined);
    const right = hearOperation(heard, wordOn(operation), NOW);
    assert.deepEqual([right?.state, right?.alert], ['done', undefined]);
  });

  it('may tell other money of a void, which takes the fee along', () => {
    const operation = aNumberedOperation(1, { kind: 'void' });
    assert.equal(
      hearOperation(operation, wordOn(operation, { amount: kwd('1.200') }), NOW)?.state,
      'done',
    );
  });

  it('that declined before is no answer to a further try, but the same word as an answer is', () => {
    const again = aNumberedOperation(1, { gatewayReference: 'net-old' });
    const old = wordOn(again, { result: 'declined', gatewayReference: 'net-old' });
    assert.equal(hearOperation(again, old, NOW), undefined);
    assert.equal(answered(again, old, NOW)?.state, 'failed');
  });

  it('that queues what it has refused under another name sets its money aside again', () => {
    const asked = aNumberedOperation(1);
    const queued = wordOn(asked, { result: 'queued', gatewayReference: 'net-2' });
    const declined = wordOn(asked, { result: 'declined', gatewayReference: 'net-1' });
    for (const no of [refused(asked, 'No.', NOW), hearOperation(asked, declined, NOW)]) {
      assert.equal(no?.state, 'failed');
      const heard = hearOperation(no, queued, NOW);
      assert.deepEqual([heard?.state, heard?.gatewayReference], ['queued', 'net-2']);
    }
  });

  it('on an earlier try that comes late says nothing of the one that a person has had tried again', () => {
    const approval = {
      state: 'approved' as const,
      needed: 0,
      votes: [],
      expiresAt: CREATED_AT,
      retries: 1,
    };
    const again = (state: OperationState) =>
      aNumberedOperation(1, { approval, state, gatewayReference: 'net-2' });
    const word = (result: OperationReport['result'], gatewayReference: string) =>
      wordOn(again('queued'), { result, gatewayReference });
    const states = (['queued', 'failed'] as const).flatMap((state) =>
      (['declined', 'queued', 'done'] as const).map((result) => [
        hearOperation(again(state), word(result, 'net-1'), NOW)?.state,
        hearOperation(again(state), word(result, 'net-2'), NOW)?.state,
      ]),
    );
    assert.deepEqual(states, [
      [undefined, 'rejected'],
      [undefined, undefined],
      ['done', 'done'],
      [undefined, undefined],
      [undefined, 'rejected'],
      ['done', 'done'],
    ]);
  });

  it('of no ends a request in need of a hand, with the reason and a deadline that stays', () => {
    const approval = {
      state: 'approved' as const,
      needed: 1,
      votes: [],
      expiresAt: CREATED_AT,
      manualMs: 1000,
    };
    const failed = hearOperation(
      aNumberedOperation(1, { approval }),
      wordOn(aNumberedOperation(1), { result: 'declined', message: 'No funds' }),
      NOW,
    );
    assert.equal(failed?.state, 'failed');
    assert.deepEqual(
      [failed.approval?.state, failed.approval?.lastError, failed.approval?.expiresAt],
      ['manual_action_required', 'No funds', NOW + 1000],
    );
    const later = refused({ ...failed, state: 'promised' }, 'Again', NOW + 500);
    assert.equal(later.approval?.expiresAt, NOW + 1000);
    // Done at last, it does not say any more why it had failed.
    const done = hearOperation({ ...failed, state: 'promised' }, wordOn(failed), NOW + 700);
    assert.deepEqual(done?.approval, { ...approval, state: 'done', expiresAt: NOW + 1000 });
  });

  it('that never came leaves a direct operation unclear, for two days', () => {
    const asked = unclear(aNumberedOperation(1), 'Nobody knows.', NOW);
    assert.deepEqual(asked.approval, {
      state: 'manual_action_required',
      needed: 0,
      votes: [],
      expiresAt: NOW + APPROVAL_PATIENCE_MS,
      lastError: 'Nobody knows.',
    });
    assert.deepEqual([asked.state, asked.alert], ['unclear', 'Nobody knows.']);
  });

  for (const state of ['promised', 'queued'] as const)
    for (const result of ['done', 'queued', 'declined'] as const)
      it(`that names another payment moves nothing: ${state}, ${result}`, () => {
        const asked = aNumberedOperation(1, { state, gatewayPayment: 'pay_1' });
        const word = wordOn(asked, { result, gatewayPayment: 'pay_2' });
        for (const taken of [hearOperation(asked, word, NOW), answered(asked, word, NOW)]) {
          assert.equal(taken?.state, 'unclear');
          assert.match(taken.alert ?? '', /pay_2 .*pay_1/);
        }
      });

  it('that never came for what is queued is an alert and changes nothing else', () => {
    const { alert, ...rest } = forgotten(aNumberedOperation(1, { state: 'queued' }));
    assert.match(alert ?? '', /14 days/);
    assert.deepEqual(rest, aNumberedOperation(1, { state: 'queued' }));
  });
});

function endOf(start: Operation, results: readonly OperationReport['result'][]): OperationState {
  return results.reduce(
    (held, result) => hearOperation(held, wordOn(start, { result }), NOW) ?? held,
    start,
  ).state;
}
