import assert from 'node:assert/strict';
import {
  chargeOf,
  exchangeFor,
  inOriginalCurrency,
  shortRate,
  type Exchange,
} from '../../domain/exchange.ts';
import { MoneyTooLarge } from '../../domain/money.ts';
import { amountOf, anAccount, kwd } from '../support/builders.ts';

const account = anAccount({ exchange: { rates: { USD: '0.3066', KWD: '2' } } });
const exchange: Exchange = { from: amountOf('10.00', 'USD'), rate: '0.3066', to: kwd('3.066') };

describe('exchangeFor', () => {
  it('is the amount in the default currency of the account, at its rate', () => {
    assert.deepEqual(exchangeFor(account, amountOf('10.00', 'USD')), exchange);
  });

  it('is nothing for a currency that the account accepts, even where there is a rate', () => {
    assert.equal(exchangeFor(account, kwd('3')), undefined);
  });

  it('is nothing for a currency without a rate, and at an account without rates', () => {
    assert.equal(exchangeFor(account, amountOf('10.00', 'SAR')), undefined);
    assert.equal(exchangeFor(anAccount(), amountOf('10.00', 'USD')), undefined);
  });

  it('is loud where the other currency cannot hold the amount', () => {
    const dear = anAccount({ exchange: { rates: { USD: '999999999' } } });
    assert.throws(() => exchangeFor(dear, amountOf('9999999.99', 'USD')), MoneyTooLarge);
  });
});

describe('what a method charges', () => {
  it('is the amount with its fee', () => {
    assert.deepEqual(chargeOf(kwd('10'), { fee: kwd('0.250') }), {
      amount: kwd('10'),
      fee: kwd('0.250'),
      total: kwd('10.250'),
    });
  });

  it('is the converted amount where it converts', () => {
    assert.deepEqual(chargeOf(amountOf('10.00', 'USD'), { fee: kwd('0.046'), exchange }), {
      amount: kwd('3.066'),
      fee: kwd('0.046'),
      total: kwd('3.112'),
    });
  });

  it('is in the currency of the transaction again as its own amount and the fee at the same rate', () => {
    // 0.046 / 0.3066 = 0.15003…; the amount itself has not gone there and back.
    const whole = inOriginalCurrency(kwd('3.112'), kwd('0.046'), exchange);
    assert.deepEqual(whole, amountOf('10.15', 'USD'));
  });

  it('has nothing to convert back where nothing was converted', () => {
    assert.deepEqual(inOriginalCurrency(kwd('3.112'), kwd('0.046')), kwd('3.112'));
  });
});

describe('the rate in webhooks', () => {
  for (const [rate, short] of [
    ['3', '3'],
    ['0.3066', '0.3066'],
    ['0.123456', '0.123456'],
    ['0.1234565', '0.123457'],
    ['0.1234564999', '0.123456'],
    ['9.9999995', '10.000000'],
    ['0.0000121', '0.000012'],
    ['12.000000499999', '12.000000'],
  ] as const)
    it(`is ${short} for ${rate}`, () => {
      assert.equal(shortRate(rate), short);
    });
});
