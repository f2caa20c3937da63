import assert from 'node:assert/strict';
import {
  completeTerms,
  kindOf,
  methodsFor,
  open,
  type GivenTerms,
} from '../../../domain/transaction/open.ts';
import type { Merchant } from '../../../domain/merchant.ts';
import {
  aMerchant,
  anAccount,
  CREATED_AT,
  CARD,
  codeOf,
  DAY_MS,
  kwd,
  sessionOf,
  someTraits,
  referenceOf,
} from '../../support/builders.ts';

const TERMS: GivenTerms = { amount: kwd('12.500'), pgCodes: [CARD], customer: {}, language: 'en' };
const OFFERED = [{ account: anAccount(), traits: someTraits() }];

describe('open', () => {
  for (const [given, expected] of [
    [undefined, { min_expiry_time: '30' }],
    [{}, { min_expiry_time: '30' }],
    [{ min_expiry_time: 7 }, { min_expiry_time: 7 }],
  ] as const)
    it(`wants a card that lasts for what is charged again: ${JSON.stringify(given)}`, () => {
      const terms = { ...TERMS, ...(given && { cardAcceptanceCriteria: given }) };
      const opening = {
        sessionId: sessionOf('7'),
        type: 'e_commerce',
        terms,
        now: CREATED_AT,
      } as const;
      const of = (paymentType: 'one_off' | 'auto_debit') =>
        open({ ...opening, paymentType }, aMerchant(), OFFERED).cardAcceptanceCriteria;
      assert.deepEqual([of('auto_debit'), of('one_off')], [expected, given]);
    });

  it('makes a new transaction that lives for a day', () => {
    const transaction = open(
      { sessionId: sessionOf('7'), type: 'e_commerce', terms: TERMS, now: CREATED_AT },
      aMerchant(),
      OFFERED,
    );
    assert.deepEqual(transaction, {
      ...TERMS,
      sessionId: sessionOf('7'),
      merchantId: 'pearl-shop',
      version: 1,
      state: 'created',
      type: 'e_commerce',
      kind: 'purchase',
      paymentType: 'one_off',
      methods: methodsFor(TERMS, OFFERED),
      expirationSeconds: 86_400,
      createdAt: CREATED_AT,
      expiresAt: CREATED_AT + DAY_MS,
      expiresByTimer: true,
      attempts: [],
      sequence: 0,
      alerts: [],
    });
  });

  it('that saves a card is for the whole amount, which is none, whatever the plugin lets payers choose', () => {
    const editable = { enabled: true, amountEditable: true };
    const merchant = aMerchant({
      plugins: { e_commerce: editable, payment_request: { enabled: true } },
    });
    const opening = {
      sessionId: sessionOf('7'),
      type: 'e_commerce',
      terms: TERMS,
      now: CREATED_AT,
    } as const;
    const saving = open({ ...opening, paymentType: 'save_card' }, merchant, OFFERED);
    assert.equal(saving.paymentType, 'save_card');
    assert.equal('amountEditable' in saving, false);
    assert.equal(open(opening, merchant, OFFERED).amountEditable, true);
  });

  it('lives for as long as the request says', () => {
    const terms = { ...TERMS, expirationSeconds: 1800 };
    const { expiresAt } = open(
      { sessionId: sessionOf('7'), type: 'e_commerce', terms, now: CREATED_AT },
      aMerchant(),
      OFFERED,
    );
    assert.equal(expiresAt, CREATED_AT + 1_800_000);
  });

  it('does not expire by itself when the merchant has switched the timer off', () => {
    const opening = {
      sessionId: sessionOf('7'),
      type: 'e_commerce',
      terms: TERMS,
      now: CREATED_AT,
    } as const;
    const merchant = aMerchant({ expiresByTimer: false });
    assert.equal(open(opening, merchant, OFFERED).expiresByTimer, false);
  });
});

