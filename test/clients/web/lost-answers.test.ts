import assert from 'node:assert/strict';
import type { Page, Route } from 'playwright-core';
import { sandboxNetworkOf, paymentIdIn } from '../../api/support/network.ts';
import { OPERATION } from '../../api/support/operating.ts';
import { goToNetwork } from '../../api/support/payer.ts';
import { transactionOf, untilState } from '../../api/support/records.ts';
import { isAccessible, waysOf } from '../../support/browser.ts';
import { theSystem, type System } from '../../support/system.ts';
import { toldOnce, toldTo, visitNoisily } from './support/merchant-page.ts';
import { responseTo } from './support/vault.ts';
import { aWebShop, type WebShop } from './support/web-shop.ts';

const VISA = '4012888888881881';
const CHALLENGE = '4000000000003220';
const POOR_ONCE_SAVED = '4000000000000341';

/** The server does it, and the browser hears nothing. */
const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};
/** The server hears nothing. */
const loseRequest = (route: Route): Promise<void> => route.abort();

/** The server cannot answer. */
const answerAway = (route: Route): Promise<void> => route.fulfill({ status: 503 });

/** A visit in which the first requests to that path are lost, one after the other as told. */
async function visitLosing(
  path: string,
  losses: readonly ((route: Route) => Promise<void>)[],
  walk: (page: Page, asked: () => number) => Promise<void>,
): Promise<void> {
  const left = [...losses];
  let asked = 0;
  await visitNoisily({}, async (page) => {
    await page.route(
      ({ pathname }) => pathname.includes(path),
      async (route) => {
        asked += 1;
        const lose = left.shift();
        await (lose ? lose(route) : route.continue());
      },
    );
    await walk(page, () => asked);
  });
}

/** Presses, and waits for the bank's question. */
const pressUntilAsked = async (page: Page): Promise<void> => {
  await page.click('.sarraf__pay-button');
  await page.frameLocator('dialog iframe').locator('input[name=code]').waitFor();
};

/** What the window above the page says. */
const windowOf = async (page: Page) => ({
  heading: await page.innerText('dialog h2'),
  text: await page.innerText('dialog p'),
  button: await page.innerText('dialog button'),
});

