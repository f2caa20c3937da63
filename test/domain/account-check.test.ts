import assert from 'node:assert/strict';
import { accountFaults } from '../../domain/account-check.ts';
import type { GatewayAccount, GatewayTraits } from '../../domain/account.ts';
import { amountOf, anAccount, someTraits } from '../support/builders.ts';

const NOTHING: Partial<GatewayTraits> = {
  kinds: ['purchase'],
  operations: [],
  tokenization: false,
  autoDebit: false,
  paymentServices: [],
};
const EVERYTHING: Partial<GatewayAccount> = {
  operations: ['refund', 'void'],
  tokenizable: true,
  autoDebit: true,
  paymentServices: ['apple_pay'],
  kind: 'authorize',
};

describe('an account', () => {
  it('has no faults when it is plain', () => {
    assert.deepEqual(accountFaults(anAccount(), someTraits(NOTHING)), []);
  });

  it('may switch on all that the connector can do', () => {
    assert.deepEqual(accountFaults(anAccount(EVERYTHING), someTraits()), []);
  });

  for (const [what, given] of [
    ['authorize', { kind: 'authorize' }],
    ['refund', { operations: ['refund'] }],
    ['void', { operations: ['void'] }],
    ['apple_pay', { paymentServices: ['apple_pay'] }],
    ['saving cards', { tokenizable: true }],
    ['automatic debit', { tokenizable: true, autoDebit: true }],
  ] as const)
    it(`may not switch on ${what} where the connector cannot do it`, () => {
      const faults = accountFaults(anAccount(given), someTraits(NOTHING));
      assert.ok(faults.includes(`The gateway sandbox cannot do this: ${what}.`), faults.join());
    });

  it('may not want the security code of saved cards where the connector does not ask for it', () => {
    const traits = someTraits({ cvv: false });
    const [fault] = accountFaults(anAccount({ tokenizable: true, cvvRequired: true }), traits);
    assert.match(fault ?? '', /security code of a saved card.*cvv_required to false/);
    for (const given of [{ tokenizable: true, cvvRequired: false }, { cvvRequired: true }])
      assert.deepEqual(accountFaults(anAccount(given), traits), []);
  });

  it('may have the wallet, which is ours, whatever the connector can do', () => {
    const account = anAccount({ paymentServices: ['wallet'] });
    assert.deepEqual(accountFaults(account, someTraits(NOTHING)), []);
  });

  it('names everything that the connector cannot do at once', () => {
    assert.equal(accountFaults(anAccount(EVERYTHING), someTraits(NOTHING)).length, 6);
  });

  it('debits by itself only with saved cards', () => {
    const [fault] = accountFaults(anAccount({ autoDebit: true }), someTraits());
    assert.match(fault ?? '', /needs saved cards/);
  });

  const CURRENCIES: readonly (readonly [string, Partial<GatewayAccount>, RegExp])[] = [
    ['a currency that there is not', { currencies: ['KWD', 'XYZ'] }, /"XYZ" is not a currency/],
    [
      'a default currency that it does not accept',
      { defaultCurrency: amountOf('1', 'SAR').currency },
      /default currency SAR is not among/,
    ],
    ['a rate for no currency', { exchange: { rates: { XYZ: '1' } } }, /"XYZ" is not a currency/],
    ['a rate for a currency that it accepts', { exchange: { rates: { KWD: '1' } } }, /KWD is acc/],
    ...['', '0', '0.000', '-1', '1e3', '.5', '0.0000000000001', '1234567890', '1,5', '١'].map(
      (rate) =>
        [
          `the rate "${rate}"`,
          { exchange: { rates: { USD: rate } } },
          /is not a positive/,
        ] as const,
    ),
    ...['', '-1', '100.01', '2.755', '101', '1e1', '٢'].map(
      (value) =>
        [
          `a fee of ${value} %`,
          { fee: { type: 'percent', value } },
          /is not from 0 to 100/,
        ] as const,
    ),
    ...['', '-1', '0.0001', '1e3', '9007199254740.991'].map(
      (value) =>
        [
          `a fixed fee of ${value}`,
          { fee: { type: 'fixed', values: { KWD: value } } },
          /is not an amount of KWD/,
        ] as const,
    ),
    [
      'a fixed fee in no currency',
      { fee: { type: 'fixed', values: { XYZ: '1' } } },
      /"XYZ" is not a currency/,
    ],
  ];
  for (const [what, given, sentence] of CURRENCIES)
    it(`may not have ${what}`, () => {
      const faults = accountFaults(anAccount(given), someTraits());
      assert.equal(faults.length, 1, faults.join());
      assert.match(faults[0] ?? '', sentence);
    });

  for (const rate of ['1', '0.000000000001', '999999999.999999999999', '0012'])
    it(`may have the rate ${rate}`, () => {
      const account = anAccount({ exchange: { rates: { USD: rate } } });
      assert.deepEqual(accountFaults(account, someTraits()), []);
    });

  for (const value of ['0', '100', '100.00', '2.75', '0.05'])
    it(`may have a fee of ${value} %`, () => {
      const account = anAccount({ fee: { type: 'percent', value } });
      assert.deepEqual(accountFaults(account, someTraits()), []);
    });
});
