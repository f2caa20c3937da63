import assert from 'node:assert/strict';
import { CARD_PAGE_SCRIPT_PATH } from '../../simulator/pages/card-page-script.ts';
import { EXPIRY, EXPIRY_YEAR } from '../../drills/networks/card-expiry.ts';
import { GOOD_CARD, aNetwork, dig, until } from './support.ts';
import type { Answer, TestNetwork } from './support.ts';

describe('the hosted page', () => {
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(async () => network.close());

  const see = async (path: string) => network.http('GET', path);
  const send = async (path: string, form: Readonly<Record<string, string>>) =>
    network.http('POST', path, { form });
  const statusOf = async (id: string) => (await network.payment(id))['status'];
  const isReturn = (answer: Answer, id: string) => {
    assert.equal(answer.status, 303);
    assert.equal(
      answer.headers.get('location'),
      `${network.merchant.url}/return?session=s1&payment_id=${id}&merchant_reference=demoAB12CD`,
    );
  };

  const challenged = async () => {
    const id = await network.open();
    const answer = await send(`/pay/${id}`, { ...GOOD_CARD, number: '4000000000003220' });
    assert.equal(answer.headers.get('location'), `/pay/${id}/challenge?lang=en`);
    return id;
  };
  const enter = async (id: string, code: string) => send(`/pay/${id}/challenge`, { code });

  for (const [language, dir, words] of [
    ['en', 'ltr', ['Pay Pearl Shop', 'Name on card', 'Cancel and go back', 'Test cards']],
    ['ar', 'rtl', ['الدفع إلى Pearl Shop', 'الاسم على البطاقة', 'إلغاء والعودة', 'بطاقات الاختبار']],
  ] as const)
    it(`speaks ${language}, repeats the exact amount and has no script but the network’s own`, async () => {
      const id = await network.open({ language });
      const { status, text } = await see(`/pay/${id}`);
      assert.equal(status, 200);
      assert.match(text, new RegExp(`<html lang="${language}" dir="${dir}">`, 'u'));
      for (const word of [...words, 'Two pearls', 'demoAB12CD'])
        assert.ok(text.includes(word), word);
      assert.match(text, /<button class="main" type="submit">[^<]+<bdi [^>]+>12\.340 KWD<\/bdi>/u);
      assert.equal(text.match(/<h1/gu)?.length, 1);
      assert.doesNotMatch(withoutOwnScript(text), /<script|\son[a-z]+=|style=|https?:\/\//iu);
    });

  it('changes its language by a link and keeps it to the end', async () => {
    const id = await network.open();
    assert.ok((await see(`/pay/${id}`)).text.includes(`href="/pay/${id}?lang=ar"`));
    assert.match((await see(`/pay/${id}?lang=ar`)).text, /lang="ar" dir="rtl"/u);
    const wrong = await send(`/pay/${id}`, { lang: 'ar', name: '' });
    assert.match(wrong.text, /lang="ar" dir="rtl"/u);
    const card = { ...GOOD_CARD, number: '4000000000003220', lang: 'ar' };
    const challenge = await send(`/pay/${id}`, card);
    assert.equal(challenge.headers.get('location'), `/pay/${id}/challenge?lang=ar`);
  });

  it('lets nothing in from elsewhere and lets the form lead back to the merchant', async () => {
    const { headers } = await see(`/pay/${await network.open()}`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self'; /u);
    assert.ok(policy.includes(`form-action 'self' ${network.merchant.url};`));
    assert.ok(policy.includes("frame-ancestors 'none'"));
    assert.match(policy, /; script-src 'self'; connect-src 'self'$/u);
    assert.doesNotMatch(policy, /unsafe|\*/u);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  });

  it('loads only what this network serves', async () => {
    const { text } = await see(`/pay/${await network.open()}`);
    const loaded = [...text.matchAll(/<link rel="(?:stylesheet|icon)"[^>]*href="([^"]+)"/gu)];
    const [, script = ''] = /<script src="([^"]+)"/u.exec(text) ?? [];
    assert.equal(loaded.length, 2);
    for (const path of [...loaded.map(([, href = '']) => href), script])
      assert.equal((await see(path)).status, 200, path);
  });

  it('takes the money once and goes back with the two identifiers', async () => {
    const id = await network.open();
    isReturn(await send(`/pay/${id}`, GOOD_CARD), id);
    const { status, card } = await network.payment(id);
    assert.equal(status, 'CAPTURED');
    assert.deepEqual(card, {
      brand: 'visa',
      masked: '424242******4242',
      last4: '4242',
      expiry_month: '12',
      expiry_year: EXPIRY_YEAR,
      issuer: 'Sandbox Bank',
      holder: 'Sara Al-Ali',
    });
    const entries = (await network.ledger()).filter((entry) => entry['payment_id'] === id);
    assert.equal(entries.length, 1);
    assert.equal(entries[0]?.['entry'], 'capture');
    assert.equal(entries[0]?.['amount'], '12.340');
  });

  it('only holds the money when the merchant asked for that', async () => {
    const id = await network.open({ capture: false });
    assert.match((await see(`/pay/${id}`)).text, /Reserve <bdi/u);
    isReturn(await send(`/pay/${id}`, GOOD_CARD), id);
    assert.equal(await statusOf(id), 'AUTHORIZED');
    const entries = (await network.ledger()).filter((entry) => entry['payment_id'] === id);
    assert.deepEqual(
      entries.map((entry) => entry['entry']),
      ['authorize'],
    );
  });

  it('tells the merchant before it sends the customer back', async () => {
    let answered = false;
    network.merchant.answer = (response) => {
      setTimeout(() => {
        answered = true;
        response.end();
      }, 100);
    };
    const id = await network.open();
    await send(`/pay/${id}`, GOOD_CARD);
    network.merchant.answer = (response) => response.end();
    assert.equal(answered, true);
  });

  it('charges once for ten clicks at once, and all of them lead back', async () => {
    network.merchant.answer = (response) => setTimeout(() => response.end(), 50);
    const id = await network.open();
    const before = network.merchant.received.length;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(`/pay/${id}`, GOOD_CARD)),
    );
    network.merchant.answer = (response) => response.end();
    // A click that comes when the merchant has been told meets the finished page, whose link leads back.
    const page = `/pay/${id}?lang=en`;
    const back = answers.filter(({ headers }) => headers.get('location') !== page);
    assert.ok(back.length > 0);
    for (const answer of back) isReturn(answer, id);
    const entries = (await network.ledger()).filter((entry) => entry['payment_id'] === id);
    assert.equal(entries.length, 1);
    assert.equal(network.merchant.received.length - before, 1);
  });

  it('lets one of pay and cancel win when both come at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await network.open();
      await Promise.all([
        send(`/pay/${id}`, GOOD_CARD),
        send(`/pay/${id}/cancel`, {}),
        network.http('POST', `/control/payments/${id}/pay`, {
          json: { card_number: '5555555555554444' },
        }),
      ]);
      const entries = (await network.ledger()).filter((entry) => entry['payment_id'] === id);
      assert.equal(entries.length, (await statusOf(id)) === 'CANCELED' ? 0 : 1);
    }
  });

  it('shows a finished payment with a link back and never charges it again', async () => {
    const id = await network.open();
    await send(`/pay/${id}`, { ...GOOD_CARD, number: '4000000000009979' });
    const again = await send(`/pay/${id}`, GOOD_CARD);
    assert.equal(again.headers.get('location'), `/pay/${id}?lang=en`);
    const { text } = await see(`/pay/${id}`);
    assert.match(text, /<h1[^>]*>Payment declined<\/h1>/u);
    assert.match(text, /reported stolen/u);
    assert.match(text, /<a class="main" href="[^"]+\/return\?session=s1&amp;payment_id=/u);
    assert.doesNotMatch(text, /<form/u);
    assert.match((await see(`/pay/${id}?lang=ar`)).text, /رُفض الدفع/u);
    const { status, code, advice } = await network.payment(id);
    assert.deepEqual([status, code, advice], ['DECLINED', 'stolen_card', 'never_retry']);
  });

  it('cancels and goes back', async () => {
    const id = await network.open();
    isReturn(await send(`/pay/${id}/cancel`, {}), id);
    assert.equal(await statusOf(id), 'CANCELED');
    assert.equal((await network.ledger()).filter((entry) => entry['payment_id'] === id).length, 0);
  });

  it('puts a message beside each wrong field, the focus on the first, and echoes no secret', async () => {
    const id = await network.open();
    const form = { name: 'Sara', number: '4242424242424241', expiry: EXPIRY, cvv: '99' };
    const { status, text } = await send(`/pay/${id}`, form);
    assert.equal(status, 422);
    const number = /<input id="number"[^>]*>/u.exec(text)?.[0] ?? '';
    const cvv = /<input id="cvv"[^>]*>/u.exec(text)?.[0] ?? '';
    const name = /<input id="name"[^>]*>/u.exec(text)?.[0] ?? '';
    assert.match(number, /aria-invalid="true"/u);
    assert.match(number, /aria-describedby="number-fault number-hint"/u);
    assert.match(number, /autofocus/u);
    assert.match(cvv, /aria-invalid="true"/u);
    assert.doesNotMatch(cvv, /autofocus/u);
    assert.doesNotMatch(name, /aria-invalid|autofocus/u);
    assert.match(name, /value="Sara"/u);
    assert.match(text, /id="number-fault">Check the card number/u);
    assert.match(text, /<title>Error: /u);
    for (const input of [number, cvv]) assert.doesNotMatch(input, /value=/u);
    assert.doesNotMatch(text, /4242424242424241|value="99"/u);
    assert.equal(await statusOf(id), 'OPEN');
  });

  it('says what is wrong with a card before it is sent, and does nothing', async () => {
    const id = await network.open();
    const checked = async (over: Readonly<Record<string, string>>) =>
      (await send(`/pay/${id}/check`, { ...GOOD_CARD, ...over })).json;
    assert.deepEqual(await checked({}), { faults: {} });
    const wrong = { number: '4242424242424241', cvv: '99', lang: 'ar' };
    const { faults } = await checked(wrong);
    assert.deepEqual(Object.keys(Object(faults)), ['number', 'cvv']);
    assert.match(JSON.stringify(faults), /راجع رقم البطاقة/u);
    assert.doesNotMatch(JSON.stringify(faults), /4242/u);
    assert.equal(await statusOf(id), 'OPEN');
    assert.equal((await send('/pay/pay_unknown/check', GOOD_CARD)).status, 404);
  });

  it('does not repeat a card number that was typed as a name', async () => {
    const id = await network.open();
    const { text } = await send(`/pay/${id}`, { ...GOOD_CARD, name: '4917610000000000' });
    assert.doesNotMatch(text, /4917610000000000/u);
  });

  it('escapes what the merchant and the customer write', async () => {
    const id = await network.open({ description: '<script>alert(1)</script>' });
    const { text } = await send(`/pay/${id}`, { name: '"><img src=x>', expiry: '"><b>' });
    assert.doesNotMatch(withoutOwnScript(text), /<script|<img|<b>/u);
  });

  it('fills in a published test card by a link', async () => {
    const id = await network.open();
    const { text } = await see(`/pay/${id}?use=challenge`);
    assert.match(text, /value="4000 0000 0000 3220"/u);
    assert.doesNotMatch(
      (await see(`/pay/${id}?use=nothing`)).text,
      /<input id="number"[^>]*value=/u,
    );
  });

  it('does not know a payment that does not exist, in the browser’s language', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'ar' };
    const missing = await network.http('GET', '/pay/pay_unknown', { headers });
    assert.equal(missing.status, 404);
    assert.match(missing.text, /lang="ar" dir="rtl".*لم نجد/su);
    assert.match(missing.headers.get('content-security-policy') ?? '', /default-src 'none'/u);
  });

  describe('with a 3-D Secure challenge', () => {
    it('asks in a frame of any page, as banks do, and is framed nowhere else', async () => {
      const id = await challenged();
      const { headers } = await see(`/pay/${id}/challenge`);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; .*frame-ancestors \*$/u);
      assert.equal(headers.get('x-frame-options'), null);
      await send(`/pay/${id}/challenge`, { action: 'cancel' });
      const over = await see(`/pay/${id}`);
      assert.match(over.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'$/u);
      assert.equal(over.headers.get('x-frame-options'), 'DENY');
    });

    it('is remembered where the customer cancels in the middle of it', async () => {
      const id = await challenged();
      await send(`/pay/${id}/cancel`, {});
      const { status, three_ds } = await network.payment(id);
      assert.deepEqual([status, three_ds], ['CANCELED', 'challenge']);
    });

    it('asks for the code and takes the money when it is right', async () => {
      const id = await challenged();
      const { text } = await see(`/pay/${id}/challenge`);
      assert.match(text, /<h1[^>]*>Confirm that it is you<\/h1>/u);
      assert.match(text, /autocomplete="one-time-code"/u);
      assert.equal(await statusOf(id), 'OPEN');
      isReturn(await enter(id, '١٢٣ ٤٥٦'), id);
      assert.equal(await statusOf(id), 'CAPTURED');
      assert.equal((await network.payment(id))['three_ds'], 'challenge');
    });

    it('says that a code is wrong, and declines at the third', async () => {
      const id = await challenged();
      const first = await enter(id, '000000');
      assert.equal(first.headers.get('location'), `/pay/${id}/challenge?lang=en&wrong`);
      const { text } = await see(`/pay/${id}/challenge?lang=en&wrong`);
      assert.match(text, /This code is wrong\. You have 2 more tries\./u);
      assert.match(text, /aria-invalid="true" aria-describedby="code-fault code-hint"/u);
      await enter(id, '000000');
      isReturn(await enter(id, '000000'), id);
      const { status, code } = await network.payment(id);
      assert.deepEqual([status, code], ['DECLINED', '3ds_failed']);
      const late = await enter(id, '123456');
      assert.equal(late.headers.get('location'), `/pay/${id}?lang=en`);
      assert.equal(await statusOf(id), 'DECLINED');
    });

    it('declines when the customer cancels the confirmation', async () => {
      const id = await challenged();
      isReturn(await send(`/pay/${id}/challenge`, { action: 'cancel', code: '123456' }), id);
      assert.equal((await network.payment(id))['code'], '3ds_failed');
    });

    it('leads there from the card page, and reads no second card', async () => {
      const id = await challenged();
      const location = `/pay/${id}/challenge?lang=en`;
      assert.equal((await see(`/pay/${id}`)).headers.get('location'), location);
      assert.equal((await send(`/pay/${id}`, GOOD_CARD)).headers.get('location'), location);
      assert.equal(await statusOf(id), 'OPEN');
    });

    it('takes the money once when the code is sent five times at once', async () => {
      const id = await challenged();
      await Promise.all(Array.from({ length: 5 }, () => enter(id, '123456')));
      const entries = (await network.ledger()).filter((entry) => entry['payment_id'] === id);
      assert.equal(entries.length, 1);
    });

    it('leads to the card when no card was given yet', async () => {
      const id = await network.open();
      const location = `/pay/${id}?lang=en`;
      assert.equal((await see(`/pay/${id}/challenge`)).headers.get('location'), location);
      assert.equal((await enter(id, '123456')).headers.get('location'), location);
    });
  });

  it('goes back even when the merchant does not answer, and tells the merchant later', async () => {
    let refuse = true;
    network.merchant.answer = (response) => {
      response.writeHead(refuse ? 503 : 200).end();
    };
    const id = await network.open();
    const before = network.merchant.received.length;
    isReturn(await send(`/pay/${id}`, GOOD_CARD), id);
    refuse = false;
    await until(() => network.merchant.received.length === before + 2);
    const last = network.merchant.received.at(-1);
    assert.equal(dig(JSON.parse(last?.body ?? '{}'), 'payment', 'id'), id);
  });
});

function withoutOwnScript(text: string): string {
  return text.replace(`<script src="${CARD_PAGE_SCRIPT_PATH}"></script>`, '');
}
