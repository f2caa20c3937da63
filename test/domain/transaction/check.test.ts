import assert from 'node:assert/strict';
import { distinct, faultsOf } from '../../../domain/transaction/check.ts';
import type { CheckContext, Proposal } from '../../../domain/transaction/proposal.ts';
import { hiddenIn, methodsFor, offeredBy } from '../../../domain/transaction/open.ts';
import { moneyOf } from '../../../domain/transaction/proposed-amount.ts';
import {
  aMerchant,
  amountOf,
  anAccount,
  CREATED_AT,
  codeOf,
  kwd,
  someTraits,
} from '../../support/builders.ts';

const GOOD: Proposal = {
  type: 'e_commerce',
  amount: '12.500',
  currencyCode: 'KWD',
  pgCodes: ['card'],
};
const CONTEXT: CheckContext = {
  merchant: aMerchant(),
  accounts: [
    anAccount({ currencies: ['KWD', 'SAR', 'JPY', 'UYW'] }),
    anAccount({ code: codeOf('debit') }),
    anAccount({ code: codeOf('sleeping'), active: false }),
    anAccount({ code: codeOf('requests'), plugins: ['payment_request'] }),
    anAccount({ code: codeOf('hold'), kind: 'authorize' }),
    anAccount({ code: codeOf('sandbox'), sandbox: true }),
    anAccount({ code: codeOf('short'), gateway: 'short-orders' }),
    anAccount({ code: codeOf('vault'), tokenizable: true, currencies: ['KWD', 'JPY'] }),
    anAccount({ code: codeOf('debit-auto'), tokenizable: true, autoDebit: true }),
    anAccount({ code: codeOf('auto-only'), autoDebit: true }),
  ],
  traitsOf: (gateway) =>
    someTraits(gateway === 'short-orders' ? { slug: gateway, longestOrderNo: 5 } : {}),
  now: CREATED_AT,
};

describe('faultsOf', () => {
  it('finds none in a proposal that has none', () => {
    assert.deepEqual(faults({}), {});
  });

  it('finds every fault at once, each under its own field', () => {
    const found = faults({
      amount: '0',
      pgCodes: ['nothing'],
      notifications: { email: ['paid'], sms: ['paid'] },
      customerBirthdate: '2026-01-16',
      initiatorId: 35,
      unitCode: 'north',
    });
    assert.deepEqual(Object.keys(found).toSorted(), [
      'amount',
      'customer_birthdate',
      'customer_email',
      'initiator_id',
      'notifications',
      'pg_codes',
      'unit_code',
    ]);
  });

  it('knows the unit and the initiator that were found', () => {
    const named = { ...GOOD, initiatorId: 35, unitCode: 'north' };
    const initiator = { id: 35, username: 'huda', email: 'huda@shop.example' };
    const unit = { merchantId: CONTEXT.merchant.id, code: 'north', name: 'North', overrides: {} };
    assert.deepEqual(faultsOf(named, { ...CONTEXT, initiator, unit }), {});
    assert.deepEqual(Object.keys(faultsOf(named, { ...CONTEXT, unit })), ['initiator_id']);
    assert.deepEqual(Object.keys(faultsOf(named, { ...CONTEXT, initiator })), ['unit_code']);
  });

  it('leaves what is missing to those who check the shape', () => {
    assert.deepEqual(faultsOf({}, CONTEXT), {});
  });
});

