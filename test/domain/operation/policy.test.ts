import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { money, toDecimal } from '../../../domain/money.ts';
import {
  approvalFor,
  mayCheck,
  NO_APPROVAL,
  policyFaults,
  retryFrom,
  type ApprovalPolicy,
  type Asker,
  type Asking,
} from '../../../domain/operation/policy.ts';
import { needsHand } from '../../../domain/operation/approval.ts';
import { refused } from '../../../domain/operation/hear.ts';
import { takeIn } from '../../../domain/operation/settle.ts';
import { promise, type PromiseRequest } from '../../../domain/operation/promise.ts';
import type { Operation, OperationKind } from '../../../domain/operation/operation.ts';
import { PERMISSIONS } from '../../../domain/permission.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  aTransaction,
  anAttempt,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';

const HOUR_MS = 3_600_000;
const KWD = kwd('0').currency;
const ON: ApprovalPolicy = { ...NO_APPROVAL, enabled: true };

const user = (id: number, permissions: readonly (typeof PERMISSIONS)[number][] = []): Asker => ({
  kind: 'user',
  user: { id, superuser: false, permissions },
});
const ASKERS = {
  key: { kind: 'key' },
  maker: user(1, ['payment.refund', 'payment.void']),
  checker: user(2, ['payment.refund', 'payment.approve']),
  whitelisted: user(3, ['payment.refund']),
  superuser: { kind: 'user', user: { id: 4, superuser: true, permissions: [] } },
} as const satisfies Readonly<Record<string, Asker>>;

function asking(given: Partial<Asking> = {}): Asking {
  return {
    kind: 'refund',
    pgCode: CARD,
    currency: KWD,
    asker: ASKERS.maker,
    now: CREATED_AT,
    ...given,
  };
}

describe('the policy of approvals', () => {
  const policies = {
    none: undefined,
    off: { ...ON, enabled: false, whitelistedUserIds: [3] },
    on: { ...ON, whitelistedUserIds: [3] },
    strict: { ...ON, whitelistedUserIds: [3], checkersActDirectly: false, apiKeys: true },
    two: { ...ON, whitelistedUserIds: [3], checkers: 2 },
  } as const satisfies Readonly<Record<string, ApprovalPolicy | undefined>>;

  // What each one's refund does: waits, is done, or is done in place of one that waits.
  const TABLE: Readonly<
    Record<keyof typeof policies, Readonly<Record<keyof typeof ASKERS, string>>>
  > = {
    none: {
      key: 'done',
      maker: 'done',
      checker: 'overrules',
      whitelisted: 'done',
      superuser: 'overrules',
    },
    off: {
      key: 'done',
      maker: 'done',
      checker: 'overrules',
      whitelisted: 'done',
      superuser: 'overrules',
    },
    on: {
      key: 'done',
      maker: 'waits',
      checker: 'overrules',
      whitelisted: 'done',
      superuser: 'overrules',
    },
    strict: {
      key: 'waits',
      maker: 'waits',
      checker: 'waits',
      whitelisted: 'done',
      superuser: 'waits',
    },
    two: {
      key: 'done',
      maker: 'waits',
      checker: 'waits',
      whitelisted: 'done',
      superuser: 'waits',
    },
  };

  for (const [name, row] of entriesOf(TABLE))
    for (const [who, expected] of entriesOf(row))
      it(`"${name}": a refund of the ${who} ${expected}`, () => {
        const { approval, overrules } = approvalFor(policies[name], asking({ asker: ASKERS[who] }));
        const did = approval ? 'waits' : overrules ? 'overrules' : 'done';
        assert.equal(did, expected);
      });

  it('is about the operations that it names, and never about a capture', () => {
    const waits = (policy: ApprovalPolicy, kind: OperationKind) =>
      approvalFor(policy, asking({ kind })).approval !== undefined;
    const kinds = ['refund', 'void', 'capture'] as const;
    const of = (policy: ApprovalPolicy) => kinds.filter((kind) => waits(policy, kind));
    assert.deepEqual(of(ON), ['refund', 'void']);
    assert.deepEqual(of({ ...ON, operations: ['void'] }), ['void']);
    assert.deepEqual(of({ ...ON, operations: ['refund'] }), ['refund']);
    assert.deepEqual(approvalFor(ON, asking({ kind: 'capture', asker: ASKERS.superuser })), {});
  });

  it('is about the accounts that it names, or about all', () => {
    const policy = { ...ON, pgCodes: [codeOf('debit')] };
    assert.equal(approvalFor(policy, asking()).approval, undefined);
    assert.ok(approvalFor(policy, asking({ pgCode: codeOf('debit') })).approval);
  });

  it('says how many must agree, and until when', () => {
    const policy = { ...ON, checkers: 3, pendingHours: 5, manualHours: 7 };
    assert.deepEqual(approvalFor(policy, asking()), {
      approval: {
        state: 'pending',
        needed: 3,
        votes: [],
        expiresAt: CREATED_AT + 5 * HOUR_MS,
        manualMs: 7 * HOUR_MS,
      },
    });
  });

  it('begins at its sum; of a currency without one, at any sum', () => {
    const policy = { ...ON, from: { KWD: 5000 } };
    assert.deepEqual(approvalFor(policy, asking()).approvalFrom, kwd('5.000'));
    const consent = approvalFor(policy, asking({ currency: amountOf('1', 'USD').currency }));
    assert.ok(consent.approval);
    assert.equal(consent.approvalFrom, undefined);
  });

  it('whoever makes somebody wait makes them wait for another one, whatever they are', () => {
    fc.assert(
      fc.property(somePolicy(), anAsker(), (policy, asker) => {
        const consent = approvalFor(policy, asking({ asker }));
        // Never both: who needs consent takes no other request's place.
        assert.ok(!(consent.approval && consent.overrules));
        if (consent.overrules) assert.ok(mayCheck(asker));
        if (!consent.approval) return;
        assert.equal(consent.approval.state, 'pending');
        assert.deepEqual(consent.approval.votes, []);
        assert.ok(consent.approval.needed >= 1);
      }),
    );
  });

  it('of more than one checker lets nobody act alone but whom it names', () => {
    fc.assert(
      fc.property(somePolicy(), anAsker(), (policy, asker) => {
        const strict = { ...policy, enabled: true, operations: ['refund'] as const, pgCodes: [] };
        const { approval } = approvalFor({ ...strict, checkers: 2 }, asking({ asker }));
        const isNamed =
          asker.kind === 'user'
            ? strict.whitelistedUserIds.includes(asker.user.id)
            : !strict.apiKeys;
        assert.equal(approval === undefined, isNamed);
      }),
    );
  });
});

