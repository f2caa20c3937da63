import assert from 'node:assert/strict';
import { mailOfDispute } from '../../activities/dispute-mail.ts';
import type { Dispute } from '../../domain/dispute/dispute.ts';
import { aMerchant, aTransaction, CREATED_AT, kwd, referenceOf } from '../support/builders.ts';

const transaction = aTransaction({ state: 'paid', orderNo: 'ORD-1' });

function mailsOf(
  given: Partial<Dispute>,
  merchant: Parameters<typeof aMerchant>[0],
  users: Parameters<typeof mailOfDispute>[1]['users'] = [],
) {
  const dispute: Dispute = {
    disputeId: 'du_1',
    referenceNumber: referenceOf('demoAAAAAA'),
    state: 'open',
    amount: kwd('12.500'),
    reason: 'fraudulent',
    dueAt: CREATED_AT,
    saidAt: CREATED_AT,
    movements: [],
    ...given,
  };
  return mailOfDispute(transaction, {
    merchant: aMerchant(merchant),
    users,
    dispute,
    now: CREATED_AT,
  });
}

describe('the mail about a dispute', () => {
  const to = { supportEmail: 'help@pearl.example' };

  it('says what is disputed, why and until when it can be answered, once for each state', () => {
    const [mail, ...others] = mailsOf({}, to);
    assert.deepEqual(others, []);
    assert.deepEqual([mail?.to, mail?.event], [['help@pearl.example'], 'dispute-open']);
    const said = JSON.stringify(mail?.facts);
    for (const part of ['ORD-1', 'demoAAAAAA', 'KWD 12.500', 'du_1', 'fraudulent', '2026-01-15T09'])
      assert.ok(said.includes(part), part);
    const [asked] = mailsOf({ state: 'inquiry' }, to);
    const [lost] = mailsOf({ state: 'lost' }, to);
    assert.equal(lost?.event, 'dispute-lost');
    assert.equal(new Set([mail, asked, lost].map((one) => one?.key)).size, 3);
  });

  it('is told again when the bank comes again, and once for what is saved twice', () => {
    for (const state of ['open', 'lost'] as const) {
      const [first] = mailsOf({ state }, to);
      const [same] = mailsOf({ state }, to);
      const [again] = mailsOf({ state, saidAt: CREATED_AT + 1 }, to);
      assert.equal(same?.key, first?.key);
      assert.notEqual(again?.key, first?.key, state);
    }
  });

  it('goes to who may handle alerts and see the payment, and to nobody where there is nobody', () => {
    const owner = {
      active: true,
      service: false,
      superuser: true,
      permissions: [],
      email: 'owner@pearl.example',
    };
    const [mail] = mailsOf({}, {}, [owner]);
    assert.deepEqual(mail?.to, ['owner@pearl.example']);
    assert.deepEqual(mailsOf({}, {}), []);
  });
});