describe('the amount', () => {
  for (const [amount, currencyCode] of [
    ['0.010', 'KWD'],
    ['0.01', 'SAR'],
    ['1', 'JPY'],
    ['0.0100', 'UYW'],
    ['100.000', 'SAR'],
    ['1000000000000', 'KWD'],
    ['1000000000000000', 'JPY'],
  ] as const)
    it(`may be ${currencyCode} ${amount}`, () => {
      assert.deepEqual(faults({ amount, currencyCode }), {});
    });

  for (const [amount, currencyCode, sentence] of [
    ['0', 'KWD', /greater than or equal to 0\.010/],
    ['0.009', 'KWD', /greater than or equal to 0\.010/],
    ['0.00', 'SAR', /greater than or equal to 0\.01\b/],
    ['0', 'JPY', /greater than or equal to 1\b/],
    ['0.0099', 'UYW', /greater than or equal to 0\.0100/],
    ['1.2345', 'KWD', /no more than 3 decimal/],
    ['1.005', 'SAR', /no more than 2 decimal/],
    ['1.5', 'JPY', /no more than 0 decimal/],
    ['-1', 'KWD', /valid amount/],
    ['+1', 'KWD', /valid amount/],
    ['1e3', 'KWD', /valid amount/],
    ['', 'KWD', /valid amount/],
    ['1,000', 'KWD', /valid amount/],
    ['١٢', 'KWD', /valid amount/],
    [' 1', 'KWD', /valid amount/],
    ['1000000000000.001', 'KWD', /too large/],
    ['1000000000000001', 'JPY', /too large: at most JPY 1000000000000000\./],
    ['9'.repeat(24), 'KWD', /too large/],
    ['9'.repeat(25), 'KWD', /no more than 24/],
  ] as const)
    it(`may not be ${currencyCode} "${amount}"`, () => {
      const { amount: found, ...others } = faults({ amount, currencyCode });
      assert.match(sentenceOf(found), sentence);
      assert.deepEqual(others, {});
    });

  for (const currency of [{}, { currencyCode: 'XYZ' }])
    it(`is judged by how it is written alone with ${JSON.stringify(currency)}`, () => {
      for (const [amount, sentence] of [
        ['x', /valid amount/],
        ['9'.repeat(25), /no more than 24/],
      ] as const)
        assert.match(sentenceOf(faultsOf({ ...currency, amount }, CONTEXT)['amount']), sentence);
      for (const amount of ['1.23456', '9'.repeat(24), '0'])
        assert.ok(!('amount' in faultsOf({ ...currency, amount }, CONTEXT)));
    });
});

