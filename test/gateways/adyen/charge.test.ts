import assert from 'node:assert/strict';
import type { Inquired } from '../../../domain/transaction/network.ts';
import { adyen } from '../../../gateways/adyen/index.ts';
import { GatewayFault, type AttemptNames, type ChargeRequest } from '../../../gateways/gateway.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { adyenNetwork } from './network.ts';
import { aCardCharge, anOpening, PHONE_BROWSER, SHOPPER } from './support.ts';
import { heldCharge } from '../../drills/networks/support/held-charge.ts';

const { charge, browserReturn, forgetCard } = adyen;
assert.ok(charge && browserReturn && forgetCard);

const FUNDS = { code: '12', reason: 'Not enough balance' };

describe('a saved card at Adyen', () => {
  const network = adyenNetwork();
  const there = network.standIn.network;
  const settings = () => network.settings(network.url());
  let token: string;

  before(async () => {
    await network.start();
    const opening = anOpening('demoSAVED222', { saveCard: true });
    await adyen.open(settings(), opening);
    const [told] = await network.callbacksOf(() =>
      there.leave(network.pageOf(opening.referenceNumber)),
    );
    assert.ok(told);
    const read = adyen.readCallback(settings(), told);
    assert.ok(read.step === 'report' && read.report.card);
    ({ token } = read.report.card);
  });
  after(network.stop);
  after(() => {
    assert.equal(network.standIn.keyConflicts, 0);
  });

  it('is declined with the reason, and what the card’s network advises', async () => {
    there.nextCharge = {
      ...FUNDS,
      more: { paymentMethod: 'visa', refusalReasonRaw: '14 : Invalid card number' },
    };
    const request = aCardCharge('demoDECLINE2', token);
    const declined = await charge(settings(), request);
    assert.ok(declined.step === 'report');
    assert.deepEqual(declined.report.outcome, { result: 'failed' });
    assert.equal(declined.report.message, 'Not enough balance');
    assert.deepEqual(declined.report.decline, {
      code: 'insufficient_funds',
      advice: 'do-not-retry',
    });
    assert.deepEqual(withoutTime(await charge(settings(), request)), withoutTime(declined));
  });

  it('is not charged twice when the answer is lost and it is asked for again', async () => {
    const request = aCardCharge('demoLOSTCH22', token);
    network.standIn.fault = 'lose';
    await assert.rejects(charge(settings(), request), isFault('unknown'));
    const charged = await charge(settings(), request);
    assert.equal(charged.step === 'report' && charged.report.outcome.result, 'success');
    const entries = there.book.entries.filter(({ reference }) => reference === 'demoLOSTCH22.card');
    assert.equal(entries.filter(({ entry }) => entry === 'authorisation').length, 1);
  });

  for (const fault of ['unavailable', 'under way'] as const)
    it(`is neither charged nor refused as far as one knows when Adyen says that it is ${fault}`, async () => {
      const request = aCardCharge(fault === 'unavailable' ? 'demoBUSY2222' : 'demoBUSY3333', token);
      if (fault === 'unavailable') network.standIn.fault = 'unavailable';
      const underWay = fault === 'under way' ? heldCharge(there) : undefined;
      const first = underWay && charge(settings(), request);
      await underWay?.reached;
      await assert.rejects(charge(settings(), request), isFault('unknown'));
      underWay?.goOn();
      const charged = (await first) ?? (await charge(settings(), request));
      assert.equal(charged.step === 'report' && charged.report.outcome.result, 'success');
    });

  it('is held when it shall be held, which webhook and answer both say', async () => {
    const request = aCardCharge('demoHOLDCH22', token, { kind: 'authorize' });
    const [told] = await network.callbacksOf(async () => {
      const charged = await charge(settings(), request);
      assert.deepEqual(outcomeOf(charged), {
        result: 'success',
        kind: 'authorize',
        charged: kwd('12.345'),
      });
    });
    assert.ok(told);
    const read = adyen.readCallback(settings(), told);
    assert.equal(
      read.step === 'report' &&
        read.report.outcome.result === 'success' &&
        read.report.outcome.kind,
      'authorize',
    );
    assert.equal(there.paymentNamed('demoHOLDCH22')?.captured, 0);
  });

  it('stays undecided while Adyen has not decided', async () => {
    there.nextCharge = 'pending';
    assert.deepEqual(outcomeOf(await charge(settings(), aCardCharge('demoPENDING2', token))), {
      result: 'pending',
    });
  });

  it('is charged of its own customer alone', async () => {
    const other = aCardCharge('demoOTHERPAY', token, { payer: { reference: 'b'.repeat(64) } });
    const declined = await charge(settings(), other);
    assert.deepEqual(declined.step === 'report' && declined.report.decline, {
      code: 'card_removed',
      advice: 'hard',
    });
  });

  it('leads its holder to the page of their bank, and is charged when the browser comes back from it', async () => {
    const { opened, names, brought } = await challenged('demo3DSGOOD2');
    assert.ok(opened.step === 'page');
    assert.ok(adyen.pageOrigins(settings()).includes(new URL(opened.pageUrl).origin));
    const ended = await browserReturn.read(settings(), names, brought);
    assert.deepEqual(outcomeOf(ended), {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.345'),
    });
    assert.deepEqual(
      withoutTime(await browserReturn.read(settings(), names, brought)),
      withoutTime(ended),
    );
    await assert.rejects(adyen.inquire(settings(), names), isFault('unknown'));
  });

  it('is declined where the bank asks and nobody has said in which browser its holder waits', async () => {
    there.nextCharge = 'redirect';
    const declined = await charge(
      settings(),
      aCardCharge('demo3DSNONE2', token, { by: 'customer' }),
    );
    assert.deepEqual(declined.step === 'report' && declined.report.decline, {
      code: 'challenge_required',
      advice: 'hard',
    });
  });

  it('is declined when its holder does not confirm', async () => {
    const { names, brought } = await challenged('demo3DSBAD22', {
      code: '11',
      reason: '3D Not Authenticated',
    });
    const ended = await browserReturn.read(settings(), names, brought);
    assert.ok(ended.step === 'report');
    assert.deepEqual(ended.report.outcome, { result: 'failed' });
    assert.deepEqual(ended.report.decline, { code: '3d_not_authenticated', advice: 'hard' });
  });

  it('is not paid by what a browser brings of another payment, or makes up', async () => {
    const one = await challenged('demo3DSONE22');
    const two = await challenged('demo3DSTWO22');
    await assert.rejects(
      browserReturn.read(settings(), one.names, two.brought),
      isFault('refused'),
    );
    const made = { redirectResult: 'made-up' };
    await assert.rejects(browserReturn.read(settings(), one.names, made), isFault('refused'));
  });

  it('is forgotten once and for all, but not for somebody else', async () => {
    await forgetCard(settings(), { token, payerReference: 'b'.repeat(64) });
    const charged = await charge(settings(), aCardCharge('demoSTILL222', token));
    assert.equal(outcomeOf(charged).result, 'success');
    await forgetCard(settings(), { token, payerReference: SHOPPER });
    const declined = await charge(settings(), aCardCharge('demoGONE2222', token));
    assert.equal(outcomeOf(declined).result, 'failed');
  });

  /** A charge by its customer of which the bank wants more, and what the browser brings from the bank's page. */
  async function challenged(reference: string, refused?: typeof FUNDS) {
    there.nextCharge = 'redirect';
    const payer = { reference: SHOPPER, browser: PHONE_BROWSER };
    const request: ChargeRequest = aCardCharge(reference, token, { by: 'customer', payer });
    const opened = await charge?.(settings(), request);
    assert.ok(opened?.step === 'page');
    const back = new URL(await there.leave(network.pageOf(referenceOf(reference)), refused));
    const { gatewayReference } = opened;
    const { referenceNumber, askedAt } = request;
    const names: AttemptNames = { referenceNumber, gatewayReference, askedAt };
    return { opened, names, brought: Object.fromEntries(back.searchParams) };
  }
});

