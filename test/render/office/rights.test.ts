import assert from 'node:assert/strict';
import { renderBulk } from '../../../render/office/bulk.tsx';
import { renderPayment } from '../../../render/office/payment.tsx';
import { renderPayments } from '../../../render/office/payments.tsx';
import { aBulk, aPaymentDetail, aPaymentList, SESSION } from './builders.ts';
import { OFFICE_ACTIONS } from './every-office-page.ts';

const hrefOf = (action: string) => `/office/payments/${SESSION}/${action}`;

describe('what a person may not do', () => {
  const sets = [
    [],
    OFFICE_ACTIONS,
    ...OFFICE_ACTIONS.map((one) => [one]),
    ...OFFICE_ACTIONS.map((one) => OFFICE_ACTIONS.filter((other) => other !== one)),
  ];
  for (const offered of sets)
    it(`has no button on a payment: only ${offered.join(', ') || 'none'}`, () => {
      const html = renderPayment(
        aPaymentDetail({
          actions: offered.map((action) => ({
            action,
            href: hrefOf(action),
            needsApproval: false,
          })),
          webhooks: undefined,
        }),
      );
      for (const action of OFFICE_ACTIONS)
        assert.equal(html.includes(`href="${hrefOf(action)}"`), offered.includes(action), action);
    });

  it('has no button and no field on the list', () => {
    const { newUrl: _, exportForm: __, several: ___, ...facts } = aPaymentList();
    const all = renderPayments(aPaymentList());
    const none = renderPayments({
      ...facts,
      sections: [{ name: 'payments', href: '/office/payments' }],
      maySeePeople: false,
      maySeeArchived: false,
    });
    for (const part of [
      'href="/office/payments/new"',
      'name="customer_email"',
      'name="customer_name"',
      'name="customer_phone"',
      'name="deleted"',
      '>Export<',
      '/office/payments/several/',
      'name="session_id"',
    ]) {
      assert.ok(all.includes(part), part);
      assert.ok(!none.includes(part), part);
    }
  });

  it('has no button on a file of requests', () => {
    const { pause: _, cancelUrl: __, ...facts } = aBulk();
    const resume = { action: '/office/resume', token: 'token', number: 'number-1' };
    const all = renderBulk(aBulk({ resume }));
    const none = renderBulk(facts);
    for (const part of ['action="/office/x"', 'action="/office/resume"', '/cancel"']) {
      assert.ok(all.includes(part), part);
      assert.ok(!none.includes(part), part);
    }
  });

  it('is no part of a payment that is not for them', () => {
    const all = renderPayment(aPaymentDetail());
    const { workflowUrl: _, workflowsUrl: __, ...facts } = aPaymentDetail();
    const none = renderPayment({ ...facts, webhooks: undefined, messages: undefined });
    for (const part of ['id="webhooks"', 'id="messages"', 'temporal.example']) {
      assert.ok(all.includes(part), part);
      assert.ok(!none.includes(part), part);
    }
  });
});