describe('a payment in the page of a merchant, whose answer is lost on its way, or which ends elsewhere', function () {
  this.timeout(240_000);
  let system: System;
  let shop: WebShop;
  before(async () => {
    system = await theSystem();
    shop = await aWebShop(system);
  });
  after(() => shop.close());

  /** One of each card. */
  const customers: Record<string, Promise<string>> = {};
  const sell = async (
    number = VISA,
    language: 'en' | 'ar' = 'en',
    pg_codes = [shop.vault.code],
  ) => {
    const customer_id = await (customers[number] ??= shop.vault.customerWith(number));
    return shop.merchant.sale({ customer_id, pg_codes, language });
  };
  const once = async (
    page: Page,
    id: string,
    callback: 'success' | 'cancel',
    before = 0,
  ): Promise<void> => {
    assert.deepEqual(await toldOnce(page, callback, before), await responseTo(system, id));
  };

  it('is told as the success that it is, and charged once', async () => {
    const id = await sell();
    await visitLosing('/submit-token/', [loseAnswer], async (page, asked) => {
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      await once(page, id, 'success');
      assert.equal(asked(), 1, 'the payment was read, and nothing asked again');
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('is told as the decline that it is, after the same was asked by the same key, and is made where the request was lost, once the network is back', async () => {
    const customer_id = await shop.vault.customerWith(POOR_ONCE_SAVED);
    await shop.vault.save(customer_id, VISA);
    const id = await shop.merchant.sale({ customer_id, pg_codes: [shop.vault.code] });
    const losses = [loseAnswer, (route: Route) => route.continue(), loseRequest];
    await visitLosing('/submit-token/', losses, async (page, asked) => {
      await shop.open(page, id);
      await page.getByText('0341').click();
      await page.click('.sarraf__pay-button');
      await once(page, id, 'cancel');
      assert.equal(asked(), 2);
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
      assert.deepEqual(await shop.moved(id), []);
      await page.getByText('1881').click();
      await page.click('.sarraf__pay-button:enabled');
      await page.getByText('We are checking your payment').waitFor();
      await once(page, id, 'success', 1);
      assert.equal((await transactionOf(system, id)).attempts.length, 2);
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('goes on to the bank’s question, when that was the answer', async () => {
    const id = await sell(CHALLENGE);
    await visitLosing('/submit-token/', [loseAnswer], async (page) => {
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      const bank = page.frameLocator('dialog iframe');
      await bank.locator('input[name=code]').fill('123456');
      await bank.locator('button.main').click();
      await once(page, id, 'success');
      assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
    });
  });

  it('leads on, where it is one by redirect, and begins one attempt', async () => {
    const id = await shop.merchant.sale({ pg_codes: ['sandbox'] });
    await visitLosing(`/v1/submit/${id}`, [loseAnswer], async (page) => {
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      await page.waitForURL(/\/pay\/pay_/u);
      assert.equal((await transactionOf(system, id)).attempts.length, 1);
    });
  });

  it('can be canceled still, where the cancellation was lost or met an API that cannot answer, and is told as canceled where the answer was lost', async () => {
    const id = await sell();
    await visitLosing('/cancel/', [loseRequest, answerAway, loseAnswer], async (page) => {
      await shop.open(page, id);
      const cancel = async () => {
        await page.click('.sarraf__reject-button');
        await page.click('.sarraf__delete-card-button');
      };
      for (const notice of ['No connection', 'Something went wrong']) {
        await cancel();
        await page.getByRole('alert').getByText(notice).waitFor();
        assert.deepEqual(await toldTo(page), []);
      }
      await cancel();
      await once(page, id, 'cancel');
      await untilState(system, id, 'canceled');
    });
  });

  it('is one that nobody knows of, where there was none for two minutes', async () => {
    const id = await sell();
    await visitLosing('/submit-token/', Array(50).fill(loseRequest), async (page) => {
      await shop.open(page, id);
      await page.click('.sarraf__pay-button');
      await page.getByText('We are checking your payment').waitFor();
      await page.clock.fastForward(121_000);
      const { message } = await toldOnce(page, 'error');
      assert.match(String(message), /could not see whether you have paid\. Load this page again/);
      assert.deepEqual(await shop.moved(id), []);
    });
  });

  // What is shown where the merchant has named no callback.
  const UNKNOWN = {
    en: {
      heading: 'Payment status unknown',
      text: 'We could not see whether you have paid. Load this page again before you pay.',
      button: 'Check again',
      offline: 'No connection. Check the network and try again.',
      pay: 'Pay KWD 12.340',
    },
    ar: {
      heading: 'حالة الدفع غير معروفة',
      text: 'لم نتمكن من معرفة ما إذا كنت قد دفعت. أعد تحميل هذه الصفحة قبل أن تدفع.',
      button: 'تحقق مرة أخرى',
      offline: 'لا يوجد اتصال. تحقق من الشبكة ثم حاول مرة أخرى.',
      pay: 'ادفع 12.340 د.ك',
    },
  } as const;

  // The window in English is shown where the bank's question was closed.
  for (const language of waysOf('ar', 'en')) {
    const { heading, text, button, offline, pay } = UNKNOWN[language];

    it(`is not called one that failed where it could not be read at first, or where nobody knows, and is read again, in ${language}`, async () => {
      const id = await sell(VISA, language);
      // What only reads is asked twice.
      await visitLosing('/pymt-txn/submit/', [loseRequest, loseRequest], async (page) => {
        await shop.open(page, id, { lang: language }, true);
        await page.waitForSelector('dialog');
        assert.deepEqual(await windowOf(page), { heading, text: offline, button });
        await page.click('dialog button');
        await page.waitForSelector('.sarraf__pay-button:enabled');

        await page.route('**/submit-token/**', loseRequest);
        await page.click('.sarraf__pay-button');
        await page.waitForSelector('[role=alert] p');
        await page.clock.fastForward(121_000);
        await page.waitForSelector('dialog');
        assert.deepEqual(await windowOf(page), { heading, text, button });
        await isAccessible(page);
        const read = page.waitForRequest((request) => request.url().includes('/pymt-txn/submit/'));
        await page.click('dialog button');
        await read;
        await page.waitForSelector('.sarraf__pay-button:enabled');
        assert.equal(await page.innerText('.sarraf__pay-button'), pay);
        assert.equal(await page.innerText('[role=alert]'), '');
      });
    });
  }

  it('is one that nobody knows of, where it cannot be read after the bank’s question was closed', async () => {
    const id = await sell(CHALLENGE);
    await visitLosing('/pymt-txn/submit/', [], async (page) => {
      await shop.open(page, id, {}, true);
      await page.click('.sarraf__pay-button');
      await page.frameLocator('dialog iframe').locator('input[name=code]').waitFor();
      await page.route('**/pymt-txn/submit/**', (route) => route.fulfill({ status: 503 }));
      await page.click('.sarraf__popup-close-button');
      await page.getByText(UNKNOWN.en.heading).waitFor();
      const { heading, text, button } = UNKNOWN.en;
      assert.deepEqual(await windowOf(page), { heading, text, button });
    });
  });

  /** Another attempt in place of the one whose bank asks. */
  const another = async (id: string): Promise<string> =>
    paymentIdIn(await goToNetwork(system, id, 'sandbox', { replaces: true }));

  it('can be paid again when another attempt than the one whose bank asks was canceled, which is told to nobody here, and is told as paid when another has paid it', async () => {
    const id = await sell(CHALLENGE, 'en', [shop.vault.code, 'sandbox']);
    await visitNoisily({}, async (page) => {
      await shop.open(page, id);
      await pressUntilAsked(page);
      await sandboxNetworkOf(system).cancel(await another(id));
      await untilState(system, id, 'attempted');
      const { message } = await responseTo(system, id);
      await page.getByRole('alert').getByText(String(message)).waitFor();
      await page.waitForSelector('.sarraf__pay-button:enabled');
      assert.deepEqual(await toldTo(page), []);
      await page.locator('dialog').waitFor({ state: 'detached' });
      assert.deepEqual(await shop.moved(id), []);

      await pressUntilAsked(page);
      await sandboxNetworkOf(system).pay(await another(id));
      await once(page, id, 'success');
      await page.locator('dialog').waitFor({ state: 'detached' });
    });
    assert.deepEqual(await shop.moved(id), ['capture 12.340 KWD']);
  });

  it('is told as the success that it is, and as nothing else, where a card was declined and another attempt has paid before the payment is read', async () => {
    const id = await sell(POOR_ONCE_SAVED, 'en', [shop.vault.code, 'sandbox']);
    await visitNoisily({}, async (page) => {
      await shop.open(page, id);
      await page.waitForSelector('.sarraf__pay-button:enabled');
      await page.route(
        '**/pymt-txn/submit/**',
        async (route) => {
          await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, id, 'sandbox')));
          await untilState(system, id, 'paid');
          await route.continue();
        },
        { times: 1 },
      );
      await page.click('.sarraf__pay-button');
      await once(page, id, 'success');
      assert.equal(await page.locator('.sarraf__pay-button').count(), 0);
    });
    const { attempts } = await transactionOf(system, id);
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['failed', 'success'],
    );
  });

  it('is told as canceled when the merchant has canceled it while the bank asks', async () => {
    const id = await sell(CHALLENGE);
    await visitNoisily({}, async (page) => {
      await shop.open(page, id);
      await pressUntilAsked(page);
      const { status, text } = await shop.merchant.call('POST', OPERATION, {
        session_id: id,
        operation: 'cancel',
      });
      assert.equal(status, 200, text);
      await once(page, id, 'cancel');
      await page.locator('dialog').waitFor({ state: 'detached' });
    });
    assert.deepEqual(await shop.moved(id), []);
  });
});
