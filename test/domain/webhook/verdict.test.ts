import assert from 'node:assert/strict';
import { destination, merchantReturnUrl, verdict } from '../../../domain/webhook/verdict.ts';

describe("a merchant's answer", () => {
  it('of 200 is delivered', () => {
    assert.equal(verdict(200), 'delivered');
  });

  it('of 201 is delivered and keeps the payer here', () => {
    assert.equal(verdict(201), 'delivered_stay');
  });

  it('of 410 says that nobody is there any more', () => {
    assert.equal(verdict(410), 'gone');
  });

  it('with any other status is failed', () => {
    for (let status = 100; status < 600; status += 1)
      if (![200, 201, 410].includes(status)) assert.equal(verdict(status), 'failed', `${status}`);
  });

  it('that does not come is failed', () => {
    assert.equal(verdict(undefined), 'failed');
  });
});

describe('the payer', () => {
  const SHOP = 'https://shop.example.test/back';
  const TABLE = [
    ['delivered', SHOP, 'merchant'],
    ['delivered', undefined, 'summary'],
    ['delivered_stay', SHOP, 'summary'],
    ['delivered_stay', undefined, 'summary'],
    ['failed', SHOP, 'summary'],
    ['failed', undefined, 'summary'],
    ['gone', SHOP, 'summary'],
    ['gone', undefined, 'summary'],
    ['no_webhook', SHOP, 'merchant'],
    ['no_webhook', undefined, 'summary'],
  ] as const;
  for (const [outcome, redirectUrl, to] of TABLE)
    it(`goes to the ${to} after ${outcome} with ${redirectUrl ?? 'no redirect URL'}`, () => {
      const expected = to === 'merchant' ? { to, url: SHOP } : { to };
      assert.deepEqual(destination({ outcome, redirectUrl }), expected);
    });
});

describe('the return URL', () => {
  const payment = { orderNo: 'ORD-1', referenceNumber: 'demoAB12CD', sessionId: '0c5c' };
  const added = 'order_no=ORD-1&reference_number=demoAB12CD&session_id=0c5c';
  const TABLE: readonly (readonly [string, string])[] = [
    ['https://shop.test', `https://shop.test/?${added}`],
    ['https://shop.test/back/', `https://shop.test/back/?${added}`],
    ['https://shop.test/back?lang=ar', `https://shop.test/back?lang=ar&${added}`],
    ['https://shop.test/back?flag', `https://shop.test/back?flag&${added}`],
    ['https://shop.test/back?', `https://shop.test/back?${added}`],
    ['https://shop.test/?q=a%20b+c&q=%D8%B3', `https://shop.test/?q=a%20b+c&q=%D8%B3&${added}`],
    ['https://shop.test/?order_no=mine', `https://shop.test/?order_no=mine&${added}`],
    ['https://shop.test/back#/done?x=1', `https://shop.test/back?${added}#/done?x=1`],
    ['https://shop.test/back?a=1#top', `https://shop.test/back?a=1&${added}#top`],
    ['http://localhost:3000/x', `http://localhost:3000/x?${added}`],
    ['shopapp://return/paid?a=1', `shopapp://return/paid?a=1&${added}`],
  ];
  for (const [redirectUrl, expected] of TABLE)
    it(`of ${redirectUrl} is ${expected}`, () => {
      assert.equal(merchantReturnUrl(redirectUrl, payment), expected);
    });

  for (const orderNo of [undefined, ''])
    it(`has no order_no when the order number is ${JSON.stringify(orderNo)}`, () => {
      assert.equal(
        merchantReturnUrl('https://shop.test/?a=1', { ...payment, orderNo }),
        'https://shop.test/?a=1&reference_number=demoAB12CD&session_id=0c5c',
      );
    });

  it('carries any order number safely', () => {
    const orderNo = 'طلب 1&session_id=x#y=\ud800';
    const url = new URL(merchantReturnUrl('https://shop.test/?a=1#top', { ...payment, orderNo }));
    assert.equal(url.searchParams.get('order_no'), 'طلب 1&session_id=x#y=\ufffd');
    assert.deepEqual(url.searchParams.getAll('session_id'), ['0c5c']);
    assert.equal(url.hash, '#top');
  });

  it('is not made of something that is no URL', () => {
    assert.throws(() => merchantReturnUrl('/back', payment), TypeError);
  });
});
