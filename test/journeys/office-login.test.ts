import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { aPerson, type Person } from '../api/support/people.ts';
import { DESKTOP, isAccessibleInBothColorSchemes, visit } from '../support/browser.ts';
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
  },
} as const;

describe('a person who logs in to the office', function () {
  this.timeout(240_000);
  let system: System;
  before(async () => {
    system = await theSystem();
  });

  for (const language of ['en', 'ar'] as const)
    it(`sets up a second factor, logs out, and logs in with it (${language})`, async () => {
      const person = await aPerson(system, { permissions: ['payment_request.view'] });
      const said = WORDS[language];
      // A browser keeps the cookie on this machine without HTTPS (contract/logins#cookie).
      await visit({ viewport: DESKTOP }, async (page) => {
        await page.goto(`${system.run.api}/office/account?lang=${language}`);
        await page.goto(`${page.url()}&lang=${language}`);
        await seen(page);
        await logIn(page, person, said);
        await page.waitForURL('**/office/account**');
        await seen(page);
        await page.getByRole('button', { name: said.setUp }).click();
        const secret = (await page.locator('bdi.code').innerText()).replaceAll(' ', '');
        await seen(page);
        const totp = new TOTP({ secret: Secret.fromBase32(secret) });
        await page.getByLabel(said.code).fill(totp.generate());
        await page.getByRole('button', { name: said.confirm }).click();
        const recovery = await page.locator('code').first().innerText();
        await seen(page);
        await page.getByRole('link', { name: said.kept }).click();
        await seen(page);
        await page.getByRole('button', { name: said.logOut, exact: true }).click();
        await page.goto(`${system.run.api}/office/login?next=/office/account&lang=${language}`);
        await logIn(page, person, said);
        await seen(page);
        await page.getByLabel(said.code).fill(recovery);
        await page.getByRole('button', { name: said.next }).click();
        await page.waitForURL('**/office/account');
        assert.equal(await page.evaluate('document.cookie'), '');
      });
    });
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

/** Nobody is kept out by what the page looks like, on a desk or in a hand. */
async function seen(page: Page): Promise<void> {
  for (const viewport of [NARROW, DESKTOP]) {
    await page.setViewportSize(viewport);
    await isAccessibleInBothColorSchemes(page);
  }
}
