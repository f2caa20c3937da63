import assert from 'node:assert/strict';
import { amountFault, decimalsOf, wholeUnits } from '../../simulator/money.ts';

describe('an amount', () => {
  for (const [amount, currency] of [
    ['12.340', 'KWD'],
    ['0.001', 'BHD'],
    ['10.00', 'SAR'],
    ['1200', 'JPY'],
    ['1.0000', 'CLF'],
    ['999999999999.999', 'OMR'],
  ] as const)
    it(`of ${amount} ${currency} is taken`, () => {
      assert.equal(amountFault(amount, currency), undefined);
    });

  for (const [amount, currency] of [
    ['12.34', 'KWD'],
    ['12.3400', 'KWD'],
    ['12', 'USD'],
    ['1.0', 'JPY'],
    ['0.000', 'KWD'],
    ['0', 'JPY'],
    ['-1.000', 'KWD'],
    ['01.000', 'KWD'],
    ['1e3', 'JPY'],
    ['1,000.00', 'USD'],
    [' 1.00', 'USD'],
    ['١.٠٠', 'USD'],
    ['', 'USD'],
    ['1234567890123.00', 'USD'],
  ] as const)
    it(`of "${amount}" ${currency} is refused with a sentence`, () => {
      assert.match(amountFault(amount, currency) ?? '', /^Send .+\.$/u);
    });

  it('shows by an example how many decimals its currency has', () => {
    assert.match(amountFault('x', 'KWD') ?? '', /"12\.340"/u);
    assert.match(amountFault('x', 'UYW') ?? '', /"12\.3400"/u);
    assert.match(amountFault('x', 'USD') ?? '', /"12\.34"/u);
    assert.match(amountFault('x', 'JPY') ?? '', /"12"/u);
    assert.equal(decimalsOf('EUR'), 2);
  });

  it('chooses by its whole units', () => {
    assert.equal(wholeUnits('9001.999'), '9001');
    assert.equal(wholeUnits('9001'), '9001');
  });
});
