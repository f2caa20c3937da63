import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { hmacOf } from '../../../drills/networks/adyen/hmac.ts';
import { jsonIn, partOf, textOf, type JsonPart } from '../../../drills/networks/adyen/json.ts';
import { faultBySchema } from '../../../drills/networks/adyen/schema.ts';
import { AdyenStandIn } from '../../../drills/networks/adyen/server.ts';
import { heldCharge } from './support/held-charge.ts';

const SETTINGS = {
  apiKey: 'AQE-test',
  merchantAccount: 'PearlECOM',
  hmacKey: '0F'.repeat(32),
  user: 'adyen',
  password: 'pearl',
};
const LINK = {
  merchantAccount: 'PearlECOM',
  reference: 'pearlABCD2345',
  amount: { value: 12_345, currency: 'KWD' },
  returnUrl: 'https://pay.example.test/return?x=1',
};
const REFUSED = { code: '12', reason: 'Not enough balance' };

describe('the stand-in of Adyen', () => {
  const standIn = new AdyenStandIn(SETTINGS);
  const { network, webhooks } = standIn;
  const heard: { readonly item: JsonPart; readonly authorization: string | undefined }[] = [];
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({
        item: itemIn(Buffer.concat(chunks).toString('utf8')),
        authorization: request.headers.authorization,
      });
      response.end();
    });
  });

  before(async () => {
    await standIn.start();
    await new Promise<void>((resolve) => {
      listener.listen(0, '127.0.0.1', resolve);
    });
    const address = listener.address();
    assert.ok(address && typeof address === 'object');
    webhooks.url = `http://127.0.0.1:${address.port}/`;
  });
  after(async () => {
    await standIn.stop();
    listener.closeAllConnections();
    listener.close();
  });
  beforeEach(() => heard.splice(0));

  it('signs as the documentation does in its example', () => {
    const item = {
      pspReference: '7914073381342284',
      merchantAccountCode: 'TestMerchant',
      merchantReference: 'TestPayment-1407325143704',
      amount: { value: 1130, currency: 'EUR' },
      eventCode: 'AUTHORISATION',
      success: 'true',
    };
    const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
    assert.equal(hmacOf(item, key), 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=');
  });

  for (const [what, change] of [
    ['a field that Adyen does not know', { refrence: 'x' }],
    ['one deep inside', { amount: { ...LINK.amount, decimals: 3 } }],
    ['an amount in text', { amount: { value: '12345', currency: 'KWD' } }],
    ['a part of a minor unit', { amount: { value: 0.5, currency: 'KWD' } }],
    ['a word that is none of the list', { storePaymentMethodMode: 'always' }],
  ] as const)
    it(`takes no request with ${what}`, async () => {
      const { status, json } = await call('POST', '/paymentLinks', { ...LINK, ...change });
      assert.equal(status, 422);
      assert.equal(json['errorCode'], '702');
    });

  it('allows no answer and no webhook that Adyen would not send', () => {
    const link = { ...LINK, id: 'PL1', status: 'active', url: 'https://x.test' };
    assert.equal(faultBySchema('PaymentLinkResponse', link), undefined);
    assert.match(
      String(faultBySchema('PaymentLinkResponse', { ...link, status: 'open' })),
      /status/,
    );
    assert.match(String(faultBySchema('Notification', { live: 'false' })), /notificationItems/);
  });

  it('asks for the key of the merchant, and for their account', async () => {
    const headers = { 'x-api-key': 'other' };
    assert.equal((await call('POST', '/paymentLinks', LINK, headers)).status, 401);
    const other = { ...LINK, merchantAccount: 'OtherECOM' };
    assert.equal((await call('POST', '/paymentLinks', other)).status, 403);
  });

  it('does once what comes twice under one key, and knows another body by it', async () => {
    const keyed = { 'idempotency-key': 'key-1' };
    const first = await call('POST', '/paymentLinks', LINK, keyed);
    assert.deepEqual([first.status, first.headers.get('idempotency-key')], [201, null]);
    const again = await call('POST', '/paymentLinks', LINK, keyed);
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers.get('idempotency-key'), 'key-1');
    assert.equal(standIn.keyConflicts, 0);
    await call('POST', '/paymentLinks', { ...LINK, reference: 'pearlOTHER234' }, keyed);
    assert.equal(standIn.keyConflicts, 1);
    const long = { 'idempotency-key': 'k'.repeat(65) };
    assert.equal((await call('POST', '/paymentLinks', LINK, long)).status, 422);
  });

  it('says of what is under way that it is, and gives its answer afterwards', async () => {
    const token = await savedCard('pearlKEYS2345');
    const keyed = { 'idempotency-key': 'key-2' };
    webhooks.delivery = 'hold';
    const underWay = heldCharge(standIn.network);
    const body = chargeOf('pearlSLOW2345', token);
    const first = call('POST', '/payments', body, keyed);
    await underWay.reached;
    const meanwhile = await call('POST', '/payments', body, keyed);
    assert.deepEqual([meanwhile.status, meanwhile.json['errorCode']], [422, '704']);
    assert.equal(meanwhile.headers.get('transient-error'), 'true');
    assert.deepEqual((await call('POST', '/payments', body, keyed)).json['errorCode'], '704');
    underWay.goOn();
    const { json } = await first;
    assert.equal(json['resultCode'], 'Authorised');
    assert.deepEqual((await call('POST', '/payments', body, keyed)).json, json);
    await webhooks.release('as-made');
  });

  it('does what it loses the answer to', async () => {
    standIn.fault = 'lose';
    const keyed = { 'idempotency-key': 'key-3' };
    const request = { ...LINK, reference: 'pearlLOST2345' };
    await assert.rejects(call('POST', '/paymentLinks', request, keyed));
    const again = await call('POST', '/paymentLinks', request, keyed);
    assert.equal(again.headers.get('idempotency-key'), 'key-3');
  });

  it('lets a payer take another card after a refusal, and tells of both', async () => {
    const { json } = await call('POST', '/paymentLinks', { ...LINK, reference: 'pearlTWO23456' });
    const page = textOf(json, 'url');
    assert.match(await press(page, 'bad'), /Refused/);
    assert.match(await press(page, 'good'), /href="https:\/\/pay\.example\.test\/return\?x=1"/);
    assert.deepEqual(
      heard.map(({ item }) => [item['eventCode'], item['success'], item['merchantReference']]),
      [
        ['AUTHORISATION', 'false', 'pearlTWO23456'],
        ['AUTHORISATION', 'true', 'pearlTWO23456'],
      ],
    );
    const link = await call('GET', `/paymentLinks/${textOf(json, 'id')}`);
    assert.equal(link.json['status'], 'completed');
    const closed = await call('PATCH', `/paymentLinks/${textOf(json, 'id')}`, {
      status: 'expired',
    });
    assert.equal(closed.status, 422);
  });

  it('is left by a test as by a payer', async () => {
    await call('POST', '/paymentLinks', { ...LINK, reference: 'pearlLEAVE234' });
    const address = `${standIn.url}/_control/leave/pearlLEAVE234`;
    for (const body of [REFUSED, {}]) {
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
      assert.deepEqual(await answer.json(), { location: LINK.returnUrl });
    }
    assert.deepEqual(
      heard.map(({ item }) => item['success']),
      ['false', 'true'],
    );
  });

  it('signs its webhooks and brings what the merchant has set for them', async () => {
    await paid('pearlSIGN2345');
    const [{ item, authorization } = { item: {}, authorization: '' }] = heard;
    const { hmacSignature } = partOf(item, 'additionalData');
    const amount = { value: 12_345, currency: 'KWD' };
    const fields = {
      pspReference: textOf(item, 'pspReference'),
      merchantAccountCode: 'PearlECOM',
      merchantReference: 'pearlSIGN2345',
      amount,
      eventCode: 'AUTHORISATION',
      success: 'true',
    };
    assert.equal(hmacSignature, hmacOf(fields, SETTINGS.hmacKey));
    assert.equal(authorization, `Basic ${Buffer.from('adyen:pearl').toString('base64')}`);
  });

  it('may send its webhooks twice, or the last one first', async () => {
    const payment = network.paymentNamed('pearlSIGN2345');
    assert.ok(payment);
    for (const [order, expected] of [
      ['twice', ['a', 'b', 'a', 'b']],
      ['reverse', ['b', 'a']],
    ] as const) {
      heard.splice(0);
      webhooks.delivery = 'hold';
      for (const reason of ['a', 'b']) await network.tell(payment, 'CHARGEBACK', { reason });
      await webhooks.release(order);
      assert.deepEqual(reasons(), expected);
    }
  });

  it('may tell of one payment twice, refused and then authorised', async () => {
    await call('POST', '/paymentLinks', { ...LINK, reference: 'pearlLAST2345' });
    const page = network.pageNamed('pearlLAST2345');
    assert.ok(page);
    await network.payAtLast(page, REFUSED);
    const [first, second] = heard;
    assert.deepEqual([first?.item['success'], second?.item['success']], ['false', 'true']);
    assert.equal(first?.item['pspReference'], second?.item['pspReference']);
  });

  it('receives modifications, does them later, and no more than there is', async () => {
    const payment = await paid('pearlBOOK2345');
    network.holdsModifications = true;
    const amount = { value: 10_000, currency: 'KWD' };
    for (const reference of ['one', 'two']) {
      const body = { merchantAccount: 'PearlECOM', reference, amount };
      const { status, json } = await call('POST', `/payments/${payment}/refunds`, body);
      assert.deepEqual([status, json['status'], json['reference']], [201, 'received', reference]);
    }
    assert.equal(network.book.find(payment)?.refunded, 0);
    heard.splice(0);
    await network.decide();
    assert.deepEqual(
      heard.map(({ item }) => [item['eventCode'], item['merchantReference'], item['success']]),
      [
        ['REFUND', 'one', 'true'],
        ['REFUND', 'two', 'false'],
      ],
    );
    assert.equal(heard[0]?.item['originalReference'], payment);
    assert.equal(network.book.find(payment)?.refunded, 10_000);
  });

  it('charges the cards that it keeps for the shopper whose they are, until they are removed', async () => {
    const token = await savedCard('pearlCARD2345');
    assert.equal(await savedCard('pearlCARD2346'), token);
    const said = partOf(heard.at(-1)?.item ?? {}, 'additionalData');
    assert.equal(said['tokenization.store.operationType'], 'alreadyExisting');
    const charged = await call('POST', '/payments', chargeOf('pearlCHAR2345', token));
    assert.equal(charged.json['resultCode'], 'Authorised');
    network.nextCharge = REFUSED;
    const refused = await call('POST', '/payments', chargeOf('pearlREFU2345', token));
    assert.deepEqual(
      [refused.json['resultCode'], refused.json['refusalReasonCode']],
      ['Refused', '12'],
    );
    const other = { ...chargeOf('pearlOTHE2345', token), shopperReference: 'somebody-else' };
    assert.equal((await call('POST', '/payments', other)).json['errorCode'], '800');
    const removal = `/storedPaymentMethods/${token}?merchantAccount=PearlECOM&shopperReference=shopper-1`;
    assert.equal((await call('DELETE', removal)).status, 204);
    assert.equal((await call('DELETE', removal)).json['errorCode'], '803');
    const gone = await call('POST', '/payments', chargeOf('pearlGONE2345', token));
    assert.equal(gone.json['errorCode'], '800');
    assert.notEqual(await savedCard('pearlCARD2347'), token);
  });

  it('authorises after a page of the bank only when the merchant brings back what the browser had', async () => {
    const token = await savedCard('pearl3DSC2345');
    network.nextCharge = 'redirect';
    const blind = await call('POST', '/payments', chargeOf('pearl3DSB2345', token));
    assert.equal(blind.json['refusalReasonCode'], '38');
    heard.splice(0);
    network.nextCharge = 'redirect';
    const charge = { ...chargeOf('pearl3DSR2345', token), browserInfo: BROWSER_INFO };
    const asked = await call('POST', '/payments', charge);
    assert.equal(asked.json['resultCode'], 'RedirectShopper');
    heard.splice(0);
    const back = new URL(await press(textOf(partOf(asked.json, 'action'), 'url'), 'good'));
    assert.equal(network.paymentNamed('pearl3DSR2345'), undefined);
    const details = { details: { redirectResult: back.searchParams.get('redirectResult') ?? '' } };
    const first = await call('POST', '/payments/details', details);
    assert.equal(first.json['resultCode'], 'Authorised');
    assert.deepEqual((await call('POST', '/payments/details', details)).json, first.json);
    assert.equal(heard.length, 1);
    const wrong = { details: { redirectResult: 'x' } };
    assert.equal((await call('POST', '/payments/details', wrong)).status, 422);
  });

  function reasons() {
    return heard.map(({ item }) => item['reason']);
  }

  async function paid(reference: string): Promise<string> {
    const { json } = await call('POST', '/paymentLinks', { ...LINK, reference });
    await press(textOf(json, 'url'), 'good');
    return network.paymentNamed(reference)?.pspReference ?? '';
  }

  async function savedCard(reference: string): Promise<string> {
    const keeping = {
      storePaymentMethodMode: 'enabled',
      recurringProcessingModel: 'CardOnFile',
      shopperReference: 'shopper-1',
    };
    const { json } = await call('POST', '/paymentLinks', { ...LINK, ...keeping, reference });
    await press(textOf(json, 'url'), 'good');
    const { 'tokenization.storedPaymentMethodId': token } = partOf(
      heard.at(-1)?.item ?? {},
      'additionalData',
    );
    assert.ok(typeof token === 'string');
    return token;
  }

  async function call(method: string, path: string, body?: object, headers = {}) {
    const answer = await fetch(`${standIn.url}/v72${path}`, {
      method,
      headers: { 'x-api-key': SETTINGS.apiKey, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = jsonIn((await answer.text()) || '{}') ?? {};
    return { status: answer.status, headers: answer.headers, json };
  }
});

function itemIn(body: string): JsonPart {
  const { notificationItems: [first] = [] } = JSON.parse(body) as {
    notificationItems?: readonly { readonly NotificationRequestItem: JsonPart }[];
  };
  return first?.NotificationRequestItem ?? {};
}

/** Gives what the page shows afterwards, or where it sends the browser. */
async function press(page: string, card: 'good' | 'bad'): Promise<string> {
  const body = new URLSearchParams({ card });
  const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location') ?? answer.text();
}

const BROWSER_INFO = {
  userAgent: 'Mozilla/5.0',
  acceptHeader: '*/*',
  language: 'en',
  colorDepth: 24,
  screenHeight: 864,
  screenWidth: 1536,
  timeZoneOffset: -180,
  javaEnabled: false,
};

function chargeOf(reference: string, storedPaymentMethodId: string) {
  return {
    ...LINK,
    reference,
    shopperReference: 'shopper-1',
    shopperInteraction: 'ContAuth',
    recurringProcessingModel: 'CardOnFile',
    paymentMethod: { type: 'scheme', storedPaymentMethodId },
  };
}
