import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import {
  browserFactsIn,
  formChoiceOf,
  formIdIn,
  jsonFieldOf,
  type FormInput,
} from '../../api/pages/form-input.ts';
import { choiceOf } from '../../api/pages/saved-cards.ts';
import { totalsText } from '../../api/pages/totals.ts';
import { offeredCards } from '../../domain/card/offered.ts';
import { toDecimal, zero } from '../../domain/money.ts';
import type { PaymentMethod, Transaction } from '../../domain/transaction/transaction.ts';
import { aCard, aMethod, amountOf, aTransaction, CARD, codeOf, kwd } from '../support/builders.ts';

const AGREED = { lacksTerms: false };

/** The form as a page of the whole amount sends it, without anything chosen or typed. */
function formOf(
  { amount }: Transaction,
  given: Partial<FormInput> & Pick<FormInput, 'totals'>,
): FormInput {
  return {
    code: CARD,
    amount: toDecimal(amount),
    shown: toDecimal(amount),
    asked: `${amount.currency} ${toDecimal(amount)}`,
    phone2: undefined,
    terms: false,
    wallet: false,
    walletShown: '',
    saveCard: false,
    frameReference: '',
    replacesOpen: false,
    ...given,
  };
}

describe('what a form of the checkout page asks for', () => {
  it('is a saved card also where its account stands behind a route', () => {
    const savesCards = { cvvRequired: false, autoDebit: false };
    const account = aMethod({ pgCode: codeOf('behind'), savesCards });
    const route = aMethod({ pgCode: codeOf('route'), savesCards, accounts: [account] });
    const transaction = aTransaction({ customer: { id: 'c_1' }, methods: [route] });
    const cards = offeredCards(transaction, [
      aCard({ pgCode: account.pgCode, cvvRequired: false }),
    ]);
    const [offered] = cards;
    assert.ok(offered);
    const totals = totalsText(transaction, transaction.amount, cards);
    const form = formOf(transaction, { code: choiceOf(offered.card), totals });
    assert.deepEqual(formChoiceOf(transaction, form, { ...AGREED, cards }), {
      code: 'behind',
      amount: transaction.amount,
      total: transaction.amount,
      charge: { token: offered.card.token, by: 'customer' },
    });
  });

  it('is refused where the page has asked for another amount, or in another currency', () => {
    const transaction = aTransaction();
    for (const asked of ['KWD 12.340', 'BHD 12.500'])
      assert.deepEqual(
        formChoiceOf(transaction, formOf(transaction, { asked, totals: '' }), AGREED),
        { problem: 'asked-changed' },
        asked,
      );
  });

  it('is shown first where a fee goes with an amount of which a wallet pays a part', () => {
    const feeRule = { type: 'percent', value: '2', chargeDefaultCurrency: true } as const;
    const method = aMethod({ fee: kwd('1.000'), feeRule });
    const transaction = aTransaction({
      amount: kwd('50'),
      amountEditable: true,
      customer: { id: 'c_1' },
      methods: [method],
    });
    const offer = { pgCode: CARD, spendable: kwd('30') };
    const totals = totalsText(transaction, transaction.amount, []);
    const typed = { amount: '40', wallet: true, walletShown: '30.000', totals };
    const choose = (form: Partial<FormInput>) =>
      formChoiceOf(transaction, formOf(transaction, { ...typed, ...form }), { ...AGREED, offer });
    assert.deepEqual(choose({}), { problem: 'total-changed' });
    const again = { shown: '40.000', totals: totalsText(transaction, kwd('40'), []) };
    assert.deepEqual(choose(again), {
      code: CARD,
      amount: kwd('40'),
      total: kwd('40.8'),
      wallet: kwd('30'),
    });
    // Where the wallet pays all, nothing comes on top.
    const covered = { code: CARD, amount: kwd('20'), wallet: kwd('20') };
    assert.deepEqual(choose({ amount: '20', walletShown: '20.000' }), covered);
  });

  it('is wrong where its method can charge nothing of it, or none of the accounts of its route exactly', () => {
    const amount = kwd('10');
    const exchange = { from: amount, rate: '0.3', to: amountOf('3.00', 'USD') };
    const converts = aMethod({ fee: zero(exchange.to.currency), exchange });
    const [inTens, inUnits] = [10, 1].map((amountStep, at) =>
      aMethod({ pgCode: codeOf(`account-${at}`), amountStep }),
    );
    assert.ok(inTens && inUnits);
    const choose = (method: PaymentMethod, typed: string) => {
      const transaction = aTransaction({ amount, amountEditable: true, methods: [method] });
      const totals = totalsText(transaction, amount, []);
      const form = formOf(transaction, { amount: typed, totals });
      const choice = formChoiceOf(transaction, form, AGREED);
      return 'problem' in choice ? choice.problem : choice.amount;
    };
    assert.equal(choose(converts, '0.016'), 'amount-not-by-method');
    assert.equal(choose(converts, '0.017'), 'total-changed');
    assert.equal(choose(aMethod({ accounts: [inTens] }), '5.005'), 'amount-not-by-method');
    assert.deepEqual(choose(aMethod({ accounts: [inTens, inUnits] }), '5.005'), kwd('5.005'));
    assert.deepEqual(choose(aMethod({ accounts: [inTens] }), '5.000'), kwd('5'));
  });

  it('has a second phone with digits, or none', () => {
    const transaction = aTransaction({ customer: { phone2: '+96550001234' } });
    const totals = totalsText(transaction, transaction.amount, []);
    const choose = (phone2: string) =>
      formChoiceOf(transaction, formOf(transaction, { phone2, totals }), AGREED);
    for (const phone2 of ['call me', '+', '5\n5', '\u202e5', '4539511619543489'])
      assert.deepEqual(choose(phone2), { problem: 'phone-unreadable' }, phone2);
    assert.deepEqual(choose('1'.repeat(17)), { problem: 'phone-too-long' });
    for (const phone2 of ['', ' ٠٠٩٦٥٥٠٠٠١٢٣٤ '])
      assert.deepEqual(choose(phone2), {
        code: CARD,
        amount: transaction.amount,
        total: transaction.amount,
        customerPhone2: phone2.trim(),
      });
  });
});

