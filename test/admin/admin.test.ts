import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_ONLY_KEYS } from '../../config/key-ring.ts';
import { putAccount } from '../../admin/acts/accounts.ts';
import { admitsPassword } from '../../domain/single-sign-on.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import { keyHash } from '../../store/api-keys.ts';
import { isPassword } from '../../store/password.ts';
import { codeOf, aMerchantId } from '../support/builders.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { useDatabase } from '../store/database.ts';
import { runAdmin, runAdminProgram, useAdmin } from './support/command-line.ts';

const PEARL = aMerchantId('pearl');
const SETTINGS = {
  url: 'https://network.example.test',
  account: 'card',
  secret_key: 'sk_very_secret',
  callback_secret: 'cs_very_secret',
};
const ACCOUNT = {
  code: 'card',
  name: 'Card',
  gateway: 'sandbox',
  is_sandbox: true,
  default_currency: 'KWD',
  accepted_currencies: ['KWD'],
};

describe('the command line', function () {
  this.timeout(120_000);
  const { database, run, runProgram, done, refused, audit } = useAdmin();
  /** Everything that must be neither in the audit log nor in an answer of another command. */
  const secrets: string[] = [SETTINGS.secret_key, SETTINGS.callback_secret];
  const pearl = ['--merchant', 'pearl'];
  const set = (...args: readonly string[]) =>
    done(['merchants', 'set', 'pearl', '--plugin', 'legacy', ...args]);
  const secretOf = async () => (await database().store.users.findSecret('sara'))?.passwordHash;
  const saidOfReset = async () =>
    (await refused(['users', 'reset-second-factor', 'sara', ...pearl])).err;
  const isActive = async () => (await database().store.users.findByName(PEARL, 'sara'))?.active;
  const policy = async () => (await database().store.merchants.find(PEARL))?.operationsApproval;
  const putPlug = (...args: readonly string[]) => ['plugs', 'put', ...pearl, ...args];
  const openedPlug = (unitCode?: string) =>
    database().store.plugs.open({
      merchantId: PEARL,
      channel: 'sms',
      ...(unitCode !== undefined && { unitCode }),
    });
  const kept = () => database().store.gatewayAccounts.open(PEARL, codeOf('card'));
  const setPearl = (...options: string[]) => done(['merchants', 'set', 'pearl', ...options]);
  const legalOfPearl = async () => (await database().store.merchants.find(PEARL))?.legal;

  describe('of merchants', () => {
    it('makes one, and shows its webhook key this once', async () => {
      const made = await done([
        'merchants',
        'create',
        'pearl',
        '--name',
        'Pearl Shop',
        '--name-ar',
        'لؤلؤة',
        '--support-email',
        'help@pearl.example',
        '--support-phone',
        '00965 2200 0000',
        '--currencies',
        'KWD,USD',
      ]);
      const kept = await database().store.merchants.find(PEARL);
      assert.equal(kept?.name, 'Pearl Shop');
      assert.deepEqual(kept.currencies, ['KWD', 'USD']);
      assert.equal(kept.supportPhone, '+96522000000');
      assert.equal(kept.secondFactor, 'required');
      assert.equal(made.webhookKey, await database().store.merchants.webhookKey(PEARL));
      secrets.push(made.webhookKey);
      const { webhookKey: _webhookKey, ...shown } = made;
      assert.deepEqual(await done(['merchants', 'show', 'pearl']), shown);
    });

    it('makes none twice, and finds none that is not there', async () => {
      const twice = await refused(['merchants', 'create', 'pearl', '--name', 'Other']);
      assert.deepEqual([twice.code, /already/.test(twice.err)], [4, true]);
      assert.equal((await refused(['merchants', 'show', 'nobody'])).code, 3);
      assert.equal((await refused(['merchants', 'set', 'nobody', '--name', 'x'])).code, 3);
      assert.equal((await database().store.merchants.find(PEARL))?.name, 'Pearl Shop');
    });

    it('changes what is named and leaves the rest', async () => {
      const before = await database().store.merchants.find(PEARL);
      const plugin = ['--plugin', 'e_commerce', '--expiration', '2 00:00:00'];
      await done(['merchants', 'set', 'pearl', '--name', 'Pearl', ...plugin]);
      const now = await database().store.merchants.find(PEARL);
      assert.deepEqual(now, {
        ...before,
        name: 'Pearl',
        plugins: { ...before?.plugins, e_commerce: { enabled: true, expirationSeconds: 172_800 } },
      });
      assert.ok(secrets.includes((await database().store.merchants.webhookKey(PEARL)) ?? ''));
    });

    it('says of whom a second factor is asked, and how many have none', async () => {
      const { out } = await run(['merchants', 'set', 'pearl', '--second-factor', 'all']);
      assert.equal((await database().store.merchants.find(PEARL))?.secondFactor, 'all');
      const people = await database().store.users.list(PEARL);
      const lacking = people.filter(({ active, service }) => active && !service).length;
      assert.equal(out.includes(`${lacking} active users have no second factor`), lacking > 0);
      await refused(['merchants', 'set', 'pearl', '--second-factor', 'some']);
      await setPearl('--second-factor', 'optional');
    });

    it('says who sells on invoices, one thing at a time, and takes each back', async () => {
      await setPearl('--legal-address', 'Block 4, Street 12; Kuwait City;');
      await setPearl('--tax-number', '300000000000003', '--registration-number', '401122');
      await setPearl('--invoice-memo', 'Pay within a week.');
      const all = {
        address: ['Block 4, Street 12', 'Kuwait City'],
        taxNumber: '300000000000003',
        registrationNumber: '401122',
        memo: 'Pay within a week.',
      };
      assert.deepEqual(await legalOfPearl(), all);
      await setPearl('--name', 'Pearl');
      assert.deepEqual(await legalOfPearl(), all);
      await setPearl('--legal-address', '', '--tax-number', '', '--registration-number', '');
      assert.deepEqual(await legalOfPearl(), { memo: 'Pay within a week.' });
      await setPearl('--invoice-memo', '');
      assert.equal(await legalOfPearl(), undefined);
      for (const [option, text] of [
        ['--tax-number', '1'.repeat(65)],
        ['--invoice-memo', 'two\nlines'],
        ['--legal-address', 'a;b;c;d;e;f;g'],
      ] as const)
        assert.equal((await refused(['merchants', 'set', 'pearl', option, text])).code, 2, option);
    });

    it('changes every setting of a plugin, one text at a time', async () => {
      await set('--enabled', 'on', '--allowed-networks', '10.0.0.0/8, 2001:db8::1');
      await set('--api-access', 'off', '--currency', 'KWD', '--amount-editable', 'on');
      await set('--terms', 'No refunds.', '--terms-url', 'https://pearl.example/terms');
      await set('--terms-ar', 'لا استرداد.', '--disclaimer', 'Prices with tax.');
      await set('--asks-for-delivery', 'on', '--custom-fields', 'color,size');
      const now = await database().store.merchants.find(PEARL);
      assert.deepEqual(now?.plugins.legacy, {
        enabled: true,
        allowedNetworks: ['10.0.0.0/8', '2001:db8::1'],
        apiAccess: false,
        currency: 'KWD',
        amountEditable: true,
        terms: {
          text: { en: 'No refunds.', ar: 'لا استرداد.' },
          url: 'https://pearl.example/terms',
        },
        disclaimer: { en: 'Prices with tax.' },
        asksForDelivery: true,
        customFields: ['color', 'size'],
      });
      await set('--terms', '', '--disclaimer', '');
      const { terms, disclaimer } =
        (await database().store.merchants.find(PEARL))?.plugins.legacy ?? {};
      assert.deepEqual([terms, disclaimer], [undefined, undefined]);
    });

    it('pauses one, and lets it go on', async () => {
      for (const paused of [true, false]) {
        await done(['merchants', 'set', 'pearl', '--paused', paused ? 'on' : 'off']);
        assert.equal((await database().store.merchants.find(PEARL))?.paused, paused);
      }
    });

    const wrong: readonly (readonly string[])[] = [
      ['merchants', 'create', 'Pearl!', '--name', 'x'],
      ['merchants', 'create', 'x'.repeat(41), '--name', 'x'],
      ['merchants', 'create', 'other'],
      ['merchants', 'create', 'other', '--name', ''],
      ['merchants', 'create', 'other', '--name', 'a\nb'],
      ['merchants', 'create', 'other', '--name', 'x', '--currencies', 'KWD,XXX'],
      ['merchants', 'set', 'pearl', '--expires-by-timer', 'yes'],
      ['merchants', 'set', 'pearl', '--enabled', 'on'],
      ['merchants', 'set', 'pearl', '--plugin', 'nonsense', '--enabled', 'on'],
      ['merchants', 'set', 'pearl', '--plugin', 'e_commerce', '--webhook-url', 'ftp://x'],
      ['merchants', 'set', 'pearl', '--plugin', 'legacy', '--allowed-networks', '10/8'],
      ['merchants', 'set', 'pearl', '--plugin', 'legacy', '--allowed-networks', '10.0.0.0/33'],
      ['merchants', 'set', 'pearl', '--plugin', 'bulk', '--custom-fields', 'color'],
      ['merchants', 'set', 'pearl', '--plugin', 'bulk', '--disclaimer-ar', 'x'],
      ['merchants', 'set', 'pearl', '--plugin', 'bulk', '--currency', 'KWD,USD'],
      ['merchants', 'destroy', 'pearl'],
      ['shops', 'list'],
      ['merchants', 'list', '--nonsense'],
    ];
    for (const args of wrong)
      it(`refuses ${args.join(' ').slice(0, 80)} with code 2`, async () => {
        const { code, err } = await refused(args);
        assert.equal(code, 2, err);
        assert.match(err, /error: /);
      });
  });

  describe('of keys', () => {
    it('makes a pair that lets in, shows it this once, and keeps hashes', async () => {
      const made = await done(['keys', 'create', ...pearl, '--name', 'web shop']);
      secrets.push(made.private, made.public);
      for (const kind of ['private', 'public']) {
        const kept = await database().store.apiKeys.findByPrefix(made[kind].slice(0, 8));
        assert.deepEqual([kept?.hash, kept?.kind], [keyHash(made[kind]), kind]);
      }
      const { out } = await run(['keys', 'list', ...pearl]);
      assert.match(out, /web shop/);
      for (const kind of ['private', 'public']) assert.ok(!out.includes(made[kind]));
      assert.ok(!out.includes(keyHash(made.private)));
    });

    it('ends a pair only for somebody who means it', async () => {
      const { pair, private: key } = await done(['keys', 'create', ...pearl, '--name', 'old']);
      secrets.push(key);
      const isRevoked = async () =>
        (await database().store.apiKeys.findByPrefix(key.slice(0, 8)))?.revoked;
      const asked = await refused(['keys', 'revoke', pair, ...pearl]);
      assert.deepEqual([asked.code, await isRevoked()], [2, false]);
      assert.match(asked.err, /--yes/);
      assert.deepEqual(await done(['keys', 'revoke', pair, ...pearl, '--yes']), {
        done: 'Revoked: 2.',
      });
      assert.equal(await isRevoked(), true);
      assert.equal((await refused(['keys', 'revoke', 'no-such', ...pearl])).code, 3);
    });

    it('makes none for nobody, and none that is over', async () => {
      const nobody = ['keys', 'create', '--merchant', 'nobody', '--name', 'x'];
      assert.equal((await refused(nobody)).code, 3);
      const past = ['keys', 'create', ...pearl, '--name', 'x', '--expires', '2020-01-01T00:00:00Z'];
      assert.equal((await refused(past)).code, 2);
    });
  });

  describe('of users', () => {
    it('makes one with a password of its own making', async () => {
      const made = await done([
        'users',
        'create',
        'sara',
        ...pearl,
        '--email',
        'sara@pearl.example',
        '--permissions',
        'e_commerce.add, gateway.use:card',
      ]);
      secrets.push(made.password);
      assert.deepEqual(made.permissions, ['e_commerce.add', 'gateway.use:card']);
      assert.ok(await isPassword(made.password, await secretOf()));
      const email = ['--email', 'x@pearl.example'];
      assert.equal((await refused(['users', 'create', 'sara', ...pearl, ...email])).code, 4);
      for (const wrong of [
        'nobody',
        'a@pearl.example;c@pearl.example',
        'a@pearl.example,c@pearl.example',
      ])
        assert.equal(
          (await refused(['users', 'create', 'omar', ...pearl, '--email', wrong])).code,
          2,
          wrong,
        );
    });

    it('replaces what a user may do, by names that there are', async () => {
      await done(['users', 'set-permissions', 'sara', 'payment.refund', ...pearl]);
      const { permissions, superuser } =
        (await database().store.users.findByName(PEARL, 'sara')) ?? {};
      assert.deepEqual([permissions, superuser], [['payment.refund'], false]);
      const wrong = await refused(['users', 'set-permissions', 'sara', 'payment.steal', ...pearl]);
      assert.deepEqual([wrong.code, /payment\.steal/.test(wrong.err)], [2, true]);
      const nobody = ['users', 'set-permissions', 'omar', 'payment.refund', ...pearl];
      assert.equal((await refused(nobody)).code, 3);
    });

    it('gives another password, typed or made, and no short one', async () => {
      const password = ['users', 'password', 'sara', ...pearl, '--yes'];
      await done([...password, '--password-stdin'], 'correct horse battery\n');
      secrets.push('correct horse battery');
      assert.ok(await isPassword('correct horse battery', await secretOf()));
      const short = await refused([...password, '--password-stdin'], 'short\n');
      assert.deepEqual([short.code, short.err.includes('short\n')], [2, false]);
      const piped = await runProgram([...password, '--password-stdin'], 'staple horse battery\n');
      assert.deepEqual([piped.code, piped.out], [0, 'The password is changed.\n'], piped.err);
      secrets.push('staple horse battery');
      assert.ok(await isPassword('staple horse battery', await secretOf()));
      const unsure = await runProgram(['users', 'password', 'sara', ...pearl], '');
      assert.deepEqual(
        [unsure.code, unsure.out, /confirm with --yes/.test(unsure.err)],
        [2, '', true],
      );
      const made = await done(password);
      secrets.push(made.password);
      assert.ok(await isPassword(made.password, await secretOf()));
    });

    it('takes a second factor away, for somebody who means it', async () => {
      const { users, secondFactors } = database().store;
      const sara = { merchantId: PEARL, username: 'sara' };
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      await secondFactors.begin(sara, secret);
      const pending = await secondFactors.pending(sara);
      assert.ok(pending);
      await secondFactors.confirm(sara, pending, { lastStep: 1, recovery: [] });
      await users.setSecondFactor(PEARL, 'sara', true);
      const reset = ['users', 'reset-second-factor', 'sara', ...pearl];
      assert.equal((await refused(reset)).code, 2);
      assert.ok(await secondFactors.find(sara));
      await done([...reset, '--yes']);
      assert.equal(await secondFactors.find(sara), undefined);
      assert.equal((await users.findByName(PEARL, 'sara'))?.secondFactor, false);
    });

    it('opens passwords again where single sign-on is required, for somebody who means it', async () => {
      const { singleSignOn } = database().store;
      const allow = ['merchants', 'allow-passwords', 'pearl'];
      assert.equal((await refused([...allow, '--yes'])).code, 3);
      const sso = {
        merchantId: PEARL,
        mode: 'required',
        issuer: 'https://login.example',
        clientId: 'sarraf',
        emergencyUserId: 1,
        version: 1,
      } as const;
      await singleSignOn.save(sso, 'of the client');
      assert.equal((await refused(allow)).code, 2);
      assert.deepEqual(await singleSignOn.find(PEARL), sso);
      await done([...allow, '--yes']);
      assert.deepEqual(await singleSignOn.find(PEARL), { ...sso, mode: 'allowed', version: 2 });
      assert.equal(await singleSignOn.secret(PEARL), 'of the client');
    });

    it('makes a superuser', () =>
      done([
        'users',
        'create',
        'noura',
        ...pearl,
        '--email',
        'noura@pearl.example',
        '--superuser',
      ]));

    for (const [what, ...command] of [
      ['second factor', 'reset-second-factor', 'noura', '--yes'],
      ['rank', 'set-permissions', 'noura', '--superuser', 'off'],
      ['account', 'deactivate', 'noura', '--yes'],
    ] as const)
      it(`leaves the superuser for emergencies their ${what} until passwords let people in`, async () => {
        const { singleSignOn, users } = database().store;
        const noura = await users.findByName(PEARL, 'noura');
        assert.ok(noura);
        const sso = await singleSignOn.find(PEARL);
        assert.ok(sso);
        const required = { ...sso, mode: 'required', emergencyUserId: noura.id } as const;
        await singleSignOn.save({ ...required, version: sso.version + 1 });
        const known = { ...noura, active: true, superuser: true, secondFactor: true };
        await users.update(PEARL, 'noura', { active: true, superuser: true });
        await users.setSecondFactor(PEARL, 'noura', true);
        const written = (await audit()).length;
        const { code, err } = await refused(['users', ...command, ...pearl]);
        assert.equal(code, 2);
        assert.match(err, /merchants allow-passwords pearl/u);
        assert.deepEqual(await users.findByName(PEARL, 'noura'), known);
        assert.equal((await audit()).length, written);
        await done(['merchants', 'allow-passwords', 'pearl', '--yes']);
        await done(['users', ...command, ...pearl]);
        const now = await users.findByName(PEARL, 'noura');
        assert.notDeepEqual(now, known);
        assert.equal(admitsPassword(await singleSignOn.find(PEARL), known), true);
      });

    it('says before what a second factor that is taken away leaves', async () => {
      const { singleSignOn } = database().store;
      assert.match(
        await saidOfReset(),
        /Whoever has the password of "sara" comes in with it alone/u,
      );
      await setPearl('--second-factor', 'all');
      assert.match(
        await saidOfReset(),
        /Whoever has the password of "sara" sets up another one with it/u,
      );
      const sso = await singleSignOn.find(PEARL);
      assert.ok(sso);
      const { version } = sso;
      await singleSignOn.save({ ...sso, mode: 'required', version: version + 1 });
      assert.match(await saidOfReset(), /Once passwords let people in again, whoever has/u);
      await singleSignOn.save({ ...sso, version: version + 2 });
      await setPearl('--second-factor', 'optional');
    });

    it('lets one in no more, and in again', async () => {
      assert.equal((await refused(['users', 'deactivate', 'sara', ...pearl])).code, 2);
      assert.equal(await isActive(), true);
      await done(['users', 'deactivate', 'sara', ...pearl, '--yes']);
      assert.equal(await isActive(), false);
      await done(['users', 'activate', 'sara', ...pearl]);
      assert.equal(await isActive(), true);
      assert.equal((await refused(['users', 'deactivate', 'nobody', ...pearl])).code, 3);
    });

    it('lists them without a trace of passwords', async () => {
      const { out } = await run(['users', 'list', ...pearl]);
      assert.match(out, /sara@pearl\.example/);
      assert.doesNotMatch(out, /argon2/);
    });
  });

  describe('of units', () => {
    it('makes and replaces one', async () => {
      const put = ['units', 'put', 'salmiya', ...pearl, '--name', 'Salmiya'];
      await done([...put, '--webhook-url', 'https://pearl.example/hooks']);
      assert.deepEqual(await done(['units', 'show', 'salmiya', ...pearl]), {
        merchantId: 'pearl',
        code: 'salmiya',
        name: 'Salmiya',
        overrides: { webhookUrl: 'https://pearl.example/hooks' },
      });
      await done([
        ...put,
        '--disclaimer',
        'Within a week',
        '--terms',
        'Rules',
        '--terms-ar',
        'شروط',
      ]);
      const kept = {
        webhookUrl: 'https://pearl.example/hooks',
        disclaimer: { en: 'Within a week' },
        terms: { text: { en: 'Rules', ar: 'شروط' } },
      };
      const again = ['units', 'put', 'salmiya', ...pearl];
      const { name, overrides } = await done([...again, '--expiration', '00:10:00']);
      assert.deepEqual([name, overrides], ['Salmiya', { ...kept, expirationSeconds: 600 }]);
      const { terms } = (await done([...again, '--terms-ar', ''])).overrides;
      assert.deepEqual(terms, { text: { en: 'Rules' } });
      const all = ['--webhook-url', '--disclaimer', '--terms', '--expiration'];
      await done([...again, ...all.flatMap((option) => [option, ''])]);
      assert.equal((await refused([...put, '--terms-url', 'https://pearl.example/terms'])).code, 2);
      const nameless = await refused(['units', 'put', 'hawalli', ...pearl]);
      assert.deepEqual([nameless.code, /--name/.test(nameless.err)], [2, true]);
      const [unit] = await done(['units', 'list', ...pearl]);
      assert.deepEqual(unit, { code: 'salmiya', name: 'Salmiya' });
      assert.equal((await refused(['units', 'show', 'hawalli', ...pearl])).code, 3);
      assert.equal((await refused(['units', 'put', 'a b', ...pearl, '--name', 'x'])).code, 2);
    });
  });

  describe('of the colour of pages and the country of deliveries', () => {
    const set = ['merchants', 'set', 'pearl'];

    it('sets them, and takes them away', async () => {
      const both = await done([...set, '--accent', '#FFD400', '--country', 'KW']);
      assert.deepEqual([both.accent, both.country], ['#ffd400', 'KW']);
      const kept = await done([...set, '--paused', 'off']);
      assert.deepEqual([kept.accent, kept.country], ['#ffd400', 'KW']);
      const none = await done([...set, '--accent', '', '--country', '']);
      assert.deepEqual([none.accent, none.country], [undefined, undefined]);
    });

    for (const bad of ['red', '#fff', '#000000;}body{display:none}', 'url(//evil.example)'])
      it(`refuses ${bad} for a colour`, async () => {
        const { code, err } = await refused([...set, '--accent', bad]);
        assert.equal(code, 2);
        assert.match(err, /# and six hexadecimal digits/);
      });

    it('refuses what is no country', async () => {
      const { code, err } = await refused([...set, '--country', 'Kuwait']);
      assert.equal(code, 2);
      assert.match(err, /ISO 3166-1/);
    });
  });

  describe('of logos', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sarraf-logo-'));
    const file = (name: string, bytes: Buffer) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const picture = DOCUMENTS['png'] ?? Buffer.alloc(0);
    after(() => rmSync(folder, { recursive: true }));

    it('gives one to a merchant and to a unit, keeps the bytes, and takes it away', async () => {
      const set = ['merchants', 'logo', 'pearl'];
      const { logo } = await done([...set, file('a.png', picture)]);
      assert.match(logo, /^[0-9a-f]{64}\.png$/);
      assert.deepEqual(await database().store.logos.findForPayer(logo), picture);
      await done([...set, file('a.png', picture), '--unit', 'salmiya']);
      await done(['units', 'put', 'salmiya', ...pearl, '--name', 'Salmiya']);
      assert.equal((await done(['units', 'show', 'salmiya', ...pearl])).logo, logo);
      await done([...set, '--unit', 'salmiya', '--remove']);
      await done([...set, '--remove']);
      assert.equal((await done(['merchants', 'show', 'pearl'])).logo, undefined);
    });

    it('gives a unit a favicon and a colour of its own, which another put does not take the picture of', async () => {
      const put = ['units', 'put', 'salmiya', ...pearl];
      assert.equal((await done([...put, '--accent', '#FFD400'])).accent, '#ffd400');
      const set = ['merchants', 'logo', 'pearl', '--unit', 'salmiya', '--favicon'];
      const { favicon, logo } = await done([...set, file('a.png', picture)]);
      assert.match(favicon, /^[0-9a-f]{64}\.png$/);
      assert.equal(logo, undefined);
      const { accent, ...unit } = await done([...put, '--name', 'Salmiya']);
      assert.deepEqual([accent, unit.favicon], ['#ffd400', favicon]);
      assert.equal((await done([...put, '--accent', ''])).accent, undefined);
      assert.equal((await done([...set, '--remove'])).favicon, undefined);
      const { code, err } = await refused([...put, '--accent', 'red']);
      assert.equal(code, 2);
      assert.match(err, /hexadecimal/);
    });

    it('gives a merchant a favicon beside the logo, and takes it away', async () => {
      const set = ['merchants', 'logo', 'pearl'];
      const { favicon, logo } = await done([...set, file('a.png', picture), '--favicon']);
      assert.match(favicon, /^[0-9a-f]{64}\.png$/);
      assert.equal(logo, undefined);
      const { favicon: none } = await done([...set, '--favicon', '--remove']);
      assert.equal(none, undefined);
    });

    it('refuses what can be none, and says what would be right', async () => {
      const set = ['merchants', 'logo', 'pearl'];
      const bad: readonly (readonly [readonly string[], number, RegExp])[] = [
        [[...set], 2, /--remove/],
        [[...set, file('a.png', picture), '--remove'], 2, /--remove/],
        [[...set, file('a.svg', Buffer.from('<svg/>'))], 2, /PNG or a JPEG/],
        [[...set, join(folder, 'nowhere.png')], 2, /cannot be read/],
        [[...set, file('a.png', picture), '--unit', 'hawalli'], 3, /no unit/],
        [['merchants', 'logo', 'nobody', file('a.png', picture)], 3, /no merchant/],
      ];
      for (const [args, exit, sentence] of bad) {
        const { code, err } = await refused(args);
        assert.equal(code, exit, err);
        assert.match(err, sentence);
      }
    });
  });

  describe('of gateway accounts', () => {
    const put = ['accounts', 'put', ...pearl, '--file', '-'];

    it('makes one from a file, and replaces it without asking for its secrets again', async () => {
      await done(put, JSON.stringify({ ...ACCOUNT, settings: SETTINGS }));
      assert.deepEqual((await kept())?.settings, SETTINGS);
      await done(put, JSON.stringify({ ...ACCOUNT, name: 'Credit card' }));
      assert.deepEqual(
        [(await kept())?.account.name, (await kept())?.settings],
        ['Credit card', SETTINGS],
      );
    });

    it('makes one from options alone', async () => {
      await done([
        'accounts',
        'put',
        ...pearl,
        '--code',
        'cash',
        '--gateway',
        'cash',
        '--live',
        '--name',
        'Cash on delivery',
        '--currency',
        'KWD',
      ]);
      const cash = await database().store.gatewayAccounts.open(PEARL, codeOf('cash'));
      assert.deepEqual([cash?.account.sandbox, cash?.account.currencies], [false, ['KWD']]);
    });

    it('takes a secret from the environment, and no other way from an option', async () => {
      const key = 'sk_from_environment';
      secrets.push(key);
      const args = ['accounts', 'put', ...pearl, '--file', '-', '--setting-env'];
      await done(
        [...args, 'secret_key=GATEWAY_KEY'],
        JSON.stringify({ ...ACCOUNT, settings: SETTINGS }),
        {
          GATEWAY_KEY: key,
        },
      );
      assert.equal((await kept())?.settings['secret_key'], key);
      const missing = await refused([...args, 'secret_key=NOT_SET'], JSON.stringify(ACCOUNT));
      assert.equal(missing.code, 2);
    });

    it('lays a secret from the environment over the settings that are there, where the file has none', async () => {
      const key = 'sk_rotated';
      secrets.push(key);
      const rotate = [...put, '--setting-env', 'secret_key=GATEWAY_KEY'];
      await done(rotate, JSON.stringify(ACCOUNT), { GATEWAY_KEY: key });
      assert.deepEqual((await kept())?.settings, { ...SETTINGS, secret_key: key });
      const settings = { ...SETTINGS, account: 'another' };
      await done(rotate, JSON.stringify({ ...ACCOUNT, settings }), { GATEWAY_KEY: key });
      assert.deepEqual((await kept())?.settings, { ...settings, secret_key: key });
      const wrong = await run(rotate, JSON.stringify({ ...ACCOUNT, settings: 'none' }), {
        GATEWAY_KEY: key,
      });
      assert.deepEqual([wrong.code, wrong.err.includes(key)], [2, false]);
    });

    it('takes no setting of the connector that an account had before', async () => {
      const fromEnv = Object.keys(SETTINGS).flatMap((name) => [
        '--setting-env',
        `${name}=${name.toUpperCase()}`,
      ]);
      const env = Object.fromEntries(
        Object.entries(SETTINGS).map(([name, value]) => [name.toUpperCase(), value]),
      );
      const before = { ...ACCOUNT, gateway: 'cash', settings: {} };
      await done(put, JSON.stringify(before));
      await done([...put, ...fromEnv], JSON.stringify(ACCOUNT), env);
      assert.deepEqual((await kept())?.settings, SETTINGS);
      await done(put, JSON.stringify({ ...before, settings: undefined }));
      assert.deepEqual((await kept())?.settings, {});
      await done(put, JSON.stringify({ ...ACCOUNT, settings: SETTINGS }));
    });

    it('says all that is wrong with one, and none of its secrets', async () => {
      const bad = { ...ACCOUNT, code: 'bad', default_currency: 'XXX', gateway: 'nobody' };
      for (const input of [
        JSON.stringify({ ...bad, settings: SETTINGS }),
        JSON.stringify({ ...ACCOUNT, settings: { ...SETTINGS, url: 'nonsense', account: 1 } }),
        `${JSON.stringify({ ...ACCOUNT, settings: SETTINGS })}}`,
        '[]',
        '',
      ]) {
        const { code, err } = await refused(put, input);
        assert.equal(code, 2, err);
        for (const secret of secrets) assert.ok(!err.includes(secret), err);
      }
    });

    it('shows one with the names of its settings only', async () => {
      const { out } = await run(['accounts', 'show', 'card', ...pearl]);
      assert.match(out, /secret_key/);
      assert.ok(!out.includes('sk_') && !out.includes(SETTINGS.url));
    });

    it('offers one no more, and again', async () => {
      assert.equal((await refused(['accounts', 'deactivate', 'card', ...pearl])).code, 2);
      assert.equal((await kept())?.account.active, true);
      await done(['accounts', 'deactivate', 'card', ...pearl, '--yes']);
      assert.equal((await kept())?.account.active, false);
      await done(['accounts', 'activate', 'card', ...pearl]);
      assert.equal((await kept())?.account.active, true);
      for (const verb of ['show', 'deactivate'])
        assert.equal((await refused(['accounts', verb, 'nobody', ...pearl])).code, 3);
    });
  });

  describe('of webhooks', () => {
    it('changes settings and addresses', async () => {
      await done([
        'webhooks',
        'set',
        ...pearl,
        '--timeout',
        '10',
        '--params',
        'flat',
        '--notify',
        'off',
        '--plugin',
        'e_commerce',
        '--webhook-url',
        'https://pearl.example/hooks',
        '--user-agent',
        'Pearl hooks/2 (+https://pearl.example)',
      ]);
      const shown = await done(['webhooks', 'show', ...pearl]);
      assert.deepEqual(
        [shown.timeoutSeconds, shown.pgParamsFormat, shown.notifyOnFailure, shown.scheme],
        [10, 'flat', false, 'standard'],
      );
      assert.equal(shown.userAgent, 'Pearl hooks/2 (+https://pearl.example)');
      assert.equal(shown.addresses.e_commerce, 'https://pearl.example/hooks');
      for (const bad of [
        ['--timeout', '0'],
        ['--timeout', '26'],
        ['--timeout', '1e1'],
        ['--scheme', 'none'],
        ['--emails', 'nobody'],
        ['--emails', 'a@pearl.example; c@pearl.example'],
        ['--emails', 'a@pearl.example,c@pearl'],
        ['--user-agent', 'Pearl — hooks'],
        ['--user-agent', 'لؤلؤة'],
        ['--user-agent', ' '],
        ['--user-agent', 'x'.repeat(129)],
      ])
        assert.equal((await refused(['webhooks', 'set', ...pearl, ...bad])).code, 2, bad.join(' '));
    });

    it('takes several people who are told of failed webhooks, and by an empty list nobody by name', async () => {
      const set = ['webhooks', 'set', ...pearl, '--emails'];
      const { webhooks } = await done([...set, 'a@pearl.example, c@pearl.example']);
      assert.deepEqual(webhooks.emails, ['a@pearl.example', 'c@pearl.example']);
      assert.deepEqual((await done([...set, ''])).webhooks.emails, []);
    });

    it('makes another key, and shows it this once', async () => {
      const before = await database().store.merchants.webhookKey(PEARL);
      assert.equal((await refused(['webhooks', 'rotate-key', ...pearl])).code, 2);
      assert.equal(await database().store.merchants.webhookKey(PEARL), before);
      const { webhookKey } = await done(['webhooks', 'rotate-key', ...pearl, '--yes']);
      secrets.push(webhookKey);
      assert.notEqual(webhookKey, before);
      assert.equal(await database().store.merchants.webhookKey(PEARL), webhookKey);
    });

    it('lets the key before sign for a day more, or as long as it is told to', async () => {
      const { merchants, previousKeys } = database().store;
      const HOUR = 3_600_000;
      for (const [options, hours] of [
        [[], 24],
        [['--overlap', '72'], 72],
      ] as const) {
        const before = await merchants.webhookKey(PEARL);
        const { webhookKey } = await done([
          'webhooks',
          'rotate-key',
          ...options,
          ...pearl,
          '--yes',
        ]);
        secrets.push(webhookKey);
        const good = (at: number) => previousKeys.find({ merchantId: PEARL }, at);
        assert.ok(before && (await good(Date.now() + (hours - 1) * HOUR)).includes(before));
        assert.ok(!(await good(Date.now() + hours * HOUR)).includes(before));
      }
      const bad = ['webhooks', 'rotate-key', '--overlap', '169', ...pearl, '--yes'];
      assert.equal((await refused(bad)).code, 2);
    });

    it('lists endpoints, and enables one again', async () => {
      const { webhookEndpoints } = database().store;
      const endpoint = { id: 'whe_down', merchantId: PEARL, url: 'https://pearl.example/?k=v' };
      const more = { registered: true, events: [], createdAt: 1, version: 1, disabledAt: 2 };
      await webhookEndpoints.insert({ ...endpoint, ...more }, 'whk_down');
      const out = JSON.stringify(await done(['webhooks', 'endpoints', ...pearl]));
      assert.match(out, /whe_down.*1970/);
      assert.ok(!out.includes('whk_down') && !out.includes('k=v'));
      await done(['webhooks', 'enable', 'whe_down', ...pearl]);
      const found = await webhookEndpoints.find(PEARL, 'whe_down');
      assert.equal(found?.disabledAt, undefined);
      assert.equal((await refused(['webhooks', 'enable', 'whe_none', ...pearl])).code, 3);
    });
  });

  describe('of approvals', () => {
    it('sets who must agree to what, and says so when there are too few', async () => {
      const shown = await done([
        'merchants',
        'approval',
        'pearl',
        '--enabled',
        'on',
        '--operations',
        'refund',
        '--from',
        'KWD 1.5',
        '--accounts',
        'card',
        '--checkers',
        '2',
        '--whitelist',
        'sara',
        '--api-keys',
        'on',
        '--pending-hours',
        '4',
        '--step-up-from',
        'KWD 500',
        '--reason-required',
        'on',
      ]);
      assert.deepEqual(
        [shown.whitelist, shown.from, shown.stepUpFrom],
        [['sara'], ['KWD 1.500'], ['KWD 500.000']],
      );
      const sara = await database().store.users.findByName(PEARL, 'sara');
      assert.deepEqual(await policy(), {
        ...NO_APPROVAL,
        enabled: true,
        operations: ['refund'],
        from: { KWD: 1500 },
        pgCodes: ['card'],
        checkers: 2,
        whitelistedUserIds: [sara?.id],
        apiKeys: true,
        pendingHours: 4,
        stepUpFrom: { KWD: 500_000 },
        reasonRequired: true,
      });
      const { out } = await run(['merchants', 'approval', 'pearl', '--manual-hours', '12']);
      assert.match(out, /Only 0 active users may approve, and 2 must agree/);
      assert.equal((await policy())?.manualHours, 12);
    });

    it('names every fault at once, and changes nothing then', async () => {
      const before = await policy();
      const { code, err } = await refused([
        'merchants',
        'approval',
        'pearl',
        '--operations',
        'capture',
        '--from',
        'KWD 0, XXQ 5, USD 1.234, SAR 1, SAR 2',
        '--accounts',
        'nowhere',
        '--checkers',
        '1e1',
        '--whitelist',
        'nobody',
        '--pending-hours',
        '0',
      ]);
      assert.equal(code, 2);
      for (const word of [
        'capture',
        'once',
        'KWD',
        'XXQ',
        'USD',
        'nowhere',
        'Checkers',
        'nobody',
        'hours',
      ])
        assert.ok(err.includes(word), `${word} in ${err}`);
      assert.deepEqual(await policy(), before);
    });

    it('takes everything back with empty lists', async () => {
      const shown = await done([
        'merchants',
        'approval',
        'pearl',
        '--enabled',
        'off',
        '--from',
        '',
        '--accounts',
        '',
        '--whitelist',
        '',
        '--checkers',
        '1',
      ]);
      assert.equal(shown.from, 'any');
      const { from, pgCodes, whitelistedUserIds, enabled } = (await policy()) ?? NO_APPROVAL;
      assert.deepEqual([enabled, from, pgCodes, whitelistedUserIds], [false, {}, [], []]);
    });
  });

  describe('of plugs for messages', () => {
    it('makes one for the merchant and one for a unit, seals their tokens and takes them away', async () => {
      const url = 'https://sms.example/v1';
      await done(['units', 'put', 'jahra', '--name', 'Jahra', ...pearl]);
      const whole = putPlug('sms', '--url', url, '--country', 'KW', '--token-env', 'SMS_KEY');
      await done(whole, '', { SMS_KEY: 'sms_very_secret' });
      await done(putPlug('sms', '--url', `${url}/jahra`, '--unit', 'jahra', '--from', 'JAHRA'));
      secrets.push('sms_very_secret');
      assert.deepEqual(await openedPlug(), { url, country: 'KW', token: 'sms_very_secret' });
      assert.deepEqual(await openedPlug('jahra'), { url: `${url}/jahra`, from: 'JAHRA' });
      assert.deepEqual(await openedPlug('another'), await openedPlug());
      const kept = await database().connection.collection('message_plugs').find().toArray();
      assert.ok(kept.length === 2 && !JSON.stringify(kept).includes('sms_very_secret'));
      assert.deepEqual(await done(['plugs', 'list', ...pearl]), [
        { channel: 'sms', url, country: 'KW' },
        { channel: 'sms', unit: 'jahra', url: `${url}/jahra`, from: 'JAHRA' },
      ]);
      await done(['plugs', 'remove', 'sms', '--unit', 'jahra', ...pearl]);
      assert.deepEqual(await openedPlug('jahra'), await openedPlug());
      assert.equal((await refused(['plugs', 'remove', 'whatsapp', ...pearl])).code, 3);
    });

    for (const wrong of [
      ['fax', '--url', 'https://sms.example'],
      ['sms'],
      ['sms', '--url', 'sms.example'],
      ['sms', '--url', 'https://sms.example', '--country', 'Kuwait'],
      ['sms', '--url', 'https://sms.example', '--token-env', 'NOWHERE'],
      ['whatsapp', '--url', 'https://sms.example', '--approved', 'refunded=x'],
      ['whatsapp', '--url', 'https://sms.example', '--approved', 'paid'],
    ])
      it(`refuses ${wrong.join(' ')}`, async () => {
        assert.equal((await refused(putPlug(...wrong))).code, 2);
      });
  });

  describe('of several merchants, afterwards,', () => {
    it('needs no merchant while there is one, and asks which when there are two', async () => {
      assert.equal((await done(['accounts', 'list'])).length, 2);
      secrets.push((await done(['merchants', 'create', 'coral', '--name', 'Coral'])).webhookKey);
      const { code, err } = await refused(['accounts', 'list']);
      assert.deepEqual([code, /coral or pearl/.test(err)], [2, true]);
      assert.deepEqual(await done(['accounts', 'list', '--merchant', 'coral']), []);
      assert.equal((await refused(['accounts', 'list', '--merchant', 'No One'])).code, 2);
    });

    for (const command of [
      'ledger balances',
      'ledger unplaced',
      'settlements list',
      'keys list',
      'users list',
      'accounts list',
      'units list',
      'routes list',
      'routes health',
      'plugs list',
      'wallets list --customer 7',
      'webhooks endpoints',
    ])
      it(`finds no such merchant for ${command}`, async () => {
        const { code, err } = await refused([...command.split(' '), '--merchant', 'nobody']);
        assert.deepEqual([code, /no merchant "nobody"/.test(err)], [3, true], err);
      });

    it('has written down who did what from where, before it was done, and no secret', async () => {
      const entries = await audit();
      const commands = new Set(entries.map(({ action }) => action.command));
      for (const command of [
        'merchants create',
        'merchants set',
        'keys create',
        'keys revoke',
        'users create',
        'users set-permissions',
        'users password',
        'users reset-second-factor',
        'merchants allow-passwords',
        'users deactivate',
        'units put',
        'accounts put',
        'accounts deactivate',
        'webhooks set',
        'webhooks rotate-key',
        'merchants approval',
      ])
        assert.ok(commands.has(command), command);
      for (const { who, from, at, action } of entries) {
        assert.deepEqual(
          [who, from, typeof at, action.name],
          ['layla', hostname(), 'number', 'admin'],
        );
        assert.ok(['pearl', 'coral'].includes(action.merchantId));
      }
      const all = JSON.stringify(entries);
      assert.ok(secrets.length > 8);
      for (const secret of secrets) assert.ok(!all.includes(secret));
    });

    it('is written down as nothing when it only looks, or is refused', async () => {
      const before = (await audit()).length;
      await done(['merchants', 'list']);
      await refused(['keys', 'revoke', 'x', ...pearl]);
      await refused(['merchants', 'create', 'pearl', '--name', 'x']);
      assert.equal((await audit()).length, before);
    });
  });
});