describe('an amount that not every network can charge exactly', () => {
  const route = (code: string, ...pgCodes: readonly string[]) => ({
    code: codeOf(code),
    merchantId: CONTEXT.merchant.id,
    name: 'Cards',
    active: true,
    rules: [{ name: 'all', when: {}, accounts: pgCodes.map((one) => ({ pgCode: codeOf(one) })) }],
  });
  const context: CheckContext = {
    ...CONTEXT,
    accounts: [
      ...CONTEXT.accounts,
      anAccount({ code: codeOf('tens'), gateway: 'in-tens' }),
      anAccount({ code: codeOf('tens-hold'), gateway: 'in-tens', kind: 'authorize' }),
    ],
    routes: [route('by-tens', 'tens', 'sleeping'), route('by-sleeping', 'sleeping')],
    traitsOf: (gateway) =>
      someTraits(
        gateway === 'in-tens' ? { slug: gateway, amountStep: { [kwd('1').currency]: 10 } } : {},
      ),
  };
  const of = (amount: string, ...pgCodes: readonly string[]) => {
    const proposal = { ...GOOD, amount, pgCodes };
    const offered = offeredBy(pgCodes, proposal, context);
    return {
      faults: faultsOf(proposal, context),
      offered: methodsFor({ amount: kwd(amount), pgCodes: pgCodes.map(codeOf) }, offered).map(
        ({ pgCode }) => pgCode,
      ),
      ...hiddenIn(offered),
    };
  };
  const why = '"tens" cannot charge KWD 12.345: Sandbox takes KWD in steps of 0.010.';

  it('hides the method, where another one can charge it', () => {
    assert.deepEqual(of('12.345', 'tens', 'card'), {
      faults: {},
      offered: ['card'],
      hiddenMethods: [{ pgCode: 'tens', why }],
    });
    assert.deepEqual(of('12.340', 'tens', 'card'), { faults: {}, offered: ['tens', 'card'] });
  });

  it('is refused where none can', () => {
    assert.deepEqual(of('12.345', 'tens').faults, { pg_codes: [why] });
    assert.match(
      sentenceOf(of('12.345', 'by-tens').faults['pg_codes']),
      /^The route "by-tens" has no/,
    );
    const { pg_codes: both = [] } = of('12.345', 'by-tens', 'tens').faults;
    assert.ok(Array.isArray(both) && both.length === 2 && both[1] === why, JSON.stringify(both));
  });

  it('excuses nothing else', () => {
    for (const [code, sentence] of [
      ['sleeping', /"sleeping" is not active/],
      ['by-sleeping', /"by-sleeping" has no account/],
      ['tens-hold', /only authorize cannot be mixed/],
    ] as const)
      assert.match(sentenceOf(of('12.345', code, 'card').faults['pg_codes']), sentence);
  });

  it('is not asked of an amount that is at fault itself, however it is led there: with its fee, or converted, it may be no money', () => {
    const fee = { type: 'percent', value: '100', chargeDefaultCurrency: true } as const;
    const tens = { gateway: 'in-tens', fee };
    const accounts = [
      anAccount({ code: codeOf('dear'), ...tens }),
      anAccount({ code: codeOf('abroad'), ...tens, exchange: { rates: { JPY: '100' } } }),
    ];
    const routes = [route('by-dear', 'dear'), route('by-abroad', 'abroad')];
    for (const [amount, currency, ...pgCodes] of [
      ['5000000000000.000', 'KWD', 'dear', 'by-dear'],
      ['5000000000000000', 'JPY', 'abroad', 'by-abroad'],
    ] as const)
      for (const code of pgCodes) {
        const proposal = { ...GOOD, amount, currencyCode: currency, pgCodes: [code] };
        const found = faultsOf(proposal, { ...context, accounts, routes });
        assert.deepEqual(Object.keys(found), ['amount'], code);
      }
    const proposal = { ...GOOD, amount: '1000000000', currencyCode: 'JPY', pgCodes: ['by-abroad'] };
    const tooLarge = { ...proposal, amount: '1000000000000' };
    assert.deepEqual(faultsOf(proposal, { ...context, accounts, routes }), {});
    assert.match(
      sentenceOf(faultsOf(tooLarge, { ...context, accounts, routes })['pg_codes']),
      /too large in KWD/,
    );
  });

  it('hides a route that only leads to such networks', () => {
    const { faults: none, offered, hiddenMethods = [] } = of('12.345', 'by-tens', 'card');
    assert.deepEqual([none, offered], [{}, ['card']]);
    assert.deepEqual(
      hiddenMethods.map(({ pgCode, why: told }) => [pgCode, told.includes(why)]),
      [['by-tens', true]],
    );
  });
});

describe('the currency', () => {
  for (const currencyCode of ['XYZ', 'kwd', 'KW', '', 'XXX'])
    it(`may not be "${currencyCode}"`, () => {
      assert.match(sentenceOf(faults({ currencyCode })['currency_code']), /ISO 4217/);
    });

  it('is written in capitals, which is said of what is one otherwise', () => {
    assert.match(sentenceOf(faults({ currencyCode: 'kwd' })['currency_code']), /write KWD\.$/);
    assert.doesNotMatch(sentenceOf(faults({ currencyCode: 'xyz' })['currency_code']), /write/);
  });

  it('may be any when the merchant has chosen none', () => {
    assert.deepEqual(faults({ currencyCode: 'SAR' }), {});
  });

  it('is one of those that the merchant has chosen', () => {
    const merchant = aMerchant({ currencies: ['KWD', 'JPY'] });
    const found = faultsOf({ ...GOOD, currencyCode: 'SAR' }, { ...CONTEXT, merchant });
    assert.match(sentenceOf(found['currency_code']), /SAR is not active; use KWD, JPY/);
    assert.deepEqual(faultsOf(GOOD, { ...CONTEXT, merchant }), {});
  });
});