describe('a page of Adyen', () => {
  const network = adyenNetwork();
  const there = network.standIn.network;
  const settings = () => network.settings(network.url());
  before(network.start);
  after(network.stop);

  it('is over when its time is, or the payer took too long', async () => {
    const late = anOpening('demoLATE2222', { askedAt: 0, expiresAt: 1000 });
    const opened = await adyen.open(settings(), late);
    const expired = { result: 'canceled', expired: true };
    assert.deepEqual(outcomeOf(opened), expired);
    const { names } = await openedPage('demoEXPIRED2');
    there.expire(network.pageOf(names.referenceNumber));
    assert.deepEqual(outcomeOf(await adyen.inquire(settings(), names)), expired);
  });

  it('can be asked about when the browser comes back, and is undecided until the webhook', async () => {
    const { names } = await openedPage('demoRETURN22');
    const open = await browserReturn.read(settings(), names, { lang: 'en' });
    assert.equal(open.step, 'page');
    await there.leave(network.pageOf(names.referenceNumber));
    const left = await browserReturn.read(settings(), names, {});
    assert.deepEqual(outcomeOf(left), { result: 'pending' });
    // Where the webhook never comes somebody has to know that the payer was charged.
    assert.equal(left.step === 'report' && left.isPaid, true);
  });

  it('that saves a card without money cannot be asked about or closed, but by what its browser brings', async () => {
    const { names } = await openedPage('demoZERO2222', { total: kwd('0'), saveCard: true });
    assert.match(names.gatewayReference ?? '', /^CS/);
    await assert.rejects(adyen.inquire(settings(), names), isFault('unknown'));
    await assert.rejects(async () => adyen.close?.(settings(), names), isFault('refused'));
    const back = new URL(await there.leave(network.pageOf(names.referenceNumber)));
    const brought = Object.fromEntries(back.searchParams);
    assert.equal(brought['lang'], 'en');
    const word = await browserReturn.read(settings(), names, brought);
    assert.deepEqual(outcomeOf(word), { result: 'pending' });
  });

  it('cannot be asked about before Adyen has named it', async () => {
    const { referenceNumber, askedAt } = anOpening('demoNONAME22');
    await assert.rejects(
      adyen.inquire(settings(), { referenceNumber, askedAt }),
      isFault('unknown'),
    );
    await assert.rejects(
      async () =>
        adyen.operate?.(settings(), {
          ...anOpening('demoNONAME22'),
          kind: 'refund',
          paymentReference: referenceNumber,
        }),
      isFault('refused'),
    );
  });

  async function openedPage(reference: string, given = {}) {
    // The stand-in closes a page by the clock of now.
    const now = Date.now();
    const { referenceNumber, askedAt, ...rest } = anOpening(reference, {
      askedAt: now,
      expiresAt: now + 3_600_000,
      ...given,
    });
    const opened = await adyen.open(settings(), { referenceNumber, askedAt, ...rest });
    assert.ok(opened.step === 'page');
    const { gatewayReference } = opened;
    return { opened, names: { referenceNumber, askedAt, gatewayReference } satisfies AttemptNames };
  }
});

function outcomeOf(answer: Inquired) {
  assert.ok(answer.step === 'report', answer.step);
  return answer.report.outcome;
}

/** When a card may be tried again depends on when it was declined. */
function withoutTime(answer: Inquired): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (key === 'notBefore' ? 0 : value)),
  );
}

function isFault(kind: GatewayFault['kind']) {
  return (error: unknown) => error instanceof GatewayFault && error.kind === kind;
}
