import assert from 'node:assert/strict';
import { standardMessage } from '../../../domain/webhook/canonical.ts';
import { disclosurePayload } from '../../../domain/webhook/disclosure.ts';
import { announce } from '../../../domain/webhook/notice.ts';
import { destination, merchantReturnUrl, verdict } from '../../../domain/webhook/verdict.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import type { AttemptState, Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anAttempt,
  aReport,
  aTransaction,
  codeOf,
  CREATED_AT,
  CARD,
  referenceOf,
} from '../../support/builders.ts';

const attempt = anAttempt();
const { referenceNumber } = attempt;
const old = (given: Partial<Transaction> = {}) =>
  aTransaction({ state: 'pending', attempts: [attempt], legacy: { referenceNumber }, ...given });
const notice = (result: AttemptState) => ({
  sequence: 1,
  at: CREATED_AT,
  referenceNumber,
  pgCode: CARD,
  result,
});

describe('the disclosure of the old endpoints', () => {
  it('has amount, result and reference, and nothing that is not known', () => {
    assert.deepEqual(disclosurePayload(old(), notice('success')), {
      amount: '12.500',
      currency_code: 'KWD',
      result: 'success',
      reference_number: referenceNumber,
      gateway_name: 'sandbox',
      gateway_account: 'card',
    });
  });

  it('has the reference that the shop was told, whichever attempt it is about, and the account of that', () => {
    const [first, other] = [{ ...attempt, state: 'canceled' } as const, codeOf('other')];
    const second = anAttempt({ referenceNumber: referenceOf('demoSECOND22'), pgCode: other });
    const said = disclosurePayload(old({ attempts: [first, second] }), {
      ...notice('success'),
      referenceNumber: second.referenceNumber,
      pgCode: other,
    });
    assert.deepEqual([said['reference_number'], said['gateway_account']], [referenceNumber, other]);
  });

  it('names the file whose row it was made of', () => {
    const { bulk_id } = disclosurePayload(old({ bulkId: 'b'.repeat(32) }), notice('success'));
    assert.equal(bulk_id, 'b'.repeat(32));
  });

  it('gives back what the request had, any part of an address and fields of the shop included', () => {
    const transaction = old({
      orderNo: 'O-1',
      vendorName: 'Farm',
      customer: { id: 'c1', firstName: 'Sara', lastName: 'Ali', email: 's@c.example', phone: '+1' },
      attempts: [
        { ...attempt, state: 'failed', message: 'Declined', gatewayResponse: { code: '05' } },
      ],
      legacy: {
        referenceNumber,
        address: { city: 'Kuwait City', postalCode: '13001' },
        fields: { full_name: 'Sara Ali', result: 'success' },
      },
    });
    assert.deepEqual(disclosurePayload(transaction, notice('failed')), {
      full_name: 'Sara Ali',
      amount: '12.500',
      currency_code: 'KWD',
      result: 'failed',
      reference_number: referenceNumber,
      order_no: 'O-1',
      customer_first_name: 'Sara',
      customer_last_name: 'Ali',
      customer_email: 's@c.example',
      customer_phone: '+1',
      customer_address_city: 'Kuwait City',
      customer_address_postal_code: '13001',
      vendor_name: 'Farm',
      gateway_name: 'sandbox',
      gateway_account: 'card',
      gateway_response: { code: '05' },
      message: 'Declined',
    });
  });

  it('can be signed by the standard scheme', () => {
    assert.equal(
      standardMessage(disclosurePayload(old(), notice('success'))),
      `amount12.500currency_codeKWDgateway_accountcardgateway_namesandboxreference_number${referenceNumber}resultsuccess`,
    );
  });

  it('is not made for what is not decided', () => {
    const told = announce(old(), notice('pending'));
    assert.equal(told.notice, undefined);
    assert.deepEqual(told.transaction, old());
    assert.ok(announce(old(), notice('failed')).notice);
  });

  for (const [status, said] of [
    [200, 'delivered'],
    [201, 'failed'],
    [204, 'failed'],
    [302, 'failed'],
    [410, 'gone'],
    [500, 'failed'],
    [undefined, 'failed'],
  ] as const)
    it(`is ${said} when the answer is ${status}`, () => {
      assert.equal(verdict(status, 'disclosure'), said);
      const to = destination({ outcome: said, redirectUrl: 'https://shop.example.test/' }).to;
      assert.equal(to, status === 200 ? 'merchant' : 'summary');
    });
});

describe('a transaction of the old endpoints', () => {
  for (const [result, state] of [
    ['failed', 'failed'],
    ['error', 'failed'],
    ['canceled', 'expired'],
  ] as const)
    it(`has one attempt: ${result} makes it ${state}, whatever the account allows`, () => {
      const change = conclude(old(), aReport(attempt, { result }), CREATED_AT + 1000);
      assert.equal(change?.transaction.state, state);
    });
});

const back = (url: string, extra?: Transaction['extra']) =>
  merchantReturnUrl(url, { orderNo: 'O 1', referenceNumber, extra });

describe('the way back to a shop of the old endpoints', () => {
  it('carries every key of extra, the order number and the reference, and no session', () => {
    assert.equal(
      back('https://shop.example.test/back?a=1#top', { color: 'red & blue', n: 5, yes: true }),
      `https://shop.example.test/back?a=1&color=red+%26+blue&n=5&yes=true&order_no=O+1&reference_number=${referenceNumber}#top`,
    );
  });

  it('cannot be told another reference or order by extra', () => {
    const url = new URL(
      back('https://shop.example.test/', { reference_number: 'forged', order_no: 'forged' }),
    );
    assert.deepEqual(url.searchParams.getAll('reference_number'), [referenceNumber]);
    assert.deepEqual(url.searchParams.getAll('order_no'), ['O 1']);
  });
});