describe('the help of the command line', function () {
  this.timeout(120_000);
  const NOUNS: Readonly<Record<string, readonly string[]>> = {
    merchants: ['create', 'list', 'show', 'set', 'approval'],
    keys: ['create', 'list', 'revoke'],
    users: [
      'create',
      'list',
      'permissions',
      'set-permissions',
      'deactivate',
      'activate',
      'password',
    ],
    units: ['put', 'list', 'show'],
    accounts: ['put', 'list', 'show', 'deactivate', 'activate'],
    webhooks: ['show', 'set', 'rotate-key', 'endpoints', 'enable'],
    plugs: ['put', 'list', 'remove'],
  };

  it('names every noun, and says where it works and what its exit codes mean', async () => {
    const { code, out } = await runAdmin(['--help']);
    assert.equal(code, 0);
    for (const noun of Object.keys(NOUNS)) assert.match(out, new RegExp(`^  ${noun}\\b`, 'm'));
    for (const word of ['MONGODB_URI', '--json', '--yes', 'Exit codes', 'Examples'])
      assert.ok(out.includes(word), word);
  });

  for (const [noun, verbs] of Object.entries(NOUNS))
    it(`has every verb of ${noun}, with an example`, async () => {
      const { out } = await runAdmin([noun, '--help']);
      const pages = await Promise.all(verbs.map((verb) => runAdmin([noun, verb, '--help'])));
      for (const [nth, verb] of verbs.entries()) {
        assert.match(out, new RegExp(`^  ${verb}\\b`, 'm'));
        assert.equal(pages[nth]?.code, 0);
        assert.ok(pages[nth].out.includes(`npm run admin -- ${noun} ${verb}`), verb);
      }
    });
});

