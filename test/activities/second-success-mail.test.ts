import assert from 'node:assert/strict';
import { mailOfSecondSuccess } from '../../activities/second-success-mail.ts';
import {
  aMerchant,
  anAttempt,
  aTransaction,
  CREATED_AT,
  referenceOf,
} from '../support/builders.ts';

const second = anAttempt({ referenceNumber: referenceOf('demoTWO222'), state: 'success' });
const transaction = aTransaction({ state: 'paid', orderNo: 'ORD-1', attempts: [second] });
const { webhooks } = aMerchant();

function mailsOf(given: Parameters<typeof aMerchant>[0]) {
  const merchant = aMerchant(given);
  return mailOfSecondSuccess(transaction, {
    merchant,
    referenceNumber: second.referenceNumber,
    now: CREATED_AT,
  });
}

describe('the mail about a customer who has paid twice', () => {
  it('names the payment whose money goes back, once for each', () => {
    const [mail, ...others] = mailsOf({ supportEmail: 'help@pearl.example' });
    assert.deepEqual(others, []);
    assert.deepEqual([mail?.to, mail?.event], [['help@pearl.example'], 'second-success']);
    assert.match(mail?.key ?? '', /demoTWO222$/);
    const said = JSON.stringify(mail?.facts);
    for (const part of ['ORD-1', 'demoTWO222', 'KWD 12.500', transaction.sessionId])
      assert.ok(said.includes(part), part);
  });

  it('goes to the addresses for failed webhooks before the support address, and else to nobody', () => {
    const named = { webhooks: { ...webhooks, emails: ['books@pearl.example'] } };
    const both = mailsOf({ ...named, supportEmail: 'help@pearl.example' });
    assert.deepEqual(
      both.map(({ to }) => to),
      [['books@pearl.example']],
    );
    assert.deepEqual(mailsOf({}), []);
  });
});
