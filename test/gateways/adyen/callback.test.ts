import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { claimedBy } from '../../../domain/dispute/amounts.ts';
import { mergedDisputes } from '../../../domain/dispute/merge.ts';
import { adyen } from '../../../gateways/adyen/index.ts';
import type { ReadCallback } from '../../../gateways/gateway.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { hmacOf } from '../../../drills/networks/adyen/hmac.ts';
import type { Item } from '../../../drills/networks/adyen/webhooks.ts';
import { ACCOUNT, adyenNetwork } from './network.ts';
import { aRefund, anItem, anOpening } from './support.ts';

const { webhooks } = adyenNetwork().standIn;

function read(given: Partial<Item> = {}, settings: object = ACCOUNT): ReadCallback {
  const body = webhooks.signed(anItem(given));
  return adyen.readCallback({ ...settings }, { headers: webhooks.headers(), body, receivedAt: 0 });
}

function eventIdOf(given: Partial<Item>): string {
  const told = read(given);
  assert.ok('eventId' in told);
  return told.eventId;
}

function reversal(action?: string): ReadCallback {
  const additionalData = action && { 'modification.action': action };
  return read({ eventCode: 'CANCEL_OR_REFUND', ...(additionalData && { additionalData }) });
}

function stepOf(body: unknown, headers: object = webhooks.headers()): string {
  const callback = { headers: { ...headers }, body: JSON.stringify(body), receivedAt: 0 };
  return adyen.readCallback(ACCOUNT, callback).step;
}

function signedWhole(text: string, key = ACCOUNT.hmac_keys[0] ?? ''): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64');
}

function readToken(text: string, given: object): ReadCallback {
  const headers = { ...webhooks.headers(), ...given };
  return adyen.readCallback(ACCOUNT, { headers, body: text, receivedAt: 0 });
}

