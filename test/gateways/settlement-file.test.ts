import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settlementRows } from '../../gateways/settlement-file.ts';

const HEADING =
  'line,settled_at,type,payment_id,merchant_reference,operation_id,operation_reference,amount,currency';
const GOOD = '1,2026-01-15T09:00:00Z,capture,pay_1,demo-0001,,,102.000,KWD';

async function read(text: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'settlement-'));
  const file = join(directory, 'file.csv');
  writeFileSync(file, text);
  const seen: string[] = [];
  for await (const row of settlementRows('sandbox', file)) {
    assert.ok(!('aside' in row));
    seen.push(
      'fault' in row
        ? `${row.line} ${row.fault}`
        : `${row.line} ${row.identity} ${row.amount.minor}`,
    );
  }
  rmSync(directory, { recursive: true });
  return seen;
}

describe('a settlement file', () => {
  it('is read line by line, by the number at which each stands', async () => {
    assert.deepEqual(await read(`\uFEFF${HEADING}\r\n${GOOD}\r\n${GOOD}`), [
      '2 capture/pay_1 102000',
      '3 capture/pay_1 102000',
    ]);
  });

  it('may name what was done at the network itself as the network likes', async () => {
    const refund = '2,2026-01-15T09:05:00Z,refund,pay_1,demo-0001,op_1,by hand!,1.000,KWD';
    assert.deepEqual(await read(`${HEADING}\n${refund}\n`), ['2 refund/op_1 1000']);
  });

  const FAULTS: readonly (readonly [string, RegExp])[] = [
    [GOOD.replace('102.000', '-1.000'), /^2 amount is "-1\.000"/],
    [GOOD.replace('KWD', 'XXX'), /^2 currency is "XXX"/],
    [GOOD.replace('capture', 'fee'), /^2 type is "fee"/],
    [GOOD.replace('pay_1', ''), /^2 payment_id is empty/],
    [GOOD.replace('2026-01-15T09:00:00Z', '1'), /^2 settled_at is "1"/],
    [GOOD.replace('demo-0001', '=1+1'), /^2 merchant_reference/],
    [GOOD.replace(',,,', ',,=1+1,'), /^2 operation_reference/],
    ['1,2', /^\d It is no CSV/],
  ];
  for (const [line, fault] of FAULTS)
    it(`has a fault in "${line}"`, async () => {
      const [found = '', ...more] = await read(`${HEADING}\n${line}\n`);
      assert.match(found, fault);
      assert.deepEqual(more, []);
    });
});
