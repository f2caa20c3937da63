import assert from 'node:assert/strict';
import { entriesOf } from '../../../domain/ledger/post.ts';
import {
  classify,
  keysOfRow,
  type SettlementResult,
  type SettlementRow,
} from '../../../domain/settlement/settlement.ts';
import { anOperationRequest, doneThere, operated, paid } from '../ledger/support/operations.ts';
import { CREATED_AT, kwd, referenceOf } from '../../support/builders.ts';

const PAYMENT = referenceOf('demoAAAAAA');
const ENTRIES = entriesOf(
  doneThere(
    operated(paid('purchase'), anOperationRequest('refund', '1', { amount: kwd('30') })),
    'refund',
    {
      amount: kwd('7'),
      reference: PAYMENT,
    },
  ),
  CREATED_AT,
);

function aRow(given: Partial<SettlementRow> = {}): SettlementRow {
  return {
    line: 2,
    kind: 'refund',
    identity: 'refund/op_1',
    paymentReference: PAYMENT,
    gatewayPayment: 'pay_1',
    amount: kwd('7'),
    settledAt: CREATED_AT,
    ...given,
  };
}

/** What has a name of its own there, and perhaps one of ours. */
function aCapture(there: string, amount: string, operation?: string): SettlementRow {
  return aRow({
    kind: 'capture',
    identity: `capture/${there}`,
    ...(operation !== undefined && { operationReference: referenceOf(operation) }),
    foreignReference: referenceOf(there),
    amount: kwd(amount),
  });
}

const ours = { operationReference: referenceOf('demoOP1') };
const foreign = { foreignReference: referenceOf('demoTHERE1') };
const strange = { operationReference: referenceOf('at-the-network') };

describe('a line of a settlement file', () => {
  const CASES: readonly (readonly [string, SettlementRow, SettlementResult])[] = [
    ['a charge', aRow({ kind: 'capture', amount: kwd('102') }), 'matched'],
    ['our refund', aRow({ ...ours, amount: kwd('30') }), 'matched'],
    ['our refund under both names', aRow({ ...ours, ...foreign, amount: kwd('30') }), 'matched'],
    ['our refund of another amount', aRow({ ...ours }), 'amount-differs'],
    ['a refund that was made there', aRow(foreign), 'matched'],
    ['one that somebody there has given a name', aRow({ ...strange, ...foreign }), 'matched'],
    ['one of which nobody has told us', aRow(strange), 'missing-here'],
    ['a refund without any name', aRow(), 'missing-here'],
    [
      'a capture that is a refund here',
      aRow({ operationReference: referenceOf('demoTHERE1'), kind: 'capture' }),
      'missing-here',
    ],
    ['a charge that has a name of its own there', aCapture('demoLINE1', '102'), 'matched'],
    ['such a charge of another amount', aCapture('demoLINE1', '7'), 'amount-differs'],
  ];
  for (const [what, row, result] of CASES)
    it(`about ${what} is ${result}`, () => {
      assert.equal(
        classify(row, ENTRIES, { isRepeated: false, gatewayPayment: 'pay_1' }).result,
        result,
      );
      assert.equal(classify(row, ENTRIES, { isRepeated: true }).result, 'duplicate');
    });

  it('that names another payment of the gateway is not matched, whatever it says', () => {
    const row = aRow({ ...ours, amount: kwd('30'), gatewayPayment: 'pay_2' });
    const known = { isRepeated: false, gatewayPayment: 'pay_1' };
    assert.equal(classify(row, ENTRIES, known).result, 'payment-differs');
    assert.equal(classify(row, ENTRIES, { isRepeated: false }).result, 'matched');
  });

  for (const [what, row, taken, result] of [
    ['our refund', aRow({ ...ours, amount: kwd('30') }), 'refund/demoOP1', 'duplicate'],
    [
      'what was done there under a name',
      aRow({ ...strange, ...foreign }),
      'refund/at-the-network',
      'matched',
    ],
    [
      'what was done there under our name',
      aRow({ ...ours, ...foreign }),
      'refund/demoOP1',
      'matched',
    ],
    ['what was done there', aRow(foreign), 'refund/demoTHERE1', 'duplicate'],
    ['what nobody knows', aRow(strange), 'refund/at-the-network', 'missing-here'],
  ] as const)
    it(`about ${what} is ${result} where an earlier one was about ${taken}`, () => {
      const known = { isRepeated: false, taken: new Set([taken]) };
      assert.equal(classify(row, ENTRIES, known).result, result);
    });

  it('about captures of a hold is matched with the one that it names, and with no other', () => {
    const held = operated(
      operated(paid('authorize'), anOperationRequest('capture', '1', { amount: kwd('30') })),
      anOperationRequest('capture', '2', { amount: kwd('20') }),
    );
    const there = { amount: kwd('7'), reference: PAYMENT };
    const entries = entriesOf(doneThere(held, 'capture', there), CREATED_AT);
    const rows = [
      aCapture('demoTHERE1', '7'),
      aCapture('demoLINE2', '20', 'demoOP2'),
      aCapture('demoLINE1', '30', 'demoOP1'),
      aCapture('demoLINE3', '7'),
    ];
    const taken = new Set<string>();
    const found = rows.map((row) => {
      const { result, entry } = classify(row, entries, { isRepeated: false, taken });
      for (const key of keysOfRow(row)) taken.add(key);
      return [result, entry?.referenceNumber];
    });
    assert.deepEqual(found, [
      ['matched', 'demoTHERE1'],
      ['matched', 'demoOP2'],
      ['matched', 'demoOP1'],
      ['missing-here', undefined],
    ]);
  });

  it('about a charge that was made twice is matched once, under whatever names', () => {
    const taken = new Set(keysOfRow(aCapture('demoLINE1', '102')));
    const second = classify(aCapture('demoLINE2', '102'), ENTRIES, { isRepeated: false, taken });
    assert.equal(second.result, 'duplicate');
  });

  it('is found by every name that an entry of it may have', () => {
    assert.deepEqual(keysOfRow(aRow({ kind: 'capture' })), ['capture/demoAAAAAA']);
    assert.deepEqual(keysOfRow(aRow({ ...foreign, kind: 'capture' })), [
      'capture/demoAAAAAA',
      'capture/demoTHERE1',
    ]);
    assert.deepEqual(keysOfRow(aRow({ ...ours, ...foreign, kind: 'capture' })), [
      'capture/demoOP1',
      'capture/demoTHERE1',
    ]);
    assert.deepEqual(keysOfRow(aRow(foreign)), ['refund/demoTHERE1']);
    assert.deepEqual(keysOfRow(aRow({ ...ours, ...foreign })), [
      'refund/demoOP1',
      'refund/demoTHERE1',
    ]);
  });
});