describe('where the command line works', function () {
  this.timeout(120_000);
  const database = useDatabase();

  it('is not looked for to give help, which a process of its own gives', async () => {
    const { code, out, err } = await runAdminProgram(['merchants', '--help']);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(out, (await runAdmin(['merchants', '--help'])).out);
  });

  it('ends as it would where nobody reads on, as head does', async () => {
    const { code, err } = await runAdminProgram(['merchants', '--help'], { isRead: false });
    assert.deepEqual([code, err], [0, '']);
  });

  it('is the system that npm start runs, when the environment names no other', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sarraf-admin-'));
    try {
      const uri = new URL(process.env['MONGODB_URI'] ?? '');
      uri.pathname = `/${database().connection.name}`;
      writeFileSync(join(directory, 'run.json'), JSON.stringify({ pid: 1, mongodb: uri.href }));
      const encryption = {
        payloads: TEST_ONLY_KEYS,
        storage: TEST_ONLY_KEYS,
        search: TEST_ONLY_KEYS,
      };
      writeFileSync(join(directory, 'keys.json'), JSON.stringify({ encryption }));
      const { code, out, err } = await runAdmin(['merchants', 'list', '--data', directory]);
      assert.deepEqual([code, out], [0, 'There are none.\n'], err);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('is nowhere without either, and says what to do', async () => {
    const { code, err } = await runAdmin(['merchants', 'list', '--data', '/nowhere']);
    assert.equal(code, 1);
    for (const word of ['npm start', '--data', 'MONGODB_URI']) assert.ok(err.includes(word), err);
  });

  it('is not guessed from half an environment, nor with the key of the tests in production', async () => {
    const MONGODB_URI = 'mongodb://u:secret@127.0.0.1:1/x';
    const half = await runAdmin(['merchants', 'list'], { env: { MONGODB_URI } });
    assert.deepEqual([half.code, /SARRAF_STORAGE_KEYS/.test(half.err)], [1, true]);
    const env = {
      MONGODB_URI,
      SARRAF_STORAGE_KEYS: TEST_ONLY_KEYS,
      SARRAF_SEARCH_KEYS: TEST_ONLY_KEYS,
    };
    const known = await runAdmin(['merchants', 'list'], { env });
    assert.deepEqual([known.code, /key of the tests/.test(known.err)], [1, true]);
    const away = await runAdmin(['merchants', 'list'], {
      env: { ...env, SARRAF_MODE: 'embedded' },
    });
    assert.equal(away.code, 1);
    assert.ok(!away.err.includes('secret'), away.err);
  });
});

describe('commands given at the same moment', function () {
  this.timeout(120_000);
  const { database, done } = useAdmin();
  // One after the other each leaves the other's change alone.
  it('changes a merchant or an account by both', async () => {
    const there = aMerchantId('crossing');
    const of = ['--merchant', there];
    const { store } = database();
    await done(['merchants', 'create', there, '--name', 'Crossing']);
    const key = await store.merchants.webhookKey(there);
    const auditContext = { store, who: 'layla', from: 'desk' };
    await putAccount(auditContext, there, { ...ACCOUNT, settings: SETTINGS });
    const renewed = { ...SETTINGS, secret_key: 'sk_renewed' };
    await Promise.all([
      done(['merchants', 'set', there, '--paused', 'on']),
      done(['merchants', 'set', there, '--currencies', 'KWD']),
      done(['merchants', 'approval', there, '--enabled', 'on']),
      done(['merchants', 'approval', there, '--checkers', '2']),
      done(['webhooks', 'rotate-key', ...of, '--yes']),
      done(['accounts', 'deactivate', 'card', ...of, '--yes']),
      putAccount(auditContext, there, { ...ACCOUNT, settings: renewed }),
    ]);
    const { paused, currencies, operationsApproval } = (await store.merchants.find(there)) ?? {};
    assert.deepEqual(
      [paused, currencies, operationsApproval?.enabled, operationsApproval?.checkers],
      [true, ['KWD'], true, 2],
    );
    assert.notEqual(await store.merchants.webhookKey(there), key);
    const opened = await store.gatewayAccounts.open(there, codeOf('card'));
    assert.deepEqual(opened?.settings, renewed);
  });
});