describe('the methods', () => {
  for (const [what, pgCodes, sentence] of [
    ['unknown', ['nothing'], /"nothing" is not a payment method/],
    ['inactive', ['sleeping'], /"sleeping" is not active/],
    ['of another plugin', ['requests'], /"requests" is not enabled for e_commerce/],
    ['both sandbox and not', ['card', 'sandbox'], /Sandbox and production/],
    ['both charging and holding', ['card', 'hold'], /only authorize/],
  ] as const)
    it(`may not be ${what}`, () => {
      const found = faults({ pgCodes });
      assert.deepEqual(Object.keys(found), ['pg_codes']);
      assert.match(sentenceOf(found['pg_codes']), sentence);
    });

  it('are named to who named none of them, as far as they may use them', () => {
    const may = (...codes: readonly string[]) => ({
      ...CONTEXT,
      mayUse: (code: string) => codes.includes(code),
    });
    const proposal = { ...GOOD, pgCodes: ['nothing'] };
    assert.deepEqual(faultsOf(proposal, may('card', 'debit', 'sleeping', 'requests'))['pg_codes'], [
      '"nothing" is not a payment method; use one of card, debit.',
    ]);
    assert.deepEqual(faultsOf(proposal, may())['pg_codes'], ['"nothing" is not a payment method.']);
    const many = Array.from({ length: 21 }, (_, nth) => anAccount({ code: codeOf(`m${nth}`) }));
    const all = faultsOf(proposal, { ...CONTEXT, accounts: many, mayUse: () => true })['pg_codes'];
    assert.match(sentenceOf(all), / m19, …\.$/);
  });

  it('all take the currency', () => {
    const found = faults({ currencyCode: 'SAR', pgCodes: ['card', 'debit'] });
    assert.deepEqual(found, { pg_codes: ['"debit" does not accept SAR; it accepts KWD.'] });
  });

  describe('that convert', () => {
    const abroad = anAccount({
      code: codeOf('abroad'),
      exchange: { rates: { SAR: '0.08', JPY: '0.002', UYW: '100' } },
    });
    const accounts = [...CONTEXT.accounts, abroad];
    const found = (proposal: Proposal) =>
      faultsOf({ ...GOOD, pgCodes: ['abroad'], ...proposal }, { ...CONTEXT, accounts });

    it('take a currency that they do not accept', () => {
      assert.deepEqual(found({ currencyCode: 'SAR', amount: '10.00' }), {});
    });

    it('may be offered beside methods that accept it', () => {
      assert.deepEqual(
        found({ currencyCode: 'SAR', amount: '10.00', pgCodes: ['abroad', 'card'] }),
        {},
      );
    });

    it('say what they take when there is no rate', () => {
      assert.deepEqual(found({ currencyCode: 'USD', amount: '10.00' }), {
        pg_codes: ['"abroad" does not accept USD; it accepts KWD and converts SAR, JPY, UYW.'],
      });
    });

    for (const [amount, currencyCode, sentence] of [
      ['0.05', 'SAR', /"abroad" cannot charge SAR 0\.05: it is less than the least amount of KWD/],
      ['4', 'JPY', /JPY 4: it is less than the least/],
      ['100000000000.0000', 'UYW', /UYW 100000000000\.0000: it is too large in KWD/],
    ] as const)
      it(`cannot charge ${amount} ${currencyCode} where that is no amount in their own currency`, () => {
        const { pg_codes: faulty, ...others } = found({ currencyCode, amount });
        assert.deepEqual(others, {});
        assert.match(sentenceOf(faulty), sentence);
      });

    it('are not blamed for an amount that is at fault itself', () => {
      assert.deepEqual(Object.keys(found({ currencyCode: 'SAR', amount: '0' })), ['amount']);
    });

    it('take the least that is left in their own currency', () => {
      assert.deepEqual(found({ currencyCode: 'JPY', amount: '5' }), {});
    });
  });

  it('are each told their own fault, in their order', () => {
    const { pg_codes: found } = faults({ pgCodes: ['nothing', 'card', 'sleeping', 'requests'] });
    assert.deepEqual(found, [
      '"nothing" is not a payment method.',
      '"sleeping" is not active.',
      '"requests" is not enabled for e_commerce.',
    ]);
  });

  it('are judged once when they are named twice', () => {
    const { pg_codes: found } = faults({ pgCodes: ['nothing', 'nothing'] });
    assert.deepEqual(found, ['"nothing" is not a payment method.']);
  });

  it('may be several of one sort', () => {
    assert.deepEqual(faults({ pgCodes: ['card', 'debit', 'card'] }), {});
  });

  it('are not blamed for a currency that there is not', () => {
    assert.deepEqual(Object.keys(faults({ currencyCode: 'XYZ' })), ['currency_code']);
  });
});