describe('open, by the settings of the plugin', () => {
  const opening = {
    sessionId: sessionOf('7'),
    type: 'e_commerce',
    terms: TERMS,
    now: CREATED_AT,
  } as const;
  const legacy = { referenceNumber: referenceOf('demoAAAAAA') };
  const settings = { enabled: true, amountEditable: true, expirationSeconds: 60 };

  it('lets the payer choose the amount, for good, where the plugin does', () => {
    const merchant = aMerchant({ plugins: { ...aMerchant().plugins, e_commerce: settings } });
    assert.equal(open(opening, merchant, OFFERED).amountEditable, true);
    assert.ok(!('amountEditable' in open(opening, aMerchant(), OFFERED)));
  });

  it('goes by the plugin of the old endpoints where it was made by one of them', () => {
    const merchant = aMerchant({ plugins: { ...aMerchant().plugins, legacy: settings } });
    const old = open({ ...opening, legacy }, merchant, OFFERED);
    assert.deepEqual(old.legacy, legacy);
    assert.equal(old.amountEditable, true);
    assert.equal(old.expiresAt, CREATED_AT + 60_000);
    assert.equal(open(opening, merchant, OFFERED).expiresAt, CREATED_AT + DAY_MS);
  });
});

describe('completeTerms', () => {
  const plugin = {
    enabled: true,
    webhookUrl: 'https://shop.example.test/default-webhook',
    redirectUrl: 'https://shop.example.test/default-thanks',
    expirationSeconds: 600,
  };
  const merchant = merchantWith(plugin);

  it('fills what the request leaves out from the plugin of its type', () => {
    assert.deepEqual(completeTerms(TERMS, 'payment_request', merchant), {
      ...TERMS,
      webhookUrl: plugin.webhookUrl,
      redirectUrl: plugin.redirectUrl,
      expirationSeconds: 600,
    });
  });

  it('takes nothing from another plugin', () => {
    assert.deepEqual(completeTerms(TERMS, 'e_commerce', merchant), {
      ...TERMS,
      expirationSeconds: 86_400,
    });
  });

  it('lets the request win', () => {
    const own = {
      ...TERMS,
      webhookUrl: 'https://shop.example.test/own-webhook',
      redirectUrl: 'https://shop.example.test/own-thanks',
      expirationSeconds: 60,
    };
    assert.deepEqual(completeTerms(own, 'payment_request', merchant), own);
  });

  it('keeps the address when the merchant has switched webhooks off: they may be on again by then', () => {
    const off = { ...merchant, webhooks: { ...merchant.webhooks, enabled: false } };
    const terms = { ...TERMS, webhookUrl: 'https://shop.example.test/own-webhook' };
    for (const given of [terms, TERMS])
      assert.deepEqual(
        completeTerms(given, 'payment_request', off),
        completeTerms(given, 'payment_request', merchant),
      );
  });

  it('makes no key for what nobody gave', () => {
    const terms = completeTerms(TERMS, 'e_commerce', aMerchant());
    assert.ok(!('webhookUrl' in terms) && !('redirectUrl' in terms));
  });
});

describe('methodsFor', () => {
  const debit = {
    account: anAccount({
      code: codeOf('debit'),
      fee: {
        chargeDefaultCurrency: true,
        type: 'percent',
        value: '2',
      },
    }),
    traits: someTraits(),
  };

  it('follows the order of the request and leaves out what it does not name', () => {
    const methods = methodsFor({ amount: kwd('10'), pgCodes: [codeOf('debit'), CARD] }, [
      ...OFFERED,
      debit,
    ]);
    assert.deepEqual(
      methods.map(({ pgCode, fee }) => [pgCode, fee]),
      [
        ['debit', kwd('0.200')],
        ['card', kwd('0')],
      ],
    );
    assert.deepEqual(methodsFor({ amount: kwd('10'), pgCodes: [CARD] }, [debit]), []);
  });
});

describe('kindOf', () => {
  it('is the kind that all methods share', () => {
    const account = anAccount({ kind: 'authorize' });
    assert.equal(kindOf([{ account, traits: someTraits() }]), 'authorize');
    assert.equal(kindOf(OFFERED), 'purchase');
  });
});

function merchantWith(plugin: Merchant['plugins']['payment_request']): Merchant {
  return aMerchant({ plugins: { e_commerce: { enabled: true }, payment_request: plugin } });
}
