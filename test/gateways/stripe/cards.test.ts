import assert from 'node:assert/strict';
import type { ChargeRequest } from '../../../gateways/gateway.ts';
import { stripe } from '../../../gateways/stripe/index.ts';
import { aCharge, NUMBERS, isFault, namesOf, reportIn, stripeSide } from './support.ts';

const { charge, close, forgetCard } = stripe;
assert.ok(charge && close && forgetCard);

describe('the gateway stripe: a saved card', () => {
  const { network, book, right, saved, reportOn, moved } = stripeSide();

  for (const by of ['customer', 'merchant'] as const)
    it(`that is declined for the ${by} ends the attempt, and says why`, async () => {
      const request = aCharge(await saved(NUMBERS.later), by);
      const report = reportIn(await charge(right(), request));
      assert.deepEqual(report.outcome, { result: 'failed' });
      assert.deepEqual(report.decline, { code: 'generic_decline', advice: 'soft' });
      assert.deepEqual(reportIn(await charge(right(), request)), report);
    });

  for (const [isRight, result] of [
    [true, 'success'],
    [false, 'failed'],
  ] as const)
    it(`whose bank asks leads the customer to it, and is a ${result} afterwards`, async () => {
      const request = aCharge(await saved(NUMBERS.asksAlways), 'customer');
      const page = await charge(right(), request);
      assert.ok(page.step === 'page');
      assert.ok(stripe.pageOrigins(right()).includes(new URL(page.pageUrl).origin));
      assert.deepEqual(await stripe.inquire(right(), namesOf(request, page)), page);
      book.authenticate(page.gatewayReference, isRight);
      const report = await reportOn(namesOf(request, page));
      assert.equal(report.outcome.result, result);
      assert.equal(report.decline?.code, isRight ? undefined : 'challenge_required');
      assert.deepEqual(reportIn(await charge(right(), request)), report);
    });

  it('whose bank asks can be taken back before its holder has answered, and is never charged then', async () => {
    const request = aCharge(await saved(NUMBERS.asksAlways), 'customer');
    const page = await charge(right(), request);
    const names = namesOf(request, page);
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual(reportIn(await close(right(), names)).outcome, { result: 'canceled' });
    assert.throws(() => book.authenticate(names.gatewayReference ?? '', true));
    assert.deepEqual(await reportOn(names), reportIn(await charge(right(), request)));
    assert.deepEqual(moved(request), []);
  });

  it('may be taken back where Stripe refuses the question how it stands then', async () => {
    const request = aCharge(await saved(NUMBERS.asksAlways), 'customer');
    const names = namesOf(request, await charge(right(), request));
    for (const fault of ['late', 'refused'] as const)
      network.stripe.fail({ on: 'get /v1/payment_intents/{intent}', fault });
    await assert.rejects(close(right(), names), isFault('unknown'));
    assert.deepEqual(reportIn(await close(right(), names)).outcome, { result: 'canceled' });
  });

  it('is a success where its holder was quicker than who takes it back', async () => {
    const request = aCharge(await saved(NUMBERS.asksAlways), 'customer');
    const names = namesOf(request, await charge(right(), request));
    book.authenticate(names.gatewayReference ?? '', true);
    assert.equal(reportIn(await close(right(), names)).outcome.result, 'success');
    assert.equal(moved(request).length, 1);
  });

  it('that is to be held stays with the bank, for what is held meanwhile would be let go', async () => {
    const request = {
      ...aCharge(await saved(NUMBERS.asksAlways), 'customer'),
      kind: 'authorize',
    } as const;
    const page = await charge(right(), request);
    assert.deepEqual(await close(right(), namesOf(request, page)), page);
  });

  it('whose bank asks is declined where its holder is not there', async () => {
    const request = aCharge(await saved(NUMBERS.asksAlways), 'merchant');
    const { decline, outcome } = reportIn(await charge(right(), request));
    assert.deepEqual(outcome, { result: 'failed' });
    assert.deepEqual(decline, { code: 'challenge_required', advice: 'hard' });
  });

  it('is not charged where its code is to be asked for, which Stripe does not do', async () => {
    const request = aCharge(await saved(NUMBERS.good), 'customer');
    await assert.rejects(
      charge(right(), { ...request, asksCvv: true }),
      (error: unknown) => isFault('refused')(error) && /cvv_required/.test(String(error)),
    );
    assert.deepEqual(moved(request), []);
  });

  it('is held where that is asked for', async () => {
    const request: ChargeRequest = {
      ...aCharge(await saved(NUMBERS.good), 'merchant'),
      kind: 'authorize',
    };
    const { outcome, gatewayReference, gatewayPayment } = reportIn(await charge(right(), request));
    assert.deepEqual(outcome, { result: 'success', kind: 'authorize', charged: request.total });
    // What disputes and refunds that are made at Stripe call it.
    assert.match(gatewayPayment ?? '', /^pi_/);
    assert.equal(gatewayPayment, gatewayReference);
  });

  it('that was forgotten after an answer was lost has paid once all the same', async () => {
    const token = await saved(NUMBERS.good);
    const request = aCharge(token, 'merchant');
    network.stripe.fail({ on: 'post /v1/payment_intents', fault: 'lost' });
    await assert.rejects(charge(right(), request), isFault('unknown'));
    await forgetCard(right(), { token });
    const report = reportIn(await charge(right(), request));
    assert.equal(report.outcome.result, 'success');
    assert.deepEqual(moved(request), [['capture', 12_500]]);
    assert.deepEqual(reportIn(await stripe.inquire(right(), request)), report);
  });

  it('is found after its answer was lost, however many pages of Stripe’s are of the same hour', async () => {
    const request = aCharge(await saved(NUMBERS.good), 'merchant');
    network.stripe.fail({ on: 'post /v1/payment_intents', fault: 'lost' });
    await assert.rejects(charge(right(), request), isFault('unknown'));
    const page = book.all('checkout.session')[0];
    const metadata = { order_id: 'of another program' };
    for (let nth = 0; nth <= 1000; nth += 1)
      book.objects.set(`cs_test_${nth}`, { ...page, id: `cs_test_${nth}`, metadata });
    const { referenceNumber, askedAt } = request;
    const report = await reportOn({ referenceNumber, askedAt });
    assert.equal(report.outcome.result, 'success');
  });
});