describe('the sum from which a policy holds', () => {
  const policy = { ...ON, from: { KWD: 5000 } };
  const refund = (transaction: Transaction, amount: string | undefined, nth: number) =>
    promise(transaction, operationRequest(nth, amount, approvalFor(policy, asking())));

  for (const [amount, state] of [
    ['4.999', 'promised'],
    ['5.000', 'awaiting'],
    ['12.500', 'awaiting'],
    [undefined, 'awaiting'],
  ] as const)
    it(`a refund of ${amount ?? 'all that is left'} is ${state}`, () => {
      const made = refund(paid(), amount, 1);
      assert.equal(made.step === 'new' && made.operation.state, state);
      assert.equal(
        made.step === 'new' && made.operation.approval !== undefined,
        state === 'awaiting',
      );
    });

  it('is never passed in small steps without somebody else', () => {
    const amount = fc.integer({ min: 1, max: 6000 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 12 }), (amounts) => {
        let transaction = paid();
        let alone = 0;
        for (const [nth, minor] of amounts.entries()) {
          const made = attempted(() =>
            promise(
              transaction,
              operationRequest(nth, minor, approvalFor(policy, asking({ asker: ASKERS.maker }))),
            ),
          );
          if (made?.step !== 'new') continue;
          if (made.operation.state === 'promised') {
            alone += minor;
            transaction = made.transaction;
          }
        }
        assert.ok(alone < 5000, `${alone}`);
      }),
    );
  });
});

describe('what was declined and is tried again', () => {
  const policy = { ...ON, from: { KWD: 5000 } };
  const operation = promised(paid(), operationRequest(1, '3.000', {})).operation;
  const vote = { by: { id: 2, username: 'checker', email: 'c@shop.example.test' }, at: CREATED_AT };
  const [yes, alone] = [[vote], [{ ...vote, breakGlass: true as const }]];

  for (const [what, given, askers, votes, from] of [
    ['a maker, by nobody’s yes', {}, ['maker', 'maker'], [], kwd('5')],
    ['a maker, of any sum', { from: {} }, ['maker', 'maker'], [], kwd('0')],
    ['a maker, by the yes that it had', {}, ['maker', 'maker'], yes, undefined],
    ['a maker, where two are needed by now', { checkers: 2 }, ['maker', 'maker'], yes, kwd('5')],
    ['a maker, by one yes for all', { checkers: 2 }, ['maker', 'maker'], alone, undefined],
    ['a checker', {}, ['checker', 'maker'], [], undefined],
    ['a maker, of what a checker did directly', {}, ['maker', 'checker'], [], undefined],
    ['a maker, of what a program did', {}, ['maker', 'key'], [], undefined],
    ['a maker, where programs wait, too', { apiKeys: true }, ['maker', 'key'], [], kwd('5')],
    ['a maker, where nothing waits', { enabled: false }, ['maker', 'maker'], [], undefined],
  ] as const)
    it(`by ${what}, ${from ? `waits from KWD ${toDecimal(from)} on` : 'waits for nobody'}`, () => {
      const approval = { state: 'manual_action_required', needed: 0, votes, expiresAt: 0 } as const;
      const asked = { askers: askers.map((name) => ASKERS[name]), now: CREATED_AT };
      assert.deepEqual(retryFrom({ ...policy, ...given }, { ...operation, approval }, asked), from);
    });

  it('gets past the sum neither after others nor before them', () => {
    const first = promised(paid(), operationRequest(1, '3.000', {}));
    const failed = needsHand(refused(first.operation, 'No.', CREATED_AT), 'No.', CREATED_AT);
    const free = takeIn(first.transaction, { ...failed, version: 2 }, CREATED_AT)?.transaction;
    assert.ok(free);
    const again: Operation = {
      ...failed,
      version: 3,
      state: 'promised',
      approval: { needed: 0, votes: [], expiresAt: 0, state: 'approved', retryBelow: kwd('5') },
    };
    assert.equal(takeIn(free, again, CREATED_AT)?.operation?.state, 'promised');
    for (const [amount, isMade] of [
      ['1.999', true],
      ['2.000', false],
    ] as const) {
      const between = promised(free, operationRequest(2, amount, {})).transaction;
      const made: unknown = attempted((): unknown => takeIn(between, again, CREATED_AT));
      assert.equal(made !== undefined, isMade, amount);
    }
  });
});