describe('the order number', () => {
  it('may be as long as the shortest of the networks takes it, as the connector says', () => {
    const pgCodes = ['card', 'short'];
    assert.deepEqual(faults({ pgCodes, orderNo: '12345' }), {});
    assert.deepEqual(faults({ pgCodes, orderNo: '123456' }), {
      order_no: ['Ensure this field has no more than 5 characters; "short" takes no more.'],
    });
  });

  it('may be long where no network minds', () => {
    assert.deepEqual(faults({ pgCodes: ['card'], orderNo: '9'.repeat(128) }), {});
  });
});

describe('the delivery that the page asks for', () => {
  for (const [address, location, isRight] of [
    [true, true, true],
    [false, true, true],
    [false, false, true],
    [undefined, undefined, true],
    [true, false, false],
    [true, undefined, false],
  ] as const)
    it(`with address ${address} and location ${location} is ${isRight ? 'right' : 'refused'}`, () => {
      const found = faults({
        ...(address !== undefined && { captureDeliveryAddress: address }),
        ...(location !== undefined && { captureDeliveryLocation: location }),
      });
      assert.deepEqual(Object.keys(found), isRight ? [] : ['capture_delivery_location']);
    });
});

describe('the customer', () => {
  it('needs an e-mail address to be sent e-mails', () => {
    const notifications = { email: ['paid'] };
    assert.deepEqual(faults({ notifications }), { customer_email: ['This field is required.'] });
    assert.deepEqual(faults({ notifications, customerEmail: 'sara@example.test' }), {});
  });

  for (const channel of ['sms', 'whatsapp'] as const)
    it(`needs a phone to be told by ${channel}`, () => {
      const notifications = { [channel]: ['paid'] };
      const found = faults({ notifications });
      assert.deepEqual(found, {
        notifications: { [channel]: ['This channel needs customer_phone.'] },
      });
      assert.deepEqual(faults({ notifications, customerPhone: '+96550000001' }), {});
    });

  it('needs nothing for channels without an event', () => {
    assert.deepEqual(faults({ notifications: { email: [], sms: [], whatsapp: [] } }), {});
  });

  for (const field of ['customerPhone', 'customerPhone2'] as const)
    it(`has a number with digits of any script and any writing between them: ${field}`, () => {
      for (const number of ['+965 5000-1234', '(02) 123.45', '٠٠٩٦٥٥٠٠٠١٢٣٤', '5000 x12', '112'])
        assert.deepEqual(faults({ [field]: number }), {}, number);
      const name = field === 'customerPhone' ? 'customer_phone' : 'customer_phone_2';
      for (const number of ['call me', '+', ' '])
        assert.deepEqual(faults({ [field]: number }), { [name]: ['Use a telephone number.'] });
    });

  it('was born before today', () => {
    assert.deepEqual(faults({ customerBirthdate: '2026-01-14' }), {});
    for (const customerBirthdate of ['2026-01-16', '2999-01-01'])
      assert.deepEqual(Object.keys(faults({ customerBirthdate })), ['customer_birthdate']);
  });
});

describe('moneyOf', () => {
  it('is the money of a proposal without faults', () => {
    assert.deepEqual(moneyOf({ amount: '12.5', currencyCode: 'KWD' }), kwd('12.500'));
    assert.deepEqual(moneyOf({ amount: '100.000', currencyCode: 'SAR' }), amountOf('100', 'SAR'));
  });

  for (const proposal of [
    {},
    { amount: '1' },
    { currencyCode: 'KWD' },
    { amount: '1', currencyCode: 'XYZ' },
    { amount: '1.2345', currencyCode: 'KWD' },
  ])
    it(`is nothing of ${JSON.stringify(proposal)}`, () => {
      assert.equal(moneyOf(proposal), undefined);
    });
});

describe('distinct', () => {
  it('keeps the first of each, in order', () => {
    assert.deepEqual(distinct(['b', 'a', 'b', 'c', 'a']), ['b', 'a', 'c']);
  });
});

