import assert from 'node:assert/strict';
import { callbackOf, withoutPersons } from '../../../api/sdk/callback.ts';
import type { NoticeState } from '../../../domain/transaction/transaction.ts';
import { anAttempt, aTransaction, kwd, referenceOf, sessionOf } from '../../support/builders.ts';

const BASE = 'https://pay.example.com';
const SHOP = 'https://shop.example.com/thanks';

const paid = (language: 'en' | 'ar') =>
  messageIn(
    callbackOf(
      aTransaction({ language, state: 'paid', attempts: [anAttempt({ state: 'success' })] }),
      BASE,
    ),
  );

describe('the callback of a client library', () => {
  for (const [state, tried, status] of [
    ['pending', 'pending', undefined],
    ['paid', 'success', 'success'],
    ['authorized', 'success', 'success'],
    ['cod', 'cod', 'success'],
    ['attempted', 'failed', 'canceled'],
    ['attempted', 'canceled', 'canceled'],
    ['attempted', 'error', 'error'],
    ['expired', 'error', 'error'],
    // It is canceled, whatever was tried before, and whatever comes after.
    ['canceled', 'error', 'canceled'],
    ['canceled', 'cod', 'canceled'],
    ['canceled', 'success', 'canceled'],
    // Money of other terms, or of somebody who came too late, has settled nothing.
    ['attempted', 'success', undefined],
    ['invalided', 'success', undefined],
  ] as const)
    it(`is ${status ?? 'nothing'} for an attempt that is ${tried} of a payment that is ${state}`, () => {
      const attempts = [anAttempt({ state: tried })];
      const callback = callbackOf(aTransaction({ state, attempts }), BASE);
      assert.equal(statusIn(callback), status);
    });

  it('is about what was tried after money that has settled nothing', () => {
    const unsettled = anAttempt({ state: 'success' });
    const reference_number = referenceOf('demoBBBBBB');
    for (const [state, status] of [
      ['failed', 'canceled'],
      ['pending', undefined],
    ] as const) {
      const after = anAttempt({ state, referenceNumber: reference_number });
      const callback = callbackOf(
        aTransaction({ state: 'attempted', attempts: [unsettled, after] }),
        BASE,
      );
      assert.equal(statusIn(callback), status);
      if (status) assert.equal(callback?.reference_number, reference_number);
    }
  });

  it('is nothing without an attempt', () => {
    assert.equal(callbackOf(aTransaction(), BASE), undefined);
  });

  it('is about the attempt that paid, whatever came after it', () => {
    const attempts = [anAttempt({ state: 'success' }), anAttempt({ state: 'failed' })];
    const callback = callbackOf(aTransaction({ state: 'paid', attempts }), BASE);
    assert.equal(statusIn(callback), 'success');
  });

  it('says what was paid together with the part of a wallet', () => {
    const wallet = { sessionId: sessionOf('b1'), state: 'spent' } as const;
    for (const [charged, byWallet] of [
      ['7.500', '5.000'],
      ['0', '12.500'],
    ] as const) {
      const attempt = anAttempt({ state: 'success', amount: kwd(charged) });
      const transaction = aTransaction({
        state: 'paid',
        attempts: [{ ...attempt, wallet: { ...wallet, amount: kwd(byWallet) } }],
        settledPgCode: attempt.pgCode,
        settledAmount: kwd('12.500'),
      });
      assert.equal(messageIn(callbackOf(transaction, BASE)), paid('en'));
    }
  });

  const REFERENCE = referenceOf('demoAAAAAA');
  const noticed = (state: 'success' | 'canceled' | 'error', status: NoticeState['status']) =>
    callbackOf(
      aTransaction({
        state: ({ success: 'paid', canceled: 'canceled', error: 'attempted' } as const)[state],
        redirectUrl: SHOP,
        attempts: [anAttempt({ state })],
        notice: { sequence: 1, referenceNumber: REFERENCE, status },
      }),
      BASE,
    );
  for (const [state, status, isSent] of [
    ['success', 'delivered', true],
    ['success', 'failed', true],
    ['success', 'none', true],
    ['canceled', 'delivered', true],
    ['canceled', 'delivered_stay', false],
    ['canceled', 'failed', false],
    ['canceled', 'pending', false],
    ['canceled', 'none', false],
    ['error', 'delivered', false],
  ] as const)
    it(`${isSent ? 'has' : 'does not have'} the merchant's address after ${state} with a notice that is ${status}`, () => {
      const callback = noticed(state, status);
      const url = callback && 'redirect_url' in callback ? callback.redirect_url : '';
      assert.equal(url.startsWith(SHOP), isSent);
    });

  it('speaks the language of the transaction, and the words of the gateway where they are of it', () => {
    const attempts = [anAttempt({ state: 'failed' })];
    const silent = callbackOf(aTransaction({ language: 'ar', attempts }), BASE);
    assert.equal(messageIn(silent), 'رُفضت عملية الدفع');
    const loud = [anAttempt({ state: 'failed', message: 'Insufficient funds' })];
    assert.equal(
      messageIn(callbackOf(aTransaction({ attempts: loud }), BASE)),
      'Insufficient funds',
    );
    const said = callbackOf(aTransaction({ language: 'ar', attempts: loud }), BASE);
    assert.equal(messageIn(said), 'رُفضت عملية الدفع');
    const arabic = [anAttempt({ state: 'error', message: 'تعذّر الدفع' })];
    assert.equal(
      messageIn(callbackOf(aTransaction({ language: 'ar', attempts: arabic }), BASE)),
      'تعذّر الدفع',
    );
  });

  it('says why a card was declined as our page does, in both languages', () => {
    const attempts = [
      anAttempt({
        state: 'failed',
        message: 'Insufficient funds',
        decline: { code: 'insufficient_funds', advice: 'soft' },
      }),
    ];
    const messages = (['en', 'ar'] as const).map((language) =>
      messageIn(callbackOf(aTransaction({ language, attempts }), BASE)),
    );
    assert.deepEqual(messages, [
      'There is not enough money on the card for this amount.',
      'رصيد البطاقة لا يكفي لهذا المبلغ.',
    ]);
  });

  it('writes an amount as it is written in the language', () => {
    assert.match(String(paid('en')), /^Payment successful: KWD [\d.,]+$/);
    assert.match(String(paid('ar')), / [\d.,]+ د\.ك$/);
  });

  it("leaves persons and cards out of the gateway's answer, at any depth", () => {
    const answer = {
      result: 'CAPTURED',
      ref: '1',
      card: { masked: '4111********1111' },
      cardHolderName: 'Sara',
      details: { Customer_Email: 'a@b.example', rrn: '2', list: [{ payer: 'x', code: '3' }, 4] },
      payment_token: 'tok',
    };
    assert.deepEqual(withoutPersons(answer), {
      result: 'CAPTURED',
      ref: '1',
      details: { rrn: '2', list: [{ code: '3' }, 4] },
    });
  });
});

function statusIn(callback: object | undefined): unknown {
  return callback && 'status' in callback ? callback.status : undefined;
}

function messageIn(callback: object | undefined): unknown {
  return callback && 'message' in callback ? callback.message : undefined;
}
