import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { officeLoginsOn } from '../../api/access/office-logins.ts';
import type { Language } from '../../domain/language.ts';
import type { Permission } from '../../domain/permission.ts';
import { renderStaffMail } from '../../render/mails/staff.ts';
import { aStaff } from '../api/operation-requests/support/staff.ts';
import { anotherMerchant } from '../api/support/another-merchant.ts';
import { anUncodedAccount, saveCard } from '../api/support/cards.ts';
import { paymentIdIn, sandboxNetworkOf } from '../api/support/network.ts';
import { goToNetwork } from '../api/support/payer.ts';
import { aPerson, type Person } from '../api/support/people.ts';
import { DEMO, sessionIdOf, transactionOf, untilState } from '../api/support/records.ts';
import { OFFICE_ACTIONS } from '../render/office/every-office-page.ts';
import { direction, fits, isAccessibleIn, isThorough, visit } from '../support/browser.ts';
import { merchantAt, send, until, type MerchantClient } from '../support/http.ts';
import { theSystem, type System } from '../support/system.ts';

const SUPPORT: readonly Permission[] = [
  'payment_request.view',
  'payment_request.change',
  'payment_request.add',
  'e_commerce.view',
  'e_commerce.change',
  'customer.view',
  'payment.refund',
  'payment.void',
  'payment.cancel',
  'payment.expire',
  'payment.inquiry',
  'payment.notify',
  'webhook.view',
];