function faults(change: Partial<Proposal>) {
  return faultsOf({ ...GOOD, ...change }, CONTEXT);
}

function sentenceOf(found: unknown): string {
  assert.ok(Array.isArray(found) && found.length === 1, JSON.stringify(found));
  return String(found[0]);
}

describe('saving a card without a payment', () => {
  const saving: Proposal = {
    type: 'e_commerce',
    paymentType: 'save_card',
    amount: '0',
    currencyCode: 'KWD',
    pgCodes: ['vault'],
    customerId: 'c-1',
    webhookUrl: 'https://shop.example.test/webhook',
  };
  const found = (given: Partial<Proposal>, context = CONTEXT) =>
    Object.keys(faultsOf({ ...saving, ...given }, context)).toSorted();
  const { customerId: _customerId, webhookUrl: _webhookUrl, ...bare } = saving;

  for (const amount of ['0', '0.0', '0.000', '00'])
    it(`moves ${amount}`, () => {
      assert.deepEqual(found({ amount }), []);
    });

  for (const amount of ['0.001', '1', '0.0001', '-0', '', '0,0', 'nothing'])
    it(`does not move "${amount}"`, () => {
      assert.deepEqual(found({ amount }), ['amount']);
    });

  it('has nothing in a currency without decimals either', () => {
    assert.deepEqual(found({ currencyCode: 'JPY' }), []);
    assert.deepEqual(found({ currencyCode: 'JPY', amount: '0.5' }), ['amount']);
  });

  it('needs a customer, somebody to tell, and methods that all keep cards', () => {
    assert.deepEqual(Object.keys(faultsOf(bare, CONTEXT)).toSorted(), [
      'customer_id',
      'webhook_url',
    ]);
    assert.deepEqual(found({ pgCodes: ['vault', 'card'] }), ['pg_codes']);
  });

  it('tells where the plugin says so', () => {
    const plugin = { enabled: true, webhookUrl: 'https://shop.example.test/all' };
    const merchant = aMerchant({
      plugins: { e_commerce: plugin, payment_request: { enabled: true } },
    });
    const told = { ...bare, customerId: 'c-1' };
    assert.deepEqual(faultsOf(told, { ...CONTEXT, merchant }), {});
    assert.deepEqual(
      Object.keys(faultsOf({ ...told, type: 'payment_request' }, { ...CONTEXT, merchant })),
      ['webhook_url'],
    );
  });

  it('is asked of nothing else', () => {
    assert.deepEqual(faultsOf({ ...bare, paymentType: 'one_off', amount: '1' }, CONTEXT), {});
  });
});

describe('an automatic debit', () => {
  const debit: Proposal = {
    ...GOOD,
    paymentType: 'auto_debit',
    pgCodes: ['debit-auto'],
    customerId: 'c-1',
    agreement: { id: 'A-1', type: 'other' },
  };
  const { customerId: _customer, agreement: _agreement, ...bare } = debit;
  const incomplete = { ...debit, agreement: { id: 'A-1', frequency: 'monthly' } } as const;
  for (const [what, proposal, expected] of [
    ['with all it needs', debit, []],
    ['of nothing', { ...debit, amount: '0' }, ['amount']],
    ['of nobody by nothing', bare, ['agreement', 'customer_id']],
    ['with an account that keeps no cards', { ...debit, pgCodes: ['auto-only'] }, ['pg_codes']],
    ['with one that only keeps them', { ...debit, pgCodes: ['debit-auto', 'vault'] }, ['pg_codes']],
    ['by an agreement that says too little', incomplete, ['agreement']],
  ] as const)
    it(`${what} has faults in [${expected.join()}]`, () => {
      assert.deepEqual(Object.keys(faultsOf(proposal, CONTEXT)).toSorted(), expected);
    });

  it('needs only the name of what was agreed on before', () => {
    const context = { ...CONTEXT, agreed: { id: 'A-1', type: 'recurring' } as const };
    assert.deepEqual(faultsOf(incomplete, context), {});
    assert.deepEqual(faultsOf({ ...debit, agreement: {} }, context), {
      agreement: { id: ['This field is required.'] },
    });
  });
});
