import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settlementRows } from '../../../gateways/settlement-file.ts';
import { kwd } from '../../support/builders.ts';

const HEADING =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Modification Merchant Reference,Batch Number';
const SETTLED =
  'Pearl,PearlECOM,PSP1,demoPAY22222,visa,2026-11-25 10:00:00,CET,Settled,PSP2,KWD,,12.345,1,KWD,,12.300,0.045,,7';
const REFUNDED =
  'Pearl,PearlECOM,PSP1,demoPAY22222.hold,visa,2026-11-25 10:00:00,UTC,Refunded,PSP3,KWD,2.500,,1,KWD,2.500,,,demoPAY22222.demoREF22222,7';
const FEE = 'Pearl,PearlECOM,,,,2026-11-25 10:00:00,CET,Fee,Fees,KWD,,,1,KWD,1.000,,,,7';
const CAPTURED = SETTLED.replace(',,7', ',demoPAY22222.demoCAP22222,7');

async function read(...lines: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'settlement-'));
  const file = join(directory, 'settlement_detail_report_batch_7.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const rows = [];
  for await (const row of settlementRows('adyen', file)) rows.push(row);
  rmSync(directory, { recursive: true });
  return rows;
}

describe('the Settlement details report of Adyen', () => {
  it('has captures and refunds, disputes and words of tomorrow apart; fees are none of our business', async () => {
    const chargeback = REFUNDED.replace('Refunded', 'Chargeback');
    const [settled, refunded, ...more] = await read(HEADING, SETTLED, FEE, REFUNDED, chargeback);
    assert.deepEqual(more, [
      { line: 5, aside: 'PSP1 is a Chargeback of demoPAY22222: compare it by hand.' },
    ]);
    assert.deepEqual(settled, {
      line: 2,
      kind: 'capture',
      identity: 'Settled/PSP2',
      paymentReference: 'demoPAY22222',
      gatewayPayment: 'PSP1',
      gatewayReference: 'PSP2',
      recaptureReference: 'PSP2/recaptured',
      amount: kwd('12.345'),
      settledAt: Date.UTC(2026, 10, 25, 9),
    });
    assert.deepEqual(refunded, {
      line: 4,
      kind: 'refund',
      identity: 'Refunded/PSP3',
      paymentReference: 'demoPAY22222',
      gatewayPayment: 'PSP1',
      operationReference: 'demoREF22222',
      gatewayReference: 'PSP3',
      amount: kwd('2.500'),
      settledAt: Date.UTC(2026, 10, 25, 10),
    });
  });

  it('names the capture that was asked for', async () => {
    const [row] = await read(HEADING, CAPTURED);
    assert.equal(row && 'operationReference' in row && row.operationReference, 'demoCAP22222');
  });

  it('leaves out payments of other programs, whatever their lines say', async () => {
    const lines = ['Order #12', 'order_12', '=1+1', ''].flatMap((reference) =>
      [SETTLED, REFUNDED, SETTLED.replace('PSP1', ''), SETTLED.replace('CET', 'AST')].map((line) =>
        line.replace(/demoPAY22222(\.hold)?/, reference),
      ),
    );
    const rows = await read(HEADING, ...lines, SETTLED);
    assert.deepEqual(
      rows.map((row) => ('fault' in row ? row.fault : row.line)),
      [lines.length + 2],
    );
  });

  for (const [what, line, fault] of [
    ['no payment', SETTLED.replace('PSP1', ''), /Psp Reference is empty/],
    ['no currency', SETTLED.replace(',KWD,,12', ',XYZ,,12'), /Gross Currency is "XYZ"/],
    ['no amount', SETTLED.replace('12.345', ''), /Gross Credit \(GC\) is ""/],
    ['a zone of which nobody knows where it is', SETTLED.replace('CET', 'AST'), /Creation Date/],
    ['no time', SETTLED.replace('2026-11-25 10:00:00', 'today'), /Creation Date is "today"/],
  ] as const)
    it(`has a fault in a line with ${what}`, async () => {
      const [row, ...more] = await read(HEADING, line);
      assert.deepEqual(more, []);
      assert.match(row && 'fault' in row ? row.fault : '', fault);
    });

  it('has to be the whole report', async () => {
    const [row] = await read(HEADING.replace('Psp Reference,', ''), SETTLED);
    assert.match(row && 'fault' in row ? row.fault : '', /heading lacks Psp Reference/);
  });
});
