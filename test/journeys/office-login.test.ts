import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { loginHash } from '../../api/access/login-cookie.ts';
import { aPerson, type Person } from '../api/support/people.ts';
import { DEMO } from '../api/support/records.ts';
import { DESKTOP, isAccessibleIn, PHONE, visit, waysOf } from '../support/browser.ts';
import { anIssuer, CLIENT, type RunningIssuer } from '../support/issuer.ts';
import { theSystem, type System } from '../support/system.ts';

const NARROW = { width: 390, height: 844 };

const WORDS = {
  en: {
    logIn: 'Log in',
    username: 'User name',
    password: 'Password',
    setUp: 'Set up a second factor',
    code: 'Code',
    confirm: 'Confirm',
    kept: 'I have kept them',
    next: 'Continue',
    logOut: 'Log out',
    sso: 'Log in with single sign-on',
    company: 'Code of your company',
    find: 'Continue',
    go: 'Continue there',
    again: 'Log in once more',
  },
  ar: {
    logIn: 'تسجيل الدخول',
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    setUp: 'تفعيل خطوة التحقق الثانية',
    code: 'الرمز',
    confirm: 'تأكيد',
    kept: 'حفظتها',
    next: 'متابعة',
    logOut: 'تسجيل الخروج',
    sso: 'الدخول الموحّد',
    company: 'رمز شركتك',
    find: 'متابعة',
    go: 'المتابعة إلى هناك',
    again: 'تسجيل الدخول مرة أخرى',
  },
} as const;

describe('a person who logs in to the office', function () {
  this.timeout(240_000);
  let system: System;
  before(async () => {
    system = await theSystem();
  });

  for (const language of waysOf('ar', 'en'))
    it(`sets up a second factor, logs out, and logs in with it (${language})`, async () => {
      const person = await aPerson(system, { permissions: ['payment_request.view'] });
      const said = WORDS[language];
      // A browser keeps the cookie on this machine without HTTPS (contract/logins#cookie).
      await visit({ viewport: DESKTOP }, async (page) => {
        await page.goto(`${system.run.api}/office/account?lang=${language}`);
        await page.goto(`${page.url()}&lang=${language}`);
        await seen(page, language);
        await logIn(page, person, said);
        await page.waitForURL('**/office/account**');
        await seen(page, language);
        await page.getByRole('button', { name: said.setUp }).click();
        const secret = (await page.locator('bdi.code').innerText()).replaceAll(' ', '');
        await seen(page, language);
        const totp = new TOTP({ secret: Secret.fromBase32(secret) });
        await page.getByLabel(said.code).fill(totp.generate());
        await page.getByRole('button', { name: said.confirm }).click();
        const recovery = await page.locator('code').first().innerText();
        await seen(page, language);
        await page.getByRole('link', { name: said.kept }).click();
        await seen(page, language);
        await page.getByRole('button', { name: said.logOut, exact: true }).click();
        await page.goto(`${system.run.api}/office/login?next=/office/account&lang=${language}`);
        await logIn(page, person, said);
        await seen(page, language);
        await page.getByLabel(said.code).fill(recovery);
        await page.getByRole('button', { name: said.next }).click();
        await page.waitForURL('**/office/account');
        assert.equal(await page.evaluate('document.cookie'), '');
      });
    });

  describe('by single sign-on', () => {
    let issuer: RunningIssuer;
    before(async () => {
      issuer = await anIssuer([`${system.run.api}/office/login/sso/demo/callback`]);
      const sso = { merchantId: DEMO, issuer: issuer.url, clientId: CLIENT.id } as const;
      await system.store.singleSignOn.save({ ...sso, mode: 'allowed', version: 1 }, CLIENT.secret);
    });
    after(async () => {
      const known = await system.store.singleSignOn.find(DEMO);
      assert.ok(known);
      await system.store.singleSignOn.save({ ...known, mode: 'off', version: 2 });
      await issuer.close();
    });

    for (const [language, viewport] of waysOf<readonly ['en' | 'ar', typeof PHONE]>(
      ['ar', PHONE],
      ['en', DESKTOP],
    ))
      it(`says of which company they are, comes in, and shows there once more who they are (${language})`, async () => {
        const { user } = await aPerson(system, { permissions: ['payment_request.view'] });
        issuer.accounts.set(user.username, { email: user.email });
        const said = WORDS[language];
        const signIn = async (page: Page) => {
          await page.getByLabel('Subject').fill(user.username);
          await page.getByRole('button', { name: 'Sign in' }).click();
          await page.waitForURL('**/office/account**');
        };
        await visit({ viewport }, async (page) => {
          await page.goto(`${system.run.api}/office/account?lang=${language}`);
          await page.goto(`${page.url()}&lang=${language}`);
          await isAccessibleIn(page, language);
          await page.getByRole('link', { name: said.sso }).click();
          await isAccessibleIn(page, language);
          await page.getByLabel(said.company).fill('nobody');
          await page.getByRole('button', { name: said.find }).click();
          await page.getByRole('alert').waitFor();
          await isAccessibleIn(page, language);
          await page.getByLabel(said.company).fill('demo');
          await page.getByRole('button', { name: said.find }).click();
          await isAccessibleIn(page, language);
          await page.getByRole('link', { name: said.go }).click();
          await signIn(page);
          await shownLongAgo(page, user);
          await page.reload();
          await isAccessibleIn(page, language);
          await page.getByRole('link', { name: said.again }).first().click();
          await signIn(page);
          assert.equal(await page.getByRole('link', { name: said.again }).count(), 0);
        });
      });
  });

  /** From now on it is long ago that they have shown who they are in the login of this browser. */
  async function shownLongAgo(page: Page, { merchantId, username }: Person['user']): Promise<void> {
    const { officeLogins } = system.store;
    const [login] = await officeLogins.list(merchantId, username);
    const cookies = await page.context().cookies();
    const held = cookies.find(({ name }) => name === '__Host-office');
    assert.ok(login && held);
    const hash = loginHash(held.value);
    const hashes = { hash, formerHash: hash, formerUntil: 0 };
    assert.ok(await officeLogins.renew(login, hashes, { steppedUpAt: 0 }));
  }
});

async function logIn(
  page: Page,
  { user, password }: Person,
  said: (typeof WORDS)[keyof typeof WORDS],
): Promise<void> {
  await page.getByLabel(said.username).fill(user.username);
  await page.getByLabel(said.password).fill(password);
  await page.getByRole('button', { name: said.logIn }).click();
}

/** Nobody is kept out by what the page looks like, in a hand or on a desk. */
async function seen(page: Page, language: keyof typeof WORDS): Promise<void> {
  for (const viewport of waysOf(NARROW, DESKTOP)) {
    await page.setViewportSize(viewport);
    await isAccessibleIn(page, language);
  }
}