describe('a webhook of Adyen', () => {
  it('is believed with the signature of the documentation’s example', () => {
    const item = {
      additionalData: { hmacSignature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=' },
      amount: { value: 1130, currency: 'EUR' },
      pspReference: '7914073381342284',
      eventCode: 'AUTHORISATION',
      merchantAccountCode: 'TestMerchant',
      merchantReference: 'TestPayment-1407325143704',
      success: 'true',
    };
    const settings = {
      ...ACCOUNT,
      merchant_account: 'TestMerchant',
      hmac_keys: ['44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'],
    };
    const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] });
    const callback = { headers: webhooks.headers(), body, receivedAt: 0 };
    assert.equal(adyen.readCallback(settings, callback).step, 'report');
    const other = body.replace('1130', '1131');
    assert.equal(adyen.readCallback(settings, { ...callback, body: other }).step, 'forged');
  });

  it('is believed by each of two keys, while one takes the place of the other', () => {
    const [key] = ACCOUNT.hmac_keys;
    const other = '0'.repeat(64);
    assert.equal(read({}, { ...ACCOUNT, hmac_keys: [other, key] }).step, 'report');
    assert.equal(read({}, { ...ACCOUNT, hmac_keys: [other] }).step, 'forged');
  });

  const signed: Readonly<Record<string, Partial<Item>>> = {
    pspReference: { pspReference: 'PSP0000000000002' },
    originalReference: { originalReference: 'PSP0000000000002' },
    merchantAccountCode: { merchantAccountCode: 'OtherECOM' },
    merchantReference: { merchantReference: 'demoOTHER222' },
    value: { amount: { value: 1, currency: 'KWD' } },
    currency: { amount: { value: 12_345, currency: 'USD' } },
    eventCode: { eventCode: 'REFUND' },
    success: { success: 'false' },
  };
  for (const [field, change] of Object.entries(signed))
    it(`is not believed with another ${field} than was signed`, () => {
      const hmacSignature = hmacOf(anItem(), ACCOUNT.hmac_keys[0]);
      const changed = { ...anItem(change), additionalData: { hmacSignature } };
      assert.equal(stepOf({ notificationItems: [{ NotificationRequestItem: changed }] }), 'forged');
    });

  it('is not believed of another merchant account, though it is signed', () => {
    assert.equal(read({ merchantAccountCode: 'OtherECOM' }).step, 'forged');
  });

  it('is not believed without the user and the password, or without a signature', () => {
    const good = JSON.parse(webhooks.signed(anItem()));
    assert.equal(stepOf(good), 'report');
    const wrong = `Basic ${Buffer.from('adyen:other').toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }, { authorization: 'Basic' }])
      assert.equal(stepOf(good, headers), 'forged');
    assert.equal(stepOf({ notificationItems: [{ NotificationRequestItem: anItem() }] }), 'forged');
  });

  it('has one item: of two one could hide behind the other', () => {
    const { notificationItems } = JSON.parse(webhooks.signed(anItem()));
    assert.equal(stepOf({ notificationItems }), 'report');
    const two = [...notificationItems, ...notificationItems];
    assert.equal(stepOf({ notificationItems: two }), 'forged');
    assert.equal(stepOf({ notificationItems: [] }), 'forged');
  });

  it('may say of one payment that it is refused and then that it is authorised, which are two events', () => {
    const refused = read({ success: 'false', reason: 'Not enough balance' });
    const authorised = read();
    assert.ok(refused.step === 'report' && authorised.step === 'report');
    assert.notEqual(refused.eventId, authorised.eventId);
    assert.deepEqual(refused.report.outcome, { result: 'pending', refusedOnPage: true });
    assert.equal(refused.report.message, 'Not enough balance');
    assert.equal(refused.report.decline?.code, 'insufficient_funds');
    // The payer has left their bank's question: no card was refused.
    const left = read({ success: 'false', reason: 'Shopper Cancelled' });
    assert.equal(left.step === 'report' && left.report.decline, undefined);
    assert.equal(refused.report.gatewayPayment, undefined);
    assert.deepEqual(authorised.report.outcome, {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.345'),
    });
    assert.equal(authorised.report.gatewayPayment, 'PSP0000000000001');
  });

  it('ends a charge by a refusal, for there is no page on which another card could be taken', () => {
    const refused = read({
      merchantReference: 'demoITEM2222.card',
      success: 'false',
      reason: 'Expired Card',
    });
    assert.ok(refused.step === 'report');
    assert.deepEqual(refused.report.outcome, { result: 'failed' });
    assert.deepEqual(refused.report.decline, { code: 'expired_card', advice: 'hard' });
  });

  for (const [reason, result] of [
    ['Acquirer Error', 'error'],
    ['Not Submitted', 'error'],
    ['Cancelled', 'canceled'],
    ['Shopper Cancelled', 'canceled'],
  ] as const)
    it(`ends a charge as ${result} by the reason ${reason}, as the answer to it would`, () => {
      const told = read({ merchantReference: 'demoITEM2222.card', success: 'false', reason });
      assert.ok(told.step === 'report');
      assert.deepEqual(told.report.outcome, { result });
    });

  it('says by the signed reference that the money is only held', () => {
    for (const name of ['demoITEM2222.hold', 'demoITEM2222.card.hold']) {
      const held = read({ merchantReference: name });
      assert.ok(held.step === 'report');
      assert.equal(held.report.referenceNumber, referenceOf('demoITEM2222'));
      assert.equal(
        held.report.outcome.result === 'success' && held.report.outcome.kind,
        'authorize',
      );
    }
  });

  it('brings what is told of the card, and its token nowhere else', () => {
    const told = read({
      paymentMethod: 'mc',
      reason: '091379:1111:3/2030',
      additionalData: {
        cardBin: '54545454',
        cardHolderName: 'Sara Al-Ali',
        'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50',
      },
    });
    assert.ok(told.step === 'report');
    const { card, ...rest } = told.report;
    assert.deepEqual(card, {
      token: 'M5N7TQ4TG5PFWR50',
      lastFour: '1111',
      expiry: { year: 2030, month: 3 },
      brand: 'MASTERCARD',
      holder: 'Sara Al-Ali',
    });
    assert.equal(JSON.stringify(rest).includes('M5N7TQ4TG5PFWR50'), false);
    assert.equal(JSON.stringify(rest).includes('54545454'), false);
    assert.deepEqual(JSON.parse(JSON.stringify(rest.pgParams)), {
      auth_code: '091379',
      card_type: 'mc',
      card_holder: 'Sara Al-Ali',
      card_number: '545454******1111',
      card_expiry_month: '03',
      card_expiry_year: '30',
      full_card_expiry: '03/30',
      result: 'Authorised',
      payment_id: 'PSP0000000000001',
    });
  });

  it('names no saved card of which it does not say enough to show it', () => {
    const token = { 'tokenization.storedPaymentMethodId': 'M5N7TQ4TG5PFWR50' };
    const told = read({ additionalData: { ...token, cardSummary: '1111' } });
    assert.ok(told.step === 'report');
    assert.equal('card' in told.report, false);
  });

  for (const [eventCode, kind] of [
    ['CAPTURE', 'capture'],
    ['CANCELLATION', 'void'],
    ['TECHNICAL_CANCEL', 'void'],
    ['REFUND', 'refund'],
    ['EXPIRE', 'void'],
  ] as const)
    for (const [success, result] of [
      ['true', 'done'],
      ['false', 'declined'],
    ] as const)
      it(`says by ${eventCode} ${success} that a ${kind} is ${result}`, () => {
        const told = read({
          eventCode,
          success,
          originalReference: 'PSP0000000000009',
          merchantReference: 'demoITEM2222.demoITEM2222-R',
        });
        assert.ok(told.step === 'operation');
        const { gatewayResponse: _response, pgParams: _params, ...report } = told.report;
        assert.deepEqual(report, {
          kind,
          result,
          referenceNumber: 'demoITEM2222-R',
          paymentReference: 'demoITEM2222',
          amount: kwd('12.345'),
          gatewayReference: 'PSP0000000000001',
          gatewayPayment: 'PSP0000000000009',
        });
      });

  it('says what a reversal was, or nobody knows', () => {
    const [canceled, refunded] = [reversal('cancel'), reversal('refund')];
    assert.equal(canceled.step === 'operation' && canceled.report.kind, 'void');
    assert.equal(refunded.step === 'operation' && refunded.report.kind, 'refund');
    assert.equal(reversal().step, 'unknown');
  });

  it('may name the payment by Adyen’s name alone, when somebody works in the Customer Area', () => {
    const given = { eventCode: 'REFUND', originalReference: 'PSP0000000000009' };
    const named = read({ ...given, merchantReference: 'demoITEM2222.hold' });
    assert.ok(named.step === 'operation');
    assert.deepEqual(
      [named.report.paymentReference, 'referenceNumber' in named.report],
      ['demoITEM2222', false],
    );
    const unnamed = read({ ...given, merchantReference: 'by hand!' });
    assert.equal(unnamed.step === 'operation-there' && unnamed.gatewayPayment, 'PSP0000000000009');
  });

  for (const [eventCode, kind] of [
    ['CAPTURE_FAILED', 'capture'],
    ['REFUND_FAILED', 'refund'],
    ['REFUNDED_REVERSED', 'refund'],
  ] as const)
    it(`undoes a ${kind} that was done when it is ${eventCode}, which comes with success`, () => {
      const merchantReference = 'demoITEM2222.demoITEM2222-R';
      const originalReference = 'PSP0000000000007';
      // What is captured anew has the same name, and may fail once more.
      const when = eventCode === 'CAPTURE_FAILED' ? ' of 2026-11-25T10:00:00+01:00' : '';
      const later = { eventCode, eventDate: '2026-11-30T10:00:00+01:00' };
      assert.equal(eventIdOf(later) !== eventIdOf({ eventCode }), when !== '');
      const told = read({ eventCode, merchantReference, originalReference, reason: 'R13' });
      assert.ok(told.step === 'operation');
      const { gatewayResponse: _response, ...report } = told.report;
      assert.deepEqual(report, {
        kind,
        result: 'reversed',
        referenceNumber: 'demoITEM2222-R',
        paymentReference: 'demoITEM2222',
        amount: kwd('12.345'),
        gatewayReference: 'PSP0000000000001',
        message: `${eventCode} (R13)${when}`,
      });
      // Of what was captured by itself, or done in the Customer Area, there is no operation to undo.
      const whole = read({ eventCode, merchantReference: 'demoITEM2222', reason: 'R13' });
      assert.ok(whole.step === 'report');
      const { gatewayResponse: _said, ...undone } = whole.report;
      assert.deepEqual(undone, {
        referenceNumber: 'demoITEM2222',
        outcome: { result: 'reversed', charged: kwd('12.345') },
        message: `${eventCode} (R13)${when}, PSP0000000000001`,
      });
      assert.equal(read({ eventCode, merchantReference: 'order 7' }).step, 'nothing');
    });

  for (const reason of ['Transaction Recaptured', 'Transaction Auto-recaptured'])
    it(`tells of a further capture, which nobody here has asked for, by the reason ${reason}`, () => {
      const merchantReference = 'demoITEM2222.demoITEM2222-R';
      const given = { eventCode: 'CAPTURE', merchantReference, originalReference: 'PSP9' };
      const [first, again] = [read(given), read({ ...given, reason })];
      assert.ok(first.step === 'operation' && again.step === 'operation');
      assert.notEqual(again.eventId, first.eventId);
      const { gatewayResponse: _response, pgParams: _params, ...report } = again.report;
      assert.deepEqual(report, {
        kind: 'capture',
        result: 'done',
        paymentReference: 'demoITEM2222',
        amount: kwd('12.345'),
        gatewayReference: 'PSP0000000000001/recaptured',
        gatewayPayment: 'PSP9',
      });
      // A word of another event is none.
      const refund = read({ ...given, eventCode: 'REFUND', reason });
      assert.equal(
        refund.step === 'operation' && refund.report.gatewayReference,
        'PSP0000000000001',
      );
    });

  for (const [eventCode, state, moves] of [
    ['REQUEST_FOR_INFORMATION', 'inquiry', []],
    ['NOTIFICATION_OF_CHARGEBACK', 'open', []],
    ['DISPUTE_OPENED_WITH_CHARGEBACK', 'open', []],
    ['CHARGEBACK', 'open', ['taken']],
    ['INFORMATION_SUPPLIED', 'review', []],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'lost', []],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 'won', []],
    ['CHARGEBACK_REVERSED', 'won', ['returned']],
    ['SECOND_CHARGEBACK', 'lost', ['taken']],
    ['PREARBITRATION_OPEN', 'open', []],
    ['PREARBITRATION_DECLINED', 'review', []],
    ['PREARBITRATION_ACCEPTED', 'lost', []],
    ['PREARBITRATION_ISSUER_WITHDRAWN', 'won', []],
    ['PREARBITRATION_WON', 'won', []],
    ['PREARBITRATION_LOST', 'lost', []],
    ['SCHEME_ARBITRATION_WON', 'won', []],
    ['SCHEME_ARBITRATION_LOST', 'lost', []],
  ] as const)
    it(`is about a dispute when it is ${eventCode}`, () => {
      const told = {
        eventCode,
        merchantReference: 'demoITEM2222.hold',
        pspReference: 'DISPUTE000000001',
        originalReference: 'PSP0000000000001',
        reason: 'Other Fraud-Card Absent Environment',
        additionalData: { defensePeriodEndsAt: '2026-12-09T10:00:00+01:00' },
      };
      const heard = read(told);
      assert.ok(heard.step === 'dispute');
      const saidAt = Date.parse('2026-11-25T10:00:00+01:00');
      const amount = heard.report.amount;
      assert.deepEqual(heard.report, {
        disputeId: 'DISPUTE000000001',
        paymentReference: referenceOf('demoITEM2222'),
        gatewayPayment: 'PSP0000000000001',
        state,
        amount,
        reason: told.reason,
        dueAt: Date.parse('2026-12-09T09:00:00Z'),
        saidAt,
        movements: moves.map((kind) => ({
          name: eventCode,
          kind,
          amount,
          at: saidAt,
        })),
      });
      // A reference that is not ours: by Adyen's name of the payment.
      const other = read({ ...told, merchantReference: 'not ours!' });
      assert.ok(other.step === 'dispute');
      assert.equal(other.report.paymentReference, undefined);
      for (const odd of [{ success: 'false' }, { eventDate: 'soon' }])
        assert.equal(read({ ...told, ...odd }).step, 'unknown');
    });

  it('is still only asked about when the time for a mere request for information is over', () => {
    const asked = {
      eventCode: 'DISPUTE_DEFENSE_PERIOD_ENDED',
      originalReference: 'PSP0000000000001',
      additionalData: { rfiReasonCode: '6341' },
    };
    const additionalData = { ...asked.additionalData, chargebackReasonCode: '10.4' };
    const states = [asked, { ...asked, additionalData }].map((told) => {
      const word = read(told);
      return word.step === 'dispute' && word.report.state;
    });
    assert.deepEqual(states, ['inquiry', 'lost']);
  });

  it('of a dispute that loses its inquiry and then its chargeback is heard both times, and a repetition as one', () => {
    const ofIt = { originalReference: 'PSP0000000000001', pspReference: 'DISPUTE000000001' };
    const asked = { rfiReasonCode: '6341' };
    const taken = { ...asked, chargebackReasonCode: '10.4' };
    const words = (
      [
        ['REQUEST_FOR_INFORMATION', asked],
        ['DISPUTE_DEFENSE_PERIOD_ENDED', asked],
        ['CHARGEBACK', taken],
        ['DISPUTE_DEFENSE_PERIOD_ENDED', taken],
      ] as const
    ).map(([eventCode, additionalData], at) => ({
      ...ofIt,
      eventCode,
      additionalData,
      eventDate: `2026-11-2${at}T10:00:00+01:00`,
    }));
    assert.equal(new Set([...words, ...words].map(eventIdOf)).size, words.length);
    const disputes = words.map((told) => {
      const word = read(told);
      assert.ok(word.step === 'dispute');
      const { gatewayPayment: _payment, ...report } = word.report;
      return { ...report, referenceNumber: referenceOf('demoITEM2222') };
    });
    const [dispute] = mergedDisputes(disputes);
    assert.equal(dispute?.state, 'lost');
    assert.deepEqual(mergedDisputes([...disputes, ...disputes]), [dispute]);
  });

  it('keeps from being refunded what a bank has given back and asks for once more', () => {
    const ofIt = { originalReference: 'PSP0000000000001', pspReference: 'DISPUTE000000001' };
    const words = ['CHARGEBACK', 'CHARGEBACK_REVERSED', 'PREARBITRATION_OPEN', 'SECOND_CHARGEBACK'];
    const disputes = words.map((eventCode, at) => {
      const word = read({ ...ofIt, eventCode, eventDate: `2026-11-2${at}T10:00:00Z` });
      assert.ok(word.step === 'dispute', eventCode);
      const { gatewayPayment: _payment, ...report } = word.report;
      return { ...report, referenceNumber: referenceOf('demoITEM2222') };
    });
    const claimed = words.map((_word, at) =>
      mergedDisputes(disputes.slice(0, at + 1)).flatMap(claimedBy),
    );
    assert.deepEqual(claimed, [[kwd('12.345')], [], [kwd('12.345')], [kwd('12.345')]]);
  });

  it('ends a charge whose payer has not come back from their bank, and no link, on which another card may pay', () => {
    const said = { eventCode: 'OFFER_CLOSED', reason: 'The shopper has not come back.' };
    for (const merchantReference of ['demoITEM2222.card', 'demoITEM2222.card.hold']) {
      const told = read({ ...said, merchantReference });
      assert.ok(told.step === 'report');
      const { referenceNumber, outcome, message, gatewayPayment } = told.report;
      assert.deepEqual(
        { referenceNumber, outcome, message, gatewayPayment },
        {
          referenceNumber: 'demoITEM2222',
          outcome: { result: 'canceled' },
          message: said.reason,
          gatewayPayment: undefined,
        },
      );
    }
    for (const merchantReference of ['demoITEM2222', 'demoITEM2222.hold', 'of somebody else'])
      assert.equal(read({ ...said, merchantReference }).step, 'nothing', merchantReference);
  });

  for (const eventCode of [
    'REPORT_AVAILABLE',
    'OFFER_CLOSED',
    'RECURRING_CONTRACT',
    'SOMETHING_NEW',
  ])
    it(`is acknowledged, and nothing else, when it is ${eventCode}`, () => {
      const told = read({ eventCode, merchantReference: '', reason: 'https://x.test/report.csv' });
      assert.deepEqual([told.step, 'about' in told && told.about], ['nothing', eventCode]);
    });

  it('about the life of a token is acknowledged, when it is signed over its whole body', () => {
    const told = {
      createdAt: '2026-11-25T10:00:00+01:00',
      data: {
        merchantAccount: ACCOUNT.merchant_account,
        storedPaymentMethodId: 'TOKEN00000000001',
      },
      environment: 'test',
      eventId: 'QBQQ9DLNRHHKGK38',
      type: 'recurring.token.created',
      version: '1',
    };
    const body = JSON.stringify(told);
    assert.deepEqual(readToken(body, { hmacsignature: signedWhole(body) }), {
      step: 'nothing',
      eventId: 'recurring.token.created:QBQQ9DLNRHHKGK38',
      about: 'recurring.token.created',
    });
    for (const [text, headers] of [
      [body, {}],
      [body, { hmacsignature: signedWhole(body, '0'.repeat(64)) }],
      [body.replace('TOKEN', 'OTHER'), { hmacsignature: signedWhole(body) }],
      [body, { hmacsignature: signedWhole(body), authorization: 'Basic x' }],
      [body.replace('recurring', 'other'), { hmacsignature: signedWhole(body) }],
    ] as const)
      assert.equal(readToken(text, headers).step, 'forged');
  });

  it('is acknowledged when it is about a payment that is not ours', () => {
    assert.equal(read({ merchantReference: 'till #7' }).step, 'nothing');
  });

  it('with an amount that is none is for a person to look at', () => {
    for (const amount of [
      { value: 1, currency: 'XYZ' },
      { value: 279_50, currency: 'ISK' },
    ])
      assert.equal(read({ amount }).step, 'unknown');
    assert.equal(read({ eventCode: 'REFUND', success: 'perhaps' }).step, 'unknown');
  });
});

describe('the webhooks of Adyen', () => {
  const network = adyenNetwork();
  const settings = () => network.settings(network.url());
  before(network.start);
  after(network.stop);

  it('tell the same in any order, and as often as they come', async () => {
    const opening = anOpening('demoORDER222');
    await adyen.open(settings(), opening);
    const [paid] = await network.callbacksOf(() =>
      network.standIn.network.leave(network.pageOf(opening.referenceNumber)),
    );
    assert.ok(paid);
    const authorised = adyen.readCallback(settings(), paid);
    assert.ok(authorised.step === 'report' && authorised.report.gatewayPayment !== undefined);
    const { webhooks: posting } = network.standIn;
    const of = async (order: 'reverse' | 'twice') => {
      posting.delivery = 'hold';
      for (const name of ['ONE22222', 'TWO22222'])
        await adyen.operate?.(
          settings(),
          aRefund('demoORDER222', authorised.report.gatewayPayment ?? '', {
            referenceNumber: referenceOf(`${order}${name}`),
            idempotencyKey: `${order}${name}`,
            amount: kwd('1.000'),
          }),
        );
      await network.standIn.network.settled();
      const told = await network.callbacksOf(() => posting.release(order));
      return told.map((callback) => {
        const word = adyen.readCallback(settings(), callback);
        return word.step === 'operation'
          ? `${word.report.referenceNumber} ${word.report.result}`
          : word.step;
      });
    };
    const reverse = await of('reverse');
    assert.deepEqual(reverse, ['reverseTWO22222 done', 'reverseONE22222 done']);
    assert.deepEqual((await of('twice')).toSorted(), [
      'twiceONE22222 done',
      'twiceONE22222 done',
      'twiceTWO22222 done',
      'twiceTWO22222 done',
    ]);
  });

  it('tell of what the bank undoes', async () => {
    const opening = anOpening('demoUNDO2222');
    await adyen.open(settings(), opening);
    const { network: there } = network.standIn;
    await there.leave(network.pageOf(opening.referenceNumber));
    const payment = there.paymentNamed('demoUNDO2222');
    assert.ok(payment);
    const request = aRefund('demoUNDO2222', payment.pspReference);
    const queued = await adyen.operate?.(settings(), request);
    assert.ok(queued);
    await there.settled();
    const [undone] = await network.callbacksOf(() =>
      there.undo(
        'REFUND_FAILED',
        payment,
        { pspReference: queued.gatewayReference, reference: 'demoUNDO2222.demoUNDO2222-R' },
        { value: 2500, currency: 'KWD' },
      ),
    );
    assert.ok(undone);
    const read = adyen.readCallback(settings(), undone);
    assert.ok(read.step === 'operation' && read.report.result === 'reversed');
    assert.equal(read.report.referenceNumber, request.referenceNumber);
    assert.equal(there.book.find(payment.pspReference)?.refunded, 0);
  });
});