describe('what a page puts into its form by itself', () => {
  const NUMBER = '4539511619543489';

  it('is no id of a press where it is a card number, or no word', () => {
    for (const id of ['f'.repeat(32), 'a-1']) assert.equal(formIdIn(formWith({ form_id: id })), id);
    for (const id of [NUMBER, '4539-5116-1954-3489', 'a b', 'a\n', 'f'.repeat(65)])
      assert.equal(formIdIn(formWith({ form_id: id })), '', id);
    assert.equal(formIdIn(formWith({})), '');
  });

  it('is neither a payload nor a browser where it holds a card number', () => {
    const browser = {
      language: 'ar',
      screen_width: 1,
      screen_height: 1,
      color_depth: 24,
      time_zone_offset: 0,
    };
    const withNumber = { ...browser, language: NUMBER };
    for (const [said, read] of [
      [browser, browser],
      [withNumber, undefined],
    ])
      assert.deepEqual(browserFactsIn(formWith({ browser: JSON.stringify(said) })), read);
    for (const [sent, read] of [
      [{ data: ['x'] }, { data: ['x'] }],
      [{ data: [NUMBER] }, undefined],
      [{ cvv: '123' }, undefined],
      [[NUMBER], undefined],
    ])
      assert.deepEqual(jsonFieldOf(formWith({ payload: JSON.stringify(sent) }), 'payload'), read);
  });
});

/** A form as a browser sends it. */
function formWith(body: Readonly<Record<string, string>>): Koa.Context {
  const request = new IncomingMessage(new Socket());
  request.method = 'POST';
  const ctx = new Koa().createContext(request, new ServerResponse(request));
  ctx.request.body = body;
  return ctx;
}
