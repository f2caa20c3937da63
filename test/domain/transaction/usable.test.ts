import assert from 'node:assert/strict';
import type { GatewayAccount } from '../../../domain/account.ts';
import type { Merchant } from '../../../domain/merchant.ts';
import { readFieldSentences } from '../../../domain/field-sentence.ts';
import { invalidate } from '../../../domain/transaction/halt.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import { methodsUsableNow, whyUnusable } from '../../../domain/transaction/usable.ts';
import {
  aMerchant,
  aMethod,
  anAccount,
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  codeOf,
  kwd,
} from '../../support/builders.ts';
import { aRoute, aRouteMethod } from '../routing/builders.ts';

const WALLET = codeOf('wallet');
const CARD = codeOf('card');
const transaction = aTransaction({ methods: [aMethod(), aMethod({ pgCode: WALLET })] });
const gone = { active: false } as const;

describe('a transaction', () => {
  const cases: readonly (readonly [
    string,
    readonly GatewayAccount[],
    Partial<Merchant>,
    RegExp | undefined,
  ])[] = [
    [
      'is usable while both accounts are',
      [anAccount(), anAccount({ code: WALLET })],
      {},
      undefined,
    ],
    [
      'is usable while one account is',
      [anAccount(gone), anAccount({ code: WALLET })],
      {},
      undefined,
    ],
    ['is not when the accounts are gone', [], {}, /"card".*"wallet"/],
    [
      'is not when one is gone and the other switched off',
      [anAccount(gone)],
      {},
      /"card" is not active.*"wallet" is not a payment method/,
    ],
    [
      'is not when its accounts have stopped taking its currency',
      [anAccount({ currencies: ['USD'] }), anAccount({ code: WALLET, currencies: [] })],
      {},
      /does not accept KWD/,
    ],
    [
      'is not when its accounts have stopped serving its type',
      [anAccount({ plugins: ['payment_request'] })],
      {},
      /not enabled for e_commerce/,
    ],
    [
      'is not when its currency was switched off',
      [anAccount()],
      { currencies: ['USD'] },
      /^KWD is not active any more/,
    ],
    [
      'is usable in a currency among several',
      [anAccount()],
      { currencies: ['USD', 'KWD'] },
      undefined,
    ],
  ];
  for (const [what, amountEditable, accounts, isUsable] of [
    ['takes parts alone counts where payers choose the amount', true, [anAccount(gone)], true],
    ['takes parts alone does not count where they pay the whole', false, [anAccount(gone)], false],
    ['takes the whole counts', false, [anAccount()], true],
  ] as const)
    it(`of an account behind its route that ${what}`, () => {
      const behind = [aMethod(), aMethod({ pgCode: WALLET, partsOnly: true })];
      const byRoute = aTransaction({
        methods: [aRouteMethod({ accounts: behind })],
        ...(amountEditable && { amountEditable }),
      });
      const why = whyUnusable(byRoute, {
        merchant: aMerchant(),
        accounts: [...accounts, anAccount({ code: WALLET })],
        routes: [aRoute()],
      });
      assert.equal(why === undefined, isUsable, why);
    });

  for (const [name, accounts, merchant, expected] of cases)
    it(name, () => {
      const why = whyUnusable(transaction, { merchant: aMerchant(merchant), accounts });
      if (expected) {
        assert.match(why ?? '', expected);
        // Each part of it has words in other languages.
        assert.ok(readFieldSentences(why ?? ''), why);
      } else assert.equal(why, undefined);
    });
});

describe('a transaction that saves a card', () => {
  it('is usable as long as one of its accounts keeps cards', () => {
    const saving = aTransaction({ paymentType: 'save_card' });
    const merchant = aMerchant();
    const why = (tokenizable: boolean) =>
      whyUnusable(saving, { merchant, accounts: [anAccount({ tokenizable })] });
    assert.equal(why(true), undefined);
    assert.match(why(false) ?? '', /"card" cannot save cards/);
  });
});

describe('invalidation', () => {
  const reason = 'KWD is not active any more.';
  const UNPAID = new Set(['created', 'pending', 'attempted']);
  for (const state of TRANSACTION_STATES)
    it(`${UNPAID.has(state) ? 'ends' : 'leaves alone'} a transaction that is ${state}`, () => {
      const change = invalidate(aTransaction({ state }), { reason, now: CREATED_AT });
      const { state: after, invalidationReason } = change?.transaction ?? {};
      assert.deepEqual(
        [after, invalidationReason],
        UNPAID.has(state) ? ['invalided', reason] : [undefined, undefined],
      );
      assert.equal(change?.notice, undefined);
    });

  it('is told when somebody had tried to pay', () => {
    const tried = aTransaction({ state: 'attempted', attempts: [anAttempt({ state: 'failed' })] });
    assert.equal(invalidate(tried, { reason, now: CREATED_AT })?.notice?.result, 'failed');
  });

  it('waits while an attempt is at its gateway', () => {
    const paying = aTransaction({ state: 'pending', attempts: [anAttempt()] });
    assert.equal(invalidate(paying, { reason, now: CREATED_AT }), undefined);
  });

  it('waits for no attempt of other money, all of which has gone back', () => {
    const attempt = anAttempt();
    const { referenceNumber } = attempt;
    const charged = kwd('5');
    const alert = {
      kind: 'amount-mismatch',
      referenceNumber,
      at: 0,
      detail: 'x',
      charged,
    } as const;
    const wrong = aTransaction({ state: 'pending', attempts: [attempt], alerts: [alert] });
    const back = anEntry({
      kind: 'refund',
      state: 'done',
      paymentReference: referenceNumber,
      amount: charged,
    });
    assert.equal(invalidate(wrong, { reason, now: CREATED_AT }), undefined);
    const change = invalidate({ ...wrong, operations: [back] }, { reason, now: CREATED_AT });
    assert.deepEqual(
      [change?.transaction.state, change?.transaction.attempts[0]?.state, change?.notice?.result],
      ['invalided', 'canceled', 'canceled'],
    );
  });
});

describe('a transaction of which some methods are usable', () => {
  it('is shown with the methods that can be used now, one by one', () => {
    const merchant = aMerchant();
    const shown = (...accounts: readonly GatewayAccount[]) =>
      methodsUsableNow(transaction, { merchant, accounts }).map(({ pgCode }) => pgCode);
    const both = [anAccount(), anAccount({ code: WALLET })];
    assert.deepEqual(
      shown(...both),
      transaction.methods.map(({ pgCode }) => pgCode),
    );
    assert.deepEqual(shown(anAccount(gone), anAccount({ code: WALLET })), [WALLET]);
    assert.deepEqual(shown(anAccount(gone)), []);
    // What cannot take what the engine charges by the agreement, also behind a route.
    const untaken = new Map([[WALLET, 'It cannot.']]);
    const settings = { merchant, accounts: both, routes: [aRoute()], untaken };
    const behind = [[WALLET], [WALLET, CARD]].map((codes) =>
      aRouteMethod({ accounts: codes.map((pgCode) => aMethod({ pgCode })) }),
    );
    const methods = [...behind, ...transaction.methods];
    assert.deepEqual(
      methodsUsableNow({ ...transaction, methods }, settings).map(
        ({ accounts, pgCode }) => accounts?.length ?? pgCode,
      ),
      [2, CARD],
    );
  });
});
