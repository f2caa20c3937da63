import assert from 'node:assert/strict';
import { EXPIRY_YEAR } from '../../../drills/networks/card-expiry.ts';
import { hasGivenUp } from '../../../gateways/return-url.ts';
import { stripe } from '../../../gateways/stripe/index.ts';
import { amountOf, kwd } from '../../support/builders.ts';
import { aRequest, NUMBERS, isFault, namesOf, reportIn, stripeSide } from './support.ts';

const { close } = stripe;
assert.ok(close);

const LOOK = 'get /v1/checkout/sessions/{session}';
const EXPIRE = 'post /v1/checkout/sessions/{session}/expire';

describe('the gateway stripe: a page', () => {
  const { network, book, right, paid, reportOn, sessionOf } = stripeSide();

  it('is asked for in the same bytes each time, and in words that Stripe has', async () => {
    const request = aRequest({
      language: 'ar',
      description: 'ORD-1',
      payer: { email: 'sara@example.test', firstName: 'Sara' },
    });
    const opened = await stripe.open(right(), request);
    assert.deepEqual(await stripe.open(right(), request), opened);
    const session = sessionOf(request);
    assert.equal(session['client_reference_id'], request.referenceNumber);
    assert.equal(session['success_url'], request.returnUrl);
    // Who leaves the page without paying is told apart.
    const cancelUrl = new URL(String(session['cancel_url']));
    assert.deepEqual(
      [hasGivenUp(queryOf(request.returnUrl)), hasGivenUp(queryOf(cancelUrl))],
      [false, true],
    );
    cancelUrl.searchParams.delete('given_up');
    assert.equal(cancelUrl.href, request.returnUrl);
  });

  for (const [minutes, expected] of [
    [10, 45],
    [60, 60],
    [3 * 24 * 60, 23 * 60],
  ] as const)
    it(`is open ${expected} minutes where the payment is for ${minutes}`, async () => {
      const request = aRequest({ expiresAt: Date.now() + minutes * 60_000 });
      await stripe.open(right(), request);
      const { expires_at: at } = sessionOf(request);
      assert.ok(Math.abs(at - request.askedAt / 1000 - expected * 60) <= 2);
    });

  it('is had, and found when its answer was lost, though our clock is ten minutes off', async () => {
    for (const minutes of [-10, 10]) {
      const askedAt = Date.now() + minutes * 60_000;
      const slow = aRequest({ askedAt, expiresAt: askedAt + 10 * 60_000 });
      const { step } = await stripe.open(right(), slow);
      assert.equal(step, 'page');
      const request = aRequest();
      await stripe.open(right(), request);
      // So Stripe's clock has it.
      const session = sessionOf(request);
      Object.assign(session, { created: session['created'] - minutes * 60 });
      const { referenceNumber } = request;
      const found = await stripe.inquire(right(), { referenceNumber, askedAt: request.askedAt });
      assert.equal(found.step, 'page', `${minutes} minutes`);
    }
  });

  it('whose answer was lost is the same one when it is asked for again', async () => {
    const request = aRequest();
    network.stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'lost' });
    await assert.rejects(stripe.open(right(), request), isFault('unknown'));
    const { id } = sessionOf(request);
    const inquired = await stripe.inquire(right(), request);
    assert.ok(inquired.step === 'page' && inquired.gatewayReference === id);
    assert.deepEqual(await stripe.open(right(), request), inquired);
  });

  it('is unknown while the first request is under way, and after a 500 that Stripe keeps', async () => {
    const slow = aRequest();
    network.stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'late', ms: 1500 });
    const first = stripe.open(right(), slow);
    await network.stripe.waitsFor(slow.idempotencyKey);
    await assert.rejects(stripe.open(right(), slow), isFault('unknown'));
    const opened = await first;
    assert.deepEqual(await stripe.open(right(), slow), opened);
    const broken = aRequest();
    network.stripe.fail({ on: 'post /v1/checkout/sessions', fault: 'broken' });
    for (let times = 0; times < 2; times += 1)
      await assert.rejects(stripe.open(right(), broken), isFault('unknown'));
    assert.equal((await stripe.inquire(right(), broken)).step, 'page');
  });

  it('is found where the attempt was made by a test clock, whose time is not that of Stripe', async () => {
    const askedAt = Date.now() + 30 * 24 * 3_600_000;
    const request = aRequest();
    await stripe.open(right(), request);
    const { referenceNumber } = request;
    const found = await stripe.inquire(right(), { referenceNumber, askedAt });
    assert.equal(found.step, 'page');
  });

  it('is unknown while the list lacks it, although Stripe lists its payment with a declined card', async () => {
    const request = aRequest();
    await stripe.open(right(), request);
    const session = sessionOf(request);
    book.pay(session['id'], NUMBERS.declined);
    book.objects.delete(session['id']);
    await assert.rejects(stripe.inquire(right(), request), isFault('unknown'));
  });

  it('is unknown when the key comes with other words, for the first ones were done', async () => {
    const request = aRequest();
    await stripe.open(right(), request);
    await assert.rejects(
      stripe.open(right(), { ...request, total: kwd('1.000') }),
      isFault('unknown'),
    );
  });

  it('is not asked for where Stripe cannot charge the amount', async () => {
    const before = book.all('checkout.session').length;
    await assert.rejects(
      stripe.open(right(), aRequest({ total: kwd('12.345') })),
      (error: unknown) => isFault('refused')(error) && /12\.345/.test(String(error)),
    );
    assert.equal(book.all('checkout.session').length, before);
    assert.equal(stripe.traits.amountStep?.[kwd('1').currency], 10);
  });

  it('stays one after a declined card, and is paid with another', async () => {
    const request = aRequest();
    const opened = await stripe.open(right(), request);
    book.pay(sessionOf(request)['id'], NUMBERS.declined);
    assert.deepEqual(await stripe.inquire(right(), namesOf(request, opened)), opened);
    book.pay(sessionOf(request)['id'], NUMBERS.good);
    const report = await reportOn(namesOf(request, opened));
    assert.equal(report.outcome.result, 'success');
    assert.equal('decline' in report, false);
  });

  it('is canceled when it is closed after a declined card, and says why that was declined', async () => {
    const request = aRequest();
    const opened = await stripe.open(right(), request);
    book.pay(sessionOf(request)['id'], NUMBERS.declined);
    const closed = await close(right(), namesOf(request, opened));
    assert.ok(closed.step === 'report');
    assert.deepEqual(closed.report.outcome, { result: 'canceled' });
    assert.equal(closed.report.message, 'Your card was declined.');
    assert.deepEqual(closed.report.decline, { code: 'generic_decline', advice: 'soft' });
  });

  for (const fault of ['lost', 'broken'] as const)
    it(`is canceled when it is closed after a declined card, and the answer to that is ${fault}`, async () => {
      const request = aRequest();
      const names = namesOf(request, await stripe.open(right(), request));
      book.pay(sessionOf(request)['id'], NUMBERS.declined);
      network.stripe.fail({ on: EXPIRE, fault });
      assert.deepEqual(reportIn(await close(right(), names)).outcome, { result: 'canceled' });
    });

  it('is canceled by who closes it again after a declined card, because how it stands was not answered', async () => {
    const request = aRequest();
    const names = namesOf(request, await stripe.open(right(), request));
    book.pay(sessionOf(request)['id'], NUMBERS.declined);
    network.stripe.fail({ on: LOOK, fault: 'lost' });
    await assert.rejects(close(right(), names), isFault('unknown'));
    assert.deepEqual(reportIn(await close(right(), names)).outcome, { result: 'canceled' });
  });

  for (const [what, faults] of [
    [
      'the second request to close it',
      [
        { on: EXPIRE, fault: 'lost' },
        { on: EXPIRE, fault: 'refused' },
      ],
    ],
    ['the question how it stands', [{ on: LOOK, fault: 'refused' }]],
  ] as const)
    it(`may be closed where Stripe refuses ${what}`, async () => {
      const request = aRequest();
      const names = namesOf(request, await stripe.open(right(), request));
      book.pay(sessionOf(request)['id'], NUMBERS.declined);
      for (const fault of faults) network.stripe.fail(fault);
      await assert.rejects(close(right(), names), isFault('unknown'));
      assert.deepEqual(reportIn(await close(right(), names)).outcome, { result: 'canceled' });
    });

  it('is as it was where Stripe refuses the first request to close it', async () => {
    const request = aRequest();
    const opened = await stripe.open(right(), request);
    network.stripe.fail({ on: EXPIRE, fault: 'refused' });
    await assert.rejects(close(right(), namesOf(request, opened)), isFault('refused'));
    assert.deepEqual(await stripe.inquire(right(), namesOf(request, opened)), opened);
  });

  it('has failed where its time is over after a declined card, also for who closes it then', async () => {
    const request = aRequest();
    const opened = await stripe.open(right(), request);
    const { id } = sessionOf(request);
    book.pay(id, NUMBERS.declined);
    book.expireSession(id);
    const names = namesOf(request, opened);
    for (const report of [reportIn(await close(right(), names)), await reportOn(names)]) {
      const { outcome, decline } = report;
      assert.deepEqual(
        [outcome, decline?.code],
        [{ result: 'failed', expired: true }, 'generic_decline'],
      );
    }
  });

  it('has the parameters of the gateway under our names, and what 3-D Secure came to', async () => {
    const { report, intent, charge: paidBy } = await paid({}, NUMBERS.asksOnPage);
    assert.deepEqual(report.pgParams, {
      auth_code: '123456',
      card_type: 'VISA',
      full_card_expiry: `03/${EXPIRY_YEAR.slice(-2)}`,
      card_holder: 'Sara Al-Ali',
      card_number: '**** 3155',
      card_expiry_month: '03',
      card_expiry_year: EXPIRY_YEAR.slice(-2),
      result: 'succeeded',
      payment_id: intent['id'],
      transaction_id: paidBy['id'],
    });
    assert.deepEqual(report.threeDs, {
      challenge: true,
      version: '2.2.0',
      eci: '05',
      outcome: 'authenticated',
    });
  });

  for (const [text, currency, units] of [
    ['12.50', 'USD', 1250],
    ['500', 'JPY', 500],
    ['279', 'ISK', 27_900],
    ['5000', 'UGX', 500_000],
    ['12.00', 'MGA', 12],
  ] as const)
    it(`charges ${text} ${currency} as ${units} of Stripe's units, and reads them back`, async () => {
      const total = amountOf(text, currency);
      const { report, intent } = await paid({ total });
      assert.equal(intent['amount'], units);
      assert.deepEqual(report.outcome, { result: 'success', kind: 'purchase', charged: total });
    });
});

function queryOf(url: string | URL) {
  return Object.fromEntries(new URL(url).searchParams);
}
