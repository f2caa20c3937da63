import assert from 'node:assert/strict';
import { afterFault } from '../../domain/routing/breaker.ts';
import { aMerchantId, anAccount, codeOf } from '../support/builders.ts';
import { useAdmin } from './support/command-line.ts';

const PEARL = aMerchantId('pearl');
const BANKS = ['bank-a', 'bank-b'] as const;
const ROUTE = {
  code: 'cards',
  name: 'Card',
  rules: [
    {
      name: 'large',
      currencies: ['KWD'],
      amount_from: '100.000',
      accounts: [{ code: 'bank-a' }, { code: 'bank-b' }],
    },
    {
      name: 'visa at night',
      brands: ['VISA'],
      bins: [{ from: '400000', to: '499999' }],
      days: ['thu'],
      from: '22:00',
      until: '06:00',
      accounts: [{ code: 'bank-b' }],
    },
    {
      name: 'rest',
      accounts: [
        { code: 'bank-a', share: 0 },
        { code: 'bank-b', share: 100 },
      ],
    },
  ],
};

describe('the command line of routes', function () {
  this.timeout(120_000);
  const { database, done, refused, audit } = useAdmin();
  const FILE = ['routes', 'put', '--file', '-'] as const;
  const ask = (...more: readonly string[]) =>
    done(['routes', 'dry-run', 'cards', '--currency', 'KWD', ...more]);
  before(async () => {
    await done(['merchants', 'create', 'pearl', '--name', 'Pearl Shop']);
    for (const name of BANKS)
      await database().store.gatewayAccounts.put(
        anAccount({ code: codeOf(name), merchantId: PEARL }),
        {},
      );
  });

  it('makes one, writes that down once, and shows and lists it', async () => {
    await done([...FILE], put(ROUTE));
    await done([...FILE], put(ROUTE));
    const written = (await audit()).filter(({ action }) => action.command === 'routes put');
    assert.equal(written.length, 1);
    const shown = await done(['routes', 'show', 'cards']);
    assert.deepEqual(shown.rules[0].when, {
      currencies: ['KWD'],
      amountFrom: { minor: 100_000, currency: 'KWD' },
    });
    assert.deepEqual(shown.rules[1].when.times, { days: ['thu'], from: '22:00', until: '06:00' });
    const [listed] = await done(['routes', 'list']);
    assert.deepEqual(listed.accounts, [...BANKS]);
  });

  it('says where a payment would go, and why', async () => {
    const large = await ask('--amount', '100');
    assert.deepEqual(
      [large.rule, large.accounts.map(({ pgCode }: { readonly pgCode: string }) => pgCode)],
      ['large', [...BANKS]],
    );
    const night = ['--brand', 'visa', '--bin', '411111', '--at', '2026-01-15T23:00:00Z'];
    assert.equal((await ask('--amount', '5', ...night)).rule, 'visa at night');
    const rest = await ask('--amount', '5');
    assert.equal(rest.accounts[0].pgCode, 'bank-b');
    assert.match(rest.skipped[1].why, /the brand is not known yet/);
    const { err } = await refused([
      'routes',
      'dry-run',
      'cards',
      '--amount',
      '1.2345',
      '--currency',
      'KWD',
    ]);
    assert.match(err, /decimal/);
  });

  it('shows which accounts give no answer', async () => {
    await database().store.breakers.change(PEARL, codeOf('bank-a'), (one) =>
      afterFault(one, Date.now()),
    );
    const [row] = await done(['routes', 'health']);
    assert.deepEqual([row.account, row.state, row.faults], ['bank-a', 'closed', 1]);
  });

  for (const [what, text, sentence] of [
    ['is no route', put({ code: 'cards' }), /"name" is required.*"rules" is required/],
    ['names nobody', rule({ accounts: [{ code: 'bank-c' }] }), /There is no account "bank-c"/],
    [
      'has shares of 90',
      rule({ accounts: [{ code: 'bank-a', share: 90 }] }),
      /its shares make 90 percent together/,
    ],
    [
      'has an amount without a currency',
      rule({ amount_from: '5' }),
      /an amount needs one currency/,
    ],
    [
      'has an amount that is none',
      rule({ currencies: ['KWD'], amount_below: '1.0001' }),
      /"1.0001": .*decimal/,
    ],
    ['has a strange time', rule({ from: '25:00' }), /no time such as 08:30/],
    ['has a strange currency', rule({ currencies: ['XYZ'] }), /no currency of ISO 4217/],
    ['has a field of another name', rule({ amounts: [] }), /"rules\[0\]\.amounts" is not allowed/],
    [
      'has the code of an account',
      put({ ...ROUTE, code: 'bank-a' }),
      /"bank-a" is an account already/,
    ],
  ] as const)
    it(`refuses one that ${what}`, async () => {
      const { code, err } = await refused([...FILE], text);
      assert.equal(code, 2, err);
      assert.match(err, sentence);
    });

  it('refuses an account with the code of a route', async () => {
    const account = {
      code: 'cards',
      name: 'Card',
      gateway: 'cash',
      is_sandbox: false,
      default_currency: 'KWD',
      accepted_currencies: ['KWD'],
    };
    const { err } = await refused(['accounts', 'put', '--file', '-'], put(account));
    assert.match(err, /"cards" is a route already/);
  });

  it('deletes one when somebody says yes', async () => {
    await refused(['routes', 'delete', 'cards']);
    await done(['routes', 'delete', 'cards', '--yes']);
    assert.deepEqual(await done(['routes', 'list']), []);
    assert.equal((await refused(['routes', 'show', 'cards'])).code, 3);
  });
});

function put(given: object): string {
  return JSON.stringify(given);
}

function rule(given: object): string {
  return put({ ...ROUTE, rules: [{ ...ROUTE.rules[2], ...given }] });
}
