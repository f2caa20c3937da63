import assert from 'node:assert/strict';
import type { GatewayAccount } from '../../domain/account.ts';
import { matching, type MethodQuery } from '../../domain/method-query.ts';
import { anAccount, codeOf } from '../support/builders.ts';

const named = (code: string, given: Partial<GatewayAccount> = {}) =>
  anAccount({ code: codeOf(code), ...given });

const ACCOUNTS = [
  named('plain'),
  named('gulf', { currencies: ['KWD', 'SAR', 'BHD'] }),
  named('hold', { kind: 'authorize' }),
  named('tokens', { tokenizable: true, tags: ['subscriptions', 'retail'] }),
  named('debit', { tokenizable: true, autoDebit: true, tags: ['subscriptions'] }),
  named('apple', { paymentServices: ['apple_pay', 'google_pay'] }),
  named('cash', { gateway: 'cash' }),
  named('trial', { sandbox: true, tags: ['test'] }),
  named('requests', { plugins: ['payment_request'] }),
  named('sleeping', { active: false }),
  named('abroad', { exchange: { rates: { SAR: '0.08' } } }),
];
const PRODUCTION = 'abroad apple cash debit gulf hold plain tokens';

const found = (query: Partial<MethodQuery>) =>
  matching(ACCOUNTS, { plugin: 'e_commerce', ...query })
    .map(({ code }) => code)
    .join(' ');

describe('the accounts that a query asks for', () => {
  const TABLE: readonly (readonly [string, Partial<MethodQuery>, string])[] = [
    ['nothing more than a plugin', {}, `${PRODUCTION} trial`],
    [
      'another plugin',
      { plugin: 'payment_request' },
      'abroad apple cash debit gulf hold plain requests tokens trial',
    ],
    ['a currency', { currencies: ['SAR'] }, 'gulf'],
    ['any of two currencies', { currencies: ['SAR', 'JPY'] }, 'gulf'],
    ['currencies that nobody accepts', { currencies: ['JPY'] }, ''],
    ['an empty list of currencies', { currencies: [] }, `${PRODUCTION} trial`],
    ['holding', { operation: 'authorize' }, 'hold'],
    ['saved cards', { tokenizable: true }, 'debit tokens'],
    ['no saved cards, which asks for nothing', { tokenizable: false }, `${PRODUCTION} trial`],
    ['automatic debit, which needs saved cards', { autoDebit: true }, 'debit'],
    ['production', { sandbox: false }, PRODUCTION],
    ['sandbox', { sandbox: true }, 'trial'],
    ['a gateway', { gateways: ['cash'] }, 'cash'],
    ['any of two gateways', { gateways: ['cash', 'nobody'] }, 'cash'],
    ['any of two tags', { tags: ['retail', 'test'] }, 'tokens trial'],
    ['a service', { paymentServices: ['google_pay', 'wallet'] }, 'apple'],
    ['two things at once', { tags: ['subscriptions', 'test'], sandbox: false }, 'debit tokens'],
    ['two things that nobody is', { gateways: ['cash'], tokenizable: true }, ''],
  ];
  for (const [what, query, codes] of TABLE)
    it(`for ${what} are: ${codes || 'none'}`, () => {
      assert.equal(found(query), codes);
    });

  it('are not those that debit by themselves without saved cards', () => {
    const odd = named('odd', { autoDebit: true });
    assert.deepEqual(matching([odd], { plugin: 'e_commerce', autoDebit: true }), []);
  });

  it("come in the merchant's order, then by code, however they were kept", () => {
    const accounts = [
      named('b', { order: 1 }),
      named('c'),
      named('a', { order: 1 }),
      named('B', { order: -1 }),
      named('d'),
    ];
    for (const kept of [accounts, accounts.toReversed()])
      assert.deepEqual(
        matching(kept, { plugin: 'e_commerce' }).map(({ code }) => code),
        ['B', 'c', 'd', 'a', 'b'],
      );
  });
});