describe('the office', function () {
  this.timeout(240_000);
  let system: System;
  let merchant: MerchantClient;
  let support: Person;
  before(async () => {
    system = await theSystem();
    merchant = merchantAt(system.run.api, system.run.keys.private);
    support = await aPerson(system, { permissions: [...SUPPORT, 'gateway.use:sandbox'] });
  });

  /** A payment of somebody with a name of their own, paid where that is wanted. */
  async function aSale(more: { readonly name: string; readonly isPaid: boolean }) {
    const session = await merchant.sale({
      amount: '40.000',
      customer_first_name: more.name,
      customer_last_name: 'العلي',
      customer_email: `${more.name.toLowerCase()}@example.test`,
      order_no: `O-${more.name}`,
    });
    if (!more.isPaid) return session;
    await sandboxNetworkOf(system).pay(paymentIdIn(await goToNetwork(system, session)));
    await untilState(system, session, 'paid');
    return session;
  }

  /** Has a second person agree to the refund that waits. */
  async function approve(session: string): Promise<void> {
    const checker = await aPerson(system, {
      permissions: ['payment.approve', 'payment_request.view', 'e_commerce.view'],
    });
    const [waiting] = await system.store.operations.ofPayment(DEMO, sessionIdOf(session));
    const { status, text } = await send(
      `${system.run.api}/b/pbl/v2/operation-requests/${waiting?.sessionId}/approve/`,
      { method: 'POST', headers: { Authorization: checker.basic } },
    );
    assert.equal(status, 200, text);
  }

  /** What a login gives the browser that begins it, without the page where it begins. */
  async function cookieOf({ user }: Person, language: Language): Promise<string> {
    const known = await system.store.users.findSecret(user.username);
    assert.ok(known);
    const proved = { ...known.user, passwordSince: known.passwordSince };
    const place = { browser: 'Chrome', network: '127.0.0.1', language };
    return officeLoginsOn(system.store).begin(proved, place);
  }

  /** A visit of somebody who has logged in. */
  async function visitAs(
    person: Person,
    { language, ...options }: BrowserContextOptions & { readonly language: Language },
    walk: (page: Page) => Promise<void>,
  ): Promise<void> {
    const cookie = {
      name: '__Host-office',
      value: await cookieOf(person, language),
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    } as const;
    await visit({ ...options, storageState: { cookies: [cookie], origins: [] } }, walk);
  }

  for (const { language, width, name } of [
    { language: 'en', width: 1280, name: 'Nora' },
    { language: 'ar', width: 390, name: 'Huda' },
  ] as const)
    it(`leads from a name to a refund, ${language === 'en' ? 'that is then in the list' : 'that waits for its second person'}, by keyboard alone: ${language}, ${width} px`, async () => {
      const whose = `${name}${randomUUID().slice(0, 8)}`;
      const session = await aSale({ name: whose, isPaid: true });
      await visitAs(
        support,
        { language, viewport: { width, height: 844 }, javaScriptEnabled: language === 'en' },
        async (page) => {
          const looks = async (what: string) => {
            await shoot(page, `${what}-${language}-${width}`);
            if (language === 'en' && (isThorough || ['list', 'refunded'].includes(what)))
              await isAccessibleIn(page, language);
            else await fits(page);
          };
          await page.goto(`${system.run.api}/office/payments`);
          await page.focus('#q');
          await page.keyboard.type(whose);
          await page.keyboard.press('Enter');
          await page.waitForURL(/q=/u);
          await page.waitForSelector('tbody tr');
          assert.equal(await page.locator('tbody tr').count(), 1);
          const method = language === 'ar' ? /بطاقة ائتمان أو خصم/u : /Credit or debit card/u;
          assert.match(await page.innerText('tbody tr'), method);
          const sides = await page.evaluate<readonly number[]>(
            '["paddingLeft", "paddingRight"].map((side) => parseFloat(getComputedStyle(document.querySelector("#q"))[side]))',
          );
          assert.ok(
            Math.min(...sides) >= 32,
            `the icon lies on what is typed: ${sides.join(', ')}`,
          );
          await looks('list');
          await page.focus('.row-link');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.answer');
          assert.match(await page.innerText('.answer'), /40\.000/u);
          assert.match(await page.innerText('.answer'), method);
          await looks('payment');
          await page.focus('[data-action="refund"]');
          await page.keyboard.press('Enter');
          await page.waitForSelector('#amount');
          assert.equal(await page.inputValue('#amount'), '40.000');
          await page.fill('#amount', '99');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.fault-list');
          assert.equal(await page.getAttribute('#amount', 'aria-invalid'), 'true');
          assert.deepEqual((await transactionOf(system, session)).operations ?? [], []);
          await looks('refund-fault');
          await page.fill('#amount', language === 'ar' ? '١٢٫٥' : '12.5');
          await page.selectOption('#reason', 'goodwill');
          await page.focus('.question-does button');
          await page.keyboard.press('Enter');
          await page.waitForURL(/after=refund/u);
          assert.match(await page.innerText('.word'), /12\.500/u);
          assert.match(await page.innerText('#operations ~ table'), /12\.500/u);
          assert.match(await page.innerText('#operations ~ table'), /Goodwill|مجاملة/u);
          await looks('refunded');
          assert.deepEqual(await direction(page), [language === 'ar' ? 'rtl' : 'ltr', language]);
          assert.deepEqual(await sandboxNetworkOf(system).moved(session), ['capture 40.000 KWD']);
          // The word of the second person is the same in each language.
          if (language === 'ar') return;
          await approve(session);
          await page.goto(`${system.run.api}/office/payments?q=${whose}`);
          assert.match(await page.innerText('tbody tr'), /12\.500/u);
          await page.click('.row-link');
          await page.waitForSelector('.answer p + p');
          assert.match(await page.innerText('.answer p + p'), /12\.500/u);
          assert.deepEqual(await sandboxNetworkOf(system).moved(session), [
            'capture 40.000 KWD',
            'refund 12.500 KWD',
          ]);
        },
      );
    });

  it('makes a payment link, whose form acts once however often it is sent', async () => {
    const phone = { language: 'ar', viewport: { width: 390, height: 844 } } as const;
    await visitAs(support, phone, async (page) => {
      await page.goto(`${system.run.api}/office/payments/new`);
      await shoot(page, 'new-ar-390');
      assert.match(await page.innerText('main form'), /بطاقة ائتمان أو خصم/u);
      await isAccessibleIn(page, 'ar');
      const order = `N-${randomUUID().slice(0, 8)}`;
      await page.fill('#amount', '٣٫٢٥٠');
      await page.selectOption('#currency_code', 'KWD');
      await page.fill('#order_no', order);
      const body = await page.evaluate<string>(
        'new URLSearchParams(new FormData(document.querySelector("main form"))).toString()',
      );
      const again = () =>
        page.request.post(`${system.run.api}/office/payments/new`, {
          data: body,
          headers: {
            'Content-Type': 'application/x-www-form-urlencoded',
            Origin: system.run.api,
            'Sec-Fetch-Site': 'same-origin',
          },
          maxRedirects: 0,
        });
      await page.click('main button[type="submit"]');
      await page.waitForURL(/after=created/u);
      const made = new URL(page.url()).pathname;
      await shoot(page, 'made-ar-390');
      await isAccessibleIn(page, 'ar');
      assert.ok(await page.isVisible('.qr'));
      const answer = await again();
      assert.equal(answer.status(), 303);
      assert.equal(new URL(answer.headers()['location'] ?? '', system.run.api).pathname, made);
    });
  });

  it('has a payment paid at the counter, by a saved card or in cash, and keeps what was typed in the other language', async () => {
    const code = `till-${randomUUID().slice(0, 8)}`;
    const account = await anUncodedAccount(system, code);
    const customerId = `C-${randomUUID().slice(0, 8)}`;
    await saveCard(system, { customerId, code });
    const cashier = await aPerson(system, {
      permissions: [
        'payment_request.add',
        'payment_request.change',
        'customer.view',
        'payment.cash',
        `gateway.use:${code}` as Permission,
        'gateway.use:cash',
      ],
    });
    await visitAs(
      cashier,
      { language: 'en', viewport: { width: 1280, height: 844 }, javaScriptEnabled: false },
      async (page) => {
        await page.goto(`${system.run.api}/office/payments/new`);
        await page.fill('#amount', '7.250');
        await page.fill('#customer_id', customerId);
        await page.uncheck('[name="pg_codes.cash"]');
        const buffer = Buffer.from('The terms of the sale');
        await page.setInputFiles('#file', { name: 'terms.txt', mimeType: 'text/plain', buffer });
        for (const language of ['ar', 'en']) {
          await page.click('button.language');
          await page.waitForSelector(`html[lang="${language}"]`);
          assert.equal(await page.inputValue('#amount'), '7.250');
          assert.equal(await page.inputValue('#customer_id'), customerId);
          assert.match(await page.innerText('#attachment'), /terms\.txt/u);
          await shoot(page, `new-kept-${language}-1280`);
        }
        await page.click('main button[type="submit"]');
        await page.waitForURL(/after=created/u);
        await shoot(page, 'made-en-1280');
        const id = /payments\/([0-9a-f]{40})/u.exec(page.url())?.[1] ?? '';
        assert.match(await page.innerText('#files ~ .links'), /file|File|Attachment/u);
        await page.click('.word a[href$="/code"]');
        await shoot(page, 'code-en-1280');
        assert.match(await page.innerText('h1'), /Scan to pay.*7\.250/u);
        await page.goBack();
        await page.click('[data-action="charge"]');
        await page.click('.question-does button');
        await page.waitForSelector('.fault-list');
        assert.deepEqual(await sandboxNetworkOf(system).moved(id), []);
        await shoot(page, 'charge-en-1280');
        await page.check('[name="consent.given"]');
        await page.click('.question-does button');
        await page.waitForURL(/after=charge/u);
        assert.match(await page.innerText('.word'), /The card is charged/u);
        await shoot(page, 'charged-en-1280');
        assert.deepEqual(await sandboxNetworkOf(system).moved(id), ['capture 7.250 KWD']);
      },
    );
    const phone = { language: 'ar', viewport: { width: 390, height: 844 } } as const;
    await visitAs(cashier, phone, async (page) => {
      await page.goto(`${system.run.api}/office/payments/new`);
      // As the last time, but for the customer and what it was for.
      assert.ok(await page.isChecked(`[name="pg_codes.${code}"]`));
      assert.ok(!(await page.isChecked('[name="pg_codes.cash"]')));
      assert.equal(await page.inputValue('#customer_id'), '');
      await page.check('[name="pg_codes.cash"]');
      await page.fill('#amount', '٢٫٥٠٠');
      await page.click('main button[type="submit"]');
      await page.waitForURL(/after=created/u);
      await shoot(page, 'made-cash-ar-390');
      await page.click('[data-action="cash"]');
      await page.waitForSelector('.question');
      await shoot(page, 'cash-ar-390');
      await isAccessibleIn(page, 'ar');
      await page.click('.question-does button');
      await page.waitForURL(/after=cash/u);
      await shoot(page, 'cashed-ar-390');
      const id = /payments\/([0-9a-f]{40})/u.exec(page.url())?.[1] ?? '';
      assert.equal((await transactionOf(system, id)).state, 'cod');
    });
    await account.close();
  });

  it('takes a file of requests, says what it comes to, and makes them, chosen once', async () => {
    const order = `B-${randomUUID().slice(0, 8)}`;
    const lines = ['amount,order_no', `3.250,${order}`, '1.750,', 'x,'];
    const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
    const desk = { language: 'en', viewport: { width: 1280, height: 844 } } as const;
    await visitAs(support, desk, async (page) => {
      const looks = async (what: string) => {
        await shoot(page, `bulk-${what}-en-1280`);
        await isAccessibleIn(page, 'en');
      };
      await page.goto(`${system.run.api}/office/bulk`);
      await page.click('a[href="/office/bulk/new"]');
      await page.click('.filters summary');
      await page.check('[name="pg_codes.sandbox"]');
      await page.selectOption('#currency_code', 'KWD');
      await page.setInputFiles('#file', { name: 'June.csv', mimeType: 'text/csv', buffer });
      await looks('new');
      await page.click('.question-does button');
      await page.waitForURL(/bulk\/[0-9a-f]{32}$/u);
      assert.match(await page.innerText('.question'), /KWD\s5\.000/u);
      await looks('checked');
      await page.click('text=Make 2 requests');
      await page.waitForURL(/after=confirm/u);
      await until('all are made', async () => {
        if ((await page.innerText('.head .tag')) === 'Done') return true;
        await page.click('text=Look again');
        return false;
      });
      assert.match(await page.innerText('.answer'), /2 of 2 looked at/u);
      await looks('done');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('text=Results as CSV'),
      ]);
      assert.match(download.suggestedFilename(), /^bulk-[0-9a-f]{32}\.csv$/u);
      await page.click('text=Show the payments');
      await page.waitForSelector('tbody tr');
      assert.match(await page.innerText('tbody'), new RegExp(order, 'u'));
    });
  });

  it('leads a checker from the link of the mail to a decision, on one screen and without a script', async () => {
    const staff = await aStaff(system);
    const merchantId = staff.shop.id;
    const checker = await aPerson(system, {
      merchantId,
      permissions: ['payment.approve', 'payment_request.view', 'e_commerce.view'],
    });
    const sara = { customer_first_name: 'Sara', customer_last_name: 'العلي', order_no: 'O-1042' };
    const first = await staff.payment(sara);
    const second = await staff.payment({ ...sara, order_no: 'O-1043' });
    const wanted = { reason: { code: 'not_delivered', note: 'The courier lost it.' } };
    const request = await staff.request('maker', first, '2.340', wanted);
    const other = await staff.request('maker', second, '1.000');
    const link = mailLink(system, request);
    const desk = { language: 'en', viewport: { width: 1280, height: 844 } } as const;
    await visitAs(checker, desk, async (page) => {
      for (const language of ['ar', 'en'] as const) {
        const looks = async (what: string) => {
          for (const width of [390, 1280]) {
            await page.setViewportSize({ width, height: 844 });
            await shoot(page, `${what}-${language}-${width}`);
            if (what === 'approval' && width === 390) await standsOnOneScreen(page);
            // axe has seen the same in the light, on little room (office-small.test.ts).
            if (isThorough || (width === 390) === (language === 'ar'))
              await isAccessibleIn(page, language);
            else await fits(page);
          }
        };
        await page.goto(`${link}?lang=${language}`);
        await looks('approval');
        await page.goto(`${system.run.api}/office/inbox`);
        assert.equal(await page.locator('tbody tr').count(), 2);
        await looks('inbox');
      }
    });
    assert.deepEqual(await staff.refunded(first), []);
    await visit(
      { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
      async (page) => {
        await page.goto(`${link}?lang=ar`);
        await page.fill('#username', checker.user.username);
        await page.fill('#password', checker.password);
        await page.keyboard.press('Enter');
        await page.waitForSelector('.decision');
        assert.match(await page.innerText('h1'), /2\.340.*12\.340.*Sara العلي/u);
        await page.click('button[value="approve"]');
        await page.waitForURL(/after=approve/u);
        assert.match(await page.innerText('.word-good'), /2\.340/u);
        await shoot(page, 'approved-ar-390');
        await page.click('.decision .lines a');
        await page.waitForSelector('#operations ~ table');
        assert.match(await page.innerText('#operations ~ table'), /2\.340/u);
        await page.goBack();
        await page.click('.onward .primary');
        await page.waitForSelector('button[value="reject"]');
        await page.click('button[value="reject"]');
        await page.waitForSelector('.fault-list');
        assert.equal((await staff.read(other))['state'], 'pending');
        await page.fill('#comment', 'The parcel has arrived.');
        await page.click('button[value="reject"]');
        await page.waitForURL(/after=reject/u);
        await shoot(page, 'rejected-ar-390');
      },
    );
    assert.deepEqual(
      [(await staff.read(request))['state'], (await staff.read(other))['reason']],
      ['done', 'The parcel has arrived.'],
    );
    assert.deepEqual(await staff.refunded(first), ['refund 2.340 KWD']);
    assert.deepEqual(await staff.refunded(second), []);
  });

  it('refuses what a person may not do, whoever sends it, and nothing changes', async () => {
    const session = await aSale({ name: `Rights${randomUUID().slice(0, 8)}`, isPaid: false });
    const before = await transactionOf(system, session);
    const viewer = await aPerson(system, { permissions: ['payment_request.view'] });
    const nobody = await aPerson(system, {});
    const stranger = await aPerson(system, {
      merchantId: (await anotherMerchant(system)).id,
      superuser: true,
    });
    const at = (path: string) => `${system.run.api}/office/payments${path}`;
    const cancel = at(`/${session}/cancel`);
    const [look, ofNobody, ofStranger] = await Promise.all(
      [viewer, nobody, stranger].map(async (person) =>
        browserOf(system, await cookieOf(person, 'en')),
      ),
    );
    assert.ok(look && ofNobody && ofStranger);
    // Each action, and who may do it, is in test/office/rights.test.ts.
    for (const [browser, status] of [
      [look, 403],
      [ofNobody, 403],
      [ofStranger, 404],
    ] as const) {
      assert.equal((await browser(cancel)).status, status);
      assert.equal((await browser(cancel, {})).status, 403, 'without a token of that form');
    }
    const page = await look(at(`/${session}`));
    assert.equal(page.status, 200);
    for (const action of OFFICE_ACTIONS)
      assert.ok(!page.text.includes(`/office/payments/${session}/${action}`), action);
    assert.ok(!page.text.includes('/office/payments/new'));
    assert.equal((await look(at('/new'))).status, 403);
    assert.equal((await ofNobody(at(''))).status, 403);
    assert.equal((await ofStranger(at(`/${session}`))).status, 404);
    assert.deepEqual(await transactionOf(system, session), before);
  });
});

