import assert from 'node:assert/strict';
import { cutText } from '../../domain/cut-text.ts';
import { conclude } from '../../domain/transaction/conclude.ts';
import { alertOtherPayment } from '../../domain/transaction/gateway-reference.ts';
import { keptCard } from '../../gateways/card-told.ts';
import { additionalText } from '../../gateways/adyen/shapes.ts';
import { summaryOf } from '../../workflows/visibility.ts';
import { anAttempt, aReport, aTransaction, CREATED_AT } from '../support/builders.ts';

describe('a text that is cut', () => {
  for (const [text, most, cut] of [
    ['شكراً', 9, 'شكراً'],
    ['shop', 3, 'sho'],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    ['😀', 2, '😀'],
    ['', 0, ''],
  ] as const)
    it(`leaves ${JSON.stringify(cut)} of ${JSON.stringify(text)} at ${most}`, () => {
      assert.equal(cutText(text, most), cut);
    });

  const attempt = anAttempt({ state: 'pending', gatewayReference: 'known' });
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
  const report = aReport(attempt, { result: 'failed' });

  for (const [what, kept, most] of [
    [
      'message of a gateway',
      (message: string) => {
        const change = conclude(transaction, { ...report, message }, CREATED_AT);
        return change?.transaction.attempts[0]?.message;
      },
      255,
    ],
    [
      'name of another payment',
      (gatewayReference: string) => {
        const word = { referenceNumber: attempt.referenceNumber, gatewayReference };
        return alertOtherPayment(transaction, word, CREATED_AT)?.transaction.alerts[0]?.detail;
      },
      100,
    ],
    ['holder of a card', (holder: string) => keptCard({ ...CARD_TOLD, holder })?.holder, 64],
    ['brand of a card', (brand: string) => keptCard({ ...CARD_TOLD, brand })?.brand, 32],
    ['text of Adyen', (text: string) => additionalText({ text }, 'text'), 500],
    [
      'line for operators',
      (orderNo: string) => summaryOf({ ...transaction, orderNo }),
      200 - summaryOf({ ...transaction, orderNo: '' }).indexOf(' · e_commerce'),
    ],
  ] as const)
    it(`has no half of a character: the ${what}`, () => {
      const told = kept(`${'x'.repeat(most - 1)}😀${'x'.repeat(most)}`) ?? '';
      assert.match(told, /x{10}/i);
      assert.doesNotMatch(told, /\p{Surrogate}/u);
    });
});

const CARD_TOLD = { token: 't', lastFour: '4242', month: '3', year: '2031', brand: 'VISA' };