describe('a policy that is written down wrongly', () => {
  it('has no fault when it is right', () => {
    assert.deepEqual(policyFaults(NO_APPROVAL), []);
    assert.deepEqual(policyFaults({ ...ON, from: { KWD: 1, JPY: 5000 }, checkers: 9 }), []);
  });

  it('is told every fault at once', () => {
    const faults = policyFaults({
      ...ON,
      operations: [],
      from: { KWD: 0, USD: 1.5, SAR: 100 },
      checkers: 0,
      pendingHours: 2161,
      manualHours: 0.5,
    });
    assert.equal(faults.length, 6);
    for (const word of ['refund', 'KWD', 'USD', 'Checkers', 'nobody decides', 'needs a hand'])
      assert.ok(
        faults.some((fault) => fault.includes(word)),
        word,
      );
  });
});

/** 12.500 dinars that a card has paid. */
function paid(): Transaction {
  const amount = kwd('12.500');
  return aTransaction({
    state: 'paid',
    attempts: [anAttempt({ state: 'success', amount })],
    settledAmount: amount,
    paidAmount: amount,
    settledPgCode: CARD,
  });
}

function operationRequest(
  nth: number,
  amount: string | number | undefined,
  consent: ReturnType<typeof approvalFor>,
): PromiseRequest {
  const asked = typeof amount === 'string' ? kwd(amount) : amount && money(amount, KWD);
  return {
    kind: 'refund',
    sessionId: sessionOf(`b${nth}`),
    referenceNumber: referenceOf(`demoBBBBB${nth}`),
    ...(asked && { amount: asked }),
    destination: 'pg',
    channel: 'staff',
    capabilities: { supported: ['refund'], enabled: ['refund'], defaultCurrency: KWD },
    now: CREATED_AT,
    ...consent,
  };
}

/** Undefined when the domain refuses. */
/** A refund whose money is set aside. */
function promised(transaction: Transaction, request: PromiseRequest) {
  const made = promise(transaction, request);
  assert.ok(made.step === 'new');
  return made;
}

function attempted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof Error && error.name === 'Refusal', String(error));
    return undefined;
  }
}

function somePolicy(): fc.Arbitrary<ApprovalPolicy> {
  return fc.record({
    enabled: fc.boolean(),
    operations: fc.subarray(['refund', 'void'] as const),
    from: fc.constantFrom({}, { KWD: 1000 }),
    pgCodes: fc.constantFrom([], [CARD], [codeOf('debit')]),
    checkers: fc.integer({ min: 1, max: 3 }),
    checkersActDirectly: fc.boolean(),
    whitelistedUserIds: fc.subarray([1, 2, 3]),
    apiKeys: fc.boolean(),
    pendingHours: fc.integer({ min: 1, max: 100 }),
    manualHours: fc.integer({ min: 1, max: 100 }),
    bccInitiator: fc.boolean(),
    stepUpFrom: fc.constantFrom({}, { KWD: 1000 }),
  });
}

function anAsker(): fc.Arbitrary<Asker> {
  return fc.oneof(
    fc.constant<Asker>({ kind: 'key' }),
    fc
      .record({
        id: fc.integer({ min: 1, max: 5 }),
        superuser: fc.boolean(),
        permissions: fc.subarray([...PERMISSIONS]),
      })
      .map((one): Asker => ({ kind: 'user', user: one })),
  );
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(record) as [K, V][];
}