/** Where the mail about a request leads. */
function mailLink({ run }: System, request: string): string {
  const { text } = renderStaffMail({
    kind: 'request-waits',
    language: 'en',
    merchantName: 'Shop',
    officeUrl: run.api,
    lines: [['request', request]],
  });
  const link = /https?:\/\/\S+\/office\/\S+/u.exec(text)?.[0];
  assert.ok(link, text);
  return link;
}

/** What is decided, what speaks against it and the buttons are seen without scrolling. */
async function standsOnOneScreen(page: Page): Promise<void> {
  const buttons = await page.locator('.question-does button').all();
  assert.equal(buttons.length, 2);
  for (const part of [page.locator('h1'), page.locator('.decision > .lines'), ...buttons]) {
    const box = await part.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
  }
  const lines = await page.locator('.decision > .lines').boundingBox();
  const bar = await page.locator('.question-does').boundingBox();
  assert.ok(lines && bar && lines.y + lines.height <= bar.y, JSON.stringify({ lines, bar }));
}

/** Requests of a person who has logged in. */
function browserOf({ run }: System, cookie: string) {
  const headers = {
    Cookie: `__Host-office=${cookie}`,
    Origin: run.api,
    'Sec-Fetch-Site': 'same-origin',
  };
  return (url: string, form?: Readonly<Record<string, string>>) =>
    send(url, {
      redirect: 'manual',
      headers,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
}

/** Pictures for people, where somebody wants them. */
async function shoot(page: Page, name: string): Promise<void> {
  const directory = process.env['OFFICE_PICTURES'];
  if (directory === undefined) return;
  mkdirSync(directory, { recursive: true });
  await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
}
